import { type Insertable, sql } from 'kysely'
import type { FindingKind, Verdict } from '#domain/conflicts/status.ts'
import { SUBMITTED } from '#domain/proposals/status.ts'
import type { Db } from '../platform/context.ts'
import type { ConflictJudgements, ConflictQuestions } from '../platform/database/tables.gen.ts'
import { anyOf } from '../platform/sql.ts'
import { conflictingProposalIds } from '../users/conflict_shared_queries.ts'

/** Locks proposals in one order against other judgements and commands on them, and reads those that the viewer may judge. */
export async function lockProposals(tx: Db, viewer_id: number, ids: readonly number[]) {
  await tx
    .selectFrom('proposals')
    .select('id')
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forUpdate()
    .execute()
  return tx
    .selectFrom('proposals as p')
    .select(['p.id', 'p.term_id'])
    .where('p.id', '=', anyOf(ids))
    .where('p.status', '=', SUBMITTED)
    .where(sql<boolean>`p.id <> all(${conflictingProposalIds({ id: viewer_id })})`)
    .orderBy('p.id')
    .execute()
}

export async function isTermDisabled(db: Db, term_id: number): Promise<boolean> {
  const term = await db.selectFrom('terms').select('disabled').where('id', '=', term_id).executeTakeFirst()
  return term?.disabled ?? false
}

/**
 * Every judgement on candidates with the proposals of a term and with earlier ones of the same proposers, newest first; none
 * about the viewer or on proposals that they have a conflict with.
 */
export const findHistory = (db: Db, viewer_id: number, term_id: number) =>
  db
    .selectFrom('conflict_judgements as j')
    .innerJoin('proposals as p', 'p.id', 'j.proposal_id')
    .innerJoin('users as b', 'b.id', 'j.judged_by')
    .select(['j.user_id', 'j.proposal_id', 'p.term_id', 'p.user_id as proposer_id', 'j.fingerprint'])
    .select([sql<FindingKind>`j.kind`.as('kind'), sql<Verdict>`j.verdict`.as('verdict')])
    .select(['j.reason', 'b.name as by', 'j.judged_at as at'])
    .where('j.user_id', '<>', viewer_id)
    .where(sql<boolean>`p.id <> all(${conflictingProposalIds({ id: viewer_id })})`)
    .where(
      sql<boolean>`p.user_id in (select q.user_id from proposals q where q.term_id = ${term_id} and q.status = ${SUBMITTED})`,
    )
    .orderBy('j.id', 'desc')
    .execute()

export const insertJudgement = (tx: Db, judgement: Insertable<ConflictJudgements>) =>
  tx.insertInto('conflict_judgements').values(judgement).returning('id').executeTakeFirstOrThrow()

/** Asks again instead, where the person was asked and has not answered: the earlier link is dead then. */
export async function insertQuestion(tx: Db, question: Insertable<ConflictQuestions>) {
  await tx
    .deleteFrom('conflict_questions')
    .where('proposal_id', '=', question.proposal_id)
    .where('user_id', '=', question.user_id)
    .where('kind', '=', question.kind)
    .where('answer', 'is', null)
    .execute()
  return tx.insertInto('conflict_questions').values(question).returning('id').executeTakeFirstOrThrow()
}

/** The names and addresses of users. */
export const findContacts = (db: Db, ids: readonly number[]) =>
  db.selectFrom('users').select(['id', 'name', 'email']).where('id', '=', anyOf(ids)).execute()
