import { type Expression, type Insertable, type SqlBool, sql } from 'kysely'
import type { BibtexFilter, Publication, PublicationFilter } from '#domain/custody/publications/contract.ts'
import { publicationState } from '#domain/custody/publications/status.ts'
import type { Db } from '../../platform/context.ts'
import type { PublicationPieces, Publications } from '../../platform/database/tables.gen.ts'
import * as condition from '../../platform/filter_conditions.ts'
import { order, pageOf, rowMatches } from '../../platform/lists.ts'

/** The pieces of the publication `b`, by name. */
const pieces = sql<Publication['pieces']>`coalesce((
  select json_agg(json_build_object('address', p.address, 'name', p.name, 'db_type', p.db_type, 'loan', l.number,
    'proposal_id', l.proposal_id, 'confirmed', k.confirmed_at is not null) order by p.name, p.id)
  from publication_pieces k join pieces p on p.id = k.piece_id left join loans l on l.id = k.loan_id
  where k.publication_id = b.id), '[]'::json)`

/** SQL: a piece of the publication `b` is not confirmed. */
const isToConfirm = sql<boolean>`exists (
  select from publication_pieces k where k.publication_id = b.id and k.confirmed_at is null)`

/** The last confirmation of a piece of the publication `b`. */
const lastConfirmation = sql<{ by: string; at: string } | null>`(
  select json_build_object('by', k.confirmed_by_name,
    'at', to_char(k.confirmed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from publication_pieces k where k.publication_id = b.id and k.confirmed_at is not null
  order by k.confirmed_at desc limit 1)`

const publications = (db: Db) =>
  db
    .selectFrom('publications as b')
    .select(['b.id', 'b.doi', 'b.title', 'b.year', 'b.added_at', 'b.added_by as added_by_id'])
    .select(['b.added_by_name as added_by', pieces.as('pieces'), isToConfirm.as('to_confirm')])
    .select(lastConfirmation.as('confirmation'))

export type PublicationRow = Awaited<ReturnType<typeof findPublications>>[number]

const { TO_CONFIRM } = publicationState.code

/** SQL: a piece of the publication `b` that is so. */
const withPiece = (is: Expression<SqlBool>) => sql<SqlBool>`exists (
  select from publication_pieces k join pieces p on p.id = k.piece_id left join loans l on l.id = k.loan_id
  where k.publication_id = b.id and ${is})`

const matching = (db: Db, f: PublicationFilter) =>
  publications(db)
    .where(
      rowMatches(f, {
        title: condition.contains('b.title'),
        piece: (name) => {
          const is = condition.contains('p.name')(name, f)
          return is && withPiece(is)
        },
        proposal_id: condition.ifPresent((id) => withPiece(sql<SqlBool>`l.proposal_id = ${id}`)),
        year: condition.equals('b.year'),
        state: condition.ifPresent((state) =>
          state === TO_CONFIRM ? sql<SqlBool>`${isToConfirm}` : sql<SqlBool>`not ${isToConfirm}`,
        ),
      }),
    )
    .orderBy(
      order(f, sql`b.year desc, b.id desc`, {
        title: condition.foldedColumn('b.title'),
        year: 'b.year',
        added_at: 'b.added_at',
      }),
    )

/** Newest first. */
export const findPublicationPage = (db: Db, f: PublicationFilter) => pageOf(matching(db, f), f)
export const streamPublications = (db: Db, f: PublicationFilter) => matching(db, f).stream(200)

const NO_PAGE = { page: 1, per_page: 1, dir: 'asc' } as const
export const streamForBibtex = (db: Db, f: BibtexFilter) => streamPublications(db, { ...f, ...NO_PAGE })

/** SQL: the user borrowed the piece `p`, or has it now. */
const isOwn = (user_id: number) => sql<SqlBool>`(p.holder_user_id = ${user_id} or exists (
  select from loan_pieces q join loans o on o.id = q.loan_id
  where q.piece_id = p.id and o.borrower_user_id = ${user_id}))`

const findPublications = (db: Db, where: Expression<SqlBool>) =>
  publications(db).where(where).orderBy('b.year', 'desc').orderBy('b.id', 'desc').execute()

/** Publications that a user added, and those of pieces that they borrowed or have. */
export const findOwnPublications = (db: Db, user_id: number) =>
  findPublications(db, sql<SqlBool>`(b.added_by = ${user_id} or ${withPiece(isOwn(user_id))})`)
export const findOfProposal = (db: Db, proposal_id: number) =>
  findPublications(db, withPiece(sql<SqlBool>`l.proposal_id = ${proposal_id}`))
/** Those of a piece, and of the pieces that were split from it or that it was split from. */
export const findOfPiece = (db: Db, root_id: number) =>
  findPublications(db, withPiece(sql<SqlBool>`p.root_id = ${root_id}`))

export const findPublication = async (db: Db, id: number) =>
  (await findPublications(db, sql<SqlBool>`b.id = ${id}`))[0]
