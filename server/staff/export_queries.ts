import { sql } from 'kysely'
import type { ProposalFilter } from '#domain/proposals/contract.ts'
import type { ReportStatus } from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'
import { rowMatches } from '../platform/lists.ts'
import { orcidOf } from '../platform/sql.ts'
import { unlockedAt } from '../proposals/shared_queries.ts'
import { JOINED_VIEWER, unlessWithheld, viewerRow } from '../reports/withheld_shared_queries.ts'
import { rankFor, type Viewer } from '../users/conflict_shared_queries.ts'
import { type AdjustedTotals, conditionsOf, orderOf, selectCreated } from './queries.ts'
import {
  averageFor,
  averageRankFor,
  counted,
  outstanding,
  progressFor,
  rankAverageFor,
  rankAverages,
  reviewProgress,
  scoreFor,
  totalsFor,
} from './shared_queries.ts'
import { ownGradeFor, type ViewFacts } from './view_queries.ts'

/** SQL: the proposals `p` of a term, or of all, joined to their reports or keywords `of`. */
const ofTerm = (of: 'r' | 'k', term_id: number | undefined) =>
  sql`join proposals p on p.id = ${sql.ref(`${of}.proposal_id`)} and ${term_id === undefined ? sql`true` : sql`p.term_id = ${term_id}`}`

/** A report as the file needs it. */
type FileReport = [status: ReportStatus, reviewer: string]

/**
 * SQL: the reports on each proposal, aggregated in one pass: for a whole term this costs less than a lookup per proposal.
 */
const aggregatedReports = (viewer: Viewer, term_id: number | undefined) => sql<{
  proposal_id: number
  reports: FileReport[]
  rank: number | null
}>`(
  select r.proposal_id,
    json_agg(json_build_array(r.status, reviewer.name) order by r.id) as reports,
    ${averageRankFor({ ...viewer, ...JOINED_VIEWER })} as rank,
    bool_or(r.status = ${outstanding}) filter (where r.status = ${counted}) as outstanding
  from reports r ${ofTerm('r', term_id)} join users reviewer on reviewer.id = r.user_id
    cross join ${viewerRow(viewer)} group by r.proposal_id)`

/** SQL: the keywords of each proposal, aggregated in one pass. */
const aggregatedKeywords = (term_id: number | undefined) => sql<{ proposal_id: number; keywords: string }>`(
  select k.proposal_id, string_agg(coalesce(m.name, k.keyword_other), ', ' order by k.position) as keywords
  from proposal_keywords k ${ofTerm('k', term_id)} left join keywords m on m.id = k.keyword_id group by k.proposal_id)`

/** Rows of the proposals file: all proposals that match a filter. */
export function streamProposals(
  db: Db,
  actor: Actor,
  f: ProposalFilter,
  now: Date,
  adjusted: AdjustedTotals,
  facts: ViewFacts,
) {
  const viewer: Viewer = { id: actor.id, ...JOINED_VIEWER }
  return selectCreated(db)
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .innerJoin(viewerRow(actor), (join) => join.onTrue())
    .leftJoin(aggregatedReports(actor, f.term_id).as('given'), 'given.proposal_id', 'p.id')
    .leftJoin('review_figures as reviews', 'reviews.proposal_id', 'p.id')
    .$if(f.sort === 'rank_average', (rows) =>
      rows.leftJoin(rankAverages(actor, 'all terms').as('ranks'), 'ranks.proposal_id', 'p.id'),
    )
    .leftJoin(aggregatedKeywords(f.term_id).as('named'), 'named.proposal_id', 'p.id')
    .where(rowMatches(f, conditionsOf(viewer, now, facts)))
    .orderBy(orderOf(viewer, f, adjusted, facts))
    .select(['p.id', 'p.term_id', 'p.user_id', 'u.name', 'u.email', 'u.affiliation', 'p.title', 'p.abstract'])
    .select(orcidOf('u.id').as('orcid'))
    .select(['named.keywords', sql<0 | 1>`coalesce(${unlockedAt(now)}, false)::int`.as('is_unlocked')])
    .select([
      progressFor(viewer, reviewProgress(sql.ref('given.outstanding'))).as('progress'),
      scoreFor(viewer).as('global_score'),
      rankFor(viewer).as('rank'),
      ownGradeFor(viewer, facts).as('my_grade'),
      unlessWithheld(viewer, sql<FileReport[] | null>`given.reports`).as('reports'),
      averageFor(viewer, 'science_score').as('science_score_average'),
      averageFor(viewer, 'technical_score').as('technical_score_average'),
      averageFor(viewer, 'total').as('total_score_average'),
      rankAverageFor(viewer, 'given').as('rank_average'),
      totalsFor(viewer).as('totals'),
    ])
    .stream(50)
}
