import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import { questionState } from '#domain/discussions/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'
import type {
  DiscussionEntries,
  DiscussionReaders,
  ReviewerQuestions,
} from '../platform/database/tables.gen.ts'
import { owesReport } from '../reports/withheld_shared_queries.ts'
import { viewerHasConflict } from '../users/conflict_shared_queries.ts'

/** The proposal of a discussion, as rules and mails need it, or undefined. */
export async function findProposal(db: Db, viewer: Actor, id: number) {
  const row = await db
    .selectFrom('proposals as p')
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .select(['p.id', 'p.term_id', 'p.title', 'p.status', 't.disabled'])
    .select([viewerHasConflict(viewer).as('conflict'), owesReport(viewer).as('owes_report')])
    .where('p.id', '=', id)
    .executeTakeFirst()
  return row && { ...row, term: { id: row.term_id, disabled: row.disabled } }
}

const selectEntries = (db: Db, proposal_id: number) =>
  db
    .selectFrom('discussion_entries as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .leftJoin('reviewer_questions as q', (join) =>
      join.onRef('q.proposal_id', '=', 'e.proposal_id').onRef('q.number', '=', 'e.number'),
    )
    .leftJoin('users as d', 'd.id', 'q.decided_by')
    .select(['e.number', 'e.user_id', 'u.name', 'e.text', 'e.written_at', 'e.edited_at', 'e.withdrawn_at'])
    .select(['e.version', 'q.state', 'q.words', 'q.reason', 'q.decided_at', 'd.name as decided_by'])
    .select([
      sql<number>`(select count(*) from discussion_entry_versions v
        where v.proposal_id = e.proposal_id and v.number = e.number)`.as('editions'),
      sql<
        string[]
      >`coalesce((select json_agg(r.name order by r.name, r.id) from reviewer_question_recipients w
        join users r on r.id = w.user_id
        where w.proposal_id = e.proposal_id and w.number = e.number), '[]'::json)`.as('recipients'),
    ])
    .where('e.proposal_id', '=', proposal_id)

export type EntryRow = Awaited<ReturnType<ReturnType<typeof selectEntries>['executeTakeFirstOrThrow']>>

/** The last entries of a discussion, the oldest first. */
export const findLastEntries = async (db: Db, proposal_id: number, count: number) =>
  (await selectEntries(db, proposal_id).orderBy('e.number', 'desc').limit(count).execute()).reverse()

/** The entries whose questions to the reviewers wait for the office. */
export const findWaiting = (db: Db, proposal_id: number) =>
  selectEntries(db, proposal_id)
    .where('q.state', '=', questionState.code.WAITING)
    .orderBy('e.number')
    .execute()

export const findEntry = (db: Db, proposal_id: number, number: number) =>
  selectEntries(db, proposal_id).where('e.number', '=', number).executeTakeFirst()

/** The entry that was written last in a discussion, or undefined. */
export const findLastEntry = (db: Db, proposal_id: number) =>
  selectEntries(db, proposal_id).orderBy('e.number', 'desc').limit(1).executeTakeFirst()

/** The earlier texts of an entry, the oldest first. */
export const findEarlierTexts = (db: Db, proposal_id: number, number: number) =>
  db
    .selectFrom('discussion_entry_versions')
    .select(['edition', 'text', 'written_at'])
    .where('proposal_id', '=', proposal_id)
    .where('number', '=', number)
    .orderBy('edition')
    .execute()

/** SQL: the entry `e` is by another person than the viewer, not withdrawn, and after the last that `f` says was shown. */
const unread = (viewer: Actor) =>
  sql<SqlBool>`e.user_id <> ${viewer.id} and e.withdrawn_at is null and e.number > coalesce(f.seen_number, 0)`

