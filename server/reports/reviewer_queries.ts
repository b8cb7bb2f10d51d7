import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { SUBMITTED } from '#domain/proposals/status.ts'
import type { ReportOfReviewer, ReviewerFilter } from '#domain/reports/contract.ts'
import { whyNotRequestAll } from '#domain/reports/rules.ts'
import { REPORT_NOT_REQUESTED, type ReportStatus, reportStatus } from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import * as ask from '../platform/asks.ts'
import type { Db } from '../platform/context.ts'
import { type Given, prepared } from '../platform/database/prepared.ts'
import { fits, looksInto, order, pageByIds, type Where } from '../platform/lists.ts'
import { nearest } from '../platform/nearest.ts'
import { conflictOf, conflictsOf, takesPart, type Viewer } from '../users/conflict_sql.ts'

/** SQL: the reports that the actor may see, in a term or in all; a term's are found by its proposals. */
const seen = (actor: Actor, term_id: number | undefined) => sql`
  select r.user_id, r.status from reports r
  ${term_id === undefined ? sql`` : sql`join proposals p on p.id = r.proposal_id and p.term_id = ${term_id}`}
  where not ${conflictOf(actor, 'r.proposal_id')}`

/** SQL: the user `u` is a reviewer who can be asked, or one whose reports can be seen. */
const isListed = (actor: Actor, term_id?: number) => sql<SqlBool>`u.id in (
  select id from users where is_reviewer and not disabled
  union select user_id from (${seen(actor, term_id)}) as r)`

/** SQL: the same, asked of each user `u` by itself: where few are looked at. */
const isListedHere = (actor: Viewer) => sql<SqlBool>`((u.is_reviewer and not u.disabled) or exists (
  select from reports r where r.user_id = u.id and not ${conflictOf(actor, 'r.proposal_id')} offset 0))`

/** What the form asks of the user `u`, beside being listed; `reports` are the ones that the actor may see. */
const asksOf = (f: ReviewerFilter, reports: RawBuilder<unknown>): Where<ReviewerFilter> => ({
  ...ask.person('u'),
  term_id: ask.ignored,
  status: (wanted) => {
    const ofStatus = ask.anyOf('r.status', reportStatus.codes)(wanted, f)
    return ofStatus && sql`u.id in (select user_id from ${reports} as r where ${ofStatus})`
  },
})

/** SQL: the form finds the user `u`. */
const fitsForm = (actor: Actor, f: ReviewerFilter) =>
  fits(f, {
    ...asksOf(f, sql`(${seen(actor, f.term_id)})`),
    term_id: (term_id) => isListed(actor, term_id),
  })

/** SQL: the report `r` as lists of reviewers show it; `takesPart` says whether its reviewer does in its proposal. */
const reportFields = (takesPart: RawBuilder<boolean>) => sql`json_build_object(
  'id', r.id, 'status', r.status, 'proposal_id', p.id, 'term_id', p.term_id,
  'term_disabled', t.disabled, 'proposer', proposer.name, 'title', p.title,
  'proposal', json_build_object('id', p.id, 'term_id', p.term_id, 'title', p.title, 'name', proposer.name),
  'submitted_at', r.submitted_at, 'proposal_status', p.status,
  'requested_at', r.requested_at, 'reviews_due_at', t.reviews_due_at, 'reminded_at', r.reminded_at,
  'rank', r.rank, 'science_score', r.science_score, 'technical_score', r.technical_score, 'takes_part', ${takesPart})`

const reportTables = sql`reports r join proposals p on p.id = r.proposal_id join terms t on t.id = p.term_id
  join users proposer on proposer.id = p.user_id`

/** SQL: the visible reports of the user `u`, as a nested list by proposal. */
const reportsOf = (actor: Actor, more: RawBuilder<unknown>) => sql<ReportOfReviewer[]>`coalesce((
  select json_agg(${reportFields(conflictOf({ id: sql.ref('u.id') }))} order by p.id)
  from ${reportTables} where r.user_id = u.id and not ${conflictOf(actor)} and ${more}), '[]'::json)`

const found = (db: Db, actor: Actor, f: ReviewerFilter) =>
  db.selectFrom('users as u').where(fitsForm(actor, f))
const ordered = (f: ReviewerFilter) =>
  order(f, sql`u.folded_last_name, u.id`, { ...ask.personSorts('u'), id: 'u.id' })

const person = ['u.id', 'u.name', 'u.email', 'u.affiliation'] as const

type Shown = { viewer: number; ids: number[]; term_id: number | null }

