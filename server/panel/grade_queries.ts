import { sql } from 'kysely'
import type { GradeInput } from '#domain/panel/grades.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'
import { anyOf } from '../platform/sql.ts'
import { hasConflict, type Viewer, viewerHasConflict } from '../users/conflict_shared_queries.ts'

const OWN = ['g.proposal_id', 'g.grade', 'g.notes', 'g.shared_at', 'g.saved_at', 'g.version'] as const

/** The actor's own grades, except of proposals that they have a conflict with by now. */
export const findOwnGrades = (db: Db, actor: Actor, term_id: number | undefined) =>
  db
    .selectFrom('panel_grades as g')
    .innerJoin('proposals as p', 'p.id', 'g.proposal_id')
    .select(OWN)
    .where('g.user_id', '=', actor.id)
    .$if(term_id !== undefined, (query) => query.where('p.term_id', '=', term_id!))
    .where(sql<boolean>`not ${viewerHasConflict(actor)}`)
    .orderBy('g.proposal_id')
    .execute()

/** Locked proposals, each with the actor's own grade of it. */
export const findGraded = (tx: Db, actor: Actor, ids: readonly number[]) =>
  tx
    .selectFrom('proposals as p')
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .leftJoin('panel_grades as g', (join) =>
      join.onRef('g.proposal_id', '=', 'p.id').on('g.user_id', '=', actor.id),
    )
    .select(['p.id', 'p.status', 'p.term_id', 't.disabled', viewerHasConflict(actor).as('conflict')])
    .select(['g.grade', 'g.notes', 'g.shared_at', 'g.saved_at', 'g.version'])
    .where('p.id', '=', anyOf(ids))
    .orderBy('p.id')
    .execute()
export type Graded = Awaited<ReturnType<typeof findGraded>>[number]

/** Saves the actor's grade and notes; a grade that is cleared is no longer shared. */
export const saveOwnGrade = (
  tx: Db,
  actor: Actor,
  proposal_id: number,
  { grade, notes, at, version }: Pick<GradeInput, 'grade' | 'notes'> & { at: Date; version: number },
) => {
  const saved_at = at.toISOString()
  return tx
    .insertInto('panel_grades')
    .values({ proposal_id, user_id: actor.id, grade, notes, saved_at, version })
    .onConflict((own) =>
      own.columns(['proposal_id', 'user_id']).doUpdateSet({
        ...{ grade, notes, saved_at, version },
        ...(grade === null && { shared_at: null }),
      }),
    )
    .execute()
}

/** Shares the actor's grades of these proposals from `at` on, or hides them with null. */
export const setShared = (tx: Db, actor: Actor, proposal_ids: readonly number[], at: Date | null) =>
  tx
    .updateTable('panel_grades')
    .set({ shared_at: at?.toISOString() ?? null })
    .where('user_id', '=', actor.id)
    .where('proposal_id', '=', anyOf(proposal_ids))
    .execute()

/**
 * The grades of a proposal that other members of the panel share: not those of members who have a conflict with it by
 * now, and none where the viewer has one.
 */
export const findSharedGrades = (db: Db, viewer: Viewer, proposal_id: number) =>
  db
    .selectFrom('panel_grades as g')
    .innerJoin('proposals as p', 'p.id', 'g.proposal_id')
    .innerJoin('users as u', 'u.id', 'g.user_id')
    .select(['u.id', 'u.name'])
    .select(sql<number>`g.grade`.as('grade'))
    .where('p.id', '=', proposal_id)
    .where('g.user_id', '!=', viewer.id)
    .where('g.shared_at', 'is not', null)
    .where('u.is_panel', '=', true)
    .where('u.disabled', '=', false)
    .where(sql<boolean>`not ${viewerHasConflict(viewer)} and not ${hasConflict('u')}`)
    .orderBy('u.folded_last_name')
    .orderBy('u.id')
    .execute()
