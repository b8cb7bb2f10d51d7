import { sql } from 'kysely'
import type { ProposalFilter } from '#domain/proposals/list.ts'
import { reportStatus } from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'
import { fits } from '../platform/lists.ts'
import { conflictsOf, unlessConflict, type Viewer } from '../users/conflict_sql.ts'
import { asksOf, created, orderOf } from './queries.ts'
import {
  AVERAGED,
  counted,
  handedIn,
  outstanding,
  progressFor,
  rankFor,
  reviewedBy,
  scoreFor,
} from './visible_queries.ts'

type Figure = keyof typeof AVERAGED
const FIGURES = Object.keys(AVERAGED) as Figure[]

const label = sql`case r.status ${sql.join(
  reportStatus.states.map((state) => sql`when ${sql.lit(state.code)} then ${sql.lit(state.label)}`),
  sql` `,
)} end`

const ofSubmitted = (figure: Figure) => {
  const value = AVERAGED[figure]
  return {
    sum: sql`sum(${value}) filter (where r.status = ${handedIn})`,
    count: sql`nullif(count(${value}) filter (where r.status = ${handedIn}), 0)`,
  }
}

/** SQL: the proposals of a term, or of all, as `proposal_id` of a table named `of`. */
const ofTerm = (of: 'r' | 'k', term_id: number | undefined) =>
  term_id === undefined
    ? sql``
    : sql`join proposals q on q.id = ${sql.ref(`${of}.proposal_id`)} and q.term_id = ${term_id}`

/**
 * SQL: all that the file says of the reports on each proposal, and what it may be sorted by (standings), gathered in one
 * pass: where all are asked for, less than a look for each. Averages as averagesOf in the rules rounds them.
 */
const reportsGathered = (term_id: number | undefined) => sql<
  { proposal_id: number; reviewers: string } & Record<`${Figure}_rounded`, number | null>
>`(
  select r.proposal_id,
    string_agg(reviewer.name || ' (' || ${label} || ')', E'\\n' order by r.id) as reviewers,
    bool_or(r.status = ${outstanding}) filter (where r.status = ${counted}) as outstanding,
    count(*) filter (where r.status = ${handedIn}) as submitted, ${sql.join(
      FIGURES.flatMap((figure) => {
        const { sum, count } = ofSubmitted(figure)
        return [
          sql`${sum}::float8 / ${count} as ${sql.ref(figure)}`,
          sql`floor(${sum} * 100::float8 / ${count} + 0.5) / 100 as ${sql.ref(`${figure}_rounded`)}`,
        ]
      }),
    )}
  from reports r ${ofTerm('r', term_id)} join users reviewer on reviewer.id = r.user_id group by r.proposal_id)`

/** SQL: the keywords of each proposal with commas, gathered in one pass. */
const keywordsGathered = (term_id: number | undefined) => sql<{ proposal_id: number; keywords: string }>`(
  select k.proposal_id, string_agg(coalesce(m.name, k.keyword_other), ', ' order by k.position) as keywords
  from proposal_keywords k ${ofTerm('k', term_id)} left join keywords m on m.id = k.keyword_id group by k.proposal_id)`

/** All proposals that a filter finds, through a cursor, with what stands in the file. */
export const streamProposals = (db: Db, actor: Actor, f: ProposalFilter) => {
  const viewer: Viewer = { id: actor.id, conflict: sql<boolean>`(p.id = any(viewer.proposals))` }
  const average = (figure: Figure) =>
    unlessConflict(viewer, sql.ref<number | null>(`standing.${figure}_rounded`))
  return created(db)
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .innerJoin(
      // Read once: without the limit it would be for each value that asks of it.
      sql<{ proposals: number[] }>`(select ${conflictsOf(viewer)} as proposals limit 1)`.as('viewer'),
      (join) => join.onTrue(),
    )
    .leftJoin(reportsGathered(f.term_id).as('standing'), 'standing.proposal_id', 'p.id')
    .leftJoin(keywordsGathered(f.term_id).as('named'), 'named.proposal_id', 'p.id')
    .where(fits(f, asksOf(viewer)))
    .orderBy(orderOf(viewer, f))
    .select(['p.id', 'p.user_id', 'u.name', 'u.email', 'u.affiliation', 'p.term_id', 'p.title', 'p.abstract'])
    .select([
      'named.keywords',
      progressFor(viewer, reviewedBy(sql.ref('standing.outstanding'))).as('progress'),
      sql<0 | 1>`p.is_unlocked::int`.as('is_unlocked'),
      scoreFor(viewer).as('global_score'),
      rankFor(viewer).as('rank'),
      unlessConflict(viewer, sql.ref<string | null>('standing.reviewers')).as('reviewers'),
      average('science_score').as('science_score_average'),
      average('technical_score').as('technical_score_average'),
      average('total').as('total_score_average'),
      average('rank').as('rank_average'),
    ])
    .stream(500)
}
