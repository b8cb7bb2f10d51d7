import { type RawBuilder, sql } from 'kysely'
import type { ProposalFilter } from '#domain/proposals/list.ts'
import { reportStatus } from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import { progress } from '#domain/staff/status.ts'
import type { Db } from '../platform/context.ts'
import type { CopiedColumn } from '../platform/csv.ts'
import { copied } from '../platform/database/copied.ts'
import { fits } from '../platform/lists.ts'
import { conflictingProposalIds, unlessConflict, type Viewer } from '../users/conflict_shared_queries.ts'
import { conditionsOf, orderOf, selectCreated } from './queries.ts'
import {
  AVERAGED,
  counted,
  handedIn,
  outstanding,
  progressFor,
  rankFor,
  reviewProgress,
  scoreFor,
} from './shared_queries.ts'

type Figure = keyof typeof AVERAGED
const FIGURES = Object.keys(AVERAGED) as Figure[]

interface FileColumn extends CopiedColumn {
  cell(viewer: Viewer): RawBuilder<unknown>
}
const plain = (header: string, cell: FileColumn['cell']): FileColumn => ({ header, isText: false, cell })
const text = (header: string, cell: FileColumn['cell']): FileColumn => ({ header, isText: true, cell })

/** SQL: the label of a state by its code. */
const labelled = (code: RawBuilder<unknown>, states: readonly { code: number; label: string }[]) =>
  sql`case ${code} ${sql.join(
    states.map((state) => sql`when ${sql.lit(state.code)} then ${sql.lit(state.label)}`),
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
    string_agg(reviewer.name || ' (' || ${labelled(sql`r.status`, reportStatus.states)} || ')', E'\\n' order by r.id) as reviewers,
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

const average = (figure: Figure) => (viewer: Viewer) =>
  unlessConflict(viewer, sql.ref(`standing.${figure}_rounded`))
/** A number as it is written elsewhere: 3.5 and not 3.50. */
const bare = (number: RawBuilder<number | null>) => sql`${number}::float8`

/** The file's columns, with the SQL of their cells. */
const COLUMNS = [
  plain('ID', () => sql`p.id`),
  plain('Term', () => sql`'AO' || p.term_id`),
  plain('Proposer ID', () => sql`p.user_id`),
  text('Name', () => sql`u.name`),
  text('E-mail', () => sql`u.email`),
  text('Affiliation', () => sql`u.affiliation`),
  text('Title', () => sql`p.title`),
  text('Abstract', () => sql`p.abstract`),
  text('Keywords', () => sql`named.keywords`),
  plain('Status', (viewer) =>
    labelled(progressFor(viewer, reviewProgress(sql.ref('standing.outstanding'))), progress.states),
  ),
  plain('Unlocked', () => sql`p.is_unlocked::int`),
  plain('Global Score', (viewer) => bare(scoreFor(viewer))),
  plain('Rank', (viewer) => bare(rankFor(viewer))),
  text('Reviewers', (viewer) => unlessConflict(viewer, sql.ref('standing.reviewers'))),
  plain('Average Science Score', average('science_score')),
  plain('Average Technical Score', average('technical_score')),
  plain('Average Total Score', average('total')),
  plain('Average Rank', average('rank')),
]
export const proposalColumns: readonly CopiedColumn[] = COLUMNS

/** All proposals that a filter finds, with what stands in the file of them. */
export function copyProposals(db: Db, actor: Actor, f: ProposalFilter) {
  const viewer: Viewer = { id: actor.id, conflict: sql<boolean>`(p.id = any(viewer.proposals))` }
  const found = selectCreated(db)
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .innerJoin(
      // Read once: without the limit it would be for each value that asks of it.
      sql<{ proposals: number[] }>`(select ${conflictingProposalIds(viewer)} as proposals limit 1)`.as(
        'viewer',
      ),
      (join) => join.onTrue(),
    )
    .leftJoin(reportsGathered(f.term_id).as('standing'), 'standing.proposal_id', 'p.id')
    .leftJoin(keywordsGathered(f.term_id).as('named'), 'named.proposal_id', 'p.id')
    .where(fits(f, conditionsOf(viewer)))
    .orderBy(orderOf(viewer, f))
    .select(COLUMNS.map(({ header, cell }) => cell(viewer).as(header)))
  return copied(db, found)
}
