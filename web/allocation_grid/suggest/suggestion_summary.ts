import type { GridProposal } from '#domain/allocation/contract.ts'
import { requestedCount } from '#domain/allocation/matching.ts'
import type { Suggested, Suggestion, Unserved } from '#domain/allocation/suggest/contract.ts'
import { groupBy } from '#domain/group_by.ts'
import { BANDS_BEST_FIRST, bandOf } from '#domain/staff/status.ts'
import type { Place } from '#web/ui/grid/axes.ts'
import type { GridModel } from '../state/model.ts'
import type { SuggestionStatus } from '../state/suggestion_layer.ts'

export interface SuggestionLine extends Suggested {
  status: SuggestionStatus
  name: string
  /** Null if one of the two is no longer in the grid. */
  place: Place | null
}

/** The suggestions for a proposal, and its unserved requests. */
export interface ProposalSuggestions {
  proposal: GridProposal
  row: number
  suggested: readonly SuggestionLine[]
  unserved: readonly Unserved[]
}

/** The suggestions and the unserved requests by proposal, in the order of the rows. */
export function suggestionsByProposal(
  model: GridModel,
  { unserved }: Pick<Suggestion, 'unserved'>,
): ProposalSuggestions[] {
  const without = groupBy(unserved, ({ proposal_id }) => proposal_id)
  return model.rows.flatMap((proposal, row) => {
    const groups = {
      proposal,
      row,
      suggested: model.suggestionLayer
        .statusesOf(proposal.id)
        .map(([one, status]) => lineOf(model, one, status)),
      unserved: without.get(proposal.id) ?? [],
    }
    return groups.suggested.length + groups.unserved.length === 0 ? [] : [groups]
  })
}

const lineOf = (model: GridModel, one: Suggested, status: SuggestionStatus): SuggestionLine => {
  const column = model.assignments.columnOfSample(one.sample_id)
  return {
    ...one,
    status,
    name: column === undefined ? '' : model.columns[column]!.name,
    place: model.assignments.placeOf(one),
  }
}

/** Only the unserved requests, and the proposals that have some. */
export const onlyUnserved = (groups: readonly ProposalSuggestions[]): ProposalSuggestions[] =>
  groups.flatMap((one) => (one.unserved.length === 0 ? [] : [{ ...one, suggested: [] }]))

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Only the lines and proposals that contain a text, ignoring case and accents. */
export function findByText(
  groups: readonly ProposalSuggestions[],
  text: string,
): readonly ProposalSuggestions[] {
  const wanted = fold(text.trim())
  if (wanted === '') return groups
  const holds = (...texts: string[]) => fold(texts.join(' ')).includes(wanted)
  return groups.flatMap((one) => {
    const { id, name, title } = one.proposal
    if (String(id) === wanted || holds(name, title)) return [one]
    const suggested = one.suggested.filter((line) => holds(line.name, line.reason))
    const unserved = one.unserved.filter(({ reason }) => holds(reason))
    return suggested.length + unserved.length === 0 ? [] : [{ ...one, suggested, unserved }]
  })
}

/** How many suggestions are open, accepted, and no longer valid. */
interface SuggestionCounts {
  open: Suggested[]
  /** How many of the open ones are asked for by name by proposals without a score. */
  unscored: number
  taken: number
  gone: number
}

export function countSuggestions({ suggestionLayer, rows }: GridModel): SuggestionCounts {
  const all = rows.flatMap(({ id }) => suggestionLayer.statusesOf(id))
  const open = all.flatMap(([one, status]) => (status === 'open' ? [one] : []))
  const taken = all.filter(([, status]) => status === 'taken').length
  const unscored = open.filter((one) => one.unscored.length > 0).length
  return { open, unscored, taken, gone: (suggestionLayer.items?.length ?? 0) - open.length - taken }
}

export interface BandServed {
  label: string
  requests: number
  /** How many are fully answered now, and with the suggestions. */
  before: number
  after: number
}

/** Answered requests by score band, best first; last those without a score. */
export function servedByBand(model: GridModel): BandServed[] {
  const bands = [
    ...BANDS_BEST_FIRST.map(({ code, label }) => ({ code, label })),
    { code: null, label: 'No score' },
  ]
  const rows = groupBy([...model.rows.entries()], ([, { global_score }]) => bandOf(global_score))
  return bands.flatMap(({ code, label }) => {
    const requests = (rows.get(code) ?? []).flatMap(([row, { id }]) => {
      const suggested = model.suggestionLayer.statusesOf(id).filter(([, status]) => status === 'open')
      const counted = model.answers
        .row(row)
        .byRequest.filter(({ request, given }) => request.answerable || given.length > 0)
      return counted.map(({ request, given }) => {
        const more = suggested.filter(([{ priority }]) => priority === request.priority).length
        const asked = requestedCount(request)
        return { before: given.length >= asked, after: given.length + more >= asked }
      })
    })
    const count = (when: 'before' | 'after') => requests.filter((one) => one[when]).length
    return requests.length === 0
      ? []
      : [{ label, requests: requests.length, before: count('before'), after: count('after') }]
  })
}
