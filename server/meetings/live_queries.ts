import { type SqlBool, sql } from 'kysely'
import type { Person } from '#domain/meetings/schemas.ts'
import { SUBMITTED } from '#domain/proposals/status.ts'
import { maySpeak } from '../panel/leads_shared_queries.ts'
import type { Db } from '../platform/context.ts'
import { type Param, prepareQuery } from '../platform/database/prepared_query.ts'
import { averageFor, outstanding } from '../staff/shared_queries.ts'
import {
  hasConflictInTerm,
  rankFor,
  type Viewer,
  viewerHasConflict,
} from '../users/conflict_shared_queries.ts'

/** SQL: a speaker on the proposal `p` who is still of the panel and has no conflict with it. */
const speaker = (place: 'first' | 'second') => sql<Person | null>`(
  select json_build_object('id', speaker.id, 'name', speaker.name) from proposal_leads l
  join users speaker on speaker.id = ${sql.ref(`l.${place}_user_id`)}
  where l.proposal_id = p.id and ${maySpeak('speaker')})`

/** SQL: the reviewers whose reports on the proposal `p` a first global score closes, by name. */
const closedByScore = sql<string[]>`case when p.global_score is not null then '[]'::json else coalesce((
  select json_agg(v.name order by v.folded_last_name, v.id) from reports r join users v on v.id = r.user_id
  where r.proposal_id = p.id and r.status = ${outstanding} and r.status <> 0), '[]'::json) end`

/** What belongs to the proposal that is on besides the meeting; nothing where the viewer has a conflict with it. */
export const readCurrent = prepareQuery((db: Db, param: Param<{ viewer: number; id: number }>) => {
  const viewer: Viewer = { id: param('viewer') }
  return db
    .selectFrom('proposals as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .leftJoin('panel_grades as g', (join) =>
      join.onRef('g.proposal_id', '=', 'p.id').on('g.user_id', '=', viewer.id as never),
    )
    .leftJoin('decision_notes as n', 'n.proposal_id', 'p.id')
    .select(['u.name', 'u.affiliation', 'g.grade', 'g.notes', 'g.version as grade_version'])
    .select(['p.global_score', 'p.score_version', rankFor(viewer).as('rank')])
    .select(['n.for_proposer', 'n.internal', 'n.version as notes_version'])
    .select(hasConflictInTerm(viewer).as('conflict_in_term'))
    .select([speaker('first').as('first'), speaker('second').as('second')])
    .select(closedByScore.as('closes'))
    .where('p.id', '=', param('id'))
    .where(sql<SqlBool>`not ${viewerHasConflict(viewer)}`)
})

/** For proposals in triage: what a score for all of them begins with. The viewer has no conflict with any. */
export const findTriage = (db: Db, viewer: Viewer, ids: readonly number[]) =>
  db
    .selectFrom('proposals as p')
    .leftJoin('review_figures as reviews', 'reviews.proposal_id', 'p.id')
    .select(['p.id', 'p.global_score', 'p.score_version', averageFor(viewer, 'total').as('average')])
    .select(closedByScore.as('closes'))
    .where(sql<SqlBool>`p.id = any(${ids}::integer[])`)
    .where(sql<SqlBool>`not ${viewerHasConflict(viewer)}`)
    .execute()

/** The submitted proposals of a term that a member of the panel may grade and has not, by id. */
export const readUngraded = prepareQuery((db: Db, param: Param<{ viewer: number; term_id: number }>) =>
  db
    .selectFrom('proposals as p')
    .select(['p.id as proposal_id', 'p.title'])
    .where('p.term_id', '=', param('term_id'))
    .where('p.status', '=', SUBMITTED)
    .where(sql<SqlBool>`not ${viewerHasConflict({ id: param('viewer') })}`)
    .where(
      sql<SqlBool>`not exists (select from panel_grades g
        where g.proposal_id = p.id and g.user_id = ${param('viewer')} and g.grade is not null)`,
    )
    .orderBy('p.id'),
)
