import { type Insertable, sql } from 'kysely'
import type { Conflict } from '#domain/conflicts/contract.ts'
import type { ConflictKind } from '#domain/conflicts/status.ts'
import { type Actor, isOffice } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'
import type { LiftedConflicts } from '../platform/database/tables.gen.ts'
import {
  collaboratedOn,
  collaboratesOn,
  type Viewer,
  viewerHasConflict,
} from '../users/conflict_shared_queries.ts'

/** The actor's own declared conflicts; of one proposal all of them, for the office without one of its own. */
export const findDeclared = (db: Db, actor: Actor, proposal_id: number | undefined) =>
  db
    .selectFrom('conflicts as d')
    .innerJoin('proposals as p', 'p.id', 'd.proposal_id')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .innerJoin('users as b', 'b.id', 'd.declared_by')
    .select(['d.id', 'd.proposal_id', 'p.term_id', 'p.title', 'd.user_id', 'u.name', 'd.reason'])
    .select(['b.name as declared_by', 'd.created_at', sql<'declared'>`'declared'`.as('kind')])
    .select(sql<null>`null`.as('lifted'))
    .where(
      isOffice(actor) && proposal_id !== undefined
        ? sql<boolean>`(d.user_id = ${actor.id} or not ${viewerHasConflict(actor)})`
        : sql<boolean>`d.user_id = ${actor.id}`,
    )
    .$if(proposal_id !== undefined, (query) => query.where('d.proposal_id', '=', proposal_id!))
    .orderBy('d.created_at')
    .orderBy('d.id')
    .execute()

/** The conflicts of staff and reviewers that come from the people on a proposal, lifted ones too; none for an actor with a conflict. */
export const findByAddress = (db: Db, actor: Actor, proposal_id: number) =>
  byAddress(db)
    .where('p.id', '=', proposal_id)
    .where(sql<boolean>`not ${viewerHasConflict(actor)}`)
    .orderBy('u.folded_last_name')
    .orderBy('u.id')
    .execute()

const byAddress = (db: Db) =>
  db
    .selectFrom('proposals as p')
    .innerJoin('users as u', (join) => join.onTrue())
    .leftJoin('lifted_conflicts as l', (join) =>
      join.onRef('l.proposal_id', '=', 'p.id').onRef('l.user_id', '=', 'u.id'),
    )
    .leftJoin('users as b', 'b.id', 'l.lifted_by')
    .select([sql<null>`null`.as('id'), 'p.id as proposal_id', 'p.term_id', 'p.title', 'u.id as user_id'])
    .select(['u.name', sql<string>`''`.as('reason'), sql<null>`null`.as('declared_by')])
    .select([sql<null>`null`.as('created_at'), kind.as('kind'), lifted.as('lifted')])
    .where('u.deleted_at', 'is', null)
    .where(sql<boolean>`(u.is_administration_office or u.is_panel or u.is_reviewer or u.is_curation)`)
    .where(sql<boolean>`(p.user_id = u.id or ${collaboratesOn('u')} or ${collaboratedOn('u')})`)

const kind = sql<ConflictKind>`case when p.user_id = u.id then 'proposer'
  when ${collaboratesOn('u')} then 'collaborator' else 'former_collaborator' end`

/** Null too when a former collaborator has been named again since. */
const lifted = sql<
  Conflict['lifted']
>`case when l.while_collaborator or (l.id is not null and not ${collaboratesOn('u')})
  then json_build_object('reason', l.reason, 'by', b.name, 'at', to_char(l.lifted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end`

/** The conflict of one user that comes from the people on a proposal, or undefined. */
export const findUserByAddress = (tx: Db, proposal_id: number, user_id: number) =>
  byAddress(tx).where('p.id', '=', proposal_id).where('u.id', '=', user_id).executeTakeFirst()

/** Replaces an earlier lifting, which no longer counts. */
export const insertLifting = (tx: Db, lifting: Insertable<LiftedConflicts>) =>
  tx
    .insertInto('lifted_conflicts')
    .values(lifting)
    .onConflict((earlier) => earlier.columns(['proposal_id', 'user_id']).doUpdateSet(lifting))
    .returning('id')
    .executeTakeFirstOrThrow()

/** Locks the proposal of a conflict against commands on its reviews. */
export const lockProposal = (tx: Db, actor: Viewer, id: number) =>
  tx
    .selectFrom('proposals as p')
    .select(['p.id', 'p.term_id', 'p.title', viewerHasConflict(actor).as('conflict')])
    .where('p.id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const findConflict = (tx: Db, id: number) =>
  tx.selectFrom('conflicts').selectAll().where('id', '=', id).executeTakeFirst()

/** The declared conflict of a user with a proposal, or undefined. */
export const findDeclaredBy = (tx: Db, proposal_id: number, user_id: number) =>
  tx
    .selectFrom('conflicts')
    .selectAll()
    .where('proposal_id', '=', proposal_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()

/** The user for whom a conflict is recorded, or undefined. */
export const findUser = (tx: Db, id: number) =>
  tx
    .selectFrom('users')
    .select(['id', 'name', 'is_administration_office', 'is_panel', 'is_reviewer', 'is_curation'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

export const deleteConflict = (tx: Db, id: number) =>
  tx.deleteFrom('conflicts').where('id', '=', id).execute()

/** The user with this address, or undefined. */
export const findUserByEmail = (tx: Db, email: string) =>
  tx
    .selectFrom('users')
    .select(['id', 'name'])
    .where(sql`lower(email)`, '=', sql<string>`lower(${email}::text)`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** The user's own report on a proposal, or undefined. */
export const findOwnReport = (tx: Db, user_id: number, proposal_id: number) =>
  tx
    .selectFrom('reports')
    .select('status')
    .where('user_id', '=', user_id)
    .where('proposal_id', '=', proposal_id)
    .executeTakeFirst()
