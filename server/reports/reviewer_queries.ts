import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { SUBMITTED } from '#domain/proposals/status.ts'
import type { ReviewerFilter } from '#domain/reports/contract.ts'
import { whyNotRequestAll } from '#domain/reports/rules.ts'
import { REPORT_NOT_REQUESTED, type ReportStatus, reportStatus } from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import * as ask from '../platform/asks.ts'
import type { Db } from '../platform/context.ts'
import { type Given, prepared } from '../platform/database/prepared.ts'
import { fits, looksInto, order, pageByIds, type Where } from '../platform/lists.ts'
import { conflictingProposalIds, hasConflict, viewerHasConflict } from '../users/conflict_shared_queries.ts'
import { type Columns, columns, reportsIn, reportTables } from './of_reviewer_sql.ts'

/** SQL: the reports that the actor may see, in a term or in all; a term's are found by its proposals. */
const seen = (actor: Actor, term_id: number | undefined) => sql`
  select r.user_id, r.status from reports r
  ${term_id === undefined ? sql`` : sql`join proposals p on p.id = r.proposal_id and p.term_id = ${term_id}`}
  where not ${viewerHasConflict(actor, 'r.proposal_id')}`

/** SQL: the user `u` is a reviewer who can be asked, or one whose reports can be seen. */
const isListed = (actor: Actor, term_id?: number) => sql<SqlBool>`u.id in (
  select id from users where is_reviewer and not disabled
  union select user_id from (${seen(actor, term_id)}) as r)`

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
        sql<{ user_id: number; reports: Columns }>`(
          select r.user_id, ${columns(sql`p.id = any(taking.part)`)} as reports
          from ${reportTables} join (
            select id, ${conflictingProposalIds({ id: sql.ref('each.id') })} as part from unnest(${given('ids')}::int[]) as each (id)
            offset 0) as taking on taking.id = r.user_id
          where not ${viewerHasConflict({ id: given('viewer') })} and ${inTerm(given('term_id'))}
          group by r.user_id)`.as('x'),
        'x.user_id',
        'u.id',
      )
      .select(person)
      .select('x.reports')
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
      rows: async (ids) =>
        (await read(db, { viewer: actor.id, ids, term_id })).map(({ reports, ...row }) => ({
          ...row,
          report: reportsIn(reports),
        })),
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
          .where(sql<SqlBool>`not ${viewerHasConflict(actor)}`)
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
    .where(sql<SqlBool>`not ${hasConflict('u')} and not ${viewerHasConflict(actor)}`)
    .where(fitsForm(actor, f))
    .$if(f.term_id !== undefined, (q) => q.where('p.term_id', '=', f.term_id!))
    .orderBy('r.id')
    .execute()
}
