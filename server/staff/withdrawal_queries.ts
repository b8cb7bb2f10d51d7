import type { Insertable, Updateable } from 'kysely'
import type { Db } from '../platform/context.ts'
import type { Withdrawals } from '../platform/database/tables.gen.ts'

export const insertWithdrawal = (tx: Db, withdrawal: Insertable<Withdrawals>) =>
  tx.insertInto('withdrawals').values(withdrawal).execute()

/** Decides the withdrawal that waits; the caller has locked the proposal. */
export const decideWithdrawal = (tx: Db, proposal_id: number, decision: Updateable<Withdrawals>) =>
  tx
    .updateTable('withdrawals')
    .set(decision)
    .where('proposal_id', '=', proposal_id)
    .where('decided_at', 'is', null)
    .execute()
