import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { SelectedApplicant } from '#domain/applicants/contract.ts'
import { RUN_SHOWN_HOURS, type RunDecision } from '#domain/applicants/runs.ts'
import { NOT_REGISTERED } from '#domain/applicants/status.ts'
import type { Db } from '../platform/context.ts'
import type { ApplicantRunRows } from '../platform/database/tables.gen.ts'

/** SQL: why the last run that had the applicant `a` did not decide on it, while nobody else has; else null. */
export const runFailure: RawBuilder<string | null> =
  sql`case when a.status = ${sql.lit(NOT_REGISTERED)} then (
  select case when last.state = 'failed' then last.message end from applicant_run_rows as last
  where last.applicant_id = a.id order by last.run_id desc limit 1) end`

/** What is known of the applicants with these ids, in any order. */
export const findSelected = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('applicants as a')
    .innerJoin('terms as t', 't.id', 'a.term_id')
    .leftJoin('user_addresses as h', (join) => join.on(sql<boolean>`lower(h.email) = lower(a.email)`))
    .leftJoin('users as u', 'u.id', 'h.user_id')
    .leftJoin('proposals as p', (join) =>
      join.onRef('p.user_id', '=', 'u.id').onRef('p.term_id', '=', 'a.term_id'),
    )
    .select(['a.id', 'a.name', 'a.email', 'a.term_id', 'a.status', 't.disabled'])
    .select(['u.id as user_id', 'u.disabled as user_disabled', 'u.deleted_at as user_deleted_at'])
    .select(['u.is_administration_office', 'u.is_panel', 'u.is_reviewer', 'u.is_curation', 'u.is_proposer'])
    .select(['p.id as proposal_id', 'p.title as proposal_title'])
    .select(
      sql<
        SelectedApplicant['namesakes']
      >`(select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name,
          'email', o.email, 'status', o.status, 'same_account', o.same_account) order by o.id), '[]') from (
        select o.id, o.name, o.email, o.status,
          lower(o.email) = lower(a.email) or coalesce(oh.user_id = h.user_id, false) as same_account
        from applicants as o left join user_addresses as oh on lower(oh.email) = lower(o.email)
        where o.term_id = a.term_id and o.id <> a.id
          and (lower(o.email) = lower(a.email) or oh.user_id = h.user_id or o.folded_name = a.folded_name)) as o)`.as(
        'namesakes',
      ),
    )
    .where(sql<boolean>`a.id = any(${ids}::int[])`)
    .execute()

const summaries = (db: Db) =>
  db
    .selectFrom('applicant_runs as r')
    .innerJoin('users as u', 'u.id', 'r.started_by')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('applicant_run_rows as w')
          .whereRef('w.run_id', '=', 'r.id')
          .select([
            sql<number>`count(*) filter (where state = 'waiting')`.as('waiting'),
            sql<number>`count(*) filter (where state = 'done')`.as('done'),
            sql<number>`count(*) filter (where state = 'failed')`.as('failed'),
            sql<string | null>`case when bool_and(state <> 'waiting') then max(ended_at) end`.as('ended_at'),
          ])
          .as('c'),
      (join) => join.onTrue(),
    )
    .select(['r.id', 'r.decision', 'r.started_at', 'u.name as started_by'])
    .select(['c.waiting', 'c.done', 'c.failed', 'c.ended_at'])
    .$narrowType<{ decision: RunDecision }>()

const MAX_RUNS = 20
const HOUR_MS = 60 * 60 * 1000

/** The runs that have not ended, or ended lately, newest first. */
export const findRuns = (db: Db, now: Date) =>
  summaries(db)
    .where(({ eb, or }) =>
      or([
        eb('c.waiting', '>', 0),
        eb('c.ended_at', '>', new Date(+now - RUN_SHOWN_HOURS * HOUR_MS).toISOString()),
      ]),
    )
    .orderBy('r.id', 'desc')
    .limit(MAX_RUNS)
    .execute()

export const findRun = (db: Db, id: number) => summaries(db).where('r.id', '=', id).executeTakeFirst()

type RunRowState = 'waiting' | 'done' | 'failed'

/** The applicants of a run, in the order in which they were selected. */
export const findRunRows = (db: Db, run_id: number) =>
  db
    .selectFrom('applicant_run_rows as w')
    .innerJoin('applicants as a', 'a.id', 'w.applicant_id')
    .select(['w.applicant_id', 'a.name', 'w.state', 'w.message'])
    .$narrowType<{ state: RunRowState }>()
    .where('w.run_id', '=', run_id)
    .orderBy('w.position')
    .execute()

