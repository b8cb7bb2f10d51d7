import { type Expression, type SqlBool, sql } from 'kysely'
import { ticked } from '#domain/filters.ts'
import type { AssignedSampleFilter, ProposalFilter } from '#domain/proposals/list.ts'
import { shortAbstract } from '#domain/proposals/rules.ts'
import { NOT_CREATED, SUBMITTED } from '#domain/proposals/status.ts'
import type { ReportStatus } from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import { PROGRESS_TICKS, progress } from '#domain/staff/progress.ts'
import { scoreBand } from '#domain/staff/score_band.ts'
import type { Db } from '../platform/context.ts'
import { collaboratorsOf, holds, pageOf } from '../platform/sql.ts'
import { conflictOf } from '../proposals/conflict_sql.ts'
import { assignedSamples } from '../proposals/read_sql.ts'
import { bandFor, progressFor, rankFor, scoreFor } from './visible_queries.ts'

const SCORE_TICKS = ['excellent', 'very_good', 'good', 'fair', 'poor', 'not_scored'] as const

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

/** Created proposals in the order of their ids, with what a list says of each. */
const listed = (db: Db, actor: Actor) =>
  db
    .selectFrom('proposals as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.id', 'p.user_id', 'u.name', 'u.email', 'u.affiliation', 'p.term_id', 'p.title'])
    .select(scoreFor(actor).as('global_score'))
    .where('p.status', '!=', NOT_CREATED)
    .orderBy('p.id')

/** SQL: a proposal fits the texts and the term of a form. */
const fitsTexts = (f: AssignedSampleFilter | ProposalFilter): Expression<SqlBool>[] => [
  holds('u.name', f.name),
  holds('u.email', f.email),
  holds('u.affiliation', f.affiliation),
  holds('p.title', f.title),
  ...(f.term_id === undefined ? [] : [sql<SqlBool>`p.term_id = ${f.term_id}`]),
]

/** SQL: a proposal fits the ticks, as far as the actor sees what they ask for. */
function fitsTicks(actor: Actor, f: ProposalFilter): Expression<SqlBool>[] {
  const wanted = ticked(f, PROGRESS_TICKS)
  const found = wanted && progress.where(({ ticks }) => ticks.some((tick) => wanted.includes(tick)))
  const scores = ticked(f, SCORE_TICKS)
  const bands = scores && scoreBand.where(({ tick }) => scores.includes(tick))
  return [
    ...(found ? [sql<SqlBool>`${progressFor(actor)} = any(${found}::int[])`] : []),
    ...(scores
      ? [
          sql<SqlBool>`case when ${bandFor(actor)} is null then ${scores.includes('not_scored')}::boolean
            else ${bandFor(actor)} = any(${bands}::int[]) end`,
        ]
      : []),
    ...(f.is_unlocked === true ? [sql<SqlBool>`p.is_unlocked`] : []),
  ]
}

const matching = (db: Db, actor: Actor, f: ProposalFilter) =>
  listed(db, actor)
    .select(['p.abstract', 'p.status', sql<0 | 1>`p.is_unlocked::int`.as('is_unlocked')])
    .select([
      keywords.as('selected_keywords'),
      conflictOf(actor).as('conflict'),
      progressFor(actor).as('progress'),
      rankFor(actor).as('rank'),
      reportsFor(actor).as('reports'),
    ])
    .where(({ and, exists, selectFrom }) =>
      and([
        ...fitsTexts(f),
        ...fitsTicks(actor, f),
        holds('p.abstract', f.abstract),
        ...(f.keywords === undefined
          ? []
          : [
              exists(
                selectFrom('proposal_keywords as k')
                  .select('k.id')
                  .whereRef('k.proposal_id', '=', 'p.id')
                  .where('k.keyword_id', '=', f.keywords),
              ),
            ]),
      ]),
    )

/** A page of proposals. */
export async function findProposals(db: Db, actor: Actor, f: ProposalFilter) {
  const page = await pageOf(matching(db, actor, f), f)
  const data = page.data.map((row) => ({ ...row, shortAbstract: shortAbstract(row.abstract) }))
  return { ...page, data }
}

/** All proposals that a filter finds, through a cursor. */
export const streamProposals = (db: Db, actor: Actor, f: ProposalFilter) => matching(db, actor, f).stream(200)

/** Proposals that have samples assigned; with `sample_id`, that one among them. */
const withSamples = (db: Db, actor: Actor, f: AssignedSampleFilter) =>
  listed(db, actor)
    .select(assignedSamples.as('assigned_samples'))
    .where(({ and, exists, selectFrom }) =>
      and([
        ...fitsTexts(f),
        exists(
          selectFrom('assignments as a')
            .select('a.id')
            .whereRef('a.proposal_id', '=', 'p.id')
            .$if(f.sample_id !== undefined, (q) => q.where('a.sample_id', '=', f.sample_id!)),
        ),
      ]),
    )

export const findWithSamples = (db: Db, actor: Actor, f: AssignedSampleFilter) =>
  pageOf(withSamples(db, actor, f), f)
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