/** Reviewers by their ids, each with the visible reports of a term or of all: gathered for all of them at once. */
const shown = (inTerm: (term_id: Expression<number | null>) => RawBuilder<unknown>) =>
  prepared((db, given: Given<Shown>) =>
    db
      .selectFrom('users as u')
      .leftJoin(
        sql<{ user_id: number; reports: ReportOfReviewer[] }>`(
          select r.user_id, json_agg(${reportFields(sql`p.id = any(taking.part)`)} order by p.id) as reports
          from ${reportTables} join (
            select id, ${conflictsOf({ id: sql.ref('each.id') })} as part from unnest(${given('ids')}::int[]) as each (id)
            offset 0) as taking on taking.id = r.user_id
          where not ${conflictOf({ id: given('viewer') })} and ${inTerm(given('term_id'))}
          group by r.user_id)`.as('x'),
        'x.user_id',
        'u.id',
      )
      .select(person)
      .select(sql<ReportOfReviewer[]>`coalesce(x.reports, '[]'::json)`.as('report'))
      .where('u.id', '=', sql<number>`any(${given('ids')}::int[])`),
  )
const shownOfTerm = shown((term_id) => sql`p.term_id = ${term_id}`)
const shownOfAll = shown((none) => sql`${none}::int is null`)

/** A page of reviewers, each with the visible reports of the form's term. */
export const findReviewers = (db: Db, actor: Actor, f: ReviewerFilter) => {
  const all = found(db, actor, f)
  const { term_id = null } = f
  const read = term_id === null ? shownOfAll : shownOfTerm
  return pageByIds(
    db,
    {
      found: all,
      sorted: all.orderBy(ordered(f)),
      id: 'u.id',
      rows: (ids) => read(db, { viewer: actor.id, ids, term_id }),
      idOf: ({ id }) => id,
      looksInto: true,
    },
    f,
  )
}

/** How many visible reports of the form's term stand at each status, of all reviewers that the form finds. */
export async function findReportCounts(
  db: Db,
  actor: Actor,
  f: ReviewerFilter,
): Promise<Record<string, number>> {
  // Whose report is seen is listed: only what else the form asks is asked of them.
  const asks = asksOf(f, sql`seen`)
  const rows = await db
    .with(
      (cte) => cte('seen').materialized(),
      () => sql<{ user_id: number; status: ReportStatus }>`(${seen(actor, f.term_id)})`,
    )
    .selectFrom('seen')
    .select(['seen.status', (eb) => eb.fn.countAll<number>().as('count')])
    .$if(looksInto(f, asks), (q) =>
      q.where('seen.user_id', 'in', (eb) => eb.selectFrom('users as u').select('u.id').where(fits(f, asks))),
    )
    .groupBy('seen.status')
    .execute()
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

/** A row per reviewer and visible report; a reviewer without one has a row of their own. */
export const streamReviews = (db: Db, actor: Actor, f: ReviewerFilter) =>
  found(db, actor, f)
    .select(person)
    .orderBy(ordered(f))
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
    .where(isListedHere(actor))
    .executeTakeFirst()

/** SQL: the reviewer next to the user `u` in the order of last names. */
const neighbour = (actor: Actor, side: '<' | '>', order: 'asc' | 'desc') => sql<number | null>`(
  select n.id from (select u.* from users u where ${isListedHere(actor)}) as n
  where (n.folded_last_name, n.id) ${sql.raw(side)} (u.folded_last_name, u.id)
  order by n.folded_last_name ${sql.raw(order)}, n.id ${sql.raw(order)} limit 1)`

/** Who a reviewer is, if the actor sees the reviewer at all. */
export const findReviewerName = (db: Db, actor: Actor, id: number) =>
  db
    .selectFrom('users as u')
    .select(['u.id', 'u.name', 'u.email', 'u.disabled'])
    .where('u.id', '=', id)
    .where(isListedHere(actor))
    .executeTakeFirst()

/** So many of the reviewers whom the actor sees and whose name, e-mail or affiliation holds the text, nearest first. */
export const findReviewersNamed = (db: Db, actor: Actor, text: string, most: number) =>
  nearest(
    db,
    db
      .selectFrom('users as u')
      .select(['u.id', 'u.name', 'u.email', 'u.affiliation'])
      .where(isListedHere(actor)),
    {
      first: ask.begins(text, 'u.name', 'u.email'),
      near: ask.nearness(text, 'u.name', 'u.email'),
      rest: [fits({ text }, { text: ask.holds('u.name', 'u.email', 'u.affiliation') })],
      own: sql`u.folded_last_name, u.id`,
      most,
    },
  )
