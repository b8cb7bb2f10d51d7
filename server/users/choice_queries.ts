import { type RawBuilder, sql } from 'kysely'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { SUBMITTED } from '#domain/proposals/status.ts'
import { REPORT_ACCEPTED, REPORT_REQUESTED } from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { ChoiceFilter, UserGroup } from '#domain/users/contract.ts'
import type { Db } from '../platform/context.ts'
import { disabled } from '../platform/sql.ts'
import { collaboratesOn, viewerHasConflict } from './conflict_shared_queries.ts'

const confirmed = sql`exists (select from assignments a where a.proposal_id = p.id and a.status = ${CONFIRMED})`

/** SQL: what makes the user `u` one of a group, for a submitted proposal `p` of the term. */
const BELONGS: Record<UserGroup, (viewer: Actor) => RawBuilder<unknown>> = {
  proposers: () => sql`p.user_id = u.id`,
  with_samples: () => sql`p.user_id = u.id and ${confirmed}`,
  without_samples: () => sql`p.user_id = u.id and not ${confirmed}`,
  collaborators: () => sql`p.user_id <> u.id and ${collaboratesOn('u')}`,
  // Who reviews a proposal is not told to those who take part in it.
  owing_reviewers: (viewer) => sql`not ${viewerHasConflict(viewer)} and exists (select from reports r
    where r.proposal_id = p.id and r.user_id = u.id and r.status in (${REPORT_REQUESTED}, ${REPORT_ACCEPTED}))`,
}

/** The users to choose among, by last name: everybody who is not deleted, or a group of a term. */
export const findChoices = (db: Db, viewer: Actor, { group, term_id }: ChoiceFilter) =>
  db
    .selectFrom('users as u')
    .select(['u.id', 'u.name', 'u.email', 'u.affiliation', disabled('u')])
    .select(['u.is_administration_office', 'u.is_panel', 'u.is_reviewer', 'u.is_proposer'])
    .where('u.deleted_at', 'is', null)
    .$if(group !== undefined, (query) =>
      query.where(
        sql<boolean>`exists (select from proposals p where p.status = ${SUBMITTED}
          and ${term_id === undefined ? sql`true` : sql`p.term_id = ${term_id}`}
          and ${BELONGS[group!](viewer)})`,
      ),
    )
    .orderBy('u.folded_last_name')
    .orderBy('u.id')
    .execute()
