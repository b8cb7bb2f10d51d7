import { sql } from 'kysely'
import { isHandedIn, type ReportStatus } from '#domain/reports/status.ts'
import { type Actor, isStaff } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'
import { type Given, prepared } from '../platform/database/prepared.ts'
import { among } from '../platform/sql.ts'
import { confirmedSamples, wholeProposals } from '../proposals/read_sql.ts'
import {
  hasConflict,
  unlessConflict,
  type Viewer,
  viewerHasConflict,
} from '../users/conflict_shared_queries.ts'

/** A report with what rules and mails need to know of its proposal, term and reviewer. The system itself, null, has no conflict. */
const reportsOf = (db: Db, viewer: Viewer | null) =>
  db
    .selectFrom('reports as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .leftJoin('users as b', 'b.id', 'r.on_behalf_user_id')
    .leftJoin('users as s', 's.id', 'r.saved_by')
    .select(['r.id', 'r.proposal_id', 'r.user_id', 'r.status', 'r.rank', 'r.science_score'])
    .select(['r.technical_score', 'r.science_comment_strength', 'r.science_comment_weakness'])
    .select(['r.technical_comment_strength', 'r.technical_comment_weakness', 'r.submitted_at'])
    .select(['p.title', 'p.status as proposal_status', 'p.term_id', 't.disabled as term_disabled'])
    .select(['t.reviews_due_at', 'r.requested_at', 'r.reminded_at'])
    .select(['u.name', 'u.email', 'u.affiliation', 'u.is_reviewer', 'u.disabled'])
    .select(['b.name as on_behalf_by', 'r.version', 'r.saved_at', 's.name as saved_by'])
    .select([
      sql<boolean>`p.global_score is not null`.as('closed'),
      hasConflict('u').as('takes_part'),
      (viewer ? viewerHasConflict(viewer) : sql<boolean>`false`).as('conflict'),
    ])

export type Report = Awaited<ReturnType<ReturnType<typeof reportsOf>['executeTakeFirstOrThrow']>>

const findOne = prepared((db: Db, given: Given<{ viewer: number; id: number }>) =>
  reportsOf(db, { id: given('viewer') }).where('r.id', '=', given('id')),
)

/** One report as the actor stands to it, or undefined. */
export const findReport = async (db: Db, actor: Actor, id: number): Promise<Report | undefined> =>
  (await findOne(db, { viewer: actor.id, id }))[0]

/** The proposal that a report is on, with what is kept beside it; no note with a conflict. */
export const findReviewed = prepared((db: Db, given: Given<{ viewer: number; id: number }>) =>
  wholeProposals(db)
    .select([
      sql<string>`coalesce(${unlessConflict({ id: given('viewer') }, sql`p.additional_notes`)}, '')`.as(
        'additional_notes',
      ),
      confirmedSamples.as('confirmed'),
    ])
    .where('p.id', '=', given('id')),
)

/** Reports by id, by proposal and reviewer. */
export const findReports = (db: Db, actor: Actor | null, ids: readonly number[]) =>
  reportsOf(db, actor)
    .where('r.id', '=', sql<number>`any(${ids}::int[])`)
    .orderBy('r.user_id')
    .orderBy('p.id')
    .execute()

/** The reports of a term in some statuses that the actor may see, by their reviewers' last names. */
export const findReportsIn = (db: Db, actor: Actor, term_id: number, statuses: readonly ReportStatus[]) =>
  reportsOf(db, actor)
    .where('p.term_id', '=', term_id)
    .where('r.status', '=', among(statuses))
    .where(sql<boolean>`not ${viewerHasConflict(actor)}`)
    .orderBy('u.folded_last_name')
    .orderBy('u.id')
    .orderBy('p.id')
    .execute()

/** Makes somebody a proposal's reviewer, or nothing when they are already. */
export const addReport = (tx: Db, proposal_id: number, user_id: number, at: Date) =>
  tx
    .insertInto('reports')
    .values({ proposal_id, user_id, created_at: at.toISOString(), updated_at: at.toISOString() })
    .onConflict((conflict) => conflict.columns(['proposal_id', 'user_id']).doNothing())
    .returning('id')
    .executeTakeFirst()

/** The ids of one reviewer's reports in some statuses, in terms that are not disabled. */
export async function findOpenIds(
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
    .where('r.status', '=', among(statuses))
    .where('t.disabled', '=', false)
    .orderBy('r.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The reports on a proposal that the actor may have: all for staff without a conflict, else the own one. */
export const findReportsOn = (db: Db, actor: Actor, proposal_id: number) =>
  reportsOf(db, actor)
    .where('r.proposal_id', '=', proposal_id)
    .where(
      isStaff(actor) ? sql<boolean>`not ${viewerHasConflict(actor)}` : sql<boolean>`r.user_id = ${actor.id}`,
    )
    .orderBy('r.id')
    .execute()

/** The submitted reports on a proposal that the actor may have. */
export const findSubmittedOn = async (db: Db, actor: Actor, proposal_id: number) =>
  (await findReportsOn(db, actor, proposal_id)).filter(({ status }) => isHandedIn(status))

/** Which of the users have a conflict of interest with which of the proposals. */
export const findParts = (db: Db, users: number[], proposals: number[]) =>
  db
    .selectFrom('users as u')
    .innerJoin('proposals as p', (join) => join.on('p.id', '=', sql<number>`any(${proposals}::int[])`))
    .select(['p.id as proposal_id', 'u.id as user_id'])
    .where('u.id', '=', sql<number>`any(${users}::int[])`)
    .where(hasConflict('u'))
    .execute()

/** A proposal that gets a reviewer, held against a change of its status or people. */
export const holdProposal = (tx: Db, actor: Actor, id: number) =>
  tx
    .selectFrom('proposals as p')
    .select(['p.id', 'p.status', 'p.term_id', viewerHasConflict(actor).as('conflict')])
    .where('p.id', '=', id)
    .forShare()
    .executeTakeFirst()

/** What a user is to a proposal. */
export const findCandidate = (tx: Db, id: number, proposal_id: number) =>
  tx
    .selectFrom('users as u')
    .innerJoin('proposals as p', (join) => join.on('p.id', '=', proposal_id))
    .select(['u.is_reviewer', 'u.disabled', hasConflict('u').as('takes_part')])
    .where('u.id', '=', id)
    .executeTakeFirst()
