import { sql } from 'kysely'
import type { Db } from '../platform/context.ts'

/** The first of the events that the audit log does not hold as they are. */
export async function findUnrecordedEvent(db: Db) {
  const { rows } = await sql<{ name: string; number: number }>`
    select p.name, e.number from custody_events e join pieces p on p.id = e.piece_id
    where not exists (select from audit_entries a where a.object_type = 'piece' and a.object_id = e.piece_id
      and a.after = custody_record(e))
    order by e.id limit 1`.execute(db)
  return rows[0]
}

/** The first of the entries of the audit log whose event is not there. */
export async function findMissingEvent(db: Db) {
  const { rows } = await sql<{ id: number; piece_id: number; number: number }>`
    select a.id, a.object_id as piece_id, (a.after ->> 'number')::integer as number from audit_entries a
    where a.object_type = 'piece' and a.action not in ('piece.place', 'piece.propose_write_off', 'piece.withdraw_write_off')
      and not exists (select from custody_events e where e.piece_id = a.object_id
        and e.number = (a.after ->> 'number')::integer)
    order by a.id limit 1`.execute(db)
  return rows[0]
}

/** The first of the pieces that are not what their events add up to, or not as the last of them left them. */
export async function findUnbalancedPiece(db: Db) {
  const { rows } = await sql<{ name: string }>`
    select p.name from pieces p left join (
      select piece_id, sum(d_initial) as initial, sum(d_present) as present, sum(d_consumed) as consumed,
        sum(d_lost) as lost, sum(d_difference) as difference, sum(d_split) as split_out, max(number) as last
      from custody_events group by piece_id) s on s.piece_id = p.id
    left join custody_events e on e.piece_id = p.id and e.number = s.last
    where (p.initial, p.present, p.consumed, p.lost, p.difference, p.split_out, p.last_event)
        is distinct from (s.initial, s.present, s.consumed, s.lost, s.difference, s.split_out, s.last)
      or (p.state, p.holder_kind, p.holder_user_id, p.holder_name)
        is distinct from (e.state, e.holder_kind, e.holder_user_id, e.holder_name)
      or p.split_out <> (select coalesce(sum(c.initial), 0) from pieces c where c.parent_id = p.id)
    order by p.id limit 1`.execute(db)
  return rows[0]
}

export const countEvents = async (db: Db) =>
  db
    .selectFrom('custody_events')
    .select(({ fn }) => [
      fn.countAll<number>().as('events'),
      fn.count<number>('piece_id').distinct().as('pieces'),
    ])
    .executeTakeFirstOrThrow()
