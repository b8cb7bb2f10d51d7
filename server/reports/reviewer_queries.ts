import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { SUBMITTED } from '#domain/proposals/status.ts'
import type { ReportOfReviewer, ReviewerFilter } from '#domain/reports/contract.ts'
import { REPORT_FIELDS } from '#domain/reports/fields.ts'
import { whyNotRequestAll } from '#domain/reports/rules.ts'
import { REPORT_NOT_REQUESTED, type ReportStatus, reportStatus } from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import { REPORT_ACTIONS } from '#domain/undo/rules.ts'
import type { Db } from '../platform/context.ts'
import { type Param, prepareQuery } from '../platform/database/prepared_query.ts'
import * as condition from '../platform/filter_conditions.ts'
import { type FilterConditions, filtersBeyondTerm, order, pageByIds, rowMatches } from '../platform/lists.ts'
import { waitingAction } from '../undo/shared_queries.ts'
import {
  conflictingProposalIds,
  hasConflict,
  reportRankFor,
  type Viewer,
  viewerHasConflict,
} from '../users/conflict_shared_queries.ts'
import { isReportClosed, reviewerTakesPart } from './queries.ts'
import { isListedReviewer } from './shared_queries.ts'
import { seesReport } from './withheld_shared_queries.ts'

/** The fields of the report `r` in lists of reviewers. */
const LISTED_FIELDS = {
  id: 'r.id',
  status: 'r.status',
  proposal_id: 'p.id',
  term_id: 'p.term_id',
  term_disabled: 't.disabled',
  proposer: 'proposer.name',
  title: 'p.title',
  submitted_at: 'r.submitted_at',
  proposal_status: 'p.status',
  requested_at: 'r.requested_at',
  reviews_due_at: 't.reviews_due_at',
  reminded_at: 'r.reminded_at',
  science_score: 'r.science_score',
  technical_score: 'r.technical_score',
  decline_reason: 'r.decline_reason',
  decline_note: 'r.decline_note',
  decline_suggestion: 'r.decline_suggestion',
  conflict_stated: 'r.conflict_stated',
} as const satisfies Partial<Record<keyof ReportOfReviewer, string>>

/** Reports as the database returns them, by proposal: one list per field takes it half the time of a list of rows. */
type ReportColumns = { [K in Exclude<keyof ReportOfReviewer, 'proposal'>]: ReportOfReviewer[K][] }

/** SQL: the reports `r` of a group; `takesPart` says whether the reviewer has a conflict with the proposal. */
const reportColumns = (viewer: Viewer, takesPart: RawBuilder<boolean>) =>
  sql<ReportColumns>`json_build_object(${sql.join(
    [
      ...Object.entries(LISTED_FIELDS),
      ['rank', reportRankFor(viewer)] as const,
      ['takes_part', reviewerTakesPart(takesPart)] as const,
      ['closed', isReportClosed] as const,
      ['about_to', waitingAction(REPORT_ACTIONS, 'r.id')] as const,
    ].flatMap(([name, field]) => [
      sql.lit(name),
      sql`json_agg(${typeof field === 'string' ? sql.ref(field) : field} order by p.id)`,
    ]),
  )})`

/** The reports that `reportColumns` selected; null is none. */
const reportsFromColumns = (lists: ReportColumns | null): ReportOfReviewer[] =>
  lists === null
    ? []
    : lists.id.map((_, i) => {
        const each: Record<string, unknown> = {}
        for (const [name, list] of Object.entries(lists)) each[name] = list[i]
        const report = each as Omit<ReportOfReviewer, 'proposal'>
        const { proposal_id: id, term_id, title, proposer: name } = report
        return { ...report, proposal: { id, term_id, title, name } }
      })

/** SQL: the tables that these fields come from. */
const REPORT_TABLES = sql`reports r join proposals p on p.id = r.proposal_id join terms t on t.id = p.term_id
  join users proposer on proposer.id = p.user_id`

/** SQL: the reports that the actor may see, of one term or of all. */
const visibleReports = (actor: Actor, term_id: number | undefined) => sql`
  select r.user_id, r.status from reports r
  ${term_id === undefined ? sql`` : sql`join proposals p on p.id = r.proposal_id and p.term_id = ${term_id}`}
  where ${seesReport(actor)}`

