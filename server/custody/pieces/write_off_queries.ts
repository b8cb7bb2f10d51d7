import { type Insertable, sql, type Updateable } from 'kysely'
import { CONFIRMED } from '#domain/allocation/status.ts'
import type { Db } from '../../platform/context.ts'
import type { PieceWriteOffs } from '../../platform/database/tables.gen.ts'
import { stillHolds } from '../../platform/sql.ts'

/** The open write-off of a piece; `office`: whoever proposed it is of the office. */
export const findOpenWriteOff = (db: Db, piece_id: number) =>
  db
    .selectFrom('piece_write_offs as w')
    .innerJoin('users as u', 'u.id', 'w.proposed_by_id')
    .select(['w.number', 'w.reason', 'w.proposed_at', 'w.proposed_by_id', 'w.proposed_by'])
    .select(sql<boolean>`u.is_administration_office and not u.disabled`.as('office'))
    .where('w.piece_id', '=', piece_id)
    .where('w.confirmed_at', 'is', null)
    .where('w.withdrawn_at', 'is', null)
    .executeTakeFirst()

/** Adds a write-off with the next number of its piece, which is locked. */
export const insertWriteOff = (
  tx: Db,
  row: Omit<Insertable<PieceWriteOffs>, 'number'> & { piece_id: number },
) =>
  tx
    .insertInto('piece_write_offs')
    .values({
      ...row,
      number: sql<number>`(select coalesce(max(number), 0) + 1 from piece_write_offs where piece_id = ${row.piece_id})`,
    })
    .execute()

export const changeWriteOff = (
  tx: Db,
  { piece_id, number }: { piece_id: number; number: number },
  fields: Updateable<PieceWriteOffs>,
) =>
  tx
    .updateTable('piece_write_offs')
    .set(fields)
    .where('piece_id', '=', piece_id)
    .where('number', '=', number)
    .execute()

/** SQL: the ids of a piece and of those that it was split from: a part split in the vault belongs to what they belong to. */
const withAncestors = (piece_id: number) => sql`(with recursive line as (
    select id, parent_id from pieces where id = ${piece_id}
    union all select p.id, p.parent_id from pieces p join line on p.id = line.parent_id)
  select id from line)`

/** The open loans that a piece is to go out with, and those that it came back from. */
export const findLoansOfPiece = (db: Db, piece_id: number) => {
  const waiting = sql<boolean>`(l.closed_at is null and l.dispatched_at is null and exists (
    select from loan_pieces q where q.loan_id = l.id and q.piece_id in ${withAncestors(piece_id)}))`
  return db
    .selectFrom('loans as l')
    .select(['l.number', 'l.proposal_id', 'l.borrower_user_id', waiting.as('waiting')])
    .where(
      sql<boolean>`(${waiting} or l.id in (select p.loan_id from pieces p where p.id in ${withAncestors(piece_id)}))`,
    )
    .orderBy('l.id')
    .execute()
}

/** The proposal that the sample of a piece is confirmed for and that has not had it back; undefined without one. */
export const findHolding = (db: Db, piece_id: number) =>
  db
    .selectFrom('assignments as a')
    .select('a.proposal_id')
    .where(
      sql<boolean>`a.sample_id in (select p.sample_id from pieces p where p.id in ${withAncestors(piece_id)})`,
    )
    .where('a.status', '=', CONFIRMED)
    .where(stillHolds)
    .executeTakeFirst()

export const findOpenWriteOffs = (db: Db) =>
  db
    .selectFrom('piece_write_offs as w')
    .innerJoin('pieces as p', 'p.id', 'w.piece_id')
    .select('p.name')
    .where('w.confirmed_at', 'is', null)
    .where('w.withdrawn_at', 'is', null)
    .orderBy('w.proposed_at')
    .orderBy('p.name')
    .execute()
