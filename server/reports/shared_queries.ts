import { type SqlBool, sql } from 'kysely'
import { averagesOf } from '#domain/reports/averages.ts'
import { REPORT_FIELDS } from '#domain/reports/fields.ts'
import type { ReportOnProposal, ReportReasons } from '#domain/reports/report.ts'
import { type ReportFacts, whyNotSave, whyNotSubmitReport } from '#domain/reports/rules.ts'
import { isHandedIn, reportStatus } from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import { REPORT_ACTIONS } from '#domain/undo/rules.ts'
import type { Db } from '../platform/context.ts'
import { anyOf } from '../platform/sql.ts'
import { waitingAction } from '../undo/shared_queries.ts'
import {
  hasConflict,
  reportRankFor,
  type Viewer,
  viewerHasConflict,
} from '../users/conflict_shared_queries.ts'
import { findReportsOn, reviewerTakesPart } from './queries.ts'
import { seesReport } from './withheld_shared_queries.ts'

/** A report as it is read together with its proposal. */
type NestedReport = Omit<ReportOnProposal, keyof ReportReasons | 'closed'> & { takes_part: boolean }

/** SQL: the reports on the proposal `p` that the viewer may see, as a nested list; empty with a conflict. */
export const reportsUnlessConflict = (viewer: Viewer) => sql<NestedReport[]>`
  case when ${viewerHasConflict(viewer)} then '[]'::json else coalesce((
    select json_agg(json_build_object('id', r.id, 'proposal_id', r.proposal_id, 'status', r.status, 'rank', ${reportRankFor(viewer)},
      ${sql.join(REPORT_FIELDS.map(({ name }) => sql`${sql.lit(name)}, ${sql.ref(`r.${name}`)}`))},
      'user_id', r.user_id, 'user', json_build_object('id', v.id, 'name', v.name, 'affiliation', v.affiliation),
      'on_behalf_by', b.name, 'submitted_at', r.submitted_at, 'version', r.version, 'takes_part', ${reviewerTakesPart(hasConflict('v'))},
      'about_to', ${waitingAction(REPORT_ACTIONS, 'r.id')},
      'decline_reason', r.decline_reason, 'decline_note', r.decline_note, 'decline_suggestion', r.decline_suggestion,
      'conflict_stated', r.conflict_stated)
      order by r.id)
    from reports r join users v on v.id = r.user_id left join users b on b.id = r.on_behalf_user_id
    where r.proposal_id = p.id and ${seesReport(viewer)}), '[]'::json) end`

/** Nested reports as the staff's detail returns them; `facts` are those of their proposal. */
export const toReportsOnProposal = (
  reports: NestedReport[],
  facts: Pick<ReportFacts, 'term' | 'proposal_status' | 'closed'>,
): ReportOnProposal[] =>
  reports.map(({ takes_part, submitted_at, ...report }) => ({
    ...report,
    closed: facts.closed,
    submitted_at: submitted_at && new Date(submitted_at).toISOString(),
    why_not_save: whyNotSave({ ...report, ...facts }, takes_part),
    why_not_submit: whyNotSubmitReport({ ...report, ...facts }, takes_part),
  }))

/** The submitted reports on a proposal that the actor may read. */
export const findSubmittedOn = async (db: Db, actor: Actor, proposal_id: number) =>
  (await findReportsOn(db, actor, proposal_id)).filter(({ status }) => isHandedIn(status))
export type SubmittedReport = Awaited<ReturnType<typeof findSubmittedOn>>[number]

/** The averages over the submitted reports on a proposal; all null where they are withheld. */
export const findAverages = async (db: Db, actor: Actor, proposal_id: number) =>
  averagesOf(await findReportsOn(db, actor, proposal_id))

/**
 * The requested and accepted reports on a proposal, which its first global score closes and clearing it opens again: for
 * the office, and for whoever has the chair of a meeting and may owe one of them.
 */
export const findReportsToClose = async (db: Db, actor: Actor, proposal_id: number) =>
  (await findReportsOn(db, actor, proposal_id, viewerHasConflict(actor))).filter(
    ({ status }) => reportStatus.of(status).reminder !== null,
  )

/** The reviewer's own report on a proposal, or undefined. */
export const findOwnReport = (db: Db, user_id: number, proposal_id: number) =>
  db
    .selectFrom('reports')
    .select(['id', 'status'])
    .where('user_id', '=', user_id)
    .where('proposal_id', '=', proposal_id)
    .executeTakeFirst()

/**
 * SQL: the user `u` is an active reviewer, or has reports that the actor may see. For queries over many users: the users
 * with such reports are collected once.
 */
export const isListedReviewerInBulk = (
  actor: Viewer,
) => sql<SqlBool>`((u.is_reviewer and not u.disabled) or u.id in (
  select r.user_id from reports r where not ${viewerHasConflict(actor, 'r.proposal_id')}))`

/** SQL: the same for queries over few users: checked for each user `u`. */
export const isListedReviewer = (
  actor: Viewer,
) => sql<SqlBool>`((u.is_reviewer and not u.disabled) or exists (
  select from reports r where r.user_id = u.id and not ${viewerHasConflict(actor, 'r.proposal_id')} offset 0))`

/** The reviewers who have submitted a report on a proposal, by name, with what keeps a question from being sent to them. */
export const findSubmittedReviewers = (db: Db, proposal_id: number) =>
  db
    .selectFrom('reports as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.id as report_id', 'r.user_id', 'u.name', 'u.email', 'u.disabled'])
    .select(reviewerTakesPart(hasConflict('u')).as('has_conflict'))
    .where('r.proposal_id', '=', proposal_id)
    .where('r.status', '=', anyOf(reportStatus.where(({ handedIn }) => handedIn)))
    .orderBy('u.name')
    .orderBy('r.id')
    .execute()
