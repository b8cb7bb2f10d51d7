import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { SUBMITTED } from '#domain/proposals/status.ts'
import type { ReportOfReviewer, ReviewerFilter } from '#domain/reports/contract.ts'
import { whyNotRequestAll } from '#domain/reports/rules.ts'
import { REPORT_NOT_REQUESTED, reportStatus } from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import * as ask from '../platform/asks.ts'
import type { Db } from '../platform/context.ts'
import { fits, order, pageOf } from '../platform/lists.ts'
import { conflictOf, takesPart } from '../users/conflict_sql.ts'

/** SQL: the reports of the user `u` that the actor may see, in a term or in all. */
const visible = (actor: Actor, term_id: number | undefined) => sql`
  reports r join proposals p on p.id = r.proposal_id
  where r.user_id = u.id and not ${conflictOf(actor)}
    and ${term_id === undefined ? sql`true` : sql`p.term_id = ${term_id}`}`

const hasVisible = (
  actor: Actor,
  term_id?: number,
  more: Expression<unknown> = sql`true`,
): RawBuilder<SqlBool> => sql<SqlBool>`exists (select 1 from ${visible(actor, term_id)} and ${more})`

/** SQL: the user `u` is a reviewer who can be asked, or one whose reports can be seen. */
const isListed = (actor: Actor, term_id?: number) =>
  sql<SqlBool>`((u.is_reviewer and not u.disabled) or ${hasVisible(actor, term_id)})`

/** SQL: the form finds the user `u`. */
const fitsForm = (actor: Actor, f: ReviewerFilter) =>
  fits(f, {
    ...ask.person('u'),
    term_id: (term_id) => isListed(actor, term_id),
    status: (wanted) => {
      const ofStatus = ask.anyOf('r.status', reportStatus.codes)(wanted, f)
      return ofStatus && hasVisible(actor, f.term_id, ofStatus)
    },
  })

const reportFields = sql`json_build_object('id', r.id, 'status', r.status, 'proposal_id', p.id, 'term_id', p.term_id,
  'term_disabled', t.disabled, 'proposer', proposer.name, 'title', p.title,
  'proposal', json_build_object('id', p.id, 'term_id', p.term_id, 'title', p.title, 'name', proposer.name),
  'submitted_at', r.submitted_at, 'proposal_status', p.status,
  'requested_at', r.requested_at, 'reviews_due_at', t.reviews_due_at, 'reminded_at', r.reminded_at,
  'rank', r.rank, 'science_score', r.science_score, 'technical_score', r.technical_score, 'takes_part', ${takesPart('u')})`

/** SQL: the visible reports of the user `u`, as a nested list by proposal. */
const reportsOf = (actor: Actor, more: RawBuilder<unknown>) => sql<ReportOfReviewer[]>`coalesce((
  select json_agg(${reportFields} order by p.id)
  from reports r join proposals p on p.id = r.proposal_id join terms t on t.id = p.term_id
    join users proposer on proposer.id = p.user_id
  where r.user_id = u.id and not ${conflictOf(actor)} and ${more}), '[]'::json)`

const matching = (db: Db, actor: Actor, f: ReviewerFilter) =>
  db
    .selectFrom('users as u')
    .select(['u.id', 'u.name', 'u.email', 'u.affiliation'])
    .where(fitsForm(actor, f))
    .orderBy(order(f, sql`u.folded_last_name, u.id`, { ...ask.personSorts('u'), id: 'u.id' }))

/** A page of reviewers, each with the visible reports of the form's term. */
export const findReviewers = (db: Db, actor: Actor, f: ReviewerFilter) => {
  const inTerm = f.term_id === undefined ? sql`true` : sql`p.term_id = ${f.term_id}`
  return pageOf(matching(db, actor, f).select(reportsOf(actor, inTerm).as('report')), f)
}

/** How many visible reports of the form's term stand at each status, of all reviewers that the form finds. */
export async function findReportCounts(
  db: Db,
  actor: Actor,
  f: ReviewerFilter,
): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('reports as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.status', (eb) => eb.fn.countAll<number>().as('count')])
    .where(sql<SqlBool>`not ${conflictOf(actor)}`)
    .where(fitsForm(actor, f))
    .$if(f.term_id !== undefined, (q) => q.where('p.term_id', '=', f.term_id!))
    .groupBy('r.status')
    .execute()
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

