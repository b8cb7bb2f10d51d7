import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Fault, fieldErrors, UNUSABLE } from '#domain/errors.ts'
import type { ProposalRow } from '#domain/staff/contract.ts'
import {
  othersAtRank,
  type RankChange,
  rankChanges,
  rankChangesText,
  whyNotChangeRanks,
} from '#domain/staff/ranking.ts'
import { bandOf, scoreBand } from '#domain/staff/status.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { schemaOf, useSchema } from '#web/lib/http/schemas.ts'
import { useRanked } from './ranks.ts'
import { type FigureField, type Figures, figureKey } from './typed_figures.ts'

/** What moves besides, as the call wants it: with the versions that the sender saw. */
export const othersOf = (moves: readonly RankChange[], id: number, ranked: readonly ProposalRow[]) =>
  moves
    .filter((move) => move.id !== id)
    .map(({ id: other, to }) => ({
      id: other,
      rank: to,
      version: ranked.find((row) => row.id === other)?.score_version,
    }))

/** A row's global score or rank while it is typed: what is wrong with it, what it means, and its saving. */
export function useFigure(row: ProposalRow, field: FigureField, figures: Figures) {
  const saved = row[field] === null ? '' : String(row[field])
  const key = figureKey(row.id, field)
  // What is typed is typed over this.
  const over = figures.values[key] ?? { text: saved, saved, version: row.score_version }
  const { text } = over
  // Somebody else saved it meanwhile, and the person has read so.
  const [told, setTold] = useState(false)
  const version = told || over.saved === saved ? row.score_version : over.version
  const [error, setError] = useState<string | null>(null)
  const ranked = useRanked(row.term_id)
  const queries = useQueryClient()
  const said = (message: string) => {
    setError(message)
    return true
  }
  const action = useAction(api.staff.saveGlobalScore, {
    success: false,
    invalid: false,
    own: ['invalid', 'stale'],
    onRefused: ({ message }) => said(message),
    onFault: (fault) => {
      said((fault instanceof Fault && fault.errors?.[field]?.[0]) || fault.message)
      if (!(fault instanceof Fault && fault.kind === 'stale')) return
      setTold(true)
      void queries.invalidateQueries()
    },
  })

  const body = { global_score: row.global_score, rank: row.rank, [field]: text }
  const shapes = useSchema(api.staff.saveGlobalScore, true)
  const typed = shapes?.body.safeParse(body, UNUSABLE).data?.[field] ?? null
  const moves = movesOf(typed)

  function movesOf(typed: number | null): RankChange[] {
    return field === 'rank' && typed !== null && ranked ? rankChanges(ranked, row.id, typed) : []
  }

  /** Saves it; with `room`, those who have the rank make room for it. Answers whether all went well. */
  async function save(room = false): Promise<boolean> {
    // What can not be checked here the server checks.
    const shape = shapes ?? (await schemaOf(api.staff.saveGlobalScore).catch(() => null))
    const parsed = shape?.body.safeParse(body, UNUSABLE)
    const moves = movesOf(parsed?.data?.[field] ?? null)
    const full = room ? whyNotChangeRanks(moves) : null
    if (full) return !said(full)
    if (parsed?.error) return !said(fieldErrors(parsed.error.issues)[field]?.[0] ?? 'This can not be saved.')
    const others = othersOf(moves, row.id, ranked ?? [])
    if (text.trim() === saved && !(room && others.length > 0)) {
      restore()
      return true
    }
    const reply = await action.run({
      params: { id: row.id },
      body: { ...body, ...parsed?.data, version, ...(room && { others }) },
    })
    if (reply?.result !== 1) return false
    figures.saved([key])
    return true
  }
  return {
    text,
    error,
    hint: field === 'rank' ? rankHint() : scoreHint(typed),
    dirty: text.trim() !== saved,
    type: (next: string) => {
      if (next.trim() === saved) return restore()
      figures.put({ ...figures.values, [key]: { text: next, saved: told ? saved : over.saved, version } })
      setError(null)
    },
    restore,
    save,
  }

  function restore() {
    const { [key]: _, ...others } = figures.values
    if (key in figures.values) figures.put(others)
    setError(null)
  }

  function rankHint() {
    if (typed === null || !ranked) return '1 is best. Empty clears it.'
    const also = othersAtRank(ranked, typed, row.id)
    if (also.length === 0) return `No other has rank ${typed}.`
    const who = also.map(({ id }) => id).join(' and ')
    const room = rankChangesText(moves.filter(({ id }) => id !== row.id))
    return `${who} ${also.length === 1 ? 'has' : 'have'} rank ${typed} too. Shift+Enter makes room: ${room}.`
  }
}

function scoreHint(score: number | null) {
  const band = bandOf(score)
  return band === null ? '0 to 5; 5 is best. Empty clears it.' : `${scoreBand.label(band)}.`
}
