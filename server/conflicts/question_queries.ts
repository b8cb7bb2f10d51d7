import { sql } from 'kysely'
import type { FindingKind } from '#domain/conflicts/status.ts'
import { SUBMITTED } from '#domain/proposals/status.ts'
import type { Db } from '../platform/context.ts'

/** Questions of people who can sign in about submitted proposals of open terms. */
const questions = (db: Db) =>
  db
    .selectFrom('conflict_questions as q')
    .innerJoin('users as u', 'u.id', 'q.user_id')
    .innerJoin('proposals as p', 'p.id', 'q.proposal_id')
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .select(['q.id', 'q.proposal_id', 'q.user_id', 'u.name', sql<FindingKind>`q.kind`.as('kind')])
    .select(sql<{ name: string; affiliation: string }[]>`q.people`.as('people'))
    .select(['q.asked_at', 'q.open_until', 'q.answer', 'q.answered_at'])
    .where('u.disabled', '=', false)
    .where(({ eb, or }) =>
      or([
        eb('u.is_administration_office', '=', true),
        eb('u.is_panel', '=', true),
        eb('u.is_reviewer', '=', true),
      ]),
    )
    .where('t.disabled', '=', false)
    .where('p.status', '=', SUBMITTED)

/** SQL: what was asked is not decided yet: neither a conflict of interest nor a later judgement. */
const isUndecided = sql<boolean>`(
  not exists (select from conflicts d where d.proposal_id = q.proposal_id and d.user_id = q.user_id)
  and not exists (select from conflict_judgements j where j.proposal_id = q.proposal_id and j.user_id = q.user_id
    and j.kind = q.kind and j.judged_at >= q.asked_at))`

/** The question behind a link that works at `now`; an answered one can still be read. */
export const findLinked = (db: Db, token_hash: string, now: Date) =>
  questions(db)
    .where('q.token_hash', '=', token_hash)
    .where('q.open_until', '>', now.toISOString())
    .where(sql<boolean>`(q.answer is not null or ${isUndecided})`)
    .executeTakeFirst()

/** A user's own questions without an answer, oldest first. */
export const findOwnQuestions = (db: Db, user_id: number) =>
  questions(db)
    .where('q.user_id', '=', user_id)
    .where('q.answer', 'is', null)
    .where(isUndecided)
    .orderBy('q.id')
    .execute()

/** Locks a question; undefined when it is gone. */
export const lockQuestion = (tx: Db, id: number) =>
  tx.selectFrom('conflict_questions').select('id').where('id', '=', id).forUpdate().executeTakeFirst()

export const findQuestion = (db: Db, id: number) =>
  questions(db)
    .where('q.id', '=', id)
    .where(sql<boolean>`(q.answer is not null or ${isUndecided})`)
    .executeTakeFirst()

export const recordAnswer = (tx: Db, id: number, answer: boolean, note: string, at: Date) =>
  tx
    .updateTable('conflict_questions')
    .set({ answer, note, answered_at: at.toISOString() })
    .where('id', '=', id)
    .execute()
