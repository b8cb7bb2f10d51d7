import { type RawBuilder, sql } from 'kysely'
import { UNCONFIRMED } from '#domain/allocation/status.ts'
import { questionState } from '#domain/discussions/status.ts'
import { groupMailStatus, mailState } from '#domain/mail/status.ts'
import { SUBMITTED } from '#domain/proposals/status.ts'
import { type ReportStatus, reportStatus } from '#domain/reports/status.ts'
import type { TermRow, Unfinished } from '#domain/terms/contract.ts'
import type { Days, Term } from '#domain/terms/rules.ts'
import type { Db } from '../platform/context.ts'
import { mailVisibleTo, type Viewer, viewerHasConflict } from '../users/conflict_shared_queries.ts'

/** Every term, oldest first. */
export const findTerms = (db: Db): Promise<Term[]> =>
  db.selectFrom('terms').selectAll().orderBy('id').execute()

/** The current term; undefined only in a new system without terms. */
export const findCurrentTerm = (db: Db): Promise<Term | undefined> =>
  db.selectFrom('terms').selectAll().where('is_current', '=', true).executeTakeFirst()

/** One term; with `lock` it cannot be changed until the transaction ends. */
export const findTerm = (db: Db, id: number, lock = false): Promise<Term | undefined> =>
  db
    .selectFrom('terms')
    .selectAll()
    .where('id', '=', id)
    .$if(lock, (q) => q.forShare())
    .executeTakeFirst()

/** The terms that are not closed, oldest first; `proposes`: the user has a proposal in it, `has_meeting`: one with hours. */
export const findOpenTermsOf = (db: Db, { id: user_id }: { id: number }) =>
  db
    .selectFrom('terms as t')
    .selectAll('t')
    .select(
      sql<boolean>`exists (select from proposals p where p.term_id = t.id and p.user_id = ${user_id})`.as(
        'proposes',
      ),
    )
    .select(
      sql<boolean>`exists (select from meetings m join meeting_sessions s on s.meeting_id = m.id
        where m.term_id = t.id)`.as('has_meeting'),
    )
    .where('t.disabled', '=', false)
    .orderBy('t.id')
    .execute()

const termRows = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('terms as t')
    .selectAll('t')
    .select([
      sql<number>`(select count(*) from applicants as a where a.term_id = t.id)`.as('notices'),
      sql<number>`(select count(*) from proposals as p where p.term_id = t.id)`.as('proposals'),
      scoredIn(viewer, 't.id').as('scored'),
    ])

/** Every term with its counts, newest first. */
export const findTermRows = (db: Db, viewer: Viewer): Promise<TermRow[]> =>
  termRows(db, viewer).orderBy('t.id', 'desc').execute()

/** One term with its counts. */
export const findTermRow = (db: Db, viewer: Viewer, id: number): Promise<TermRow | undefined> =>
  termRows(db, viewer).where('t.id', '=', id).executeTakeFirst()

const isOpenReport = sql`p.global_score is null and r.status = any(${reportStatus.where(
  (state) => state.underReview && !state.handedIn,
)}::smallint[])`

/** What is unfinished in this term and in the open ones before it, oldest first. */
export const findUnfinished = (db: Db, viewer: Viewer, id: number, now: Date): Promise<Unfinished[]> =>
  db
    .selectFrom('terms as t')
    .select('t.id')
    .select([
      sql<number>`(select count(*) from proposals p
        where p.term_id = t.id and p.status <> ${SUBMITTED})`.as('drafts'),
      sql<number>`(select count(*) from proposals p join reports r on r.proposal_id = p.id
        where p.term_id = t.id and ${isOpenReport} and not ${viewerHasConflict(viewer)})`.as('reports'),
      sql<number>`(select count(*) from proposals p join assignments a on a.proposal_id = p.id
        where p.term_id = t.id and a.status = ${UNCONFIRMED})`.as('assignments'),
      sql<number>`(select count(*) from proposals p join assignments a on a.proposal_id = p.id
        where p.term_id = t.id and a.status = ${UNCONFIRMED} and a.proposed_by is not null)`.as(
        'second_confirmations',
      ),
      sql<number>`(select count(*) from proposals p
        where p.term_id = t.id and p.unlocked_until > ${now.toISOString()})`.as('unlocks'),
      sql<number>`(select count(*) from proposals p join withdrawals w on w.proposal_id = p.id
        where p.term_id = t.id and w.decided_at is null and not ${viewerHasConflict(viewer)})`.as(
        'withdrawals',
      ),
      sql<number>`(select count(*) from proposals p join reviewer_questions q on q.proposal_id = p.id
        where p.term_id = t.id and q.state = ${questionState.code.WAITING} and not ${viewerHasConflict(viewer)})`.as(
        'questions',
      ),
      sql<number>`(select count(*) from meetings m where m.term_id = t.id and m.state <> 'closed')`.as(
        'meetings',
      ),
      sql<number>`(select count(*) from proposals p where p.term_id = t.id and p.status = ${SUBMITTED}
        and not exists (select from results r where r.proposal_id = p.id and r.released_at is not null
          and not exists (select from results n where n.proposal_id = p.id and n.edition > r.edition))
        and not ${viewerHasConflict(viewer)})`.as('results'),
      sql<number>`(select count(*) from proposals p join results r on r.proposal_id = p.id
        where p.term_id = t.id and r.released_at is not null and r.superseded_at is null
          and r.answer_by is not null and r.answered_at is null and not ${viewerHasConflict(viewer)})`.as(
        'answers',
      ),
    ])
    .where('t.id', '<=', id)
    .where('t.disabled', '=', false)
    .orderBy('t.id')
    .execute()

