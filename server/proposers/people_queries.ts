import { sql } from 'kysely'
import type { PersonFilter } from '#domain/proposers/contract.ts'
import * as ask from '../platform/asks.ts'
import type { Db } from '../platform/context.ts'
import { fits, order, pageOf } from '../platform/lists.ts'

/** Everybody on a proposal of the term: its proposer and its collaborators, a row per person and proposal. */
function matching(db: Db, f: PersonFilter) {
  const proposers = db
    .selectFrom('proposals as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['u.name', 'u.email', 'u.affiliation', 'p.id as proposal_id', 'p.term_id'])
    .select(['u.folded_name', 'u.folded_last_name', 'u.folded_email', 'u.folded_affiliation'])
    .select(sql<number>`0`.as('position'))
  const collaborators = db
    .selectFrom('proposals as p')
    .innerJoin('proposal_collaborators as c', 'c.proposal_id', 'p.id')
    .select(['c.name', 'c.email', 'c.affiliation', 'p.id as proposal_id', 'p.term_id'])
    .select(['c.folded_name', 'c.folded_last_name', 'c.folded_email', 'c.folded_affiliation'])
    .select(sql<number>`c.position + 1`.as('position'))
  const inTerm = f.term_id === undefined ? sql`true` : sql`o.term_id = ${f.term_id}`
  return db
    .selectFrom(proposers.unionAll(collaborators).as('n'))
    .select(['n.name', 'n.email', 'n.affiliation', 'n.proposal_id', 'n.term_id', 'n.position'])
    .select(
      sql<number[]>`array(select distinct o.id from proposal_collaborators as c
        join proposals as o on o.id = c.proposal_id
        where lower(c.email) = lower(n.email) and ${inTerm} order by o.id)`.as('proposal_collaborator_id'),
    )
    .where(fits(f, { ...ask.person('n'), term_id: ask.equals('n.term_id'), places: isAt }))
    .orderBy(
      order(f, sql`n.folded_last_name, n.proposal_id, n.position`, {
        ...ask.personSorts('n'),
        proposal_id: 'n.proposal_id',
        position: 'n.position',
        term_id: 'n.term_id',
      }),
    )
}

/** A person stands at one of the places that are sent. */
const isAt = ask.ifSaid(
  (places: string[]) => sql`concat(n.proposal_id, '.', n.position) = any(${places}::text[])`,
)

/** A page of people. */
export const findPeople = (db: Db, filter: PersonFilter) => pageOf(matching(db, filter), filter)

/** All people that a filter finds, through a cursor. */
export const streamPeople = (db: Db, filter: PersonFilter) => matching(db, filter).stream(200)
