import { typesOf } from '../allocation/grid.ts'
import { joinWithAnd } from '../allocation/rules.ts'
import { type SampleType, termLabel } from '../masters/values.ts'
import { isSubmitted, type ProposalStatus } from '../proposals/status.ts'
import { type Actor, isOffice } from '../session/actor.ts'
import type { OwnGrid } from './input.ts'

/** A scenario is changed and deleted by who made it, and by the office. */
export const mayChange = (actor: Actor, { made_by }: { made_by: { id: number } }) =>
  made_by.id === actor.id || isOffice(actor)

interface Kept {
  name: string
  sample_type: SampleType
  proposal_id: number
  status: ProposalStatus
  /** The proposal that the sample is confirmed for, in whatever term. */
  promised_to: number | null
  promised_in: number | null
}

/** Why a tick that was kept can not be done any more, or null. */
export function whyGone(tick: Kept, { grid, term_id }: { grid: OwnGrid; term_id: number }): string | null {
  const { name, sample_type, proposal_id, status, promised_to, promised_in } = tick
  if (promised_to !== null && promised_to !== proposal_id) {
    const where = promised_in !== null && promised_in !== term_id ? ` of ${termLabel(promised_in)}` : ''
    return `${name} is confirmed for ${promised_to}${where} since.`
  }
  if (!isSubmitted(status))
    return `Proposal ${proposal_id}, which ${name} was for, is not submitted any more.`
  if (!typesOf[grid].includes(sample_type)) return `${name} is of another type since.`
  return null
}

/** Why a person may not say what these proposals are given, or null: a conflict with any of them. */
export const whyNotGive = (conflicts: readonly number[]) =>
  conflicts.length === 0
    ? null
    : `You have a conflict of interest with proposal ${joinWithAnd(conflicts.map(String))}: somebody else must say what it is given. Nothing was saved.`

/** Why an admin may not delete what somebody else has kept, or null: a conflict with a proposal in it. */
export const whyNotDelete = (conflicts: readonly number[]) =>
  conflicts.length === 0
    ? null
    : `You have a conflict of interest with proposal ${joinWithAnd(conflicts.map(String))}, to which this scenario gives samples: who made it, or another member of the office, must delete it.`

/** The most characters of a scenario's note. */
export const NOTE_LENGTH = 2000
