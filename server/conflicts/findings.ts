import { sql } from 'kysely'
import { SUBMITTED } from '#domain/proposals/status.ts'
import { type Actor, isOffice } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'
import { collaboratesOn, hasConflict, viewerHasConflict } from '../users/conflict_shared_queries.ts'

/** What the office has decided about a person and a proposal; pairs without any finding are left out. */
export interface Judgement {
  proposal_id: number
  user_id: number
  /** Has a conflict of interest; has a finding that no one has judged; every finding was judged to be none. */
  state: 'blocked' | 'unjudged' | 'allowed'
}

/** The submitted proposals whose findings are wanted. */
export interface Scope {
  term_id: number
  proposal_id?: number
}

/**
 * The judgements on staff and reviewers with the submitted proposals of a term, as far as `actor` may know: nothing about
 * themselves, nothing on proposals that they have a conflict with, and for the panel only who is named on the proposal.
 */
export async function findJudgements(db: Db, actor: Actor, scope: Scope): Promise<Judgement[]> {
  const blocked = await findBlocked(db, actor, scope)
  return blocked.map((pair) => ({ ...pair, state: 'blocked' }))
}

const findBlocked = (db: Db, actor: Actor, { term_id, proposal_id }: Scope) =>
  db
    .selectFrom('proposals as p')
    .innerJoin('users as u', (join) => join.onTrue())
    .select(['p.id as proposal_id', 'u.id as user_id'])
    .where('p.term_id', '=', term_id)
    .where('p.status', '=', SUBMITTED)
    .$if(proposal_id !== undefined, (query) => query.where('p.id', '=', proposal_id!))
    .where(sql<boolean>`(u.is_administration_office or u.is_panel or u.is_reviewer)`)
    .where('u.disabled', '=', false)
    .where('u.id', '<>', actor.id)
    .where(sql<boolean>`not ${viewerHasConflict(actor)}`)
    .where(hasConflict('u'))
    .$if(!isOffice(actor), (query) => query.where(sql<boolean>`(p.user_id = u.id or ${collaboratesOn('u')})`))
    .orderBy('p.id')
    .orderBy('u.id')
    .execute()