/** SQL: the user `u` is an active reviewer, or has reports that the actor may see. */
const isListed = (actor: Actor, term_id?: number) => sql<SqlBool>`u.id in (
  select id from users where is_reviewer and not disabled
  union select user_id from (${visibleReports(actor, term_id)}) as r)`

/** The filter conditions on the user `u`; `reports` are those that the actor may see. */
const conditionsOf = (f: ReviewerFilter, reports: RawBuilder<unknown>): FilterConditions<ReviewerFilter> => ({
  ...condition.person('u'),
  term_id: condition.ignore,
  status: (wanted) => {
    const ofStatus = condition.anyOf('r.status', reportStatus.codes)(wanted, f)
    return ofStatus && sql`u.id in (select user_id from ${reports} as r where ${ofStatus})`
  },
})

/** SQL: the user `u` is listed and matches the filters. */
const matchesFilter = (actor: Actor, f: ReviewerFilter) =>
  rowMatches(f, {
    ...conditionsOf(f, sql`(${visibleReports(actor, f.term_id)})`),
    term_id: (term_id) => isListed(actor, term_id),
  })

const selectReviewers = (db: Db, actor: Actor, f: ReviewerFilter) =>
  db.selectFrom('users as u').where(matchesFilter(actor, f))
const orderOf = (f: ReviewerFilter) =>
  order(f, sql`u.folded_last_name, u.id`, { ...condition.personSorts('u'), id: 'u.id' })

const PERSON_COLUMNS = ['u.id', 'u.name', 'u.email', 'u.affiliation'] as const

type RowsInput = { viewer: number; ids: number[]; term_id: number | null }

/** Reviewers by id, each with the visible reports of one term or of all, aggregated for all of them at once. */
const prepareRows = (inTerm: (term_id: Expression<number | null>) => RawBuilder<unknown>) =>
  prepareQuery((db, param: Param<RowsInput>) =>
    db
      .selectFrom('users as u')
      .leftJoin(
        sql<{ user_id: number; reports: ReportColumns }>`(
          select r.user_id, ${reportColumns({ id: param('viewer') }, sql`p.id = any(taking.part)`)} as reports
          from ${REPORT_TABLES} join (
            select id, ${conflictingProposalIds({ id: sql.ref('each.id') })} as part from unnest(${param('ids')}::int[]) as each (id)
            offset 0) as taking on taking.id = r.user_id
          where ${seesReport({ id: param('viewer') })} and ${inTerm(param('term_id'))}
          group by r.user_id)`.as('x'),
        'x.user_id',
        'u.id',
      )
      .select(PERSON_COLUMNS)
      .select('x.reports')
      .where('u.id', '=', sql<number>`any(${param('ids')}::int[])`),
  )
const readRowsOfTerm = prepareRows((term_id) => sql`p.term_id = ${term_id}`)
const readRowsOfAllTerms = prepareRows((none) => sql`${none}::int is null`)

/** A page of reviewers, each with the visible reports of the filter's term. */
export const findReviewers = (db: Db, actor: Actor, f: ReviewerFilter) => {
  const all = selectReviewers(db, actor, f)
  const { term_id = null } = f
  const read = term_id === null ? readRowsOfAllTerms : readRowsOfTerm
  return pageByIds(
    db,
    {
      matching: all,
      sorted: all.orderBy(orderOf(f)),
      id: 'u.id',
      rows: async (ids) =>
        (await read(db, { viewer: actor.id, ids, term_id })).map(({ reports, ...row }) => ({
          ...row,
          report: reportsFromColumns(reports),
        })),
      idOf: ({ id }) => id,
      filtersBeyondTerm: true,
    },
    f,
  )
}

