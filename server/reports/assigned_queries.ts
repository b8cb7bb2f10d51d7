import { type RawBuilder, sql } from 'kysely'
import { shortAbstract } from '#domain/proposals/rules.ts'
import type { AssignedFilter, AssignedReport } from '#domain/reports/contract.ts'
import type { NavigationEntry } from '#domain/reports/report.ts'
import { REPORT_REQUESTED, reportStatus } from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import * as ask from '../platform/asks.ts'
import type { Db } from '../platform/context.ts'
import { fits, nullable, order, pageOf } from '../platform/lists.ts'
import { among } from '../platform/sql.ts'
import { fitsProposal, proposalSorts } from '../proposals/list_sql.ts'
import { viewerHasConflict } from '../users/conflict_shared_queries.ts'

const OPEN = reportStatus.where(({ reviewer }) => reviewer === 'open')
const LISTED = reportStatus.where(({ reviewer }) => reviewer !== 'hidden')

/** The reports of one reviewer; those not requested are not there for them. */
const reportsFor = (db: Db, user_id: number) =>
  db
    .selectFrom('reports as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .select(['r.id', 'r.status', 'r.rank', 'r.science_score', 'r.technical_score'])
    .select(['p.id as proposal_id', 'p.title', 'p.abstract', 'u.name', 'u.affiliation', 't.id as term_id'])
    .select('t.reviews_due_at as due_at')
    .where('r.user_id', '=', user_id)
    .where('r.status', '=', among(LISTED))

type Row = Awaited<ReturnType<ReturnType<typeof reportsFor>['executeTakeFirstOrThrow']>>

const asReport = ({
  proposal_id,
  title,
  abstract,
  name,
  affiliation,
  term_id,
  due_at,
  ...report
}: Row): AssignedReport => ({
  ...report,
  due_at,
  proposal_id,
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
  const query = reportsFor(db, user_id)
    .where(
      fits(f, {
        ...fitsProposal,
        rank: ask.equals('r.rank'),
        not_submitted: ask.ignored,
        submitted: ask.ignored,
        assigned: ask.ignored,
        reviewed: ask.ignored,
        scored: ask.ignored,
        excellent: ask.ignored,
        very_good: ask.ignored,
        good: ask.ignored,
        fair: ask.ignored,
        poor: ask.ignored,
        not_scored: ask.ignored,
        is_unlocked: ask.ignored,
      }),
    )
    .orderBy(
      order(f, byProposal, {
        ...proposalSorts,
        proposal_id: 'p.id',
        status: 'r.status',
        rank: nullable('r.rank'),
        science_score: nullable('r.science_score'),
        technical_score: nullable('r.technical_score'),
      }),
    )
  const page = await pageOf(query, f)
  return { ...page, data: page.data.map(asReport) }
}

/** A reviewer's requests that can be answered. */
export async function findRequested(db: Db, user_id: number): Promise<AssignedReport[]> {
  const rows = await reportsFor(db, user_id)
    .where('r.status', '=', REPORT_REQUESTED)
    .where('t.disabled', '=', false)
    .orderBy(byProposal)
    .execute()
  return rows.map(asReport)
}

/** SQL: the viewer may open the report `r` of the proposal `p`: staff without a conflict, or its reviewer. */
const mayOpen = (actor: Actor, asStaff: boolean): RawBuilder<boolean> =>
  asStaff ? sql`not ${viewerHasConflict(actor)}` : sql`r.status = any(${OPEN}::smallint[])`

/** The reports that a viewer walks through: one reviewer's in one term, by proposal. */
export function findWalk(
  db: Db,
  actor: Actor,
  { user_id, term_id }: { user_id: number; term_id: number },
  asStaff: boolean,
): Promise<NavigationEntry[]> {
  return db
    .selectFrom('reports as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .select(['r.id', 'r.proposal_id', 'r.status'])
    .where('r.user_id', '=', user_id)
    .where('p.term_id', '=', term_id)
    .where(mayOpen(actor, asStaff))
    .orderBy('p.id')
    .execute()
}
