import { type Selectable, sql, type Updateable } from 'kysely'
import type { ReportInput } from '#domain/reports/contract.ts'
import type { Db } from '../platform/context.ts'
import { ahead, type Given, preparedAhead } from '../platform/database/prepared.ts'
import type { Reports } from '../platform/database/tables.gen.ts'

const holdOne = preparedAhead((db: Db, given: Given<{ id: number }>) =>
  db
    .selectFrom('reports as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .select('r.id')
    .where('r.id', '=', given('id'))
    .forShare('p')
    .forShare('t')
    .forUpdate('r'),
)

/** The same as `holdReports` of one report that stays: PostgreSQL takes a row's locks in the order in which they are named. */
export const holdOneReport = (tx: Db, id: number) => holdOne(tx, { id })

/**
 * Holds reports against other writers until the transaction ends: first their proposals and terms, so that none is
 * cancelled, edited, scored or closed meanwhile, then the reports; those that `leave` with all of their reviewers, whose
 * ranks move. Read them afterwards: they may have changed before.
 */
export async function holdReports(tx: Db, ids: readonly number[], { leave = false } = {}) {
  const among = sql<number>`any(${ids}::int[])`
  await tx
    .selectFrom('proposals')
    .select('id')
    .where('id', 'in', (eb) => eb.selectFrom('reports').select('proposal_id').where('reports.id', '=', among))
    .orderBy('id')
    .forShare()
    .execute()
  await tx
    .selectFrom('terms')
    .select('id')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('reports')
        .innerJoin('proposals', 'proposals.id', 'reports.proposal_id')
        .select('term_id')
        .where('reports.id', '=', among),
    )
    .orderBy('id')
    .forShare()
    .execute()
  await tx
    .selectFrom('reports')
    .select('id')
    .where(leave ? 'user_id' : 'id', 'in', (eb) =>
      eb
        .selectFrom('reports as held')
        .select(leave ? 'held.user_id as key' : 'held.id as key')
        .where('held.id', '=', among),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
}

export const changeReports = (tx: Db, ids: readonly number[], fields: Updateable<Reports>, at: Date) =>
  ahead(
    tx,
    tx
      .updateTable('reports')
      .set({ ...fields, updated_at: at.toISOString() })
      .where('id', '=', sql<number>`any(${ids}::int[])`),
  )

type Content = Omit<ReportInput, 'version'> & Pick<Selectable<Reports>, 'version' | 'on_behalf_user_id'>

/** Writes scores and comments of a report that is held; who saved it and when. */
export const writeReport = preparedAhead(
  (tx: Db, given: Given<Content & { id: number; saved_by: number; saved_at: string }>) =>
    tx
      .updateTable('reports')
      .set({
        science_score: given('science_score'),
        technical_score: given('technical_score'),
        science_comment_strength: given('science_comment_strength'),
        science_comment_weakness: given('science_comment_weakness'),
        technical_comment_strength: given('technical_comment_strength'),
        technical_comment_weakness: given('technical_comment_weakness'),
        on_behalf_user_id: given('on_behalf_user_id'),
        version: given('version'),
        saved_by: given('saved_by'),
        saved_at: given('saved_at'),
        updated_at: given('saved_at'),
      })
      .where('id', '=', given('id')),
)

export const removeReport = (tx: Db, id: number) => tx.deleteFrom('reports').where('id', '=', id).execute()
