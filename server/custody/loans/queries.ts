import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { CONFIRMED } from '#domain/allocation/status.ts'
import type { Unit } from '#domain/custody/amounts.ts'
import type { ToldEvent } from '#domain/custody/event_text.ts'
import type { LoanFilter } from '#domain/custody/loans/list_contract.ts'
import type { HolderKind, PieceState } from '#domain/custody/status.ts'
import type { Db } from '../../platform/context.ts'
import type {
  DB,
  LoanEvents,
  LoanExtensions,
  LoanFiles,
  LoanMoves,
  LoanPieces,
  Loans,
  LoanUnlent,
  LoanWriteOffs,
} from '../../platform/database/tables.gen.ts'
import * as condition from '../../platform/filter_conditions.ts'
import { rowMatches } from '../../platform/lists.ts'
import { stillHolds } from '../../platform/sql.ts'

export type LoanRecord = Selectable<Loans>

export const insertLoan = (tx: Db, loan: Omit<Insertable<Loans>, 'id'>) =>
  tx
    .insertInto('loans')
    .values(loan)
    .onConflict((taken) => taken.column('number').doNothing())
    .returningAll()
    .executeTakeFirst()

/** Locks a loan until the end of the transaction; what refers to it can still be added. */
export const lockLoanRow = (tx: Db, number: string) =>
  tx.selectFrom('loans').selectAll().where('number', '=', number).forNoKeyUpdate().executeTakeFirst()

export const findLoan = (db: Db, number: string) =>
  db.selectFrom('loans').selectAll().where('number', '=', number).executeTakeFirst()

/** Changes a loan, which gets the next version. */
export const changeLoan = (tx: Db, id: number, by: string, at: Date, fields: Updateable<Loans>) =>
  tx
    .updateTable('loans')
    .set({ ...fields, saved_by: by, saved_at: at.toISOString() })
    .set('version', (eb) => eb('version', '+', 1))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()

export const findProposalOfLoan = (tx: Db, id: number) =>
  tx
    .selectFrom('proposals as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.id', 'p.term_id', 'p.title', 'u.id as user_id', 'u.name', 'u.email', 'u.affiliation'])
    .where('p.id', '=', id)
    .executeTakeFirst()

/** The account that a borrower has now, if it can be used. */
export const findAccount = (db: Db, id: number) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'affiliation'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('disabled', '=', false)
    .executeTakeFirst()

export const findAccountByEmail = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'affiliation'])
    .where(sql`lower(email)`, '=', sql<string>`lower(${email}::text)`)
    .where('deleted_at', 'is', null)
    .where('disabled', '=', false)
    .executeTakeFirst()

/**
 * What is open of loans beside their pieces, and the borrower's present address: '' of a deleted or disabled account, null
 * without one.
 */
