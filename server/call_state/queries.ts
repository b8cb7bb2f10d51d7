import { type SqlBool, sql } from 'kysely'
import { UNCONFIRMED } from '#domain/allocation/status.ts'
import { NOT_REGISTERED } from '#domain/applicants/status.ts'
import { questionState } from '#domain/discussions/status.ts'
import { mailState } from '#domain/mail/status.ts'
import { NOT_CREATED, type ProposalStatus, SUBMITTED } from '#domain/proposals/status.ts'
import {
  isUnderReview,
  REPORT_ACCEPTED,
  REPORT_NOT_REQUESTED,
  REPORT_REQUESTED,
  REPORT_SUBMITTED,
  type ReportStatus,
} from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'
import { type Param, prepareQuery } from '../platform/database/prepared_query.ts'
import { anyOf } from '../platform/sql.ts'
import { reportsWithheld } from '../reports/withheld_shared_queries.ts'
import { mailVisibleTo, viewerHasConflict } from '../users/conflict_shared_queries.ts'

const count = sql<number>`count(*)`

/** Number of undecided notices of a term and the time of the oldest. */
export const findWaitingNotices = (db: Db, term_id: number) =>
  db
    .selectFrom('applicants')
    .select([count.as('count'), sql<string | null>`min(created_at)`.as('oldest')])
    .where('term_id', '=', term_id)
    .where('status', '=', NOT_REGISTERED)
    .executeTakeFirstOrThrow()

/** Number of mails that the viewer may see that failed and will be retried, and the time of the oldest. */
export const findRetriedMails = (db: Db, viewer: Actor) =>
  db
    .selectFrom('mails as m')
    .select([count.as('count'), sql<string | null>`min(created_at)`.as('oldest')])
    .where('state', '=', mailState.code.WAITING)
    .where('last_error', 'is not', null)
    .where(mailVisibleTo(viewer))
    .executeTakeFirstOrThrow()

/** Missing reports of a term in one status, without closed ones and proposals that the viewer has a conflict with. */
interface AwaitedReports {
  status: ReportStatus
  under_review: boolean
  count: number
  /** The reviewers, by last name. */
  names: string[]
  /** When the first of them was requested. */
  oldest: string | null
}

const AWAITED = [REPORT_NOT_REQUESTED, REPORT_REQUESTED, REPORT_ACCEPTED]

/** Grouped by reviewer first: a thousand reports have some fifty reviewers. */
const awaitedReportsQuery = prepareQuery((db: Db, param: Param<{ viewer: number; term_id: number }>) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('reports as r')
        .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
        .select(['r.status', 'r.user_id', count.as('count'), sql<string>`min(r.requested_at)`.as('oldest')])
        .where('p.term_id', '=', param('term_id'))
        .where('r.status', '=', anyOf(AWAITED))
        .where('p.global_score', 'is', null)
        .where(sql<SqlBool>`not ${viewerHasConflict({ id: param('viewer') })}`)
        .groupBy(['r.status', 'r.user_id'])
        .as('g'),
    )
    .innerJoin('users as u', 'u.id', 'g.user_id')
    .select(['g.status', sql<number>`sum(g.count)`.as('count')])
    .select(sql<string | null>`min(g.oldest)`.as('oldest'))
    .select(sql<string[]>`json_agg(u.name order by u.folded_last_name, u.id)`.as('names'))
    .groupBy('g.status'),
)

export async function findAwaitedReports(db: Db, actor: Actor, term_id: number): Promise<AwaitedReports[]> {
  const rows = await awaitedReportsQuery(db, { viewer: actor.id, term_id })
  return rows.map((row) => ({ ...row, under_review: isUnderReview(row.status) }))
}

/**
 * Unconfirmed assignments by next action. With `twoToConfirm`, one person proposes and another confirms; `own` were
 * proposed by the actor.
 */
export async function countAssignmentsToConfirm(
  db: Db,
  actor: Actor,
  term_id: number,
  twoToConfirm: boolean,
) {
  const step = sql<'propose' | 'confirm' | 'own'>`case
    when not ${twoToConfirm} then 'confirm' when a.proposed_by is null then 'propose'
    when a.proposed_by = ${actor.id} then 'own' else 'confirm' end`
  const rows = await db
    .selectFrom('assignments as a')
    .innerJoin('proposals as p', 'p.id', 'a.proposal_id')
    .innerJoin('samples as s', 's.id', 'a.sample_id')
    .select([step.as('step'), count.as('count'), sql<number>`count(distinct p.id)`.as('proposals')])
    .select(sql<number>`coalesce(sum(s.weight::numeric), 0)::float8`.as('mg'))
    .where('p.term_id', '=', term_id)
    .where('a.status', '=', UNCONFIRMED)
    .groupBy('step')
    .execute()
  const rowOf = (step: string) => rows.find((row) => row.step === step) ?? { count: 0, proposals: 0, mg: 0 }
  return { propose: rowOf('propose'), confirm: rowOf('confirm'), own: rowOf('own').count }
}