export const findByDoi = async (db: Db, doi: string) =>
  (await findPublications(db, sql<SqlBool>`b.doi = ${doi}`))[0]

/** Locks a publication until the end of the transaction. */
export const lockPublication = (tx: Db, id: number) =>
  tx.selectFrom('publications').select('id').where('id', '=', id).forUpdate().executeTakeFirst()

/** Serializes additions, so that a DOI is added once. */
export const lockAdditions = (tx: Db) =>
  sql`select pg_advisory_xact_lock(hashtext('publications'))`.execute(tx)

/**
 * Pieces that a user may name, with the loan that they were used in; `user_id` null: every piece. Of a user's own pieces the
 * loan is theirs, else the last one.
 */
const choosable = (db: Db, user_id: number | null) =>
  db
    .selectFrom('pieces as p')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('loan_pieces as q')
          .innerJoin('loans as o', 'o.id', 'q.loan_id')
          .select(['o.id as loan_id', 'o.number as loan', 'o.proposal_id'])
          .whereRef('q.piece_id', '=', 'p.id')
          .$if(user_id !== null, (q) => q.where('o.borrower_user_id', '=', user_id))
          .orderBy('o.created_at', 'desc')
          .orderBy('o.id', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select(['p.id', 'p.address', 'p.name', 'p.db_type', 'last.loan_id', 'last.loan', 'last.proposal_id'])
    .where('p.state', '<>', 'void')
    .$if(user_id !== null, (q) => q.where(isOwn(user_id!)))

export const findChoosable = (db: Db, user_id: number | null, name: string, limit: number) =>
  choosable(db, user_id)
    .where(rowMatches({ name }, { name: condition.contains('p.name') }))
    .orderBy('p.name')
    .orderBy('p.id')
    .limit(limit)
    .execute()

export const findChosen = (db: Db, user_id: number | null, addresses: readonly string[]) =>
  choosable(db, user_id)
    .where('p.address', '=', sql<string>`any(${addresses}::text[])`)
    .orderBy('p.id')
    .execute()

/** The root of a piece by its address, as far as the user may see it; `user_id` null: anyone's. */
export const findRoot = (db: Db, address: string, user_id: number | null) =>
  db
    .selectFrom('pieces as p')
    .select('p.root_id')
    .where('p.address', '=', address)
    .$if(user_id !== null, (q) => q.where(isOwn(user_id!)))
    .executeTakeFirst()

export const findProposer = (db: Db, proposal_id: number) =>
  db.selectFrom('proposals').select('user_id').where('id', '=', proposal_id).executeTakeFirst()

export const insertPublication = (tx: Db, publication: Insertable<Publications>) =>
  tx.insertInto('publications').values(publication).returning('id').executeTakeFirstOrThrow()

export const changePublication = (
  tx: Db,
  id: number,
  fields: Pick<Insertable<Publications>, 'doi' | 'title' | 'year'>,
) => tx.updateTable('publications').set(fields).where('id', '=', id).execute()

/** Adds pieces to a publication; those that it has stay as they are. */
export const addPieces = (tx: Db, pieces: readonly Insertable<PublicationPieces>[]) =>
  tx
    .insertInto('publication_pieces')
    .values(pieces)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Removes the pieces of a publication but these; `of`: only those that this user borrowed or has, null: any. */
export const removePieces = (
  tx: Db,
  publication_id: number,
  { but, of }: { but: readonly number[]; of: number | null },
) =>
  tx
    .deleteFrom('publication_pieces')
    .where('publication_id', '=', publication_id)
    .where(sql<SqlBool>`piece_id <> all(${but}::integer[])`)
    .$if(of !== null, (q) =>
      q.where((eb) =>
        eb.exists(
          eb
            .selectFrom('pieces as p')
            .select('p.id')
            .whereRef('p.id', '=', 'publication_pieces.piece_id')
            .where(isOwn(of!)),
        ),
      ),
    )
    .execute()

/** Confirms every piece of publications; returns those of which one was to be confirmed. */
export const confirmPieces = async (
  tx: Db,
  ids: readonly number[],
  by: { id: number; name: string },
  at: Date,
): Promise<number[]> => {
  const rows = await tx
    .updateTable('publication_pieces')
    .set({ confirmed_at: at.toISOString(), confirmed_by: by.id, confirmed_by_name: by.name })
    .where('publication_id', '=', sql<number>`any(${ids}::integer[])`)
    .where('confirmed_at', 'is', null)
    .returning('publication_id')
    .execute()
  return [...new Set(rows.map(({ publication_id }) => publication_id))]
}

export const removePublication = (tx: Db, id: number) =>
  tx.deleteFrom('publications').where('id', '=', id).execute()

/** How many publications wait for the office, and the first title. */
export const findToConfirm = (db: Db) =>
  db
    .selectFrom('publications as b')
    .select([sql<number>`count(*)`.as('count'), sql<string | null>`min(b.title)`.as('title')])
    .where(sql<SqlBool>`${isToConfirm}`)
    .executeTakeFirstOrThrow()
