import { aLoan, piecesIn, receiveLoan } from '../builders/loans.ts'
import { daysFrom } from '../builders/people.ts'
import { aPiece } from '../builders/pieces.ts'
import { aSample } from '../builders/samples.ts'
import { answerFor } from '../custody/inventories/answers.ts'
import { partOf } from '../custody/inventories/read.ts'
import { askInventory } from '../custody/inventories/service.ts'
import { askExtension } from '../custody/loans/extensions.ts'
import { proposeWriteOffHere } from '../custody/pieces/write_offs.ts'
import type { Ctx } from '../platform/context.ts'
import type { TestServer } from './test_server.ts'

/**
 * Loans of proposals, each with something to do: to pack, with a difference, with an extension that is asked for, without its
 * report of use, and to close.
 */
export async function createLoanTasks({ db, services }: TestServer, office: Ctx, proposal_id: number) {
  const lend = async (until: 'ready_to_pack' | 'dispatched' | 'in_use' | 'returned') =>
    aLoan(office, { proposal_id, sample_ids: [(await aSample(office)).id], until })
  await lend('ready_to_pack')
  await proposeWriteOffHere(office, (await aPiece(office)).address, { reason: 'Crushed in the press' })
  const differing = await lend('dispatched')
  const [piece] = await piecesIn(office, differing, 'dispatched')
  await receiveLoan(office, differing, { [piece!.name]: -100 })
  const until = daysFrom(services.clock(), 500).slice(0, 10)
  await askExtension(office, await lend('in_use'), { until, reason: 'The beam time was moved.' })
  await lend('returned')
  await db
    .updateTable('loans')
    .set({ report_at: services.clock().toISOString() })
    .where('number', '=', await lend('returned'))
    .execute()
  await db.deleteFrom('mails').where('kind', 'like', 'loan_%').execute()
}

/** An open inventory: one piece differs, one answer is to be accepted, the others are not answered for. Returns its id. */
export async function createInventoryTasks({ db }: TestServer, office: Ctx): Promise<number> {
  const { id } = await askInventory(office, { name: 'Inventory 2027', days: 30 })
  await db.deleteFrom('mails').where('kind', 'like', 'inventory_%').execute()
  const holders = await db.selectFrom('inventory_holders').select('user_id').orderBy('user_id').execute()
  for (const [n, { user_id }] of holders.slice(0, 2).entries()) {
    const { entries } = await partOf(office, id!, user_id)
    const { address, on_record } = entries[0]!
    await answerFor(office, id!, {
      ...{ inventory_id: id!, user_id },
      pieces: [{ address, there: true, found: on_record - n * 100, condition: 'unchanged', remark: '' }],
    })
  }
  return id!
}
