import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../platform/context.ts'
import type { CustodyEvents, Pieces } from '../platform/database/tables.gen.ts'

export type Piece = Selectable<Pieces>

/** Locks pieces until the end of the transaction, in id order, to avoid deadlocks. */
export const lockPieceRows = (tx: Db, ids: readonly number[]): Promise<Piece[]> =>
  tx
    .selectFrom('pieces')
    .selectAll()
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .orderBy('id')
    .forUpdate()
    .execute()

/** The ids of pieces by their addresses, in no order. */
export const findPieceIds = async (db: Db, addresses: readonly string[]): Promise<number[]> =>
  (
    await db
      .selectFrom('pieces')
      .select('id')
      .where('address', '=', sql<string>`any(${addresses}::text[])`)
      .execute()
  ).map(({ id }) => id)

export const findPiece = (db: Db, id: number) =>
  db.selectFrom('pieces').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** A sample's piece: the one that is its row in the catalogue, or one of its asteroid and name. */
export const findPieceOfSample = (
  db: Db,
  { id, db_type, name }: { id: number; db_type: 1 | 2; name: string },
) =>
  db
    .selectFrom('pieces')
    .select(['id', 'sample_id'])
    .where(({ or, and, eb }) =>
      or([
        eb('sample_id', '=', id),
        and([eb('sample_id', 'is', null), eb('db_type', '=', db_type), eb('name', '=', name)]),
      ]),
    )
    .orderBy(sql`sample_id is null`)
    .limit(1)
    .executeTakeFirst()

/** What the catalogue says of a sample, locked so that it gets one piece. */
export const lockSample = (tx: Db, id: number) =>
  tx
    .selectFrom('samples')
    .select(['id', 'db_type', 'name', 'sample_type', 'weight', 'pressure', 'volume'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const setSampleOfPiece = (tx: Db, id: number, sample_id: number) =>
  tx.updateTable('pieces').set({ sample_id }).where('id', '=', id).execute()

/** The trigger sets `root_id`. */
export const insertPiece = (tx: Db, piece: Omit<Insertable<Pieces>, 'root_id'>) =>
  tx
    .insertInto('pieces')
    .values({ ...piece, root_id: 0 })
    .returningAll()
    .executeTakeFirstOrThrow()

/** The highest number of a part of a piece, 0 without any. */
export async function findLastPart(tx: Db, parent_id: number): Promise<number> {
  const { last } = await tx
    .selectFrom('pieces')
    .select(sql<number | null>`max(substring(name from '[0-9]+$')::integer)`.as('last'))
    .where('parent_id', '=', parent_id)
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** Adds an event and returns it whole, as the audit log holds it. */
export async function insertEvent(
  tx: Db,
  event: Insertable<CustodyEvents>,
): Promise<Record<string, unknown>> {
  const { record } = await tx
    .insertInto('custody_events')
    .values(event)
    .returning(sql<Record<string, unknown>>`custody_record(custody_events)`.as('record'))
    .executeTakeFirstOrThrow()
  return record
}

/** The events of a piece in their order; `countered`: taken back by another one. */
export const findEventsOf = (db: Db, piece_id: number) => findEventsOfPieces(db, [piece_id])

/** The events of pieces, those of each in their order. */
export const findEventsOfPieces = (db: Db, piece_ids: readonly number[]) =>
  db
    .selectFrom('custody_events as e')
    .selectAll('e')
    .select(
      sql<boolean>`exists (select from custody_events c where c.counters_event_id = e.id)`.as('countered'),
    )
    .where('e.piece_id', '=', sql<number>`any(${piece_ids}::integer[])`)
    .orderBy('e.piece_id')
    .orderBy('e.number')
    .execute()

/** The parts of a piece that are not void; `events`: how many each has that are not taken back. */
export const findParts = (db: Db, parent_id: number) =>
  db
    .selectFrom('pieces as p')
    .select(['p.id', 'p.name'])
    .select(
      sql<number>`(select count(*)::integer from custody_events e where e.piece_id = p.id and e.kind <> 'counter'
        and not exists (select from custody_events c where c.counters_event_id = e.id))`.as('events'),
    )
    .where('p.parent_id', '=', parent_id)
    .where('p.state', '<>', 'void')
    .orderBy('p.id')
    .execute()
