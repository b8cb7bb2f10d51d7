import { type RawBuilder, sql } from 'kysely'
import { reportStatus } from '#domain/reports/status.ts'
import type { Db } from '../platform/context.ts'
import { type Param, prepareQuery } from '../platform/database/prepared_query.ts'
import {
  conflictingProposalIds,
  isOneOf,
  termsOf,
  type Viewer,
  viewerHasConflict,
} from '../users/conflict_shared_queries.ts'

const AWAITED = reportStatus.where(({ reminder }) => reminder !== null)

/**
 * SQL: the proposals on which the viewer, a reviewer on the panel, still owes a report: it is requested or accepted, and the
 * proposal neither scored nor of a disabled term. None for the office.
 */
export const owedProposalIds = ({ id }: Pick<Viewer, 'id'>) =>
  sql<number[]>`array(
    select own.proposal_id from reports own
    join users viewer on viewer.id = own.user_id
    join proposals reviewed on reviewed.id = own.proposal_id join terms due on due.id = reviewed.term_id
    where own.user_id = ${id} and own.status = any(${AWAITED}::smallint[])
      and viewer.is_panel and viewer.is_reviewer and not viewer.is_administration_office
      and reviewed.global_score is null and not due.disabled)`

/**
 * SQL: the viewer owes a report on the proposal whose id is in the column `proposal_id`. The proposals are determined once per
 * query.
 */
export const owesReport = (viewer: Viewer, proposal_id = 'p.id'): RawBuilder<boolean> =>
  isOneOf(proposal_id, viewer.owed ?? owedProposalIds(viewer))

/** The viewer as a query joins them as `viewer`: what they may not see is determined once, not for each value that depends on it. */
export const JOINED_VIEWER = {
  proposals: sql.ref<number[]>('viewer.proposals'),
  terms: sql.ref<number[]>('viewer.terms'),
  owed: sql.ref<number[]>('viewer.owed'),
} satisfies Partial<Viewer>
/** SQL: the row to join as `viewer`. The limits make PostgreSQL evaluate it once. */
export const viewerRow = ({ id }: Pick<Viewer, 'id'>) =>
  sql<Record<keyof typeof JOINED_VIEWER, number[]>>`(
    select proposals, ${termsOf(sql.ref('proposals'))} as terms, ${owedProposalIds({ id })} as owed
    from (select ${conflictingProposalIds({ id })} as proposals limit 1) as conflicts limit 1)`.as('viewer')

/**
 * What a viewer may not see, to be read right before a long query: of most it is nothing, and then the query is shorter and planned
 * sooner.
 */
export async function readViewer(db: Db, id: number): Promise<Viewer> {
  const [hidden] = await readHidden(db, { id })
  return { id, ...hidden! }
}
const readHidden = prepareQuery((db, param: Param<{ id: number }>) =>
  db.selectFrom(viewerRow({ id: param('id') })).selectAll(),
)

/**
 * SQL: the viewer sees no figures over the reports on a proposal: they have a conflict of interest with it, or still owe a
 * report on it. Every query that returns or uses reports of others must use this or `seesReport`.
 */
export const reportsWithheld = (viewer: Viewer, proposal_id?: string): RawBuilder<boolean> =>
  sql<boolean>`(${viewerHasConflict(viewer, proposal_id)} or ${owesReport(viewer, proposal_id)})`

/** SQL: the viewer may see the report `r`: no conflict of interest, and their own or one on a proposal that they owe no report on. */
export const seesReport = (viewer: Viewer): RawBuilder<boolean> =>
  sql<boolean>`(not ${viewerHasConflict(viewer, 'r.proposal_id')}
    and (r.user_id = ${viewer.id} or not ${owesReport(viewer, 'r.proposal_id')}))`

/** SQL: a figure over the reports on the proposal `p`, or null where they are withheld. */
export const unlessWithheld = <T>(viewer: Viewer, value: RawBuilder<T>): RawBuilder<T | null> =>
  sql<T | null>`case when ${reportsWithheld(viewer)} then null else ${value} end`
