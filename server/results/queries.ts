import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { SUBMITTED } from '#domain/proposals/status.ts'
import type { ResultFilter, ResultSample, UnmetRequest } from '#domain/results/contract.ts'
import type { AnswerState, ResultState } from '#domain/results/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'
import * as condition from '../platform/filter_conditions.ts'
import { type Condition, nullsLast, order, pageOf, rowMatches } from '../platform/lists.ts'
import { anyOf, collaboratorsOf, stillHolds } from '../platform/sql.ts'
import { isoInstant } from '../proposals/shared_queries.ts'
import { pendingAct } from '../undo/shared_queries.ts'
import { viewerHasConflict } from '../users/conflict_shared_queries.ts'

type StoredSample = ResultSample
export type Moment = { id: number | null; by: string; at: string }

/** SQL: who did something and when; null while nobody has. Anonymised users keep no name. */
const moment = (
  what: string,
) => sql<Moment | null>`(select json_build_object('id', w.id, 'by', coalesce(w.name, 'The system'),
    'at', ${isoInstant(`r.${what}_at`)}) from (select 1) as one left join users w on w.id = ${sql.ref(`r.${what}_by`)}
  where ${sql.ref(`r.${what}_at`)} is not null)`

const samples = sql<StoredSample[]>`coalesce((
  select json_agg(json_build_object('sample_id', s.sample_id, 'name', s.name, 'db_type', s.db_type,
    'sample_type', s.sample_type, 'weight', s.weight, 'size', s.size, 'pressure', s.pressure, 'volume', s.volume,
    'accepted', s.accepted) order by s.db_type, s.name, s.sample_id)
  from result_samples s where s.proposal_id = r.proposal_id and s.edition = r.edition), '[]'::json)`

/** SQL: the samples that are confirmed for the proposal, as the draft `r` would change them. */
const grantedNow = sql<number[]>`array(
  select a.sample_id from assignments a
    where a.proposal_id = r.proposal_id and a.status = ${CONFIRMED} and ${stillHolds} and a.sample_id <> all(r.removes)
  union select unnest(r.adds) order by 1)`
const grantedThen = sql<number[]>`array(
  select s.sample_id from result_samples s
  where s.proposal_id = r.proposal_id and s.edition = r.edition order by 1)`
const isOutdated = sql<boolean>`(r.released_at is null and ${grantedNow} <> ${grantedThen})`

export const answerState = (today: string) => sql<AnswerState>`case
  when r.released_at is null or r.answer_by is null then 'none'
  when r.state = 'noted' then 'noted'
  when r.answered_at is not null then 'given'
  when r.answer_by < ${today}::date then 'overdue' else 'awaited' end`

/** SQL: no later edition of the result is there. */
export const isLast = sql<SqlBool>`not exists (
  select from results n where n.proposal_id = r.proposal_id and n.edition > r.edition)`

