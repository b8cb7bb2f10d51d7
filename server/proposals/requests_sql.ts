import { sql } from 'kysely'
import type { SampleRequest } from '#domain/proposals/sample_row.ts'
import type { Db } from '../platform/context.ts'

const COLUMNS = sql`priority, db_type, sample_type, sample_id, number_of_bottles, number_of_samples, size, weight,
  chamber, dish`

/**
 * A proposal's requests become these. One that is asked as before stays, and what a person chose to answer it; the
 * choices of those that change or go end with them.
 */
export async function replaceRequests(tx: Db, proposal_id: number, requests: readonly SampleRequest[]) {
  const wanted = sql`select ${COLUMNS} from jsonb_populate_recordset(null::requested_samples, ${JSON.stringify(requests)})`
  const asBefore = sql`select ${COLUMNS} from requested_samples where proposal_id = ${proposal_id} intersect ${wanted}`
  await sql`delete from requested_samples where proposal_id = ${proposal_id}
    and priority not in (select priority from (${asBefore}) as same)`.execute(tx)
  await sql`insert into requested_samples (proposal_id, ${COLUMNS})
    select ${proposal_id}, ${COLUMNS} from (${wanted}) as asked
    on conflict (proposal_id, priority) do nothing`.execute(tx)
}
