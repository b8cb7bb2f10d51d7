import { type Change, GRID_CHANGES, type GridChanges } from '#domain/allocation/contract.ts'
import type { Pair } from '#domain/allocation/rules.ts'
import type { SampleType } from '#domain/masters/values.ts'
import type { Db } from '../platform/context.ts'

interface ChangedAssignment extends Pair {
  name: string
  sample_type: SampleType
}
/** Changes to assignments, as one audit entry records them. */
export type AssignmentChanges = Partial<
  Record<Exclude<Change, 'added' | 'changed'>, readonly ChangedAssignment[]>
>

/** The id of the last audit entry about a term's assignments; 0 before the first. */
export async function lastRecord(db: Db, term_id: number): Promise<number> {
  const { last } = await db
    .selectFrom('audit_entries')
    .select(({ fn }) => fn.max('id').as('last'))
    .where('object_type', '=', 'allocation')
    .where('object_id', '=', term_id)
    .executeTakeFirstOrThrow()
  return last ?? 0
}

interface GridRecord {
  term_id: number
  types: readonly number[]
  record: number
}

/** Changes to a term's assignments of these sample types after audit entry `since`, up to `record`, oldest first. */
export async function changesSince(
  db: Db,
  { term_id, types, record }: GridRecord,
  since: number,
): Promise<GridChanges['changed']> {
  if (since >= record) return []
  const entries = await db
    .selectFrom('audit_entries as e')
    .leftJoin('users as u', 'u.id', 'e.user_id')
    .select(['e.at', 'e.after', 'e.user_id as by_id', 'u.name as by'])
    .where('e.object_type', '=', 'allocation')
    .where('e.object_id', '=', term_id)
    .where('e.id', '>', since)
    .where('e.id', '<=', record)
    .orderBy('e.id')
    .execute()
  return entries.flatMap(({ at, after, by, by_id }) =>
    GRID_CHANGES.flatMap((change) =>
      ((after as unknown as AssignmentChanges)[change] ?? [])
        .filter(({ sample_type }) => types.includes(sample_type))
        .map(({ sample_id, name, proposal_id }) => ({
          sample_id,
          name,
          proposal_id,
          change,
          by: by ?? '-',
          by_id,
          at,
        })),
    ),
  )
}