/** Locks the applicants with these ids that exist, lowest id first. */
export const lockApplicants = (tx: Db, ids: readonly number[]) =>
  tx
    .selectFrom('applicants')
    .select(['id', 'term_id'])
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .orderBy('id')
    .forUpdate()
    .execute()

/** The decision that already waits for each of these applicants, and who started its run. */
export const findWaiting = (tx: Db, ids: readonly number[]) =>
  tx
    .selectFrom('applicant_run_rows as w')
    .innerJoin('applicant_runs as r', 'r.id', 'w.run_id')
    .innerJoin('users as u', 'u.id', 'r.started_by')
    .select(['w.applicant_id', 'w.decision', 'u.name as started_by'])
    .$narrowType<{ decision: RunDecision }>()
    .where('w.state', '=', 'waiting')
    .where(sql<boolean>`w.applicant_id = any(${ids}::int[])`)
    .execute()

export const insertRun = (tx: Db, run: { decision: RunDecision; started_by: number; started_at: string }) =>
  tx.insertInto('applicant_runs').values(run).returning('id').executeTakeFirstOrThrow()

export const insertRunRows = (tx: Db, rows: Insertable<ApplicantRunRows>[]) =>
  tx.insertInto('applicant_run_rows').values(rows).execute()

const MAX_TRIES = 3
/** How long a server may take for a row before another one begins with it. */
const LEASE_MS = 10_000

export interface TakenRow {
  run_id: number
  position: number
}

/** Takes the row that has waited longest and that no server is at; undefined if there is none. */
export const takeRow = (db: Db, now: Date): Promise<TakenRow | undefined> =>
  db
    .updateTable('applicant_run_rows as w')
    .set({ taken_at: now.toISOString(), tries: sql`tries + 1` })
    .from((eb) =>
      eb
        .selectFrom('applicant_run_rows')
        .select(['run_id', 'position'])
        .where('state', '=', 'waiting')
        .where('tries', '<', MAX_TRIES)
        .where((eb) => eb.or([eb('taken_at', 'is', null), isLeaseOver(now)]))
        .orderBy('run_id')
        .orderBy('position')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .as('next'),
    )
    .whereRef('w.run_id', '=', 'next.run_id')
    .whereRef('w.position', '=', 'next.position')
    .returning(['w.run_id', 'w.position'])
    .executeTakeFirst()

/** SQL: the server that took the row has had its time, or the clock was set back since. */
const isLeaseOver = (now: Date) =>
  sql<boolean>`abs(extract(epoch from ${now.toISOString()}::timestamptz - taken_at)) * 1000 > ${LEASE_MS}`

/** A waiting row with its run's user, locked; undefined if it no longer waits. */
export const lockWaitingRow = (tx: Db, { run_id, position }: TakenRow) =>
  tx
    .selectFrom('applicant_run_rows as w')
    .select(['w.applicant_id', 'w.decision'])
    .$narrowType<{ decision: RunDecision }>()
    .where('w.run_id', '=', run_id)
    .where('w.position', '=', position)
    .where('w.state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst()

/** The user who started a run, with the present roles. */
export const findStarter = (db: Db, run_id: number) =>
  db
    .selectFrom('applicant_runs as r')
    .innerJoin('users as u', 'u.id', 'r.started_by')
    .select(['u.id', 'u.name', 'u.email', 'u.disabled'])
    .select(['u.is_administration_office', 'u.is_panel', 'u.is_reviewer', 'u.is_curation', 'u.is_proposer'])
    .where('r.id', '=', run_id)
    .executeTakeFirstOrThrow()

interface RowResult {
  state: 'done' | 'failed'
  message: string
}

/** Records the result of a row that still waits. */
export const endRow = (db: Db, { run_id, position }: TakenRow, result: RowResult, at: Date) =>
  db
    .updateTable('applicant_run_rows')
    .set({ ...result, ended_at: at.toISOString() })
    .where('run_id', '=', run_id)
    .where('position', '=', position)
    .where('state', '=', 'waiting')
    .execute()

/** Ends rows whose last allowed try left no result. */
export const failLostRows = (db: Db, message: string, now: Date) =>
  db
    .updateTable('applicant_run_rows')
    .set({ state: 'failed', message, ended_at: now.toISOString() })
    .where('state', '=', 'waiting')
    .where('tries', '>=', MAX_TRIES)
    .where(isLeaseOver(now))
    .execute()
