import { aLoan, piecesIn } from '../../builders/loans.ts'
import { consume } from '../../custody/loans/use.ts'
import type { Ctx } from '../../platform/context.ts'
import type { TestServer } from '../test_server.ts'

/** Its number, and the day on which it was due. */
export const LENT = { number: 'L0112', due_on: '2026-03-31' }

/** A loan of a proposal, late and in use, whose borrower is the office: it reads both the list and its own pieces. */
export async function createExportedLoan(
  { db }: TestServer,
  office: Ctx,
  { proposal_id, samples }: { proposal_id: number; samples: { id: number; name: string }[] },
) {
  const made = await aLoan(office, {
    proposal_id,
    sample_ids: samples.map(({ id }) => id),
    differences: { [samples[0]!.name]: -3 },
  })
  const [piece] = (await piecesIn(office, made, 'in_use')).filter(({ name }) => name === samples[0]!.name)
  await consume(office, made, { piece: piece!.piece, consumed: 260, lost: 7, method: 'SIMS' })
  await db
    .updateTable('loans')
    .set({ ...LENT, borrower_user_id: office.actor.id })
    .where('number', '=', made)
    .execute()
}
