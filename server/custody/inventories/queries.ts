import { type Expression, type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Unit } from '#domain/custody/amounts.ts'
import type { EntryFacts } from '#domain/custody/inventories/rules.ts'
import { IN_HANDS, ON_THE_WAY } from '#domain/custody/inventories/rules.ts'
import type { Answer, EntryStateCode, Question } from '#domain/custody/inventories/status.ts'
import type { PieceState } from '#domain/custody/status.ts'
import type { Asteroid } from '#domain/masters/values.ts'
import type { Db } from '../../platform/context.ts'
import type { Inventories, InventoryPieces } from '../../platform/database/tables.gen.ts'

const among = (column: string, values: readonly number[]) =>
  sql<SqlBool>`${sql.ref(column)} = any(${values}::integer[])`

const inventories = (db: Db) =>
  db
    .selectFrom('inventories as i')
    .select(['i.id', 'i.name', 'i.asked_at', 'i.asked_by_name as asked_by', 'i.until'])
    .select(['i.closed_at', 'i.closed_by_name as closed_by', 'i.tolerance_ug', 'i.tolerance_mpa'])

/** Newest first. */
export const findInventories = (db: Db) =>
  inventories(db).orderBy('i.asked_at', 'desc').orderBy('i.id', 'desc').execute()
export type InventoryFacts = Awaited<ReturnType<typeof findInventories>>[number]

export const findInventory = (db: Db, id: number) => inventories(db).where('i.id', '=', id).executeTakeFirst()
export const findOpenInventory = (db: Db) =>
  inventories(db).where('i.closed_at', 'is', null).executeTakeFirst()

/** Locks an inventory: its commands are carried out one after the other. */
export const lockInventory = (tx: Db, id: number) =>
  inventories(tx).where('i.id', '=', id).forUpdate('i').executeTakeFirst()

/** Whether a name is taken, ignoring case. */
export const findNamesake = (db: Db, name: string) =>
  db
    .selectFrom('inventories')
    .select('id')
    .where(sql<SqlBool>`lower(name) = lower(${name})`)
    .executeTakeFirst()

/** An entry with its piece, its loan and who answers for it. */
export interface Entry {
  id: number
  inventory_id: number
  piece_id: number | null
  answer: Answer | null
  condition: EntryFacts['condition']
  question: Question | null
  found: number | null
  on_record: number | null
  remark: string
  answered_at: string | null
  answered_by: string | null
  resolution: string
  resolved_at: string | null
  resolved_by: string | null
  closed_as: EntryStateCode | null
  address: string | null
  name: string
  db_type: Asteroid | null
  unit: Unit
  state: PieceState | null
  present: number | null
  loan: string | null
  loan_id: number | null
  /** Who has it: while it is asked for at present, else when it was answered. */
  holder: string
  /** The account that answers for it; null without one. */
  user_id: number | null
  user_name: string | null
  email: string | null
  affiliation: string
}

/**
 * Entries with who answers for them: the present holder while an answer is owed, who answered afterwards. A colleague without
 * an account answers through the borrower.
 */
const entries = (db: Db, where: Expression<SqlBool>) =>
  sql<Entry>`
    with entry as (
      select e.*, p.address, p.db_type, p.state, p.present, p.loan_id as piece_loan, p.holder_user_id as piece_user,
        p.holder_name as piece_holder, coalesce(p.name, e.what) as piece_name,
        (e.closed_as is null and e.resolved_at is null and e.answer is distinct from 'unlisted'
          and (e.answer is null or e.question in ('weigh', 'split'))) as owed
      from inventory_pieces e left join pieces p on p.id = e.piece_id
    )
    select e.id, e.inventory_id, e.piece_id, e.answer, e.condition, e.question, e.found, e.on_record, e.remark,
      ${sql.raw(iso('e.answered_at'))} as answered_at, e.answered_by_name as answered_by, e.resolution,
      ${sql.raw(iso('e.resolved_at'))} as resolved_at, e.resolved_by_name as resolved_by, e.closed_as,
      e.address, e.piece_name as name, e.db_type, e.unit, e.state, e.present, l.number as loan, l.id as loan_id,
      case when e.owed then coalesce(nullif(e.piece_holder, ''), l.borrower_name, '') else e.holder_name end as holder,
      u.id as user_id, u.name as user_name, u.email, coalesce(u.affiliation, l.affiliation, '') as affiliation
    from entry e
    left join loans l on l.id = case when e.owed then e.piece_loan else e.loan_id end
    left join users u on u.id = case when e.owed then coalesce(e.piece_user, l.borrower_user_id) else e.holder_user_id end
      and not u.disabled
    where ${where}
    order by e.piece_name, e.id`
    .execute(db)
    .then(({ rows }) => rows)

function iso(column: string) {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
}

/** The entries of inventories, by piece. */
export const findEntries = (db: Db, inventory_ids: readonly number[]) =>
  entries(db, sql<SqlBool>`e.inventory_id = any(${inventory_ids}::integer[])`)