/** A term's saved proposals with an unlock that neither submitting nor locking has ended, the first to end first. */
/** The proposals that wait for a decision on their withdrawal; without those that the viewer has a conflict with. */
export const findWithdrawals = (db: Db, viewer: Actor, term_id: number) =>
  db
    .selectFrom('proposals as p')
    .innerJoin('withdrawals as w', 'w.proposal_id', 'p.id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.id', 'u.name', 'w.asked_at'])
    .where('p.term_id', '=', term_id)
    .where('p.status', '=', SUBMITTED)
    .where('w.decided_at', 'is', null)
    .where(sql<boolean>`not ${viewerHasConflict(viewer)}`)
    .orderBy('w.asked_at')
    .execute()

/** The questions to reviewers that wait for the office, the first first; without those on proposals that the viewer has a conflict with. */
export const findQuestions = (db: Db, viewer: Actor, term_id: number) =>
  db
    .selectFrom('reviewer_questions as q')
    .innerJoin('discussion_entries as e', (join) =>
      join.onRef('e.proposal_id', '=', 'q.proposal_id').onRef('e.number', '=', 'q.number'),
    )
    .innerJoin('proposals as p', 'p.id', 'q.proposal_id')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .select(['p.id', 'u.name'])
    .where('p.term_id', '=', term_id)
    .where('q.state', '=', questionState.code.WAITING)
    .where(sql<boolean>`not ${viewerHasConflict(viewer)}`)
    .orderBy('e.written_at')
    .orderBy('p.id')
    .orderBy('q.number')
    .execute()

export const findUnlocks = async (db: Db, term_id: number): Promise<Unlock[]> => {
  const rows = await db
    .selectFrom('proposals as p')
    .select(['p.id', 'p.status', 'p.unlocked_until'])
    .where('p.term_id', '=', term_id)
    .where('p.unlocked_until', 'is not', null)
    .where('p.status', '!=', NOT_CREATED)
    .orderBy('p.unlocked_until')
    .orderBy('p.id')
    .execute()
  return rows.map((row) => ({ ...row, unlocked_until: row.unlocked_until! }))
}
interface Unlock {
  id: number
  status: ProposalStatus
  unlocked_until: string
}

/** Samples assigned to several proposals of a term. */
export const findClashes = (db: Db, term_id: number) =>
  db
    .selectFrom('assignments as a')
    .innerJoin('proposals as p', 'p.id', 'a.proposal_id')
    .innerJoin('samples as s', 's.id', 'a.sample_id')
    .select(['s.name', sql<number[]>`array_agg(p.id order by p.id)`.as('proposals')])
    .where('p.term_id', '=', term_id)
    .groupBy(['s.id', 's.name'])
    .having(count, '>', 1)
    .orderBy('s.name')
    .execute()

/** Notices and submissions of a term at a point in time. */
export const countUntil = (db: Db, term_id: number, until: string) =>
  db
    .selectNoFrom([
      sql<number>`(select count(*) from applicants where term_id = ${term_id} and created_at <= ${until})`.as(
        'notices',
      ),
      sql<number>`(select count(*) from proposals where term_id = ${term_id} and status = ${SUBMITTED}
        and submitted_at <= ${until})`.as('submitted'),
    ])
    .executeTakeFirstOrThrow()

/** Proposals of a term: all, never opened by their proposer, and with assigned samples. */
export const countProposals = (db: Db, term_id: number) =>
  db
    .selectFrom('proposals as p')
    .select([
      count.as('proposers'),
      sql<number>`count(*) filter (where p.status = ${NOT_CREATED})`.as('unopened'),
      sql<number>`count(*) filter (where exists (select from assignments a where a.proposal_id = p.id))`.as(
        'allocated',
      ),
    ])
    .where('p.term_id', '=', term_id)
    .executeTakeFirstOrThrow()

/** Null at the first sign-in. */
export const findPreviousLogin = async (db: Db, actor: Actor) =>
  (
    await db
      .selectFrom('users')
      .select('previous_login_at')
      .where('id', '=', actor.id)
      .executeTakeFirstOrThrow()
  ).previous_login_at

/** Proposals with reports submitted since a point in time, latest first, without those whose reports are withheld from the viewer. */
export const findReviewedSince = (db: Db, actor: Actor, term_id: number, since: string | null) =>
  db
    .selectFrom('reports as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.id', 'p.title', 'u.name', count.as('reports')])
    .select(sql<string>`max(r.submitted_at)`.as('at'))
    .where('p.term_id', '=', term_id)
    .where('r.status', '=', REPORT_SUBMITTED)
    .where('r.submitted_at', 'is not', null)
    .where(sql<SqlBool>`not ${reportsWithheld(actor)}`)
    .$if(since !== null, (q) => q.where('r.submitted_at', '>', since!))
    .groupBy(['p.id', 'p.title', 'u.name'])
    .orderBy('at', 'desc')
    .orderBy('p.id')
    .execute()
