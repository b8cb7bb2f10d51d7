import { type RawBuilder, sql } from 'kysely'
import { NOT_CREATED } from '#domain/proposals/status.ts'
import { reportStatus } from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'
import { type Given, prepared } from '../platform/database/prepared.ts'
import { among } from '../platform/sql.ts'
import { assignedSamples, confirmedSamples, wholeProposals } from '../proposals/read_sql.ts'
import { reportsUnless } from '../reports/on_proposal_sql.ts'
import { unlessConflict, viewerHasConflict } from '../users/conflict_shared_queries.ts'
import { progressFor, rankFor, scoreFor, versionFor } from './visible_queries.ts'

const HANDED_IN = reportStatus.where(({ handedIn }) => handedIn)

/** SQL: the proposal next to `p` in its term's list. */
const neighbour = (side: '<' | '>', order: 'asc' | 'desc'): RawBuilder<number | null> => sql`(
  select n.id from proposals n
  where n.term_id = p.term_id and n.status <> ${NOT_CREATED} and n.id ${sql.raw(side)} p.id
  order by n.id ${sql.raw(order)} limit 1)`

/** The total of each submitted report of a term, but those on proposals that the actor has a conflict with. */
export const findTotals = (db: Db, actor: Actor, term_id: number) =>
  db
    .selectFrom('reports as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .select(['r.proposal_id', 'r.user_id as reviewer_id'])
    .select(sql<number>`r.science_score + r.technical_score`.as('total'))
    .where('p.term_id', '=', term_id)
    .where('r.status', '=', among(HANDED_IN))
    .where(sql<boolean>`r.science_score + r.technical_score is not null and not ${viewerHasConflict(actor)}`)
    .execute()

/** Who saved score and rank of a proposal, or its note, last. */
export const findSave = (db: Db, id: number, of: 'score' | 'note') =>
  db
    .selectFrom('proposals as p')
    .leftJoin('users as u', 'u.id', `p.${of}_saved_by`)
    .select([`p.${of}_version as version`, `p.${of}_saved_at as saved_at`, 'u.name as saved_by'])
    .where('p.id', '=', id)
    .executeTakeFirstOrThrow()

/** The conflict with the proposal `p`, which is looked for once and asked of each value. */
const seen = sql.ref<boolean>('seen.conflict')

/** A proposal with all that is kept beside it, as a member of the staff may see it; none when there is no such proposal. */
export const findForStaff = prepared((db: Db, given: Given<{ viewer: number; id: number }>) => {
  const viewer = { id: given('viewer'), conflict: seen }
  return wholeProposals(db)
    .innerJoinLateral(
      // The bound keeps PostgreSQL from looking for it at each use.
      sql<{ conflict: boolean }>`(select ${viewerHasConflict({ id: viewer.id })} as conflict limit 1)`.as(
        'seen',
      ),
      (join) => join.onTrue(),
    )
    .select([
      't.reviews_due_at as due_at',
      'seen.conflict',
      progressFor(viewer).as('progress'),
      scoreFor(viewer).as('global_score'),
      rankFor(viewer).as('rank'),
      versionFor(viewer, 'score').as('score_version'),
      versionFor(viewer, 'note').as('note_version'),
      sql<string>`coalesce(${unlessConflict(viewer, sql`p.additional_notes`)}, '')`.as('additional_notes'),
      reportsUnless(seen).as('reports'),
      assignedSamples.as('assigned_samples'),
      confirmedSamples.as('assigned_samples_status_true'),
      neighbour('<', 'desc').as('prevID'),
      neighbour('>', 'asc').as('nextID'),
    ])
    .where('p.id', '=', given('id'))
})
