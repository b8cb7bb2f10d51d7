import { type Address, address } from '#domain/address.ts'
import { type CalendarEntry, endOfDay } from '#domain/calendar_entry.ts'
import { isWithHolder } from '#domain/custody/loans/status.ts'
import type { CalendarOwner } from '../../platform/calendar.ts'
import { findFacts, isCustodian, type LoanFacts } from './facts.ts'
import { findOpenLoans, findOpenLoansOf } from './queries.ts'

function loanEntry({ record, pieces }: LoanFacts, to: Address): CalendarEntry[] {
  const { number, due_on } = record
  if (due_on === null || !pieces.some(({ state }) => isWithHolder(state))) return []
  return [{ key: `loan-${number}`, title: `Loan ${number} is due back`, starts_at: endOfDay(due_on), to }]
}

/** When loans with pieces outside are due: the borrower's own, and all for those who keep the samples. */
export async function loanEntries({ db, actor }: CalendarOwner): Promise<CalendarEntry[]> {
  const custodian = isCustodian(actor)
  const records = custodian
    ? await findOpenLoans(db)
    : await findOpenLoansOf(db, { user_ids: [actor.id], emails: [] })
  return (await findFacts(db, records)).flatMap((loan) =>
    loanEntry(
      loan,
      custodian ? address('/loans/$id', { id: loan.record.number }) : address('/mypage/samples'),
    ),
  )
}