/** The number of visible reports by status, of all reviewers that match the filters. */
export async function findReportCounts(
  db: Db,
  actor: Actor,
  f: ReviewerFilter,
): Promise<Record<string, number>> {
  // A reviewer with a visible report is always listed, so only the other conditions are needed.
  const conditions = conditionsOf(f, sql`seen`)
  const rows = await db
    .with(
      (cte) => cte('seen').materialized(),
      () => sql<{ user_id: number; status: ReportStatus }>`(${visibleReports(actor, f.term_id)})`,
    )
    .selectFrom('seen')
    .select(['seen.status', (eb) => eb.fn.countAll<number>().as('count')])
    .$if(filtersBeyondTerm(f, conditions), (q) =>
      q.where('seen.user_id', 'in', (eb) =>
        eb.selectFrom('users as u').select('u.id').where(rowMatches(f, conditions)),
      ),
    )
    .groupBy('seen.status')
    .execute()
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

/** A row per reviewer and visible report; a reviewer without reports has one row. */
export const streamReviews = (db: Db, actor: Actor, f: ReviewerFilter) =>
  selectReviewers(db, actor, f)
    .select(PERSON_COLUMNS)
    .orderBy(orderOf(f))
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('reports as r')
          .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
          .innerJoin('users as proposer', 'proposer.id', 'p.user_id')
          .select(['r.user_id', 'r.id as report_id', 'r.status', 'r.submitted_at'])
          .select(reportRankFor(actor).as('rank'))
          .select(isReportClosed.as('closed'))
          .select(REPORT_FIELDS.map(({ name }) => `r.${name}` as const))
          .select(['p.id as proposal_id', 'p.term_id', 'p.title', 'proposer.name as proposer'])
          .where(seesReport(actor))
          .$if(f.term_id !== undefined, (q) => q.where('p.term_id', '=', f.term_id!))
          .as('x'),
      (join) => join.onRef('x.user_id', '=', 'u.id'),
    )
    .selectAll('x')
    .orderBy('x.proposal_id')
    .stream(200)

/** The reports that SEND ALL REQUEST requests, with their reviewers: not requested yet, of the reviewers that match the filters. */
export async function findNotRequested(db: Db, actor: Actor, f: ReviewerFilter) {
  if (whyNotRequestAll(f.status) !== null) return []
  return db
    .selectFrom('reports as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.id', 'u.id as user_id', 'u.name', 'u.email'])
    .where('r.status', '=', REPORT_NOT_REQUESTED)
    .where('p.status', '=', SUBMITTED)
    .where('p.global_score', 'is', null)
    .where('t.disabled', '=', false)
    .where('u.is_reviewer', '=', true)
    .where('u.disabled', '=', false)
    .where(sql<SqlBool>`not ${hasConflict('u')} and not ${viewerHasConflict(actor)}`)
    .where(matchesFilter(actor, f))
    .$if(f.term_id !== undefined, (q) => q.where('p.term_id', '=', f.term_id!))
    .orderBy('r.id')
    .execute()
}

/** SQL: the visible reports of the user `u`. */
const reportsOf = (actor: Actor, more: RawBuilder<unknown>) => sql<ReportColumns | null>`(
  select ${reportColumns(actor, viewerHasConflict({ id: sql.ref('u.id') }))}
  from ${REPORT_TABLES} where r.user_id = u.id and ${seesReport(actor)} and ${more} having count(*) > 0)`

/** A reviewer with the visible reports, those of the current term and all others apart. */
export async function findReviewer(db: Db, actor: Actor, id: number) {
  const reviewer = await db
    .selectFrom('users as u')
    .select(['u.id', 'u.name', 'u.email', 'u.affiliation', 'u.is_reviewer', 'u.disabled'])
    .select([
      reportsOf(actor, sql`t.is_current`).as('reports'),
      reportsOf(actor, sql`not t.is_current`).as('previous_reports'),
      neighbour(actor, '<', 'desc').as('prevReviewerID'),
      neighbour(actor, '>', 'asc').as('nextReviewerID'),
    ])
    .where('u.id', '=', id)
    .where(isListedReviewer(actor))
    .executeTakeFirst()
  return (
    reviewer && {
      ...reviewer,
      reports: reportsFromColumns(reviewer.reports),
      previous_reports: reportsFromColumns(reviewer.previous_reports),
    }
  )
}

/** SQL: the previous or next reviewer of the user `u` by last name. */
const neighbour = (actor: Actor, side: '<' | '>', order: 'asc' | 'desc') => sql<number | null>`(
  select n.id from (select u.* from users u where ${isListedReviewer(actor)}) as n
  where (n.folded_last_name, n.id) ${sql.raw(side)} (u.folded_last_name, u.id)
  order by n.folded_last_name ${sql.raw(order)}, n.id ${sql.raw(order)} limit 1)`

/** A reviewer's name and address, if the actor may see the reviewer. */
export const findReviewerContact = (db: Db, actor: Actor, id: number) =>
  db
    .selectFrom('users as u')
    .select(['u.id', 'u.name', 'u.email', 'u.disabled'])
    .where('u.id', '=', id)
    .where(isListedReviewer(actor))
    .executeTakeFirst()
