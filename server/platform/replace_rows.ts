import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { DB } from './database/database.ts'

const PERSON = ['first_name', 'middle_name', 'last_name', 'suffix', 'email', 'affiliation'] as const

/** Child tables: the column of the parent's id, and their own columns; an ordered one has a position. */
const LISTS = {
  applicant_collaborators: { owner: 'applicant_id', ordered: true, columns: PERSON },
  proposal_collaborators: { owner: 'proposal_id', ordered: true, columns: PERSON },
  proposal_accepted_terms: { owner: 'proposal_id', ordered: false, columns: ['term_id', 'other_status_id'] },
  proposal_keywords: { owner: 'proposal_id', ordered: true, columns: ['keyword_id', 'keyword_other'] },
  proposal_methods: {
    owner: 'proposal_id',
    ordered: true,
    columns: ['analysis_method_id', 'analysis_method_other'],
  },
  proposal_conditions: { owner: 'proposal_id', ordered: false, columns: ['environmental_condition_id'] },
  group_mail_destinations: { owner: 'group_mail_id', ordered: false, columns: ['user_id'] },
} as const
type ListTable = keyof typeof LISTS
type Own<T extends ListTable> = Pick<
  Selectable<DB[T]>,
  (typeof LISTS)[T]['columns'][number] & keyof Selectable<DB[T]>
>
type Nullable<R> = { [K in keyof R]: null extends R[K] ? K : never }[keyof R]
/** Nullable columns may be omitted. */
type OwnFields<R> = Omit<R, Nullable<R>> & Partial<Pick<R, Nullable<R>>>
type Lists = { [T in ListTable]?: readonly OwnFields<Own<T>>[] }

/** Combines statements into one with common table expressions; PostgreSQL runs them in no particular order. */
const combineStatements = (statements: readonly RawBuilder<unknown>[]) => {
  const [last, ...others] = statements
  const before = others.map((one, n) => sql`${sql.ref(`part_${n}`)} as (${one})`)
  return before.length === 0 ? last! : sql`with ${sql.join(before)} ${last}`
}

/** Compares rows by these columns; a missing value counts as null. */
export function haveSameRows(columns: readonly string[], one: readonly object[], other: readonly object[]) {
  const serialize = (rows: readonly object[]) =>
    JSON.stringify((rows as Record<string, unknown>[]).map((row) => columns.map((name) => row[name] ?? null)))
  return serialize(one) === serialize(other)
}

/** Replaces the child rows of `owner_id` by `lists`, in this order; lists equal to those in `had` are not written. */
export async function replaceRows(
  tx: Kysely<DB>,
  owner_id: number,
  lists: Lists,
  had: Lists = {},
): Promise<void> {
  const changedLists = (Object.entries(lists) as [ListTable, readonly object[]][]).filter(
    ([table, rows]) => !had[table] || !haveSameRows(LISTS[table].columns, had[table], rows),
  )
  if (changedLists.length === 0) return
  const deletes = changedLists.map(
    ([table]) => sql`delete from ${sql.table(table)} where ${sql.ref(LISTS[table].owner)} = ${owner_id}`,
  )
  const inserts = changedLists.map(([table, rows]) => {
    const { owner, ordered, columns } = LISTS[table]
    const own = sql.join([...columns, ...(ordered ? ['position'] : [])].map((column) => sql.ref(column)))
    const placed = rows.map((row, position) => ({ ...row, position }))
    return sql`insert into ${sql.table(table)} (${sql.ref(owner)}, ${own})
      select ${owner_id}, ${own} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(placed)})`
  })
  await combineStatements(deletes).execute(tx)
  await combineStatements(inserts).execute(tx)
}