/** What the viewer has read of a discussion, and how much it holds. */
export const findReading = (db: Db, viewer: Actor, proposal_id: number) =>
  db
    .selectFrom('proposals as p')
    .leftJoin('discussion_readers as f', (join) =>
      join.onRef('f.proposal_id', '=', 'p.id').on('f.user_id', '=', viewer.id),
    )
    .leftJoin('discussion_entries as e', 'e.proposal_id', 'p.id')
    .select([
      sql<boolean>`coalesce(f.follows, false)`.as('follows'),
      sql<number>`coalesce(f.seen_number, 0)`.as('seen_number'),
      sql<number>`count(e.number)`.as('total'),
      sql<number>`count(e.number) filter (where e.withdrawn_at is null)`.as('count'),
      sql<number>`count(e.number) filter (where ${unread(viewer)})`.as('unread'),
      sql<number>`coalesce(max(e.number), 0)`.as('last'),
    ])
    .where('p.id', '=', proposal_id)
    .groupBy(['f.follows', 'f.seen_number'])
    .executeTakeFirstOrThrow()

/** How much is written about each proposal of a term that the viewer may read. */
export const findCounts = (db: Db, viewer: Actor, term_id: number) =>
  db
    .selectFrom('proposals as p')
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .innerJoin('discussion_entries as e', 'e.proposal_id', 'p.id')
    .leftJoin('discussion_readers as f', (join) =>
      join.onRef('f.proposal_id', '=', 'p.id').on('f.user_id', '=', viewer.id),
    )
    .select([
      'p.id as proposal_id',
      'p.title',
      sql<number>`count(*) filter (where e.withdrawn_at is null)`.as('entries'),
      sql<number>`count(*) filter (where ${unread(viewer)})`.as('unread'),
    ])
    .where('p.term_id', '=', term_id)
    .where(sql<SqlBool>`not ${viewerHasConflict(viewer)}`)
    .where(sql<SqlBool>`not ${owesReport(viewer)}`)
    .groupBy('p.id')
    .orderBy('p.id')
    .execute()

export const insertEntry = (tx: Db, entry: Insertable<DiscussionEntries>) =>
  tx.insertInto('discussion_entries').values(entry).execute()

/** Sets fields of an entry, and counts its version. */
export const changeEntry = (
  tx: Db,
  proposal_id: number,
  { number, version }: Pick<EntryRow, 'number' | 'version'>,
  fields: Updateable<DiscussionEntries>,
) =>
  tx
    .updateTable('discussion_entries')
    .set({ ...fields, version: version + 1 })
    .where('proposal_id', '=', proposal_id)
    .where('number', '=', number)
    .execute()

/** Keeps the present text of an entry as an earlier one. */
export const keepText = (
  tx: Db,
  proposal_id: number,
  { number, editions, text, edited_at, written_at }: EntryRow,
) =>
  tx
    .insertInto('discussion_entry_versions')
    .values({ proposal_id, number, edition: editions + 1, text, written_at: edited_at ?? written_at })
    .execute()

/** Sets what someone has read of a discussion, or whether they follow it. */
export const setReader = (
  tx: Db,
  proposal_id: number,
  user_id: number,
  fields: Omit<Updateable<DiscussionReaders>, 'proposal_id' | 'user_id'>,
) =>
  tx
    .insertInto('discussion_readers')
    .values({ ...fields, proposal_id, user_id })
    .onConflict((known) => known.columns(['proposal_id', 'user_id']).doUpdateSet(fields))
    .execute()

export const insertQuestion = (tx: Db, proposal_id: number, number: number) =>
  tx.insertInto('reviewer_questions').values({ proposal_id, number }).execute()

export const decideQuestion = (
  tx: Db,
  proposal_id: number,
  number: number,
  decision: Updateable<ReviewerQuestions>,
) =>
  tx
    .updateTable('reviewer_questions')
    .set(decision)
    .where('proposal_id', '=', proposal_id)
    .where('number', '=', number)
    .execute()

export const insertRecipients = (tx: Db, proposal_id: number, number: number, user_ids: readonly number[]) =>
  tx
    .insertInto('reviewer_question_recipients')
    .values(user_ids.map((user_id) => ({ proposal_id, number, user_id })))
    .execute()
