import { type Expression, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { proposalChanges } from '#domain/proposals/changes.ts'
import { shortAbstract } from '#domain/proposals/rules.ts'
import type { AssignedFilter, AssignedReport, ReportInput } from '#domain/reports/contract.ts'
import { REPORT_FIELDS, type ReportFieldName } from '#domain/reports/fields.ts'
import type { NavigationEntry } from '#domain/reports/report.ts'
import {
  isClosedToReviewer,
  REPORT_REQUESTED,
  type ReportStatus,
  reportStatus,
} from '#domain/reports/status.ts'
import { type Actor, isStaff } from '#domain/session/actor.ts'
import { REPORT_ACTIONS } from '#domain/undo/rules.ts'
import type { Db } from '../platform/context.ts'
import { type Param, prepareQuery } from '../platform/database/prepared_query.ts'
import type { Reports } from '../platform/database/tables.gen.ts'
import * as condition from '../platform/filter_conditions.ts'
import { nullsLast, order, pageOf, rowMatches } from '../platform/lists.ts'
import { anyOf } from '../platform/sql.ts'
import {
  confirmedSamples,
  proposalConditions,
  proposalSorts,
  savesSince,
  selectProposals,
} from '../proposals/shared_queries.ts'
import { waitingAction } from '../undo/shared_queries.ts'
import {
  hasConflict,
  reportRankFor,
  unlessConflict,
  type Viewer,
  viewerHasConflict,
} from '../users/conflict_shared_queries.ts'
import { seesReport } from './withheld_shared_queries.ts'

const HANDED_IN = reportStatus.where(({ handedIn }) => handedIn)

/** SQL: the report `r` on the proposal `p` is closed (isClosed of the rules). */
export const isReportClosed = sql<boolean>`(p.global_score is not null and r.status <> all(${HANDED_IN}::smallint[]))`

/** SQL: the reviewer of the report `r` has a conflict of interest, or has stated one through a link. */
export const reviewerTakesPart = (conflict: RawBuilder<boolean>) =>
  sql<boolean>`(r.conflict_stated or ${conflict})`

/** SQL: something can still be done on the report `r` of the proposal `p`: its term `t` is not disabled, and it is not closed. */
const isReportOpen = sql<boolean>`(not t.disabled and not ${isReportClosed})`

/** Reports with what rules and mails need of their proposal, term and reviewer. A null viewer is the system, which has no conflicts. */
const selectReports = (db: Db, viewer: Viewer | null) =>
  db
    .selectFrom('reports as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .leftJoin('users as b', 'b.id', 'r.on_behalf_user_id')
    .leftJoin('users as s', 's.id', 'r.saved_by')
    .select(['r.id', 'r.proposal_id', 'r.user_id', 'r.status', 'r.rank'])
    .select(REPORT_FIELDS.map(({ name }) => `r.${name}` as const))
    .select([
      'r.submitted_at',
      'p.title',
      'p.status as proposal_status',
      'p.term_id',
      't.disabled as term_disabled',
    ])
    .select(['t.reviews_due_at', 'r.requested_at', 'r.reminded_at'])
    .select(['u.name', 'u.email', 'u.affiliation', 'u.is_reviewer', 'u.disabled'])
    .select(['b.name as on_behalf_by', 'r.version', 'r.saved_at', 's.name as saved_by'])
    .select([
      sql<boolean>`p.global_score is not null`.as('closed'),
      reviewerTakesPart(hasConflict('u')).as('takes_part'),
      'r.conflict_stated',
      'r.decline_note',
      (viewer ? viewerHasConflict(viewer) : sql<boolean>`false`).as('conflict'),
      (viewer ? sql<boolean>`not ${seesReport(viewer)}` : sql<boolean>`false`).as('withheld'),
      (viewer ? reportRankFor(viewer) : sql<number | null>`r.rank`).as('shown_rank'),
    ])

export type Report = Awaited<ReturnType<ReturnType<typeof selectReports>['executeTakeFirstOrThrow']>>

const findReportById = prepareQuery((db: Db, param: Param<{ viewer: number; id: number }>) =>
  selectReports(db, { id: param('viewer') }).where('r.id', '=', param('id')),
)

/** A report with the rank that its reader may see. */
const withShownRank = (report: Report): Report => ({ ...report, rank: report.shown_rank })

/** One report as the actor may read it, or undefined. */
export async function findReadReport(db: Db, actor: Actor, id: number): Promise<Report | undefined> {
  const report = await findReport(db, actor, id)
  return report && withShownRank(report)
}

/** One report with the actor's own conflict, for commands; undefined without one. */
export const findReport = async (db: Db, actor: Actor, id: number): Promise<Report | undefined> =>
  (await findReportById(db, { viewer: actor.id, id }))[0]

/** The proposal of a report, with notes, confirmed samples and its saves since the request; no note with a conflict. */
export const findReviewedProposal = prepareQuery(
  (db: Db, param: Param<{ viewer: number; id: number; report_id: number }>) =>
    selectProposals(db)
      .select([
        sql<string>`coalesce(${unlessConflict({ id: param('viewer') }, sql`p.additional_notes`)}, '')`.as(
          'additional_notes',
        ),
        confirmedSamples.as('confirmed'),
        savesSince(sql`(select requested_at from reports where id = ${param('report_id')})`).as('saves'),
      ])
      .where('p.id', '=', param('id')),
)

/** Reports by id, sorted by reviewer and proposal. */
export const findReports = (db: Db, actor: Actor | null, ids: readonly number[]) =>
  selectReports(db, actor)
    .where('r.id', '=', sql<number>`any(${ids}::int[])`)
    .orderBy('r.user_id')
    .orderBy('p.id')
    .execute()

/** The reports of a term in some statuses, without closed ones, that the actor may see, by their reviewers' last names. */
export const findReportsOfTerm = (db: Db, actor: Actor, term_id: number, statuses: readonly ReportStatus[]) =>
  selectReports(db, actor)
    .select(waitingAction(REPORT_ACTIONS, 'r.id').as('about_to'))
    .where('p.term_id', '=', term_id)
    .where('r.status', '=', anyOf(statuses))
    .where(sql<boolean>`not ${isReportClosed}`)
    .where(seesReport(actor))
    .orderBy('u.folded_last_name')
    .orderBy('u.id')
    .orderBy('p.id')
    .execute()

/** Adds a report; undefined when the user already reviews the proposal. */
export const insertReport = (tx: Db, proposal_id: number, user_id: number, at: Date) =>
  tx
    .insertInto('reports')
    .values({ proposal_id, user_id, created_at: at.toISOString(), updated_at: at.toISOString() })
    .onConflict((conflict) => conflict.columns(['proposal_id', 'user_id']).doNothing())
    .returning('id')
    .executeTakeFirst()

/** The ids of one reviewer's open reports in some statuses. */
export async function findOpenReportIds(
  db: Db,
  user_id: number,
  statuses: readonly ReportStatus[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('reports as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .select('r.id')
    .where('r.user_id', '=', user_id)
    .where('r.status', '=', anyOf(statuses))
    .where(isReportOpen)
    .orderBy('r.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The reports on a proposal that the actor may read: for staff without those `hidden` from them, for a reviewer their own. */
export async function findReportsOn(
  db: Db,
  actor: Actor,
  proposal_id: number,
  hidden = sql<boolean>`not ${seesReport(actor)}`,
) {
  const reports = await selectReports(db, actor)
    .where('r.proposal_id', '=', proposal_id)
    .where(isStaff(actor) ? sql<boolean>`not ${hidden}` : sql<boolean>`r.user_id = ${actor.id}`)
    .orderBy('r.id')
    .execute()
  return reports.map(withShownRank)
}

/** Pairs of user and proposal with a conflict of interest. */
export const findConflictedUsers = (db: Db, users: number[], proposals: number[]) =>
  db
    .selectFrom('users as u')
    .innerJoin('proposals as p', (join) => join.on('p.id', '=', sql<number>`any(${proposals}::int[])`))
    .select(['p.id as proposal_id', 'u.id as user_id'])
    .where('u.id', '=', sql<number>`any(${users}::int[])`)
    .where(hasConflict('u'))
    .execute()

/** Locks a proposal that gets a reviewer against a change of its status or people. */
export const lockProposal = (tx: Db, actor: Actor, id: number) =>
  tx
    .selectFrom('proposals as p')
    .select(['p.id', 'p.status', 'p.term_id', viewerHasConflict(actor).as('conflict')])
    .where('p.id', '=', id)
    .forShare()
    .executeTakeFirst()

/** A user as a possible reviewer of a proposal. */
export const findCandidate = (tx: Db, id: number, proposal_id: number) =>
  tx
    .selectFrom('users as u')
    .innerJoin('proposals as p', (join) => join.on('p.id', '=', proposal_id))
    .select(['u.name', 'u.is_reviewer', 'u.disabled', hasConflict('u').as('takes_part')])
    .where('u.id', '=', id)
    .executeTakeFirst()

const OPEN_TO_REVIEWER = reportStatus.where(({ reviewer }) => reviewer === 'open')
const LISTED_TO_REVIEWER = reportStatus.where(({ reviewer }) => reviewer !== 'hidden')

/** The reports of one reviewer; those not requested yet do not exist for them. */
const selectAssigned = (db: Db, user_id: number) =>
  db
    .selectFrom('reports as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .select(['r.id', 'r.status', 'r.rank', 'r.science_score', 'r.technical_score'])
    .select(['p.id as proposal_id', 'p.title', 'p.abstract', 'u.name', 'u.affiliation', 't.id as term_id'])
    .select(['t.reviews_due_at as due_at', 'r.submitted_at', 't.disabled as term_disabled'])
    .select(isReportClosed.as('closed'))
    .select(viewerHasConflict({ id: user_id }).as('takes_part'))
    .select(savesSince(sql`r.requested_at`).as('saves'))
    .where('r.user_id', '=', user_id)
    .where('r.status', '=', anyOf(LISTED_TO_REVIEWER))

type AssignedRow = Awaited<ReturnType<ReturnType<typeof selectAssigned>['executeTakeFirstOrThrow']>>

const toAssignedReport = ({
  proposal_id,
  title,
  abstract,
  name,
  affiliation,
  term_id,
  due_at,
  submitted_at,
  term_disabled,
  takes_part,
  saves,
  ...report
}: AssignedRow): AssignedReport => ({
  ...report,
  due_at,
  submitted_at,
  term_disabled,
  takes_part,
  proposal_id,
  changes: isClosedToReviewer(report.status) ? null : proposalChanges(saves),
  reports: [report],
  proposal: {
    id: proposal_id,
    term_id,
    title,
    name,
    affiliation,
    abstract,
    shortAbstract: shortAbstract(abstract),
  },
})

const byProposal = sql`p.id, r.id`

/** A page of a reviewer's own reports. */
export async function findAssigned(db: Db, user_id: number, f: AssignedFilter) {
  const query = selectAssigned(db, user_id)
    .where(
      rowMatches(f, {
        ...proposalConditions,
        rank: condition.equals('r.rank'),
        not_submitted: condition.ignore,
        submitted: condition.ignore,
        assigned: condition.ignore,
        reviewed: condition.ignore,
        scored: condition.ignore,
        excellent: condition.ignore,
        very_good: condition.ignore,
        good: condition.ignore,
        fair: condition.ignore,
        poor: condition.ignore,
        not_scored: condition.ignore,
        is_unlocked: condition.ignore,
      }),
    )
    .orderBy(
      order(f, byProposal, {
        ...proposalSorts,
        proposal_id: 'p.id',
        status: 'r.status',
        rank: nullsLast('r.rank'),
        science_score: nullsLast('r.science_score'),
        technical_score: nullsLast('r.technical_score'),
      }),
    )
  const page = await pageOf(query, f)
  return { ...page, data: page.data.map(toAssignedReport) }
}

/** A reviewer's open requests. */
export async function findRequested(db: Db, user_id: number): Promise<AssignedReport[]> {
  const rows = await selectAssigned(db, user_id)
    .where('r.status', '=', REPORT_REQUESTED)
    .where(isReportOpen)
    .orderBy(byProposal)
    .execute()
  return rows.map(toAssignedReport)
}

/** SQL: the viewer may open the report `r` of the proposal `p`: staff who may see it, or its reviewer. */
const mayOpen = (actor: Actor, asStaff: boolean): RawBuilder<boolean> =>
  asStaff ? seesReport(actor) : sql`r.status = any(${OPEN_TO_REVIEWER}::smallint[])`

/** The reports for previous/next navigation: one reviewer's in one term, by proposal. */
export function findNavigation(
  db: Db,
  actor: Actor,
  { user_id, term_id }: { user_id: number; term_id: number },
  asStaff: boolean,
): Promise<NavigationEntry[]> {
  return db
    .selectFrom('reports as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .select(['r.id', 'r.proposal_id', 'r.status', isReportClosed.as('closed')])
    .where('r.user_id', '=', user_id)
    .where('p.term_id', '=', term_id)
    .where(mayOpen(actor, asStaff))
    .orderBy('p.id')
    .execute()
}

const lockOne = prepareQuery((db: Db, param: Param<{ id: number }>) =>
  db
    .selectFrom('reports as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .select('r.id')
    .where('r.id', '=', param('id'))
    .forShare('p')
    .forShare('t')
    .forUpdate('r'),
)

/** `lockReportRows` for one report in one statement: PostgreSQL takes a row's locks in the order of the clauses. */
export const lockReportRow = (tx: Db, id: number) => lockOne(tx, { id })

/**
 * Locks reports until the transaction ends: first their proposals and terms, so that none is cancelled, edited, scored
 * or closed meanwhile, then the reports, or all reports of their reviewers. Read them only after locking: they may have
 * changed before.
 */
export async function lockReportRows(tx: Db, ids: readonly number[], { withReviewersReports = false } = {}) {
  const anyOf = sql<number>`any(${ids}::int[])`
  await tx
    .selectFrom('proposals')
    .select('id')
    .where('id', 'in', (eb) => eb.selectFrom('reports').select('proposal_id').where('reports.id', '=', anyOf))
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
        .where('reports.id', '=', anyOf),
    )
    .orderBy('id')
    .forShare()
    .execute()
  await tx
    .selectFrom('reports')
    .select('id')
    .where(withReviewersReports ? 'user_id' : 'id', 'in', (eb) =>
      eb
        .selectFrom('reports as held')
        .select(withReviewersReports ? 'held.user_id as key' : 'held.id as key')
        .where('held.id', '=', anyOf),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
}

export const updateReports = (tx: Db, ids: readonly number[], fields: Updateable<Reports>, at: Date) =>
  tx
    .updateTable('reports')
    .set({ ...fields, updated_at: at.toISOString() })
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .execute()

type ReportContent = Omit<ReportInput, 'version'> & Pick<Selectable<Reports>, 'version' | 'on_behalf_user_id'>

/** Writes scores and comments of a locked report, with who saved it and when. */
export const updateReportContent = prepareQuery(
  (tx: Db, param: Param<ReportContent & { id: number; saved_by: number; saved_at: string }>) =>
    tx
      .updateTable('reports')
      .set({
        ...(Object.fromEntries(REPORT_FIELDS.map(({ name }) => [name, param(name)])) as {
          [Name in ReportFieldName]: Expression<ReportInput[Name]>
        }),
        on_behalf_user_id: param('on_behalf_user_id'),
        version: param('version'),
        saved_by: param('saved_by'),
        saved_at: param('saved_at'),
        updated_at: param('saved_at'),
      })
      .where('id', '=', param('id')),
)

export const deleteReport = (tx: Db, id: number) => tx.deleteFrom('reports').where('id', '=', id).execute()

/** The reports that a reviewer was asked for and that are open; none on a proposal that they have a conflict with. */
export const findOwed = (db: Db, reviewer: Actor) =>
  db
    .selectFrom('reports as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .select(['r.id', 'r.proposal_id', 'p.term_id', 't.reviews_due_at'])
    .where('r.user_id', '=', reviewer.id)
    .where('r.status', '=', anyOf(reportStatus.where(({ reminder }) => reminder !== null)))
    .where(isReportOpen)
    .where(sql<boolean>`not ${reviewerTakesPart(viewerHasConflict(reviewer))}`)
    .orderBy('r.id')
    .execute()
