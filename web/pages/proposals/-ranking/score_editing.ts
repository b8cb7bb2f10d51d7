import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DEFAULT_ISSUE_MESSAGE, Fault, fieldErrors } from '#domain/errors.ts'
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
import { schemaOf, useSchema } from '#web/lib/http/endpoints.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { useSaveScore } from '../-save_score.tsx'

/** The rank changes of other proposals as the endpoint takes them, with the versions that the user saw. */
export const rankChangesOfOthers = (
  changes: readonly RankChange[],
  id: number,
  ranked: readonly ProposalRow[],
) =>
  changes
    .filter((change) => change.id !== id)
    .map(({ id: other, to }) => ({
      id: other,
      rank: to,
      version: ranked.find((row) => row.id === other)?.score_version,
    }))

/** A field for a row's global score or rank: text, error, hint, and saving. */
export function useScoreField(row: ProposalRow, field: ScoreFieldName, drafts: ScoreDrafts) {
  const saved = row[field] === null ? '' : String(row[field])
  const key = scoreKey(row.id, field)
  const draft = drafts.values[key] ?? { text: saved, saved, version: row.score_version }
  const { text } = draft
  // Someone else saved it meanwhile, and the user has seen the message: saving again overwrites.
  const [sawVersionConflict, setSawVersionConflict] = useState(false)
  const version = sawVersionConflict || draft.saved === saved ? row.score_version : draft.version
  const [error, setError] = useState<string | null>(null)
  const ranked = useRankedProposals(row.term_id)
  const queries = useQueryClient()
  const showError = (message: string) => {
    setError(message)
    return true
  }
  const action = useSaveScore({
    invalid: false,
    own: ['invalid', 'stale'],
    onRefused: ({ message }) => showError(message),
    onFault: (fault) => {
      showError((fault instanceof Fault && fault.errors?.[field]?.[0]) || fault.message)
      if (!(fault instanceof Fault && fault.kind === 'stale')) return
      setSawVersionConflict(true)
      void queries.invalidateQueries()
    },
  })

  const body = { global_score: row.global_score, rank: row.rank, [field]: text }
  const schema = useSchema(api.staff.saveGlobalScore, true)
  const value = schema?.body.safeParse(body, DEFAULT_ISSUE_MESSAGE).data?.[field] ?? null
  const changes = changesFor(value)

  function changesFor(value: number | null): RankChange[] {
    return field === 'rank' && value !== null && ranked ? rankChanges(ranked, row.id, value) : []
  }

  /** Saves the field; with `makeRoom`, proposals with the same rank move. Returns whether it was saved. */
  async function save(makeRoom = false): Promise<boolean> {
    // Without the schema the server checks the value.
    const loadedSchema = schema ?? (await schemaOf(api.staff.saveGlobalScore).catch(() => null))
    const parsed = loadedSchema?.body.safeParse(body, DEFAULT_ISSUE_MESSAGE)
    const changes = changesFor(parsed?.data?.[field] ?? null)
    const why = makeRoom ? whyNotChangeRanks(changes) : null
    if (why) return !showError(why)
    if (parsed?.error)
      return !showError(fieldErrors(parsed.error.issues)[field]?.[0] ?? 'This cannot be saved.')
    const others = rankChangesOfOthers(changes, row.id, ranked ?? [])
    if (text.trim() === saved && !(makeRoom && others.length > 0)) {
      restore()
      return true
    }
    const reply = await action.run(
      row,
      { ...body, ...parsed?.data, version, ...(makeRoom && { others }) },
      ranked,
    )
    if (reply?.result !== 1) return false
    drafts.markSaved([key])
    return true
  }
  return {
    text,
    error,
    hint: field === 'rank' ? rankHint() : scoreHint(value),
    dirty: text.trim() !== saved,
    type: (next: string) => {
      if (next.trim() === saved) return restore()
      drafts.setValues({
        ...drafts.values,
        [key]: { text: next, saved: sawVersionConflict ? saved : draft.saved, version },
      })
      setError(null)
    },
    restore,
    save,
  }

  function restore() {
    const { [key]: _, ...others } = drafts.values
    if (key in drafts.values) drafts.setValues(others)
    setError(null)
  }

  function rankHint() {
    if (value === null || !ranked) return '1 is best. Empty clears it.'
    const others = othersAtRank(ranked, value, row.id)
    if (others.length === 0) return `No other has rank ${value}.`
    const who = others.map(({ id }) => id).join(' and ')
    const room = rankChangesText(changes.filter(({ id }) => id !== row.id))
    return `${who} ${others.length === 1 ? 'has' : 'have'} rank ${value} too. Shift+Enter makes room: ${room}.`
  }
}

function scoreHint(score: number | null) {
  const band = bandOf(score)
  return band === null ? '0 to 5; 5 is best. Empty clears it.' : `${scoreBand.label(band)}.`
}

export type ScoreFieldName = 'global_score' | 'rank'
export const SCORE_LABELS = { global_score: 'Global Score', rank: 'Rank' } as const

/** An unsaved value, with the saved value and version when editing began. */
interface ScoreDraft {
  text: string
  saved: string
  version: number
}

/** The unsaved scores and ranks of all pages of the ranking, whether or not their fields are open. */
export type ScoreDrafts = RowDrafts<ScoreDraft>

export const useScoreDrafts = (): ScoreDrafts => useRowDrafts<ScoreDraft>('figures')

export const scoreKey = (id: number, field: ScoreFieldName) => `${id}/${field}`

/** Each unsaved value as text: 'Rank of 58: 3'. */
export const scoreDraftTexts = ({ values }: ScoreDrafts): string[] =>
  Object.entries(values).map(([key, { text }]) => {
    const [id, field] = key.split('/')
    return `${SCORE_LABELS[field as ScoreFieldName]} of ${id}: ${text.trim() || 'empty'}`
  })

/** The submitted proposals of a term, ranked ones first; undefined until loaded. */
export function useRankedProposals(term_id: number): readonly ProposalRow[] | undefined {
  const query = { term_id, fields: 'ranking' as const, sort: 'rank' as const, per_page: 100 }
  const { data } = useCall(api.staff.list, { query }).data ?? {}
  return data?.filter(({ status }) => status === SUBMITTED)
}

/** Whether the user may save a row's global score and rank: only the office, without a conflict, in an open term. */
export function useCanScore(): (row: ProposalRow) => boolean {
  const office = useIsOffice()
  const terms = useCall(api.terms.all).data
  return ({ conflict, status, term_id }) => {
    const term = terms?.[term_id]
    return office && !conflict && term !== undefined && whyNotScore({ status, term }) === null
  }
}

/** The row elements of the list, in their order on the screen. */
export const tableRows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')]

/** Focuses an element in a row of the list after the next rendering. */
export const focusInRow = (id: number, selector: string) =>
  requestAnimationFrame(() =>
    tableRows()
      .find(({ dataset }) => dataset.row === String(id))
      ?.querySelector<HTMLElement>(selector)
      ?.focus(),
  )
