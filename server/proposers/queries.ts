import { type Expression, type SqlBool, sql } from 'kysely'
import { ticked } from '#domain/filters.ts'
import { type ProposalStatus, proposalStatus } from '#domain/proposals/status.ts'
import type { ProposerFilter } from '#domain/proposers/contract.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'
import { collaboratorsOf, hasCollaborator, holds, pageOf } from '../platform/sql.ts'
import { unlessConflict } from '../proposals/conflict_sql.ts'

/** The proposals that a filter finds, each with its proposer, by last name. */
function matching(db: Db, f: ProposerFilter) {
  const ticks = ticked(f, ['not_created', 'not_submitted', 'submitted'])
  const statuses = ticks && proposalStatus.where(({ tick }) => ticks.includes(tick))
  return db
    .selectFrom('proposals as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['u.id as user_id', 'u.name', 'u.email', 'u.affiliation', 'p.early_career', 'p.status'])
    .select(['p.term_id', 'p.id as proposal_id', 'p.title'])
    .select(collaboratorsOf('proposal_collaborators', 'p.id').as('proposal_collaborator'))
    .where(({ and, eb }) => {
      const all: Expression<SqlBool>[] = []
      if (f.term_id !== undefined) all.push(eb('p.term_id', '=', f.term_id))
      if (statuses) all.push(eb('p.status', '=', sql<ProposalStatus>`any(${statuses}::smallint[])`))
      if (f.early_career !== undefined) all.push(eb('p.early_career', '=', f.early_career))
      for (const column of ['name', 'email', 'affiliation'] as const)
        if (f[column] !== '') all.push(holds(`u.${column}`, f[column]))
      const collaborator = hasCollaborator('proposal_collaborators', 'p.id', f)
      if (collaborator) all.push(collaborator)
      return and(all)
    })
    .orderBy(sql`fold(u.last_name)`)
    .orderBy('u.id')
    .orderBy('p.id')
}

/** A page of proposers. */
export const findProposers = (db: Db, filter: ProposerFilter) => pageOf(matching(db, filter), filter)

/** All proposers that a filter finds, through a cursor. */
export const streamProposers = (db: Db, filter: ProposerFilter) => matching(db, filter).stream(200)

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
