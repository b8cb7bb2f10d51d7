import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'

/** The catalogue row of a piece. */
export const findSample = (db: Db, id: number) =>
  db
    .selectFrom('samples')
    .select(['id', 'db_type', 'name', 'sample_type', 'weight', 'initial_weight', 'pressure', 'flg'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** The catalogue row of the sample that a piece was split from. */
export const findRootSample = (db: Db, root_id: number) =>
  db
    .selectFrom('pieces as p')
    .innerJoin('samples as s', 's.id', 'p.sample_id')
    .select(['s.chamber', 's.dish', 's.source'])
    .where('p.id', '=', root_id)
    .executeTakeFirst()

/** What is left of a sample, in mg or Pa, and whether a previously allocated one is on offer. */
export const setPresent = (
  tx: Db,
  id: number,
  set: { weight?: number; pressure?: number; initial_weight?: number; flg?: boolean },
) => tx.updateTable('samples').set(set).where('id', '=', id).execute()

/** The open loan whose parcel has not left and which a piece is to go out with. */
export const findWaitingLoan = (db: Db, piece_id: number) =>
  db
    .selectFrom('loan_pieces as q')
    .innerJoin('loans as l', 'l.id', 'q.loan_id')
    .select('l.number')
    .where('q.piece_id', '=', piece_id)
    .where('l.closed_at', 'is', null)
    .where('l.dispatched_at', 'is', null)
    .orderBy('l.id')
    .executeTakeFirst()

/** Proposals of open terms that ask for a sample by name or have it assigned without a confirmation. */
export const findWaiting = async (db: Db, sample_id: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select p.id from proposals p join terms t on t.id = p.term_id
    where not t.disabled and (exists (select from requested_samples r where r.proposal_id = p.id and r.sample_id = ${sample_id})
      or exists (select from assignments a where a.proposal_id = p.id and a.sample_id = ${sample_id} and a.status = 0))
    order by p.id`.execute(db)
  return rows.map(({ id }) => id)
}
