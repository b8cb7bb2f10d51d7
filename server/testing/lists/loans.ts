import { aLoan, type LoanStep } from '../../builders/loans.ts'
import { closeLoan } from '../../custody/loans/closing.ts'
import type { Ctx } from '../../platform/context.ts'
import type { TestServer } from '../test_server.ts'

interface LoanFixture {
  last: string
  number: string
  until: LoanStep
  due_on?: string
  /** Whose samples are lent. */
  samples: string[]
  closed?: true
}

/** Each column that can be sorted has another order. */
const LOANS: LoanFixture[] = [
  { last: 'Kamo', number: 'L0004', until: 'in_use', due_on: '2020-02-02', samples: ['Kamo'] },
  { last: 'Lund', number: 'L0002', until: 'agreement_due', samples: ['Moro'] },
  { last: 'Moro', number: 'L0005', until: 'agreement_due', samples: ['Moro'], closed: true },
  { last: 'Pisa', number: 'L0001', until: 'in_use', due_on: '2020-03-03', samples: ['Pisa', 'Nara'] },
  { last: 'Riga', number: 'L0003', until: 'sent_back', due_on: '2020-01-01', samples: ['Olah'] },
]

/** Loans of proposers, without the mails about them. */
export async function createLoans(
  { db }: TestServer,
  office: Ctx,
  of: Record<string, { id: number }>,
  samples: Record<string, number>,
) {
  for (const { last, number, until, due_on, samples: lent, closed } of LOANS) {
    const made = await aLoan(office, {
      proposal_id: of[last]!.id,
      sample_ids: lent.map((whose) => samples[whose]!),
      until,
    })
    if (closed) await closeLoan(office, made, { without_report: 'Not needed any more.' })
    await db
      .updateTable('loans')
      .set({ number, ...(due_on !== undefined && { due_on }) })
      .where('number', '=', made)
      .execute()
  }
  await db.deleteFrom('mails').where('kind', 'like', 'loan_%').execute()
}
