import { sql } from 'kysely'
import type { AssignedSampleFilter, ProposalFilter } from '#domain/proposals/list.ts'
import { shortAbstract } from '#domain/proposals/rules.ts'
import { NOT_CREATED, SUBMITTED } from '#domain/proposals/status.ts'
import { averagesOf, totalsOf } from '#domain/reports/averages.ts'
import { isHandedIn, type ReportStatus, reportStatus } from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import { PROGRESS_REVIEWED, progress } from '#domain/staff/progress.ts'
import { scoreBand } from '#domain/staff/score_band.ts'
import type { Paging } from '#domain/wire.ts'
import * as ask from '../platform/asks.ts'
import type { Db } from '../platform/context.ts'
import { fits, order, pageOf } from '../platform/lists.ts'
import { collaboratorsOf } from '../platform/sql.ts'
import { fitsProposal, proposalSorts } from '../proposals/list_sql.ts'
import { assignedSamples } from '../proposals/read_sql.ts'
import { conflictOf } from '../users/conflict_sql.ts'
import {
  averageFor,
  bandFor,
  progressFor,
  rankFor,
  scoreFor,
  submittedFor,
  toScore,
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
const reportsFor = (actor: Actor) => sql<ListedReport[]>`coalesce((
  select json_agg(json_build_object('id', r.id, 'title', p.title, 'status', r.status, 'rank', r.rank,
    'science_score', r.science_score, 'technical_score', r.technical_score,
    'user', json_build_object('id', reviewer.id, 'name', reviewer.name)) order by r.id)
  from reports r join users reviewer on reviewer.id = r.user_id
  where r.proposal_id = p.id and not ${conflictOf(actor)}), '[]'::json)`

/** Created proposals, with what a list says of each; what the actor does not see of them is not in it. */
const listed = (db: Db, actor: Actor) =>
  db
    .selectFrom('proposals as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.id', 'p.user_id', 'u.name', 'u.email', 'u.affiliation', 'p.term_id', 'p.title'])
    .select(scoreFor(actor).as('global_score'))
    .select(['p.abstract', 'p.status', sql<0 | 1>`p.is_unlocked::int`.as('is_unlocked')])
    .select([
      keywords.as('selected_keywords'),
      conflictOf(actor).as('conflict'),
      progressFor(actor).as('progress'),
      rankFor(actor).as('rank'),
      versionFor(actor, 'score').as('score_version'),
      reportsFor(actor).as('reports'),
      assignedSamples.as('assigned_samples'),
    ])
    .where('p.status', '!=', NOT_CREATED)

/** The proposals that a filter finds, by id; what the actor does not see of them neither finds nor sorts them. */
const matching = (db: Db, actor: Actor, f: ProposalFilter) =>
  listed(db, actor)
    .where(
      fits(f, {
        ...fitsProposal,
        ...ask.ticks(progressFor(actor), progress.states),
        ...ask.ticks(sql`coalesce(${bandFor(actor)}, 0)`, BANDS),
        is_unlocked: ask.onlyIf('p.is_unlocked'),
        is_reviewed: (on) => (on ? sql`${progressFor(actor)} >= ${PROGRESS_REVIEWED}` : null),
        without_reviewer: (on) => (on ? withoutReviewer(actor) : null),
        to_score: (on) => (on ? toScore(actor) : null),
        ids: ask.among('p.id'),
      }),
    )
    .orderBy(
      order(f, sql`p.id`, {
        ...proposalSorts,
        progress: progressFor(actor),
        global_score: scoreFor(actor),
        rank: rankFor(actor),
        reports_submitted: submittedFor(actor),
        science_score_average: averageFor(actor, 'science_score'),
        technical_score_average: averageFor(actor, 'technical_score'),
        total_score_average: averageFor(actor, 'total'),
        rank_average: averageFor(actor, 'rank'),
      }),
    )

/** What a proposal's reports come to, taken together. */
const standingOf = (reports: ListedReport[]) => ({
  ...averagesOf(reports),
  totals: totalsOf(reports),
  reports_submitted: reports.filter(({ status }) => isHandedIn(status)).length,
  reports_asked: reports.filter(({ status }) => reportStatus.of(status).counted).length,
})

/** A page of proposals, each with what its reports come to. */
async function pageOfProposals(query: ReturnType<typeof listed>, f: Paging) {
  const page = await pageOf(query, f)
  const data = page.data.map((row) => ({
    ...row,
    ...standingOf(row.reports),
    shortAbstract: shortAbstract(row.abstract),
  }))
  return { ...page, data }
}

/** A page of proposals. */
export const findProposals = (db: Db, actor: Actor, f: ProposalFilter) =>
  pageOfProposals(matching(db, actor, f), f)

/** All proposals that a filter finds, through a cursor. */
export const streamProposals = (db: Db, actor: Actor, f: ProposalFilter) => matching(db, actor, f).stream(200)

/** Proposals that have samples assigned; with `sample_id`, that one among them. */
const withSamples = (db: Db, actor: Actor, f: AssignedSampleFilter) =>
  listed(db, actor)
    .where(
      fits(f, {
        ...ask.person('u'),
        term_id: ask.equals('p.term_id'),
        title: ask.holds('p.title'),
        sample_id: (id) => sql`exists (select from assignments as a
          where a.proposal_id = p.id and ${id === undefined ? sql`true` : sql`a.sample_id = ${id}`})`,
      }),
    )
    .orderBy(order(f, sql`p.id`, { ...proposalSorts, global_score: scoreFor(actor) }))

export const findWithSamples = (db: Db, actor: Actor, f: AssignedSampleFilter) =>
  pageOfProposals(withSamples(db, actor, f), f)
export const streamWithSamples = (db: Db, actor: Actor, f: AssignedSampleFilter) =>
  withSamples(db, actor, f).stream(200)

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
