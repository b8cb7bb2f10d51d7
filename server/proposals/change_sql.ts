import type { Updateable } from 'kysely'
import type { Db } from '../platform/context.ts'
import type { Proposals } from '../platform/database/tables.gen.ts'

/** Sets fields of a proposal that the caller holds. */
export const changeProposal = (tx: Db, id: number, fields: Updateable<Proposals>) =>
  tx.updateTable('proposals').set(fields).where('id', '=', id).execute()