/** Mails that the viewer may see and group mails that have not been sent, of any term. */
export const countUnsent = (db: Db, viewer: Viewer) =>
  db
    .selectNoFrom([
      sql<number>`(select count(*) from mails m where m.state <> ${mailState.code.SENT}
        and ${mailVisibleTo(viewer)})`.as('unsent_mails'),
      sql<number>`(select count(*) from group_mails
        where transmission_status = ${groupMailStatus.code.UNSENT} and not disabled)`.as(
        'unsent_group_mails',
      ),
    ])
    .executeTakeFirstOrThrow()

/** Whether the scoring of a term is complete, as far as the viewer may know. */
export const findScored = (db: Db, viewer: Viewer, id: number) =>
  db
    .selectFrom('terms as t')
    .select(scoredIn(viewer, 't.id').as('scored'))
    .where('t.id', '=', id)
    .executeTakeFirst()

/** Serializes writes to terms, so that there is exactly one current term. */
export const lockTerms = (tx: Db) => sql`lock table terms in share row exclusive mode`.execute(tx)

/** A term with the name of its last editor. */
export const findSavedTerm = (tx: Db, id: number) =>
  tx
    .selectFrom('terms as t')
    .leftJoin('users as u', 'u.id', 't.updated_by')
    .selectAll('t')
    .select(['u.name as saved_by', 't.updated_at as saved_at'])
    .where('t.id', '=', id)
    .executeTakeFirst()

/** Adds a term; false when its number is taken. */
export async function insertTerm(tx: Db, term: Term): Promise<boolean> {
  const added = await tx
    .insertInto('terms')
    .values(term)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

interface Saving {
  by: number | null
  at: Date
}
const savedBy = ({ by, at }: Saving) => ({
  version: sql<number>`version + 1`,
  updated_by: by,
  updated_at: at.toISOString(),
})

export const changeTerm = (tx: Db, id: number, fields: Days & { disabled: boolean }, saving: Saving) =>
  tx
    .updateTable('terms')
    .set({ ...fields, ...savedBy(saving) })
    .where('id', '=', id)
    .execute()

export const updatePanelLine = (tx: Db, id: number, panel_line: number | null, saving: Saving) =>
  tx
    .updateTable('terms')
    .set({ panel_line, ...savedBy(saving) })
    .where('id', '=', id)
    .execute()

/** Makes this term the only current one and closes the earlier ones. Returns the ids of those that were open. */
export async function setCurrentTerm(tx: Db, id: number, saving: Saving): Promise<number[]> {
  await tx
    .updateTable('terms')
    .set({ is_current: false, ...savedBy(saving) })
    .where('is_current', '=', true)
    .execute()
  const closed = await tx
    .updateTable('terms')
    .set({ disabled: true, ...savedBy(saving) })
    .where('id', '<', id)
    .where('disabled', '=', false)
    .returning('id')
    .execute()
  await tx.updateTable('terms').set({ is_current: true }).where('id', '=', id).execute()
  return closed.map((term) => term.id)
}

const hasReport = (statuses: readonly ReportStatus[]) =>
  sql`exists (select from reports r where r.proposal_id = p.id and r.status = any(${statuses}::smallint[]))`
const reviewed = sql`(${hasReport(reportStatus.where((state) => state.counted))}
  and not ${hasReport(reportStatus.where((state) => state.counted && !state.handedIn))})`

/**
 * SQL: a proposal of the term in column `term_id` has a global score, and no reviewed one is without. Proposals that the
 * viewer has a conflict with do not count.
 */
const scoredIn = (viewer: Viewer, term_id: string): RawBuilder<boolean> => {
  const submitted = sql`select from proposals p where p.term_id = ${sql.ref(term_id)} and p.status = ${SUBMITTED}
    and not ${viewerHasConflict(viewer)}`
  return sql<boolean>`(exists (${submitted} and p.global_score is not null)
    and not exists (${submitted} and p.global_score is null and ${reviewed}))`
}
