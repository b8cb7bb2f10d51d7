import { sql } from 'kysely'
import type { Paging } from '#domain/endpoint.ts'
import type { AssignedSampleFilter, ProposalFilter } from '#domain/proposals/list.ts'
import { shortAbstract } from '#domain/proposals/rules.ts'
import { NOT_CREATED, SUBMITTED } from '#domain/proposals/status.ts'
import { averagesOf, totalsOf } from '#domain/reports/averages.ts'
import { isHandedIn, type ReportStatus, reportStatus } from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import { PROGRESS_REVIEWED, PROGRESS_SCORED, progress, scoreBand } from '#domain/staff/status.ts'
import * as ask from '../platform/asks.ts'
import type { Db } from '../platform/context.ts'
import { type Given, prepared } from '../platform/database/prepared.ts'
import { fits, looksInto, nullable, order, pageByIds, type Where } from '../platform/lists.ts'
import { collaboratorsOf } from '../platform/sql.ts'
import { fitsProposal, proposalSorts } from '../proposals/list_sql.ts'
import { assignedSamples } from '../proposals/read_sql.ts'
import { conflictingProposalIds, type Viewer, viewerHasConflict } from '../users/conflict_shared_queries.ts'
import {
  averageFor,
  bandFor,
  progressAmong,
  progressFor,
  rankFor,
  scoreFor,
  standings,
  submittedFor,
  versionFor,
  withoutReviewer,
} from './visible_queries.ts'

/** The bands of the score with their ticks; no score at all counts as 0. */
const BANDS = [
  ...scoreBand.states.map(({ code, tick }) => ({ code, ticks: [tick] })),
  { code: 0, ticks: ['not_scored' as const] },
]

const keywords = sql<string[]>`coalesce((
  select json_agg(coalesce(m.name, k.keyword_other) order by k.position)
  from proposal_keywords k left join keywords m on m.id = k.keyword_id where k.proposal_id = p.id), '[]'::json)`

interface ListedReport {
  id: number
  title: string
  status: ReportStatus
  rank: number | null
  science_score: number | null
  technical_score: number | null
  user: { id: number; name: string }
}

/** SQL: the reports of the proposal `p`, none with a conflict. */
const reportsFor = (viewer: Viewer) => sql<ListedReport[]>`coalesce((
  select json_agg(json_build_object('id', r.id, 'title', p.title, 'status', r.status, 'rank', r.rank,
    'science_score', r.science_score, 'technical_score', r.technical_score,
    'user', json_build_object('id', reviewer.id, 'name', reviewer.name)) order by r.id)
  from reports r join users reviewer on reviewer.id = r.user_id
  where r.proposal_id = p.id and not ${viewerHasConflict(viewer)}), '[]'::json)`

/** The proposals that there are to the staff. */
export const created = (db: Db) =>
  db.selectFrom('proposals as p').where('p.status', '!=', sql.lit(NOT_CREATED))
type Created = ReturnType<typeof created>

const withProposer = (query: Created) => query.innerJoin('users as u', 'u.id', 'p.user_id')

/** What a list says of each proposal; what the viewer does not see of them is not in it. */
const shown = (query: Created, viewer: Viewer) =>
  withProposer(query)
    .select(['p.id', 'p.user_id', 'u.name', 'u.email', 'u.affiliation', 'p.term_id', 'p.title'])
    .select(scoreFor(viewer).as('global_score'))
    .select(['p.abstract', 'p.status', sql<0 | 1>`p.is_unlocked::int`.as('is_unlocked')])
    .select([
      keywords.as('selected_keywords'),
      viewerHasConflict(viewer).as('conflict'),
      progressFor(viewer).as('progress'),
      rankFor(viewer).as('rank'),
      versionFor(viewer, 'score').as('score_version'),
      reportsFor(viewer).as('reports'),
      assignedSamples.as('assigned_samples'),
    ])

const findShown = prepared((db, given: Given<{ viewer: number; ids: number[] }>) =>
  shown(created(db), { id: given('viewer'), conflict: sql<boolean>`(p.id = any(viewer.proposals))` })
    .innerJoin(
      // Read once: without the limit it would be for each value that asks of it.
      sql<{
        proposals: number[]
      }>`(select ${conflictingProposalIds({ id: given('viewer') })} as proposals limit 1)`.as('viewer'),
      (join) => join.onTrue(),
    )
    .where('p.id', '=', sql<number>`any(${given('ids')}::int[])`),
)

/** What a proposal's reports come to, taken together. */
const standingOf = (reports: ListedReport[]) => ({
  ...averagesOf(reports),
  totals: totalsOf(reports),
  reports_submitted: reports.filter(({ status }) => isHandedIn(status)).length,
  reports_asked: reports.filter(({ status }) => reportStatus.of(status).counted).length,
})

