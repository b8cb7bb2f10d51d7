import { sql } from 'kysely'
import { type ProposalStatus, proposalStatus } from '#domain/proposals/status.ts'
import type { ProposerFilter } from '#domain/proposers/contract.ts'
import type { Actor } from '#domain/session/actor.ts'
import * as ask from '../platform/asks.ts'
import type { Db } from '../platform/context.ts'
import { fits, order, pageByIds } from '../platform/lists.ts'
import { collaboratorsOf } from '../platform/sql.ts'
import { unlessConflict } from '../users/conflict_shared_queries.ts'

const STATES = proposalStatus.states.map(({ code, filterFlag }) => ({ code, ticks: [filterFlag] }))

/** The proposals that a filter finds. */
const found = (db: Db, f: ProposerFilter) =>
  db.selectFrom('proposals as p').where(
    fits(f, {
      ids: ask.among('p.id'),
      ...ask.user('p.user_id'),
      ...ask.collaborators('proposal_collaborators', 'p.id'),
      ...ask.ticks(ask.oneOf('p.status'), STATES),
      term_id: ask.equals('p.term_id'),
      early_career: ask.equals('p.early_career'),
    }),
  )

const withProposer = (proposals: ReturnType<typeof found>) =>
  proposals.innerJoin('users as u', 'u.id', 'p.user_id')

/** By last name, where nothing else is said. */
const ordered = (f: ProposerFilter) =>
  order(f, sql`u.folded_last_name, u.id, p.id`, {
    ...ask.personSorts('u'),
    proposal_id: 'p.id',
    title: ask.folded('p.title'),
    status: 'p.status',
    early_career: 'p.early_career',
    term_id: 'p.term_id',
  })

const shown = (proposals: ReturnType<typeof found>) =>
  withProposer(proposals)
    .select(['u.id as user_id', 'u.name', 'u.email', 'u.affiliation', 'p.early_career', 'p.status'])
    .select(['p.term_id', 'p.id as proposal_id', 'p.title'])
    .select(collaboratorsOf('proposal_collaborators', 'p.id').as('proposal_collaborator'))

/** A page of proposers. */
export const findProposers = (db: Db, f: ProposerFilter) =>
  pageByIds(
    db,
    {
      found: found(db, f),
      sorted: withProposer(found(db, f)).orderBy(ordered(f)),
      id: 'p.id',
      rows: (ids) => shown(db.selectFrom('proposals as p').where(ask.oneOf('p.id')(ids))).execute(),
      idOf: ({ proposal_id }) => proposal_id,
    },
    f,
  )

/** All proposers that a filter finds, through a cursor. */
export const streamProposers = (db: Db, f: ProposerFilter) =>
  shown(found(db, f)).orderBy(ordered(f)).stream(200)

interface CreatedProposal {
  id: number
  term_id: number
  title: string
  status: ProposalStatus
  global_score: number | null
}

/** A proposer with all proposals, newest term first; a viewer with a conflict does not get a score. */
export const findProposer = (db: Db, id: number, viewer: Actor) =>
  db
    .selectFrom('users as u')
    .select(['u.id as user_id', 'u.name', 'u.email', 'u.affiliation'])
    .select(
      sql<CreatedProposal[]>`coalesce((
        select json_agg(json_build_object('id', p.id, 'term_id', p.term_id, 'title', p.title, 'status', p.status,
          'global_score', ${unlessConflict(viewer, sql.ref('p.global_score'))}) order by p.term_id desc, p.id)
        from proposals as p where p.user_id = u.id), '[]'::json)`.as('created_proposal'),
    )
    .where('u.id', '=', id)
    .where('u.is_proposer', '=', true)
    .executeTakeFirst()
