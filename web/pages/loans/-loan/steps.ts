import type { Loan } from '#domain/custody/loans/contract.ts'
import { type LoanState, loanStatus } from '#domain/custody/loans/status.ts'
import { day } from '#web/lib/format/format.ts'
import type { StepOnLine } from '#web/ui/custody/step_line.tsx'

/** The step that a loan is at, by its state; past the last one when it is closed. */
const PLACE: Record<LoanState, number> = {
  agreement_due: 0,
  ready_to_pack: 1,
  dispatched: 2,
  received: 3,
  in_use: 4,
  returned: 5,
  consumed: 5,
  lost: 5,
  closed: 7,
}

const late = (days: number) => `${days === 1 ? '1 day' : `${days} days`} late`

/** The steps of a loan with the days on which they were reached; what was used up or lost is not returned. */
export function stepsOf({ state, steps, due_on, days_late }: Loan): StepOnLine[] {
  const due = due_on && (days_late > 0 ? `due ${due_on}, ${late(days_late)}` : `due ${due_on}`)
  const last = state === 'consumed' || state === 'lost' ? loanStatus.label(state) : 'Returned'
  const all: [label: string, note: string | null][] = [
    ['Agreement', steps.agreement && day(steps.agreement)],
    ['Packed', steps.packed && day(steps.packed)],
    ['Dispatched', steps.dispatched && day(steps.dispatched)],
    ['Received', steps.received && day(steps.received)],
    ['In use', PLACE[state] <= 4 ? due : null],
    [last, steps.returned && day(steps.returned)],
    ['Closed', steps.closed && day(steps.closed)],
  ]
  const present = PLACE[state]
  return all.map(([label, note], place) => ({
    label,
    state: place < present ? 'done' : place === present ? 'present' : 'ahead',
    note,
    late: label === 'In use' && days_late > 0,
  }))
}
