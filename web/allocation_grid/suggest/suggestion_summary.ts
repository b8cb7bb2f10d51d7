import type { GridProposal } from '#domain/allocation/contract.ts'
import { requestedCount } from '#domain/allocation/matching.ts'
import type { Suggested, Suggestion, Unserved } from '#domain/allocation/suggest/contract.ts'
import { groupBy } from '#domain/group_by.ts'
import { BANDS_BEST_FIRST, bandOf } from '#domain/staff/status.ts'
import type { Place } from '../state/assignments.ts'
import type { GridModel } from '../state/model.ts'
import type { Standing } from '../state/suggestion_layer.ts'

export interface ToldSuggestion extends Suggested {
  standing: Standing
  name: string
  /** Null when one of the two is not in the grid any more. */
  place: Place | null
}

/** What is suggested for a proposal, and which of its requests stay without. */
export interface ToldProposal {
  proposal: GridProposal
  row: number
  suggested: readonly ToldSuggestion[]
  unserved: readonly Unserved[]
}

/** What is suggested and what is not, proposal by proposal in the order of the rows. */
export function toldOf(model: GridModel, { unserved }: Pick<Suggestion, 'unserved'>): ToldProposal[] {
  const without = groupBy(unserved, ({ proposal_id }) => proposal_id)
  return model.rows.flatMap((proposal, row) => {
    const told = {
      proposal,
      row,
      suggested: model.layer.standing(proposal.id).map(([one, standing]) => lineOf(model, one, standing)),
      unserved: without.get(proposal.id) ?? [],
    }
    return told.suggested.length + told.unserved.length === 0 ? [] : [told]
  })
}

const lineOf = (model: GridModel, one: Suggested, standing: Standing): ToldSuggestion => {
  const column = model.ticks.columnOfSample(one.sample_id)
  return {
    ...one,
    standing,
    name: column === undefined ? '' : model.columns[column]!.name,
    place: model.ticks.placeOf(one),
  }
}

/** Of what is told only the requests that stay without, and the proposals that have such. */
export const unservedOf = (told: readonly ToldProposal[]): ToldProposal[] =>
  told.flatMap((one) => (one.unserved.length === 0 ? [] : [{ ...one, suggested: [] }]))

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Of what is told only the lines that hold a text, and the proposals that do; case and accents ignored. */
export function narrowed(told: readonly ToldProposal[], text: string): readonly ToldProposal[] {
  const wanted = fold(text.trim())
  if (wanted === '') return told
  const holds = (...texts: string[]) => fold(texts.join(' ')).includes(wanted)
  return told.flatMap((one) => {
    const { id, name, title } = one.proposal
    if (String(id) === wanted || holds(name, title)) return [one]
    const suggested = one.suggested.filter((line) => holds(line.name, line.reason))
    const unserved = one.unserved.filter(({ reason }) => holds(reason))
    return suggested.length + unserved.length === 0 ? [] : [{ ...one, suggested, unserved }]
  })
}

/** How many suggestions can be taken over, were, and do not hold any more. */
export interface Tally {
  open: Suggested[]
  taken: number
  gone: number
}

export function tallyOf({ layer, rows }: GridModel): Tally {
  const all = rows.flatMap(({ id }) => layer.standing(id))
  const open = all.flatMap(([one, standing]) => (standing === 'open' ? [one] : []))
  const taken = all.filter(([, standing]) => standing === 'taken').length
  return { open, taken, gone: (layer.items?.length ?? 0) - open.length - taken }
}

export interface BandServed {
  label: string
  requests: number
  /** How many have all that they ask for, as it is ticked, and with what is suggested. */
  before: number
  after: number
}

/** How many requests are served by the score of their proposals, the best first; last those without a score. */
export function servedByBand(model: GridModel): BandServed[] {
  const bands = [
    ...BANDS_BEST_FIRST.map(({ code, label }) => ({ code, label })),
    { code: null, label: 'No score' },
  ]
  const rows = groupBy([...model.rows.entries()], ([, { global_score }]) => bandOf(global_score))
  return bands.flatMap(({ code, label }) => {
    const requests = (rows.get(code) ?? []).flatMap(([row, { id }]) => {
      const suggested = model.layer.standing(id).filter(([, standing]) => standing === 'open')
      return model.answers.row(row).byRequest.map(({ request, given }) => {
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
