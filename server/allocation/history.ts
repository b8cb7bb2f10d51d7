import type { allocationActions } from '#domain/allocation/actions.ts'
import type { StaleGrid } from '#domain/allocation/contract.ts'
import type { Pair } from '#domain/allocation/rules.ts'
import type { Db, Tx } from '../platform/context.ts'

type Change = StaleGrid['changed'][number]
type Kind = Change['change']
interface Changed extends Pair {
  name: string
  sample_type: number
}
type Changes = Partial<Record<Kind, readonly Changed[]>>

const pick = ({ sample_id, name, sample_type, proposal_id }: Changed) => ({
  sample_id,
  name,
  sample_type,
  proposal_id,
})

type Action = keyof typeof allocationActions

/** Records what happened to a term's assignments; it is also what a stale save is told. */
export async function recordChanges(tx: Tx, action: Action, term_id: number, changes: Changes) {
  const told = Object.entries(changes).filter(([, pairs]) => pairs.length > 0)
  if (told.length === 0) return tx.unrecorded('No assignment changed.')
  const after = Object.fromEntries(told.map(([kind, pairs]) => [kind, pairs.map(pick)]))
  await tx.audit(action, { id: term_id }, after)
}

/** The number of the last record of a term's assignments; 0 before the first. */
export async function lastRecord(db: Db, term_id: number): Promise<number> {
  const { last } = await db
    .selectFrom('audit_entries')
    .select(({ fn }) => fn.max('id').as('last'))
    .where('object_type', '=', 'allocation')
    .where('object_id', '=', term_id)
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** What happened to a term's assignments of these sample types after a record, oldest first. */
export async function changesSince(
  db: Db,
  term_id: number,
  types: readonly number[],
  record: number,
): Promise<Change[]> {
  const entries = await db
    .selectFrom('audit_entries as e')
    .leftJoin('users as u', 'u.id', 'e.user_id')
    .select(['e.at', 'e.after', 'u.name as by'])
    .where('e.object_type', '=', 'allocation')
    .where('e.object_id', '=', term_id)
    .where('e.id', '>', record)
    .orderBy('e.id')
    .execute()
  return entries.flatMap(({ at, after, by }) =>
    Object.entries(after as unknown as Changes).flatMap(([kind, pairs]) =>
      pairs
        .filter(({ sample_type }) => types.includes(sample_type))
        .map(({ sample_id, name, proposal_id }) => ({
          sample_id,
          name,
          proposal_id,
          change: kind as Kind,
          by: by ?? '-',
          at,
        })),
    ),
  )
}
