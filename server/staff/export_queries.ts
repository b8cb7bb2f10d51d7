import { sql } from 'kysely'
import type { ProposalFilter } from '#domain/proposals/contract.ts'
import { reportStatusShown } from '#domain/reports/rules.ts'
import { reportStatus } from '#domain/reports/status.ts'
import type { Db } from '../platform/context.ts'
import { rowMatches } from '../platform/lists.ts'
import { orcids } from '../platform/sql.ts'
import { unlockedAt } from '../proposals/shared_queries.ts'
import { unlessWithheld } from '../reports/withheld_shared_queries.ts'
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
  submittedFor,
  totalsFor,
} from './shared_queries.ts'
import { ownGradeFor, type ViewFacts } from './view_queries.ts'

/** SQL: the proposals `p` of a term, or of all, joined to their reports or keywords `of`. */
const ofTerm = (of: 'r' | 'k', term_id: number | undefined) =>
  sql`join proposals p on p.id = ${sql.ref(`${of}.proposal_id`)} and ${term_id === undefined ? sql`true` : sql`p.term_id = ${term_id}`}`

/** SQL: the status of the report `r` on the proposal `p`, as its reviewer is shown it. */
const statusShown = sql.join(
  reportStatus.states.map(({ code: status }) => {
    const [open, closed] = [false, true].map((closed) => sql.lit(reportStatusShown({ status, closed }).label))
    return sql`when ${sql.lit(status)} then case when p.global_score is null then ${open} else ${closed} end`
  }),
  sql` `,
)

/**
 * SQL: the reports on each proposal, aggregated in one pass: for a whole term this costs less than a lookup per proposal.
 */
const aggregatedReports = (viewer: Viewer, term_id: number | undefined) => sql<{
  proposal_id: number
  reviewers: string
  asked: number
  rank: number | null
}>`(
  select r.proposal_id,
    string_agg(reviewer.name || ' (' || case r.status ${statusShown} end || ')', chr(10) order by r.id) as reviewers,
    count(*) filter (where r.status = ${counted})::int as asked,
    ${averageRankFor(viewer)} as rank,
    bool_or(r.status = ${outstanding}) filter (where r.status = ${counted}) as outstanding
  from reports r ${ofTerm('r', term_id)} join users reviewer on reviewer.id = r.user_id
  group by r.proposal_id)`

/** SQL: the keywords of each proposal, aggregated in one pass. */
const aggregatedKeywords = (term_id: number | undefined) => sql<{ proposal_id: number; keywords: string }>`(
  select k.proposal_id, string_agg(coalesce(m.name, k.keyword_other), ', ' order by k.position) as keywords
  from proposal_keywords k ${ofTerm('k', term_id)} left join keywords m on m.id = k.keyword_id group by k.proposal_id)`

/** Rows of the proposals file: all proposals that match a filter. The viewer is that of `readViewer`. */
export const streamProposals = (
  db: Db,
  viewer: Viewer,
  f: ProposalFilter,
  now: Date,
  adjusted: AdjustedTotals,
  facts: ViewFacts,
) =>
  selectCreated(db)
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .leftJoin(orcids, 'identities.user_id', 'u.id')
    .leftJoin(aggregatedReports(viewer, f.term_id).as('given'), 'given.proposal_id', 'p.id')
    .leftJoin('review_figures as reviews', 'reviews.proposal_id', 'p.id')
    .$if(f.sort === 'rank_average', (rows) =>
      rows.leftJoin(rankAverages(viewer, 'all terms').as('ranks'), 'ranks.proposal_id', 'p.id'),
    )
    .leftJoin(aggregatedKeywords(f.term_id).as('named'), 'named.proposal_id', 'p.id')
    .where(rowMatches(f, conditionsOf(viewer, now, facts)))
    .orderBy(orderOf(viewer, f, adjusted, facts))
    .select(['p.id', 'p.term_id', 'p.user_id', 'u.name', 'u.email', 'u.affiliation', 'p.title', 'p.abstract'])
    .select([
      'identities.orcid',
      'named.keywords',
      sql<0 | 1>`coalesce(${unlockedAt(now)}, false)::int`.as('is_unlocked'),
    ])
    .select([
      progressFor(viewer, reviewProgress(sql.ref('given.outstanding'))).as('progress'),
      scoreFor(viewer).as('global_score'),
      rankFor(viewer).as('rank'),
      ownGradeFor(viewer, facts).as('my_grade'),
      unlessWithheld(viewer, sql.ref<string | null>('given.reviewers')).as('reviewers'),
      submittedFor(viewer).as('submitted'),
      unlessWithheld(viewer, sql.ref<number | null>('given.asked')).as('asked'),
      averageFor(viewer, 'science_score').as('science_score_average'),
      averageFor(viewer, 'technical_score').as('technical_score_average'),
      averageFor(viewer, 'total').as('total_score_average'),
      rankAverageFor(viewer, 'given').as('rank_average'),
      totalsFor(viewer).as('totals'),
    ])
    .stream(50)