/** A row per reviewer and visible report; a reviewer without one has a row of their own. */
export const streamReviews = (db: Db, actor: Actor, f: ReviewerFilter) =>
  matching(db, actor, f)
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('reports as r')
          .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
          .innerJoin('users as proposer', 'proposer.id', 'p.user_id')
          .select(['r.user_id', 'r.id as report_id', 'r.status', 'r.rank', 'r.science_score'])
          .select(['r.technical_score', 'r.science_comment_strength', 'r.science_comment_weakness'])
          .select(['r.technical_comment_strength', 'r.technical_comment_weakness', 'r.submitted_at'])
          .select(['p.id as proposal_id', 'p.term_id', 'p.title', 'proposer.name as proposer'])
          .where(sql<SqlBool>`not ${conflictOf(actor)}`)
          .$if(f.term_id !== undefined, (q) => q.where('p.term_id', '=', f.term_id!))
          .as('x'),
      (join) => join.onRef('x.user_id', '=', 'u.id'),
    )
    .selectAll('x')
    .orderBy('x.proposal_id')
    .stream(200)

/** What SEND ALL REQUEST asks for, with whom: not requested yet, may be requested, of the reviewers the form finds. */
export async function findNotRequested(db: Db, actor: Actor, f: ReviewerFilter) {
  if (whyNotRequestAll(f.status) !== null) return []
  return db
    .selectFrom('reports as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.id', 'u.id as user_id', 'u.name', 'u.email'])
    .where('r.status', '=', REPORT_NOT_REQUESTED)
    .where('p.status', '=', SUBMITTED)
    .where('t.disabled', '=', false)
    .where('u.is_reviewer', '=', true)
    .where('u.disabled', '=', false)
    .where(sql<SqlBool>`not ${takesPart('u')} and not ${conflictOf(actor)}`)
    .where(fitsForm(actor, f))
    .$if(f.term_id !== undefined, (q) => q.where('p.term_id', '=', f.term_id!))
    .orderBy('r.id')
    .execute()
}

/** A reviewer with the visible reports, those of the current term apart from all others. */
export const findReviewer = (db: Db, actor: Actor, id: number) =>
  db
    .selectFrom('users as u')
    .select(['u.id', 'u.name', 'u.email', 'u.affiliation', 'u.is_reviewer', 'u.disabled'])
    .select([
      reportsOf(actor, sql`t.is_current`).as('reports'),
      reportsOf(actor, sql`not t.is_current`).as('previous_reports'),
      neighbour(actor, '<', 'desc').as('prevReviewerID'),
      neighbour(actor, '>', 'asc').as('nextReviewerID'),
    ])
    .where('u.id', '=', id)
    .where(isListed(actor))
    .executeTakeFirst()

/** SQL: the reviewer next to the user `u` in the order of last names. */
const neighbour = (actor: Actor, side: '<' | '>', order: 'asc' | 'desc') => sql<number | null>`(
  select n.id from (select u.* from users u where ${isListed(actor)}) as n
  where (n.folded_last_name, n.id) ${sql.raw(side)} (u.folded_last_name, u.id)
  order by n.folded_last_name ${sql.raw(order)}, n.id ${sql.raw(order)} limit 1)`

/** Who a reviewer is, if the actor sees the reviewer at all. */
export const findReviewerName = (db: Db, actor: Actor, id: number) =>
  db
    .selectFrom('users as u')
    .select(['u.id', 'u.name', 'u.email', 'u.disabled'])
    .where('u.id', '=', id)
    .where(isListed(actor))
    .executeTakeFirst()

/** So many of the reviewers whom the actor sees and whose name, e-mail or affiliation holds the text, nearest first. */
export const findReviewersNamed = (db: Db, actor: Actor, text: string, most: number) =>
  db
    .selectFrom('users as u')
    .select(['u.id', 'u.name', 'u.email', 'u.affiliation'])
    .select(ask.nearness(text, 'u.name', 'u.email').as('near'))
    .where(fits({ text }, { text: ask.holds('u.name', 'u.email', 'u.affiliation') }))
    .where(isListed(actor))
    .orderBy('near')
    .orderBy(sql`u.folded_last_name, u.id`)
    .limit(most)
    .execute()
