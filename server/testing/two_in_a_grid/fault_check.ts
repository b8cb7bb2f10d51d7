import { sql } from 'kysely'
import { GRID_CHANGES, type GridChanges } from '#domain/allocation/contract.ts'
import { groupBy } from '#domain/group_by.ts'
import type { AssignmentChanges } from '../../allocation/history_queries.ts'
import type { Db } from '../../platform/context.ts'
import type { Acknowledged } from './tab.ts'

interface TabRecord {
  user_id: number
  acknowledged: readonly Acknowledged[]
  /** What the tab shows after a last refresh. */
  shown(): GridChanges['assignments']
}

const pairOf = ({ sample_id, proposal_id }: { sample_id: number; proposal_id: number }) =>
  `${sample_id} for ${proposal_id}`

/** All recorded changes of a term's assignments, in order. */
async function recorded(db: Db, term_id: number) {
  const entries = await db
    .selectFrom('audit_entries')
    .select(['user_id', 'after'])
    .where('object_type', '=', 'allocation')
    .where('object_id', '=', term_id)
    .orderBy('id')
    .execute()
  return entries.flatMap(({ user_id, after }) =>
    GRID_CHANGES.flatMap((change) =>
      ((after as unknown as AssignmentChanges)[change] ?? []).map((one) => ({
        user_id,
        change,
        pair: pairOf(one),
      })),
    ),
  )
}

const counts = (of: readonly string[]) =>
  new Map([...groupBy(of, (one) => one)].map(([one, { length }]) => [one, length]))

/**
 * Faults after several users worked in one grid: an acknowledged change that was not done, a change that was not
 * acknowledged, a pair whose state is not that of its last change, a tab that shows another state.
 */
export async function findFaults(db: Db, term_id: number, tabs: readonly TabRecord[]): Promise<string[]> {
  const faults: string[] = []
  const done = await recorded(db, term_id)
  const known = tabs.flatMap(({ user_id, acknowledged }) =>
    acknowledged.map((one) => ({ ...one, user_id, pair: pairOf(one) })),
  )
  const line = (one: { user_id: number | null; change: string; pair: string }) =>
    `${one.pair} ${one.change} by ${one.user_id}`
  const [did, heard] = [counts(done.map(line)), counts(known.map(line))]
  for (const one of new Set([...did.keys(), ...heard.keys()]))
    if (did.get(one) !== heard.get(one))
      faults.push(`${one}: done ${did.get(one) ?? 0} times, acknowledged ${heard.get(one) ?? 0}.`)

  const rows = await db
    .selectFrom('assignments as a')
    .innerJoin('proposals as p', 'p.id', 'a.proposal_id')
    .select(['a.id as main_key', 'a.sample_id', 'a.proposal_id', 'a.status', 'a.priority'])
    .where('p.term_id', '=', term_id)
    .orderBy('a.sample_id')
    .orderBy('a.proposal_id')
    .execute()
  const stands = new Map(rows.map((row) => [pairOf(row), row]))
  for (const [pair, events] of groupBy(done, (one) => one.pair)) {
    const last = events.at(-1)!.change
    const status = last === 'removed' ? undefined : last === 'confirmed' ? 1 : 0
    const row = stands.get(pair)
    if (row?.status !== status) faults.push(`${pair}: ${last} last, but its status is ${row?.status}.`)
    const chosen = events.findLast(({ change }) => change === 'assigned' || change === 'moved')!
    const choices = known.filter((one) => line(one) === line(chosen)).map(({ priority }) => priority)
    if (row && !choices.includes(row.priority))
      faults.push(`${pair}: answers ${row.priority}, of ${choices.join(', ')} that were chosen.`)
  }
  for (const pair of stands.keys())
    if (!done.some((one) => one.pair === pair)) faults.push(`${pair}: nobody did it.`)

  const asShown = (of: GridChanges['assignments']) =>
    JSON.stringify(of.map((a) => [a.main_key, a.sample_id, a.proposal_id, a.status, a.priority]))
  for (const [i, { shown }] of tabs.entries())
    if (asShown(shown()) !== asShown(rows)) faults.push(`Tab ${i + 1} shows another state than there is.`)

  const untrue = await sql`
    select a.id from assignments a join proposals p on p.id = a.proposal_id
      where p.status <> 2 or a.priority is not null and not exists (
        select from requested_samples r where r.proposal_id = p.id and r.priority = a.priority)
    union all select min(id) from assignments where status = 1 group by sample_id having count(*) > 1`.execute(
    db,
  )
  if (untrue.rows.length > 0) faults.push(`${untrue.rows.length} assignments cannot be.`)
  return faults
}