/** The pieces that are out, with who answers for them. `held`: someone can look at it. */
export const findPiecesOut = async (db: Db) =>
  db
    .selectFrom('pieces as p')
    .leftJoin('loans as l', 'l.id', 'p.loan_id')
    .leftJoin('users as u', (join) =>
      join
        .on('u.id', '=', sql<number>`coalesce(p.holder_user_id, l.borrower_user_id)`)
        .on('u.disabled', '=', false),
    )
    .select(['p.id', 'p.name', 'p.unit', 'p.present', 'p.state', 'l.number as loan'])
    .select(['u.id as user_id', 'u.name as user_name', 'u.email', 'u.affiliation'])
    .where('p.state', '=', sql<PieceState>`any(${[...IN_HANDS, ...ON_THE_WAY]}::text[])`)
    .orderBy('p.name')
    .orderBy('p.id')
    .execute()

export const insertInventory = (tx: Db, inventory: Insertable<Inventories>) =>
  tx.insertInto('inventories').values(inventory).returning('id').executeTakeFirstOrThrow()

export const insertEntries = (tx: Db, inventory_id: number, pieces: readonly { id: number; unit: Unit }[]) =>
  sql`insert into inventory_pieces (inventory_id, piece_id, unit)
    select ${inventory_id}, piece.id, piece.unit from unnest(
      ${pieces.map(({ id }) => id)}::integer[], ${pieces.map(({ unit }) => unit)}::text[]) as piece (id, unit)`.execute(
    tx,
  )

export const insertEntry = (tx: Db, entry: Insertable<InventoryPieces>) =>
  tx.insertInto('inventory_pieces').values(entry).execute()

export const updateEntry = (tx: Db, id: number, set: Updateable<InventoryPieces>) =>
  tx.updateTable('inventory_pieces').set(set).where('id', '=', id).execute()

export const removeEntries = (tx: Db, ids: readonly number[]) =>
  tx.deleteFrom('inventory_pieces').where(among('id', ids)).execute()

interface Resolution {
  id: number
  resolution: string
}
/** Settles entries, each with what was done. */
export const resolveEntries = (
  tx: Db,
  resolutions: readonly Resolution[],
  by: { id: number; name: string },
  at: Date,
) =>
  sql`update inventory_pieces e set question = null, resolution = done.resolution, resolved_at = ${at.toISOString()},
      resolved_by = ${by.id}, resolved_by_name = ${by.name}
    from unnest(${resolutions.map(({ id }) => id)}::integer[],
      ${resolutions.map(({ resolution }) => resolution)}::text[]) as done (id, resolution)
    where e.id = done.id`.execute(tx)

interface ClosedEntry {
  id: number
  closed_as: EntryStateCode
  user_id: number | null
  holder: string
  loan_id: number | null
}
/** Keeps what each entry was when its inventory is closed, and who answers for it. */
export const closeEntries = (tx: Db, closed: readonly ClosedEntry[]) =>
  sql`update inventory_pieces e set closed_as = done.closed_as, holder_user_id = done.user_id,
      holder_name = done.holder, loan_id = done.loan_id, question = case when e.resolved_at is null then e.question end
    from unnest(${closed.map(({ id }) => id)}::integer[], ${closed.map(({ closed_as }) => closed_as)}::text[],
      ${closed.map(({ user_id }) => user_id)}::integer[], ${closed.map(({ holder }) => holder)}::text[],
      ${closed.map(({ loan_id }) => loan_id)}::integer[]) as done (id, closed_as, user_id, holder, loan_id)
    where e.id = done.id`.execute(tx)

export const closeRow = (tx: Db, id: number, by: { id: number; name: string }, at: Date) =>
  tx
    .updateTable('inventories')
    .set({ closed_at: at.toISOString(), closed_by: by.id, closed_by_name: by.name })
    .where('id', '=', id)
    .execute()

/** When each holder was asked and reminded. */
export const findAsked = (db: Db, inventory_id: number) =>
  db
    .selectFrom('inventory_holders')
    .select(['user_id', 'asked_at', 'reminded_at', 'reminders'])
    .where('inventory_id', '=', inventory_id)
    .execute()

export const insertAsked = (tx: Db, inventory_id: number, user_ids: readonly number[], at: Date) =>
  sql`insert into inventory_holders (inventory_id, user_id, asked_at)
    select ${inventory_id}, holder, ${at.toISOString()}::timestamptz from unnest(${user_ids}::integer[]) as holder
    on conflict do nothing`.execute(tx)

/** Counts a reminder of each; who was never asked counts as asked with it. */
export const countReminders = (tx: Db, inventory_id: number, user_ids: readonly number[], at: Date) =>
  sql`insert into inventory_holders as h (inventory_id, user_id, asked_at, reminded_at, reminders)
    select ${inventory_id}, holder, ${at.toISOString()}::timestamptz, ${at.toISOString()}::timestamptz, 1
      from unnest(${user_ids}::integer[]) as holder
    on conflict (inventory_id, user_id)
      do update set reminded_at = excluded.reminded_at, reminders = h.reminders + 1`.execute(tx)

/** Pieces by name, ignoring case, of either asteroid. */
export const findPiecesByName = (db: Db, name: string) =>
  db
    .selectFrom('pieces')
    .select(['id', 'name', 'unit', 'present', 'state'])
    .where(sql<SqlBool>`lower(name) = lower(${name})`)
    .where('state', '<>', 'void')
    .orderBy('id')
    .execute()