export async function findOpenMatters(db: Db, loan_ids: readonly number[]) {
  const rows = await db
    .selectFrom('loans as l')
    .leftJoin('users as u', 'u.id', 'l.borrower_user_id')
    .select('l.id')
    .select(
      sql<
        string | null
      >`case when u.deleted_at is null and u.disabled is not true then u.email else '' end`.as('email'),
    )
    .select(
      sql<
        string | null
      >`(select x.until::text from loan_extensions x where x.loan_id = l.id and x.decided_at is null)`.as(
        'extension',
      ),
    )
    .select(
      sql<number>`(select count(*)::integer from loan_unlent n where n.loan_id = l.id and n.settled_at is null)`.as(
        'unlent',
      ),
    )
    .where('l.id', '=', sql<number>`any(${loan_ids}::integer[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export const isOfTheOffice = async (db: Db, id: number): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('is_administration_office', '=', true)
    .where('disabled', '=', false)
    .executeTakeFirst()) !== undefined

// Pieces -------------------------------------------------------------------------------------------------------------------

export type LoanPieceRecord = Selectable<LoanPieces> & {
  address: string
  parent: string | null
  name: string
  db_type: number
  form: string
  unit: Unit
  volume_ul: number | null
  place: string
  sample_id: number | null
  root_sample_id: number | null
  root_id: number
  initial: number
  holder_kind: HolderKind
  holder_name: string
  holder_user_id: number | null
  /** On record now, wherever it is. */
  present: number
  piece_state: PieceState
  piece_loan: string | null
  last_event: number
  /** Within the loan: null before it is packed. */
  loan_state: PieceState | null
  loan_present: number | null
  consumed: number
  lost: number
  difference: number
  split_out: number
  has_parts: boolean
  /** A move is asked for; a write-off is proposed. */
  moving: boolean
  write_off: boolean
  vault_write_off: boolean
  next_part: number
  /** Another proposal has its sample confirmed. */
  promised: boolean
}

/** The pieces of loans in the order of the vault, those split from another after it. */
export async function findLoanPieces(db: Db, loan_ids: readonly number[]): Promise<LoanPieceRecord[]> {
  if (loan_ids.length === 0) return []
  const within = sql`from custody_events e where e.piece_id = lp.piece_id and e.loan_id = lp.loan_id`
  const { rows } = await sql<LoanPieceRecord>`
    select lp.*, p.address, pp.address as parent, p.name, p.db_type, p.form, p.unit, p.volume_ul, p.place, p.sample_id, p.root_id,
      (select r.sample_id from pieces r where r.id = p.root_id) as root_sample_id,
      p.initial, p.holder_kind, p.holder_name, p.holder_user_id, p.present, p.state as piece_state, p.last_event,
      (select number from loans where id = p.loan_id) as piece_loan,
      case when p.state = 'void' and p.parent_id is not null then 'void' else (select e.state ${within} and e.moved
        and e.kind <> 'counter' and not exists (select from custody_events c where c.counters_event_id = e.id)
        order by e.number desc limit 1) end as loan_state,
      (select sum(o.d_present)::bigint from custody_events o where o.piece_id = lp.piece_id
        and o.number <= (select max(e.number) ${within})) as loan_present,
      (select coalesce(sum(e.d_consumed), 0)::bigint ${within}) as consumed,
      (select coalesce(sum(e.d_lost), 0)::bigint ${within}) as lost,
      (select coalesce(sum(e.d_difference), 0)::bigint ${within}) as difference,
      (select coalesce(sum(e.d_split), 0)::bigint ${within}) as split_out,
      exists (select from loan_pieces c join pieces cp on cp.id = c.piece_id
        where c.loan_id = lp.loan_id and c.parent_id = lp.piece_id and cp.state <> 'void') as has_parts,
      exists (select from loan_moves m where m.loan_id = lp.loan_id and m.piece_id = lp.piece_id
        and m.decided_at is null) as moving,
      exists (select from loan_write_offs w where w.loan_id = lp.loan_id and w.piece_id = lp.piece_id
        and w.confirmed_at is null and w.withdrawn_at is null) as write_off,
      exists (select from piece_write_offs w where w.piece_id = lp.piece_id
        and w.confirmed_at is null and w.withdrawn_at is null) as vault_write_off,
      (select coalesce(max(substring(c.name from '[0-9]+$')::integer), 0) + 1 from pieces c
        where c.parent_id = lp.piece_id) as next_part,
      exists (select from assignments a join loans o on o.id = lp.loan_id
        where a.sample_id = p.sample_id and a.status = ${CONFIRMED} and ${stillHolds}
          and a.proposal_id is distinct from o.proposal_id) as promised
    from loan_pieces lp
      join pieces p on p.id = lp.piece_id
      left join pieces pp on pp.id = lp.parent_id
    where lp.loan_id = any(${loan_ids}::integer[])
    order by lp.loan_id, p.db_type, p.name`.execute(db)
  return rows
}

export const insertLoanPieces = (tx: Db, pieces: readonly Insertable<LoanPieces>[]) =>
  tx.insertInto('loan_pieces').values(pieces).execute()

export const removeLoanPieces = (tx: Db, loan_id: number, piece_ids: readonly number[]) =>
  tx
    .deleteFrom('loan_pieces')
    .where('loan_id', '=', loan_id)
    .where('piece_id', '=', sql<number>`any(${piece_ids}::integer[])`)
    .execute()

export const changeLoanPiece = (
  tx: Db,
  { loan_id, piece_id }: { loan_id: number; piece_id: number },
  fields: Updateable<LoanPieces>,
) =>
  tx
    .updateTable('loan_pieces')
    .set(fields)
    .where('loan_id', '=', loan_id)
    .where('piece_id', '=', piece_id)
    .execute()

/** What can be lent in place of pieces that were split in curation: their parts there, and parts of parts. */
export async function findPartsInCuration(db: Db, root_ids: readonly number[]) {
  if (root_ids.length === 0) return []
  return await db
    .selectFrom('pieces')
    .select(['id', 'address', 'name', 'present', 'unit', 'root_id', 'parent_id', 'state'])
    .where('root_id', '=', sql<number>`any(${root_ids}::integer[])`)
    .where('state', 'in', ['in_curation', 'returned', 'on_offer', 'packed'])
    .orderBy('name')
    .execute()
}

export const setPlace = (tx: Db, piece_id: number, place: string) =>
  tx.updateTable('pieces').set({ place }).where('id', '=', piece_id).execute()

/** The numbers of the weighings of a piece in a loan that are not taken back, the last first. */
export const findWeighings = async (db: Db, piece_id: number, loan_id: number): Promise<number[]> =>
  (
    await db
      .selectFrom('custody_events as e')
      .select('e.number')
      .where('e.piece_id', '=', piece_id)
      .where('e.loan_id', '=', loan_id)
      .where('e.kind', '=', 'weigh')
      .where(sql<boolean>`not exists (select from custody_events c where c.counters_event_id = e.id)`)
      .orderBy('e.number', 'desc')
      .execute()
  ).map(({ number }) => number)

/** The loan of an event of a piece, by the piece's address, with its kind. */
export const findLoanOfEvent = (db: Db, address: string, number: number) =>
  db
    .selectFrom('custody_events as e')
    .innerJoin('pieces as p', 'p.id', 'e.piece_id')
    .innerJoin('loans as l', 'l.id', 'e.loan_id')
    .select(['e.kind', 'l.number'])
    .where('p.address', '=', address)
    .where('e.number', '=', number)
    .executeTakeFirst()

/** Which event of a piece this is, by whom and when. */
export const findLastEvent = (db: Db, piece_id: number, number: number) =>
  db
    .selectFrom('custody_events')
    .select(['number as version', 'by_name as saved_by', 'at as saved_at'])
    .where('piece_id', '=', piece_id)
    .where('number', '=', number)
    .executeTakeFirstOrThrow()

// What belongs to a loan --------------------------------------------------------------------------------------------------

type NumberedTable =
  | 'loan_files'
  | 'loan_extensions'
  | 'loan_moves'
  | 'loan_write_offs'
  | 'loan_unlent'
  | 'loan_events'

/** The next number of a row within a loan, which is locked. */
const nextNumber = (table: NumberedTable, loan_id: number) =>
  sql<number>`(select coalesce(max(number), 0) + 1 from ${sql.table(table)} where loan_id = ${loan_id})`

type Rows = {
  loan_files: LoanFiles
  loan_extensions: LoanExtensions
  loan_moves: LoanMoves
  loan_write_offs: LoanWriteOffs
  loan_unlent: LoanUnlent
  loan_events: LoanEvents
}

/** Adds a row with the next number of its loan. */
export const addNumbered = <T extends NumberedTable>(
  tx: Db,
  table: T,
  row: Omit<Insertable<Rows[T]>, 'number'> & { loan_id: number },
) =>
  tx
    .insertInto(table as keyof DB & T)
    .values({ ...row, number: nextNumber(table, row.loan_id) } as never)
    .execute()

const ofLoans = <T extends NumberedTable>(db: Db, table: T, loan_ids: readonly number[]) =>
  db
    .selectFrom(table as NumberedTable)
    .selectAll()
    .where('loan_id', '=', sql<number>`any(${loan_ids}::integer[])`)
    .orderBy('loan_id')
    .orderBy('number')
    .execute() as unknown as Promise<Selectable<Rows[T]>[]>

/** Everything that belongs to loans beside their pieces, each in the order of its numbers. */
export async function findBelongings(db: Db, loan_ids: readonly number[]) {
  return {
    files: await ofLoans(db, 'loan_files', loan_ids),
    extensions: await ofLoans(db, 'loan_extensions', loan_ids),
    moves: await ofLoans(db, 'loan_moves', loan_ids),
    write_offs: await ofLoans(db, 'loan_write_offs', loan_ids),
    unlent: await ofLoans(db, 'loan_unlent', loan_ids),
  }
}
export type Belongings = Awaited<ReturnType<typeof findBelongings>>

export const changeExtension = (
  tx: Db,
  { loan_id, number }: { loan_id: number; number: number },
  fields: Updateable<LoanExtensions>,
) =>
  tx
    .updateTable('loan_extensions')
    .set(fields)
    .where('loan_id', '=', loan_id)
    .where('number', '=', number)
    .execute()

export const changeMove = (
  tx: Db,
  { loan_id, number }: { loan_id: number; number: number },
  fields: Updateable<LoanMoves>,
) =>
  tx
    .updateTable('loan_moves')
    .set(fields)
    .where('loan_id', '=', loan_id)
    .where('number', '=', number)
    .execute()

export const changeWriteOff = (
  tx: Db,
  { loan_id, number }: { loan_id: number; number: number },
  fields: Updateable<LoanWriteOffs>,
) =>
  tx
    .updateTable('loan_write_offs')
    .set(fields)
    .where('loan_id', '=', loan_id)
    .where('number', '=', number)
    .execute()

export const settleUnlentRow = (
  tx: Db,
  { loan_id, number }: { loan_id: number; number: number },
  fields: Updateable<LoanUnlent>,
) =>
  tx
    .updateTable('loan_unlent')
    .set(fields)
    .where('loan_id', '=', loan_id)
    .where('number', '=', number)
    .execute()

/** The history of loans, newest first. */
export const findLoanEvents = (db: Db, loan_ids: readonly number[]) =>
  db
    .selectFrom('loan_events as e')
    .leftJoin('pieces as p', 'p.id', 'e.piece_id')
    .select(['e.loan_id', 'e.kind', 'e.at', 'e.by_name', 'e.on_behalf', 'e.text'])
    .select(['p.address as piece', 'e.number'])
    .where('e.loan_id', '=', sql<number>`any(${loan_ids}::integer[])`)
    .orderBy('e.number', 'desc')
    .execute()

/** SQL: what was left of its piece after an event. */
const presentAfter = (event: string) =>
  sql<number>`(select sum(o.d_present)::bigint from custody_events o
    where o.piece_id = ${sql.ref(`${event}.piece_id`)} and o.number <= ${sql.ref(`${event}.number`)})`

/** Events of the pieces of loans while they were in them, newest first. */
export const findCustodyEvents = (db: Db, loan_ids: readonly number[]) =>
  db
    .selectFrom('custody_events as e')
    .innerJoin('pieces as p', 'p.id', 'e.piece_id')
    .leftJoin('custody_events as of', 'of.id', 'e.counters_event_id')
    .select([
      'e.loan_id',
      'e.at',
      'e.by_name',
      'e.second_name',
      'e.number',
      'e.reason',
      'e.kind',
      'e.details',
    ])
    .select(['e.d_initial', 'e.d_present', 'e.d_consumed', 'e.d_lost', 'e.d_difference', 'e.holder_name'])
    .select(['p.address as piece', 'p.name', 'p.unit'])
    .select(presentAfter('e').as('present'))
    .select(
      sql<ToldEvent | null>`case when of.id is not null then json_build_object('kind', of.kind, 'present', ${presentAfter('of')},
        'd_initial', of.d_initial, 'd_present', of.d_present, 'd_consumed', of.d_consumed, 'd_lost', of.d_lost,
        'd_difference', of.d_difference, 'holder_name', of.holder_name, 'details', of.details) end`.as('of'),
    )
    .select(
      sql<boolean>`exists (select from custody_events c where c.counters_event_id = e.id)`.as('countered'),
    )
    .where('e.loan_id', '=', sql<number>`any(${loan_ids}::integer[])`)
    .orderBy('e.id', 'desc')
    .execute()

export const findFile = (db: Db, loan_id: number, number: number) =>
  db
    .selectFrom('loan_files')
    .selectAll()
    .where('loan_id', '=', loan_id)
    .where('number', '=', number)
    .executeTakeFirst()

// Lists --------------------------------------------------------------------------------------------------------------------

/** Loans that match what the database knows of a filter; the rest follows from their pieces. */
export const findLoans = (db: Db, f: LoanFilter): Promise<LoanRecord[]> =>
  db
    .selectFrom('loans as l')
    .selectAll('l')
    .where(
      rowMatches(f, {
        search: (text) => {
          const ofLoan = condition.contains('l.borrower', 'l.number')(text, f)
          const ofPiece = condition.contains('p.name')(text, f)
          return ofLoan && ofPiece
            ? sql`${ofLoan} or l.id in (select lp.loan_id from loan_pieces lp join pieces p on p.id = lp.piece_id
                where ${ofPiece})`
            : null
        },
        open: condition.ifPresent((open) =>
          open === 'open' ? sql`l.closed_at is null` : sql`l.closed_at is not null`,
        ),
        proposal_id: condition.equals('l.proposal_id'),
        term_id: condition.equals('l.term_id'),
        asteroid: condition.ifPresent(
          (asteroid) => sql`l.id in (select lp.loan_id from loan_pieces lp join pieces p on p.id = lp.piece_id
            where p.db_type = ${Number(asteroid)})`,
        ),
        numbers: condition.ifPresent((numbers) => sql`l.number = any(${numbers}::text[])`),
        state: condition.ignore,
        late: condition.ignore,
        waits_for: condition.ignore,
        task: condition.ignore,
      }),
    )
    .orderBy('l.id', 'desc')
    .execute()

export const findOpenLoans = (db: Db): Promise<LoanRecord[]> =>
  db.selectFrom('loans').selectAll().where('closed_at', 'is', null).orderBy('id').execute()

/** The loans of a borrower that are open, or were closed since. */
export const findLoansOf = (db: Db, user_id: number, since: Date): Promise<LoanRecord[]> =>
  db
    .selectFrom('loans')
    .selectAll()
    .where('borrower_user_id', '=', user_id)
    .where(({ or, eb }) => or([eb('closed_at', 'is', null), eb('closed_at', '>', since.toISOString())]))
    .orderBy('id', 'desc')
    .execute()

/** The open loans of these users, or of borrowers with these addresses. */
export const findOpenLoansOf = (
  db: Db,
  { user_ids, emails }: { user_ids: readonly number[]; emails: readonly string[] },
): Promise<LoanRecord[]> =>
  db
    .selectFrom('loans')
    .selectAll()
    .where('closed_at', 'is', null)
    .where(
      sql<boolean>`(borrower_user_id = any(${user_ids}::integer[])
        or lower(borrower_email) in (select lower(one) from unnest(${emails}::text[]) as one))`,
    )
    .orderBy('id')
    .execute()

export const findLoansOfProposals = (db: Db, proposal_ids: readonly number[]): Promise<LoanRecord[]> =>
  db
    .selectFrom('loans')
    .selectAll()
    .where('proposal_id', '=', sql<number>`any(${proposal_ids}::integer[])`)
    .orderBy('id')
    .execute()

export const findNumbers = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('loans')
    .select(['id', 'number'])
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .execute()

/** How many publications name pieces of each loan. */
export async function countPublications(db: Db, loan_ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('publication_pieces')
    .select(['loan_id', sql<number>`count(distinct publication_id)::integer`.as('count')])
    .where('loan_id', '=', sql<number>`any(${loan_ids}::integer[])`)
    .groupBy('loan_id')
    .execute()
  return new Map(rows.map(({ loan_id, count }) => [loan_id!, count]))
}

// Reminders and repeated requests --------------------------------------------------------------------------------------------

/** Records that a loan is reminded of an occasion; false where another process has done so. */
export const claimReminder = async (
  tx: Db,
  reminder: { loan_id: number; due_on: string; occasion: number; sent_at: string },
): Promise<boolean> =>
  (await tx
    .insertInto('loan_reminders')
    .values(reminder)
    .onConflict((taken) => taken.doNothing())
    .returning('loan_id')
    .executeTakeFirst()) !== undefined

export const findRepeated = (tx: Db, user_id: number, key: string) =>
  tx
    .selectFrom('repeated_requests')
    .select(['endpoint', 'reply'])
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .executeTakeFirst()

export const insertRepeated = (
  tx: Db,
  row: { user_id: number; key: string; endpoint: string; reply: string; at: string },
) => tx.insertInto('repeated_requests').values(row).execute()

/** Serialises requests with one key: the second waits for the first and finds its answer. */
export const lockKey = (tx: Db, user_id: number, key: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`request ${user_id} ${key}`}, 0))`.execute(tx)

export const deleteRepeatedBefore = (db: Db, at: Date) =>
  db.deleteFrom('repeated_requests').where('at', '<', at.toISOString()).execute()

/** Inventories that are over and in which pieces that these people hold were not answered for. */
export const findUnanswered = (
  db: Db,
  { user_ids, emails, today }: { user_ids: readonly number[]; emails: readonly string[]; today: string },
) =>
  db
    .selectFrom('inventories as i')
    .innerJoin('inventory_holders as h', 'h.inventory_id', 'i.id')
    .innerJoin('users as u', 'u.id', 'h.user_id')
    .select(['i.id', 'i.name', 'i.until', 'u.id as holder_user_id', 'u.email as holder_email'])
    .where(
      sql<boolean>`(u.id = any(${user_ids}::integer[])
        or lower(u.email) in (select lower(one) from unnest(${emails}::text[]) as one))`,
    )
    .where(({ or, eb }) => or([eb('i.until', '<', today), eb('i.closed_at', 'is not', null)]))
    .where(
      sql<boolean>`exists (select from inventory_pieces a join pieces p on p.id = a.piece_id
        where a.inventory_id = i.id and a.answer is null and p.holder_user_id = u.id)`,
    )
    .orderBy('i.id')
    .execute()

/** Who wrote each of the proposals. */
export const findProposers = (db: Db, proposal_ids: readonly number[]) =>
  db
    .selectFrom('proposals')
    .select(['id as proposal_id', 'user_id'])
    .where(sql<boolean>`id = any(${proposal_ids}::integer[])`)
    .execute()