const selectResults = (db: Db, now: Date) =>
  db
    .selectFrom('results as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .select(['r.proposal_id', 'r.edition', 'r.state', 'r.outcome', 'r.heading', 'r.text', 'r.correction'])
    .select(['r.requests', 'r.findings', 'r.version', 'r.removes', 'r.adds', 'r.read_at', 'r.released_at'])
    .select(['r.saved_by as saved_by_id', 'r.answered_on_behalf', 'r.superseded_at'])
    .select(sql<string | null>`r.answer_by::text`.as('answer_by'))
    .select(sql<UnmetRequest[]>`r.unmet`.as('unmet'))
    .select([
      'p.term_id',
      't.disabled',
      't.is_current',
      'p.title',
      'p.user_id',
      'u.name',
      'u.email',
      'u.affiliation',
    ])
    .select([
      samples.as('samples'),
      isOutdated.as('outdated'),
      answerState(now.toISOString().slice(0, 10)).as('answer'),
      moment('drafted').as('drafted'),
      moment('saved').as('saved'),
      moment('checked').as('checked'),
      moment('released').as('released'),
      moment('answered').as('answered'),
      moment('noted').as('noted'),
      pendingAct('result.release', 'r.proposal_id').as('about_to_release'),
      pendingAct('result.remind', 'r.proposal_id').as('about_to_remind'),
      collaboratorsOf('proposal_collaborators', 'p.id').as('proposal_collaborator'),
    ])
export type StoredResult = Awaited<ReturnType<ReturnType<typeof selectResults>['executeTakeFirstOrThrow']>>

/** SQL: the viewer has no conflict of interest with the proposal of the result. */
export const isVisible = (viewer: Actor) => sql<SqlBool>`not ${viewerHasConflict(viewer)}`

export const isFinding = sql<SqlBool>`(r.state = 'drafted' and r.findings > 0)`
/** SQL: a sample of it is declined, and the office has not acted on that. */
export const isDeclined = sql<SqlBool>`(r.state = 'answered' and exists (
  select from result_samples s where s.proposal_id = r.proposal_id and s.edition = r.edition and not s.accepted))`
const STATE_ORDER = ['drafted', 'checked', 'released', 'read', 'answered', 'noted']
const stateOrder = sql`case when ${isFinding} then 0 else array_position(${STATE_ORDER}::text[], r.state) end`

/** SQL: of released results first those whose answer is overdue, then those to take note of, then those to wait for; closed ones last. */
const urgency = (now: Date) =>
  sql`coalesce(array_position(array['overdue', 'given', 'awaited', 'none'], ${answerState(now.toISOString().slice(0, 10))}), 5)`

const inState: Condition<ResultFilter['state']> = (state) => {
  if (state === undefined) return null
  if (state === 'finding') return isFinding
  if (state === 'not_released') return sql`r.released_at is null`
  if (state === 'drafted') return sql`(r.state = 'drafted' and r.findings = 0)`
  return sql`r.state = ${state}`
}

const matching = (db: Db, viewer: Actor, f: ResultFilter, now: Date) =>
  selectResults(db, now)
    .where(isLast)
    .where(isVisible(viewer))
    .where(
      rowMatches(f, {
        search: condition.containsWithUser('p.user_id', 'p.title', 'person.affiliation'),
        term_id: condition.equals('p.term_id'),
        state: inState,
        outcome: condition.equals('r.outcome'),
        answer: condition.ifPresent(
          (state: AnswerState) => sql`(${answerState(now.toISOString().slice(0, 10))}) = ${state}`,
        ),
        declined: condition.whenChecked(() => isDeclined),
        ids: condition.inList('r.proposal_id'),
      }),
    )
    .orderBy(
      order(
        f,
        sql`not ${isFinding}, (r.released_at is not null), ${urgency(now)}, ${stateOrder} desc, r.proposal_id`,
        {
          id: 'r.proposal_id',
          title: condition.foldedColumn('p.title'),
          name: sql`u.folded_last_name`,
          outcome: sql`array_position(array['granted', 'part', 'not'], r.outcome)`,
          state: stateOrder,
          answer_by: nullsLast('r.answer_by'),
        },
      ),
    )

export const findResultPage = (db: Db, viewer: Actor, f: ResultFilter, now: Date) =>
  pageOf(matching(db, viewer, f, now), f)
export const streamResults = (db: Db, viewer: Actor, f: ResultFilter, now: Date) =>
  matching(db, viewer, f, now).stream(200)
export const findResults = (db: Db, viewer: Actor, f: ResultFilter, now: Date) =>
  matching(db, viewer, f, now).execute()

/** The last edition of the results of these proposals that the viewer may see, by proposal. */
export const findLastResults = (db: Db, viewer: Actor, proposal_ids: readonly number[], now: Date) =>
  selectResults(db, now)
    .where(isLast)
    .where('r.proposal_id', '=', anyOf(proposal_ids))
    .where(isVisible(viewer))
    .orderBy('r.proposal_id')
    .execute()

/** Every edition of the result of a proposal, the newest first. */
export const findEditions = (db: Db, proposal_id: number, now: Date) =>
  selectResults(db, now).where('r.proposal_id', '=', proposal_id).orderBy('r.edition', 'desc').execute()

/** The released results of a user's own proposals, without those that a correction has replaced; newest call first. */
export const findOwnResults = (db: Db, user_id: number, now: Date, proposal_id?: number) =>
  selectResults(db, now)
    .select(
      sql<string>`(select min(f.released_at) from results f where f.proposal_id = r.proposal_id)`.as(
        'first_released_at',
      ),
    )
    .where('p.user_id', '=', user_id)
    .where('r.released_at', 'is not', null)
    .where('r.superseded_at', 'is', null)
    .$if(proposal_id !== undefined, (query) => query.where('r.proposal_id', '=', proposal_id!))
    .orderBy('p.term_id', 'desc')
    .orderBy('r.proposal_id')
    .execute()

const count = (where: RawBuilder<unknown>) => sql<number>`count(*) filter (where ${where})::integer`
const inStates = (state: ResultState) => count(sql`r.state = ${state}`)

/** How many results of a term are in each state, without those that the viewer has a conflict with. */
export const countResults = (db: Db, viewer: Actor, term_id: number, now: Date) =>
  db
    .selectFrom('proposals as p')
    .leftJoin('results as r', (join) => join.onRef('r.proposal_id', '=', 'p.id').on(isLast))
    .select([
      count(sql`true`).as('proposals'),
      count(sql`r.proposal_id is null`).as('not_drafted'),
      count(isFinding).as('finding'),
      count(sql`r.state = 'drafted' and r.findings = 0`).as('drafted'),
      inStates('checked').as('checked'),
      inStates('released').as('released'),
      inStates('read').as('read'),
      inStates('answered').as('answered'),
      inStates('noted').as('noted'),
      count(sql`r.outcome = 'granted'`).as('granted'),
      count(sql`r.outcome = 'part'`).as('part'),
      count(sql`r.outcome = 'not'`).as('not'),
      count(sql`${answerState(now.toISOString().slice(0, 10))} = 'overdue'`).as('answers_overdue'),
    ])
    .where('p.term_id', '=', term_id)
    .where('p.status', '=', SUBMITTED)
    .where(isVisible(viewer))
    .executeTakeFirstOrThrow()

/**
 * Locks proposals before their results are written, in id order: neither their results nor their confirmations change until
 * the transaction ends. Returns the ids that exist.
 */
export const lockForResults = async (tx: Db, ids: readonly number[]): Promise<number[]> =>
  (
    await tx
      .selectFrom('proposals as p')
      .select('p.id')
      .where('p.id', '=', anyOf(ids))
      .orderBy('p.id')
      .forUpdate()
      .execute()
  ).map(({ id }) => id)

/** Submitted proposals of a term without a result that the viewer has no conflict with. */
export const findUndrafted = async (db: Db, viewer: Actor, term_id: number): Promise<number[]> =>
  (
    await db
      .selectFrom('proposals as p')
      .select('p.id')
      .where('p.term_id', '=', term_id)
      .where('p.status', '=', SUBMITTED)
      .where(sql<SqlBool>`not exists (select from results r where r.proposal_id = p.id)`)
      .where(isVisible(viewer))
      .orderBy('p.id')
      .execute()
  ).map(({ id }) => id)

export const findReminders = async (db: Db, proposal_id: number, edition: number): Promise<string[]> =>
  (
    await db
      .selectFrom('result_reminders')
      .select('sent_at')
      .where('proposal_id', '=', proposal_id)
      .where('edition', '=', edition)
      .orderBy('sent_at')
      .execute()
  ).map(({ sent_at }) => sent_at)

/** Released results that wait for an answer, of any term, with whether they are the viewer's own, or they have a conflict with them. */
export const findAwaitedAnswers = (db: Db, viewer: Actor) =>
  db
    .selectFrom('results as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .select(['p.id', 'p.term_id', 't.is_current'])
    .select(sql<string>`r.answer_by::text`.as('answer_by'))
    .select([sql<boolean>`(p.user_id = ${viewer.id})`.as('is_own'), viewerHasConflict(viewer).as('conflict')])
    .where('r.state', 'in', ['released', 'read'])
    .where('r.superseded_at', 'is', null)
    .where('r.answer_by', 'is not', null)
    .orderBy('p.id')
    .execute()