/** A page of the proposals that a filter finds, each with what its reports come to. */
const pageOfProposals = <F extends Paging & { sort?: string | undefined }>(
  db: Db,
  actor: Actor,
  f: F,
  where: Where<F>,
  sorted: (query: Created) => Created,
) => {
  const found = created(db).where(fits(f, where))
  return pageByIds(
    db,
    {
      found,
      sorted: sorted(found).$if(ask.byPerson(f), (query) =>
        query.innerJoin('users as u', 'u.id', 'p.user_id'),
      ),
      id: 'p.id',
      rows: async (ids) =>
        (await findShown(db, { viewer: actor.id, ids })).map((row) => ({
          ...row,
          ...standingOf(row.reports),
          shortAbstract: shortAbstract(row.abstract),
        })),
      idOf: ({ id }) => id,
      looksInto: looksInto(f, where),
    },
    f,
  )
}

/** What the filter of the list asks; what the viewer does not see of a proposal does not find it. */
export const asksOf = (viewer: Viewer): Where<ProposalFilter> => ({
  ...fitsProposal,
  ...ask.ticks((codes) => progressAmong(viewer, codes), progress.states),
  ...ask.ticks(ask.oneOf(sql`coalesce(${bandFor(viewer)}, 0)`), BANDS),
  is_unlocked: ask.onlyIf('p.is_unlocked'),
  is_reviewed: ask.onlyIf(() => progressAmong(viewer, [PROGRESS_REVIEWED, PROGRESS_SCORED])),
  without_reviewer: ask.onlyIf(() => withoutReviewer(viewer)),
  to_score: ask.onlyIf(() => progressAmong(viewer, [PROGRESS_REVIEWED])),
  ids: ask.among('p.id'),
})

const BY_STANDING: readonly ProposalFilter['sort'][] = [
  'reports_submitted',
  'science_score_average',
  'technical_score_average',
  'total_score_average',
  'rank_average',
]

/** SQL: the order that a filter asks for, else by id; what the viewer does not see does not sort. The proposer is `u`. */
export const orderOf = (viewer: Viewer, f: ProposalFilter) =>
  order(f, sql`p.id`, {
    ...proposalSorts,
    progress: nullable(progressFor(viewer)),
    global_score: nullable(scoreFor(viewer)),
    rank: nullable(rankFor(viewer)),
    reports_submitted: submittedFor(viewer),
    science_score_average: nullable(averageFor(viewer, 'science_score')),
    technical_score_average: nullable(averageFor(viewer, 'technical_score')),
    total_score_average: nullable(averageFor(viewer, 'total')),
    rank_average: nullable(averageFor(viewer, 'rank')),
  })

/** In the order that a filter asks for. */
const sorted = (actor: Actor, f: ProposalFilter) => (query: Created) =>
  query
    .$if(BY_STANDING.includes(f.sort), (by) =>
      by.leftJoinLateral(
        standings(f.term_id === undefined ? 'all terms' : 'one term').as('standing'),
        (join) => join.onRef('standing.proposal_id', '=', 'p.id'),
      ),
    )
    .orderBy(orderOf(actor, f)) as Created

/** A page of proposals. */
export const findProposals = (db: Db, actor: Actor, f: ProposalFilter) =>
  pageOfProposals(db, actor, f, asksOf(actor), sorted(actor, f))

/** Proposals that have samples assigned; with `sample_id`, that one among them. */
const withSamples: Where<AssignedSampleFilter> = {
  ...ask.user('p.user_id'),
  term_id: ask.equals('p.term_id'),
  title: ask.holds('p.title'),
  sample_id: (id) => sql`exists (select from assignments as a
    where a.proposal_id = p.id and ${id === undefined ? sql`true` : sql`a.sample_id = ${id}`})`,
}

const sortedWithSamples = (actor: Actor, f: AssignedSampleFilter) => (query: Created) =>
  query.orderBy(order(f, sql`p.id`, { ...proposalSorts, global_score: nullable(scoreFor(actor)) }))

export const findWithSamples = (db: Db, actor: Actor, f: AssignedSampleFilter) =>
  pageOfProposals(db, actor, f, withSamples, sortedWithSamples(actor, f))
export const streamWithSamples = (db: Db, actor: Actor, f: AssignedSampleFilter) =>
  shown(sortedWithSamples(actor, f)(created(db).where(fits(f, withSamples))), actor).stream(200)

/** A term's submitted proposals with everybody who takes part. */
export const findSubmitted = (db: Db, term_id: number) =>
  db
    .selectFrom('proposals as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.id', 'p.title', 'u.name', 'u.email', 'u.affiliation'])
    .select(collaboratorsOf('proposal_collaborators', 'p.id').as('proposal_collaborator'))
    .where('p.term_id', '=', term_id)
    .where('p.status', '=', SUBMITTED)
    .orderBy('p.id')
    .execute()
