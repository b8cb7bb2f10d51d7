import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Fault, fieldErrors, UNUSABLE } from '#domain/errors.ts'
import { SUBMITTED } from '#domain/proposals/status.ts'
import type { ProposalRow } from '#domain/staff/contract.ts'
import {
  othersAtRank,
  type RankChange,
  rankChanges,
  rankChangesText,
  whyNotChangeRanks,
} from '#domain/staff/ranking.ts'
import { whyNotScore } from '#domain/staff/rules.ts'
import { bandOf, scoreBand } from '#domain/staff/status.ts'
import { type RowDrafts, useRowDrafts } from '#web/lib/drafts/row_drafts.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { schemaOf, useSchema } from '#web/lib/http/schemas.ts'
import { useIsOffice } from '#web/lib/session/session.ts'

/** What moves besides, as the call wants it: with the versions that the sender saw. */
export const rankChangesOfOthers = (
  moves: readonly RankChange[],
  id: number,
  ranked: readonly ProposalRow[],
) =>
  moves
    .filter((move) => move.id !== id)
    .map(({ id: other, to }) => ({
      id: other,
      rank: to,
      version: ranked.find((row) => row.id === other)?.score_version,
    }))

/** A row's global score or rank while it is typed: what is wrong with it, what it means, and its saving. */
export function useScoreField(row: ProposalRow, field: ScoreFieldName, figures: ScoreDrafts) {
  const saved = row[field] === null ? '' : String(row[field])
  const key = scoreKey(row.id, field)
  // What is typed is typed over this.
  const over = figures.values[key] ?? { text: saved, saved, version: row.score_version }
  const { text } = over
  // Somebody else saved it meanwhile, and the person has read so.
  const [told, setTold] = useState(false)
  const version = told || over.saved === saved ? row.score_version : over.version
  const [error, setError] = useState<string | null>(null)
  const ranked = useRankedProposals(row.term_id)
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
    const others = rankChangesOfOthers(moves, row.id, ranked ?? [])
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

export type ScoreFieldName = 'global_score' | 'rank'
export const SCORE_LABELS = { global_score: 'Global Score', rank: 'Rank' } as const

/** A figure as it is typed, and what it is typed over: the one that was saved, and its version. */
interface ScoreDraft {
  text: string
  saved: string
  version: number
}

/** The figures that are typed in the ranking and not saved, of whatever page and whether their fields are open or not. */
export type ScoreDrafts = RowDrafts<ScoreDraft>

export const useScoreDrafts = (): ScoreDrafts => useRowDrafts<ScoreDraft>('figures')

export const scoreKey = (id: number, field: ScoreFieldName) => `${id}/${field}`

/** 'Rank of 58: 3': each figure that is typed. */
export const scoreDraftTexts = ({ values }: ScoreDrafts): string[] =>
  Object.entries(values).map(([key, { text }]) => {
    const [id, field] = key.split('/')
    return `${SCORE_LABELS[field as ScoreFieldName]} of ${id}: ${text.trim() || 'empty'}`
  })

/** The submitted proposals of a term with their ranks, the ranked ones first; undefined until they are there. */
export function useRankedProposals(term_id: number): readonly ProposalRow[] | undefined {
  const query = { term_id, sort: 'rank' as const, per_page: 100 }
  const { data } = useCall(api.staff.list, { query }).data ?? {}
  return data?.filter(({ status }) => status === SUBMITTED)
}

/** Whether the signed-in person may give a row its global score and rank: the office, without a conflict, in an open term. */
export function useMayScore(): (row: ProposalRow) => boolean {
  const office = useIsOffice()
  const terms = useCall(api.terms.all).data
  return ({ conflict, status, term_id }) => {
    const term = terms?.[term_id]
    return office && !conflict && term !== undefined && whyNotScore({ status, term }) === null
  }
}

/** The rows of the list on the screen, in their order. */
export const tableRows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')]

/** Puts the focus into a row of the list, once it is drawn. */
export const focusInRow = (id: number, selector: string) =>
  requestAnimationFrame(() =>
    tableRows()
      .find(({ dataset }) => dataset.row === String(id))
      ?.querySelector<HTMLElement>(selector)
      ?.focus(),
  )
