import { type Expression, type SqlBool, sql } from 'kysely'
import type { PieceFilter } from '#domain/custody/pieces/contract.ts'
import type { PieceState } from '#domain/custody/status.ts'
import type { Db } from '../../platform/context.ts'
import * as condition from '../../platform/filter_conditions.ts'
import { nullsLast, order, pageOf, rowMatches } from '../../platform/lists.ts'

/** The chosen states; without a choice all but void. */
const inStates = (states: PieceState[] | undefined): Expression<SqlBool> =>
  states === undefined ? sql<SqlBool>`p.state <> 'void'` : sql<SqlBool>`p.state = any(${states}::text[])`

/** SQL: what domain/custody/holder.ts shows, without case and accents; null where nobody has the piece. */
const shownHolder = sql`nullif(fold(case p.holder_kind
  when 'curation' then case p.place when '' then 'Curation' else 'Curation, ' || p.place end
  when 'carrier' then case p.state when 'sent_back' then 'on the way back (' || p.holder_name || ')'
    else 'on the way to ' || coalesce(l.borrower_name, 'its borrower') end
  else p.holder_name end), '')`

/** SQL: a write-off of the piece `p` is proposed in the vault. */
const hasOpenWriteOff = sql<boolean>`exists (select from piece_write_offs w where w.piece_id = p.id
  and w.confirmed_at is null and w.withdrawn_at is null)`

const matching = (db: Db, f: PieceFilter) =>
  db
    .selectFrom('pieces as p')
    .innerJoin('custody_events as e', (join) =>
      join.onRef('e.piece_id', '=', 'p.id').onRef('e.number', '=', 'p.last_event'),
    )
    .leftJoin('loans as l', 'l.id', 'p.loan_id')
    .select(['p.address', 'p.name', 'p.db_type', 'p.form', 'p.unit', 'p.state', 'p.holder_kind'])
    .select(['p.holder_name', 'p.place', 'p.initial', 'p.present', 'e.at as last_at'])
    .select(['l.number as loan_number', 'l.borrower_name'])
    .where(
      rowMatches(f, {
        name: condition.contains('p.name'),
        state: inStates,
        db_type: condition.equals('p.db_type'),
        holder: condition.contains('p.holder', 'l.borrower'),
        write_off: condition.whenChecked(() => sql<SqlBool>`${hasOpenWriteOff}`),
        gas: condition.whenChecked(() => sql<SqlBool>`p.unit = 'mpa'`),
      }),
    )
    .orderBy(
      order(f, sql`p.db_type, p.name, p.id`, {
        name: condition.foldedColumn('p.name'),
        state: 'p.state',
        holder: nullsLast(shownHolder),
        present: 'p.present',
        last_at: 'e.at',
      }),
    )

export const findPieces = (db: Db, f: PieceFilter) => pageOf(matching(db, f), f)
export const streamPieces = (db: Db, f: PieceFilter) => matching(db, f).stream(200)

/** The address of a sample's piece, null while it has none; undefined for no sample. */
export const findAddressOfSample = (db: Db, sample_id: number) =>
  db
    .selectFrom('samples as s')
    .leftJoin('pieces as p', (join) => join.onRef('p.sample_id', '=', 's.id').on('p.state', '<>', 'void'))
    .select('p.address')
    .where('s.id', '=', sample_id)
    .executeTakeFirst()

/** The pieces of the tree that a piece belongs to, with the loans that they are on and their samples. */
export const findTree = (db: Db, address: string) =>
  db
    .selectFrom('pieces as p')
    .leftJoin('loans as l', 'l.id', 'p.loan_id')
    .leftJoin('samples as s', 's.id', 'p.sample_id')
    .selectAll('p')
    .select(['l.number as loan_number', 'l.borrower_name'])
    .select(['s.sample_type', 's.size', 's.chamber', 's.dish'])
    .select((eb) =>
      eb
        .selectFrom('loan_pieces as lp')
        .innerJoin('loans as made', 'made.id', 'lp.loan_id')
        .select('made.number')
        .whereRef('lp.piece_id', '=', 'p.id')
        .where('made.closed_at', 'is', null)
        .limit(1)
        .as('open_loan'),
    )
    .select(hasOpenWriteOff.as('write_off'))
    .where('p.root_id', '=', db.selectFrom('pieces').select('root_id').where('address', '=', address))
    .execute()
export type TreeRow = Awaited<ReturnType<typeof findTree>>[number]

/** All events of the pieces of a tree, in the order in which they were recorded. */
export const findTreeEvents = (db: Db, root_id: number) =>
  db
    .selectFrom('custody_events as e')
    .innerJoin('pieces as p', 'p.id', 'e.piece_id')
    .leftJoin('loans as l', 'l.id', 'e.loan_id')
    .leftJoin('custody_events as t', 't.id', 'e.counters_event_id')
    .leftJoin('custody_events as c', 'c.counters_event_id', 'e.id')
    .selectAll('e')
    .select([
      'l.number as loan_number',
      'l.borrower_user_id',
      'l.closed_at as loan_closed_at',
      't.number as counters',
      'c.number as countered_by',
    ])
    .where('p.root_id', '=', root_id)
    .orderBy('e.id')
    .execute()
export type EventRow = Awaited<ReturnType<typeof findTreeEvents>>[number]

/** Pieces for labels, by name. */
export const findLabelled = (db: Db, addresses: readonly string[]) =>
  db
    .selectFrom('pieces')
    .select(['address', 'name', 'db_type', 'form', 'unit', 'present', 'state'])
    .where('address', '=', sql<string>`any(${addresses}::text[])`)
    .orderBy('db_type')
    .orderBy('name')
    .execute()

export const setPlace = (tx: Db, id: number, place: string) =>
  tx.updateTable('pieces').set({ place }).where('id', '=', id).execute()

/** Who recorded the last event of a piece, and when. */
export const findLastEvent = (db: Db, piece_id: number) =>
  db
    .selectFrom('custody_events')
    .select(['by_name', 'at'])
    .where('piece_id', '=', piece_id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
