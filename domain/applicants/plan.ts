import { groupBy } from '../group_by.ts'
import { termLabel } from '../masters/values.ts'
import type { SelectedApplicant } from './contract.ts'
import type { RunDecision } from './runs.ts'
import { applicantStatus } from './status.ts'

/** Another selected applicant. */
interface Other {
  id: number
  name: string
}

/** What the dialog says beside an applicant. `bad`: it cannot be decided on. */
export type Remark =
  | { is: 'why_not'; text: string; bad: true }
  | { is: 'proposal'; proposal: { id: number; title: string }; term: string; bad: boolean }
  | { is: 'account'; text: string; account_id: number; bad: true }
  /** Of several with one account only one can be registered: `chosen`, null if it was dropped. */
  | { is: 'same_account'; chosen: Other | null; others: Other[]; bad: false }
  | { is: 'namesake'; text: string; bad: false }

/**
 * `included`: it is decided on. `left_out`: another one with the same account is. `dropped`: taken out by hand.
 * `impossible`: the server would refuse it.
 */
type PlanState = 'included' | 'left_out' | 'dropped' | 'impossible'

export interface PlannedApplicant {
  applicant: SelectedApplicant
  state: PlanState
  decision: RunDecision
  remarks: Remark[]
}

/** What the person has changed in the dialog, by the applicants' ids. */
export interface PlanChoices {
  dropped: ReadonlySet<number>
  /** Registered in place of others with the same account. */
  preferred: ReadonlySet<number>
  /** Rejected with an e-mail although the account has a proposal. */
  mailed: ReadonlySet<number>
}

/** One account has one proposal in a term. */
const accountKey = ({ term_id, account, email }: SelectedApplicant) =>
  `${term_id} ${account ? account.id : email.toLowerCase()}`

const nameOf = ({ id, name }: SelectedApplicant): Other => ({ id, name })

/** Others in the term who may be the same person; of the same account only those who are not selected. */
const namesakeRemarks = (applicant: SelectedApplicant, selected: ReadonlySet<number>): Remark[] =>
  applicant.namesakes
    .filter(({ id, same_account }) => !(same_account && selected.has(id)))
    .map(({ id, name, email, status, same_account }) => {
      const where = selected.has(id)
        ? 'also selected'
        : `${applicantStatus.label(status).toLowerCase()} in ${termLabel(applicant.term_id)}`
      return {
        is: 'namesake',
        text: `Same ${same_account ? 'account' : 'name'} as ${name} (${email}), ${where}`,
        bad: false,
      }
    })

/** Why REGISTER would refuse an applicant, or null. */
function findObstacle({ why_not, account, proposal, term_id }: SelectedApplicant): Remark | null {
  if (why_not) return { is: 'why_not', text: why_not, bad: true }
  if (proposal) return { is: 'proposal', proposal, term: termLabel(term_id), bad: true }
  if (account?.deleted)
    return { is: 'account', text: 'The account was deleted.', account_id: account.id, bad: true }
  if (account?.disabled)
    return { is: 'account', text: 'The account is disabled.', account_id: account.id, bad: true }
  return null
}

/**
 * What registering a selection would do to each applicant, in their order. Of several with one account the first that can
 * be registered is, unless another one is preferred.
 */
export function planRegistration(
  selected: readonly SelectedApplicant[],
  { dropped, preferred }: Pick<PlanChoices, 'dropped' | 'preferred'>,
): PlannedApplicant[] {
  const ids = new Set(selected.map(({ id }) => id))
  const rivals = groupBy(
    selected.filter((applicant) => !findObstacle(applicant)),
    accountKey,
  )
  return selected.map((applicant) => {
    const plan = (state: PlanState, remarks: Remark[]): PlannedApplicant => ({
      applicant,
      state,
      decision: 'register',
      remarks,
    })
    const obstacle = findObstacle(applicant)
    if (obstacle) return plan('impossible', [obstacle])
    const group = rivals.get(accountKey(applicant)) ?? []
    const first = group.find(({ id }) => preferred.has(id)) ?? group[0]
    const others = group.filter(({ id }) => id !== applicant.id).map(nameOf)
    const chosen = first && !dropped.has(first.id) ? nameOf(first) : null
    const remarks: Remark[] = [
      ...(others.length > 0 ? [{ is: 'same_account', chosen, others, bad: false } as const] : []),
      ...namesakeRemarks(applicant, ids),
    ]
    if (first?.id !== applicant.id) return plan('left_out', remarks)
    return plan(dropped.has(applicant.id) ? 'dropped' : 'included', remarks)
  })
}

/**
 * What rejecting a selection would do. An applicant whose account has a proposal in the term gets no e-mail unless chosen,
 * because it could be taken for a rejection of that proposal.
 */
export function planRejection(
  selected: readonly SelectedApplicant[],
  decision: 'reject' | 'reject_no_mail',
  { dropped, mailed }: Pick<PlanChoices, 'dropped' | 'mailed'>,
): PlannedApplicant[] {
  const ids = new Set(selected.map(({ id }) => id))
  const groups = groupBy(selected, accountKey)
  return selected.map((applicant) => {
    const { id, why_not, proposal, term_id } = applicant
    if (why_not)
      return {
        applicant,
        state: 'impossible',
        decision,
        remarks: [{ is: 'why_not', text: why_not, bad: true }],
      }
    const others = (groups.get(accountKey(applicant)) ?? []).filter((one) => one.id !== id)
    return {
      applicant,
      state: dropped.has(id) ? 'dropped' : 'included',
      decision: proposal && !mailed.has(id) ? 'reject_no_mail' : decision,
      remarks: [
        ...(proposal ? [{ is: 'proposal', proposal, term: termLabel(term_id), bad: false } as const] : []),
        ...others.map(
          ({ name, email }): Remark => ({
            is: 'namesake',
            text: `Same account as ${name} (${email}), also selected`,
            bad: false,
          }),
        ),
        ...namesakeRemarks(applicant, ids),
      ],
    }
  })
}
