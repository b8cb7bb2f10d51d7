import { sql } from 'kysely'
import { SUBMITTED } from '#domain/proposals/status.ts'
import { REPORT_REQUESTED } from '#domain/reports/status.ts'
import type { Db } from '../platform/context.ts'
import { viewerHasConflict } from '../users/conflict_shared_queries.ts'

interface NewLink {
  token_hash: string
  report_id: number
}

export const insertAnswerLinks = (tx: Db, links: readonly NewLink[], expires_at: Date) =>
  tx
    .insertInto('review_answer_links')
    .values(links.map((link) => ({ ...link, expires_at: expires_at.toISOString() })))
    .execute()

const openRequests = (db: Db) =>
  db
    .selectFrom('reports as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .where('r.status', '=', REPORT_REQUESTED)
    .where('p.status', '=', SUBMITTED)
    .where('p.global_score', 'is', null)
    .where('t.disabled', '=', false)
    .where('u.is_reviewer', '=', true)
    .where('u.disabled', '=', false)

/** The request that a link answers at `now`, with its reviewer; undefined when it answers none. */
export const findAnswerLink = (db: Db, token_hash: string, now: Date) =>
  openRequests(db)
    .innerJoin('review_answer_links as l', 'l.report_id', 'r.id')
    .select(['r.id as report_id', 'r.requested_at', 'l.expires_at', 'p.id as proposal_id', 'p.title'])
    .select(['p.abstract', 'p.term_id', 't.reviews_due_at', 't.disabled as term_disabled', 'r.status'])
    .select(['u.id as user_id', 'u.name', 'u.email'])
    .select(['u.is_administration_office', 'u.is_panel', 'u.is_reviewer', 'u.is_curation', 'u.is_proposer'])
    .select(viewerHasConflict({ id: sql.ref('u.id') }).as('takes_part'))
    .where('l.token_hash', '=', token_hash)
    .where('l.expires_at', '>', now.toISOString())
    .executeTakeFirst()

/** The number of a reviewer's open requests. */
export async function countOpenRequests(db: Db, user_id: number): Promise<number> {
  const { count } = await openRequests(db)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('u.id', '=', user_id)
    .executeTakeFirstOrThrow()
  return count
}
