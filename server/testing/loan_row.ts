import type { Db } from '../platform/context.ts'

let counter = 0

/** The id of a bare loan for pieces to be on, without what its services would make of it. */
export async function aLoanRow(db: Db, borrower?: { id: number; name: string; email: string }) {
  const number = `L${String(++counter).padStart(6, '0')}`
  const { id } = await db
    .insertInto('loans')
    .values({
      number,
      ...{ term_id: 1, proposal_id: 1, proposal_title: 'Phosphates in veins', affiliation: '' },
      borrower_user_id: borrower?.id ?? null,
      borrower_name: borrower?.name ?? 'Mei Takahashi',
      borrower_email: borrower?.email ?? 'mei@example.org',
      created_at: '2027-01-01T00:00:00Z',
      saved_at: '2027-01-01T00:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, number }
}
