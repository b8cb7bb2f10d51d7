import { proposalsText } from '../allocation/rules.ts'
import { termLabel } from '../masters/values.ts'
import { isSubmitted, type ProposalStatus } from '../proposals/status.ts'
import { type Actor, isOffice } from '../session/actor.ts'

/** A scenario may be changed and deleted by its author and by the office. */
export const mayChange = (actor: Actor, { made_by }: { made_by: { id: number } }) =>
  made_by.id === actor.id || isOffice(actor)

interface ScenarioAssignmentState {
  name: string
  proposal_id: number
  status: ProposalStatus
  /** The proposal, in any term, for which the sample is confirmed. */
  promised_to: number | null
  promised_in: number | null
}

/** Why an assignment of a scenario is no longer possible, or null. */
export function whyNoLongerPossible(
  assignment: ScenarioAssignmentState,
  { term_id }: { term_id: number },
): string | null {
  const { name, proposal_id, status, promised_to, promised_in } = assignment
  if (promised_to !== null && promised_to !== proposal_id) {
    const where = promised_in !== null && promised_in !== term_id ? ` of ${termLabel(promised_in)}` : ''
    return `${name} has been confirmed for ${promised_to}${where}.`
  }
  if (!isSubmitted(status)) return `${name}: proposal ${proposal_id} is no longer submitted.`
  return null
}

/** Why the actor may not decide about proposals with which they have a conflict of interest, or null. */
export const whyNotAllocate = (conflicts: readonly number[]) =>
  conflicts.length === 0
    ? null
    : `You have a conflict of interest with ${proposalsText(conflicts)}: someone else must decide about its samples. Nothing was saved.`

/** Why an admin may not delete another author's scenario (a conflict of interest with one of its proposals), or null. */
export const whyNotDelete = (conflicts: readonly number[]) =>
  conflicts.length === 0
    ? null
    : `You have a conflict of interest with ${proposalsText(conflicts)}, to which this scenario gives samples: its author or another member of the office must delete it.`

export const NOTE_LENGTH = 2000
