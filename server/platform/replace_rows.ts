import { type Insertable, type InsertObject, type Kysely, sql } from 'kysely'
import type { DB } from './database/database.ts'

/** The lists that belong to one row, by the column that names it; those with a position keep their order. */
const LISTS = {
  applicant_collaborators: { owner: 'applicant_id', ordered: true },
  proposal_collaborators: { owner: 'proposal_id', ordered: true },
  proposal_accepted_terms: { owner: 'proposal_id', ordered: false },
  proposal_keywords: { owner: 'proposal_id', ordered: true },
  proposal_methods: { owner: 'proposal_id', ordered: true },
  proposal_conditions: { owner: 'proposal_id', ordered: false },
  group_mail_destinations: { owner: 'group_mail_id', ordered: false },
} as const
type ListTable = keyof typeof LISTS
type OwnFields<T extends ListTable> = Omit<
  Insertable<DB[T]>,
  (typeof LISTS)[T]['owner'] | ((typeof LISTS)[T]['ordered'] extends true ? 'position' : never)
>

/** A list of the row `owner_id` becomes exactly these rows, in this order. */
export async function replaceRows<T extends ListTable>(
  tx: Kysely<DB>,
  table: T,
  owner_id: number,
  rows: readonly OwnFields<T>[],
): Promise<void> {
  const { owner, ordered } = LISTS[table]
  await sql`delete from ${sql.table(table)} where ${sql.ref(owner)} = ${owner_id}`.execute(tx)
  const whole = rows.map((row, position) => ({ ...row, [owner]: owner_id, ...(ordered && { position }) }))
  if (whole.length > 0)
    await tx
      .insertInto(table)
      .values(whole as unknown as InsertObject<DB, T>[])
      .execute()
}
