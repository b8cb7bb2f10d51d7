import { type RawBuilder, sql } from 'kysely'
import { SUBMITTED } from '#domain/proposals/status.ts'
import { type ReportStatus, reportStatus } from '#domain/reports/status.ts'
import type { TermRow } from '#domain/terms/contract.ts'
import type { Days, Term } from '#domain/terms/rules.ts'
import type { Db } from '../platform/context.ts'

/** Every term, oldest first. */
export const findTerms = (db: Db): Promise<Term[]> =>
  db.selectFrom('terms').selectAll().orderBy('id').execute()

/** The current term; the database holds exactly one once it is set up. */
export const findCurrentTerm = (db: Db): Promise<Term | undefined> =>
  db.selectFrom('terms').selectAll().where('is_current', '=', true).executeTakeFirst()

/** One term, held against changes until the transaction ends when `lock` is set. */
export const findTerm = (db: Db, id: number, lock = false): Promise<Term | undefined> =>
  db
    .selectFrom('terms')
    .selectAll()
    .where('id', '=', id)
    .$if(lock, (q) => q.forShare())
    .executeTakeFirst()

const termRows = (db: Db) =>
  db
    .selectFrom('terms as t')
    .selectAll('t')
    .select([
      sql<number>`(select count(*) from applicants as a where a.term_id = t.id)`.as('notices'),
      sql<number>`(select count(*) from proposals as p where p.term_id = t.id)`.as('proposals'),
      scoredIn('t.id').as('scored'),
    ])

/** Every term with its counts, newest first. */
export const findTermRows = (db: Db): Promise<TermRow[]> => termRows(db).orderBy('t.id', 'desc').execute()

/** One term with its counts. */
export const findTermRow = (db: Db, id: number): Promise<TermRow | undefined> =>
  termRows(db).where('t.id', '=', id).executeTakeFirst()

/** Whether a term's scoring is done. */
export const findScored = (db: Db, id: number) =>
  db.selectFrom('terms as t').select(scoredIn('t.id').as('scored')).where('t.id', '=', id).executeTakeFirst()

/** Terms are written one at a time: a number is given once, and one of them is the current one. */
export const lockTerms = (tx: Db) => sql`lock table terms in share row exclusive mode`.execute(tx)

/** A term that is about to be changed, with who saved it last. */
export const findSavedTerm = (tx: Db, id: number) =>
  tx
    .selectFrom('terms as t')
    .leftJoin('users as u', 'u.id', 't.updated_by')
    .selectAll('t')
    .select(['u.name as saved_by', 't.updated_at as saved_at'])
    .where('t.id', '=', id)
    .executeTakeFirst()

/** Adds a term; false when its number is taken. */
export async function insertTerm(tx: Db, term: Term): Promise<boolean> {
  const added = await tx
    .insertInto('terms')
    .values(term)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

interface Saving {
  by: number | null
  at: Date
}
const savedBy = ({ by, at }: Saving) => ({
  version: sql<number>`version + 1`,
  updated_by: by,
  updated_at: at.toISOString(),
})

/** Changes a term's days and whether it is closed. */
export const changeTerm = (tx: Db, id: number, fields: Days & { disabled: boolean }, saving: Saving) =>
  tx
    .updateTable('terms')
    .set({ ...fields, ...savedBy(saving) })
    .where('id', '=', id)
    .execute()

/** From now on this term, and no other, is the current one; the ones before it are closed. Answers those that were open. */
export async function setCurrentTerm(tx: Db, id: number, saving: Saving): Promise<number[]> {
  await tx
    .updateTable('terms')
    .set({ is_current: false, ...savedBy(saving) })
    .where('is_current', '=', true)
    .execute()
  const closed = await tx
    .updateTable('terms')
    .set({ disabled: true, ...savedBy(saving) })
    .where('id', '<', id)
    .where('disabled', '=', false)
    .returning('id')
    .execute()
  await tx.updateTable('terms').set({ is_current: true }).where('id', '=', id).execute()
  return closed.map((term) => term.id)
}

const hasReport = (statuses: readonly ReportStatus[]) =>
  sql`exists (select from reports r where r.proposal_id = p.id and r.status = any(${statuses}::smallint[]))`
const reviewed = sql`(${hasReport(reportStatus.where((state) => state.counted))}
  and not ${hasReport(reportStatus.where((state) => state.counted && !state.handedIn))})`

/** SQL: every reviewed proposal of the term whose id stands in `term_id` has a global score, and there is one. */
const scoredIn = (term_id: string): RawBuilder<boolean> => {
  const submitted = sql`select from proposals p where p.term_id = ${sql.ref(term_id)} and p.status = ${SUBMITTED}`
  return sql<boolean>`(exists (${submitted} and p.global_score is not null)
    and not exists (${submitted} and p.global_score is null and ${reviewed}))`
}
