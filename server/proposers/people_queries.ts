import { sql } from 'kysely'
import type { PersonFilter } from '#domain/proposers/contract.ts'
import * as ask from '../platform/asks.ts'
import type { Db } from '../platform/context.ts'
import type { DB } from '../platform/database/tables.gen.ts'
import { fits, order, pageByIds } from '../platform/lists.ts'

/** A person stands at one of the places that are sent. */
const isAt = ask.ifSaid(
  (places: string[]) => sql`(n.proposal_id, n.position) in (
    select split_part(place, '.', 1)::int, split_part(place, '.', 2)::int from unnest(${places}::text[]) as place)`,
)

/** Everybody on a proposal of the term: its proposer and its collaborators, a row per person and proposal. */
const found = (db: Db, f: PersonFilter) =>
  db
    .selectFrom('people as n')
    .where(fits(f, { ...ask.person('n'), term_id: ask.equals('n.term_id'), places: isAt }))

const SORTS = {
  name: 'n.folded_last_name',
  email: 'n.folded_email',
  affiliation: 'n.folded_affiliation',
  proposal_id: 'n.proposal_id',
  position: 'n.position',
  term_id: 'n.term_id',
} as const
const OWN_ORDER = ['n.folded_last_name', 'n.proposal_id', 'n.position'] as const
const ordered = (f: PersonFilter) =>
  order(f, sql`${sql.join(OWN_ORDER.map((column) => sql.ref(column)))}`, SORTS)

/** What is shown of people. */
const shown = (people: ReturnType<typeof found>, { term_id }: PersonFilter) =>
  people
    .innerJoin('proposals as p', 'p.id', 'n.proposal_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .leftJoin('proposal_collaborators as c', 'c.id', 'n.collaborator_id')
    .select(({ fn }) => [
      fn.coalesce('c.name', 'u.name').as('name'),
      fn.coalesce('c.email', 'u.email').as('email'),
      fn.coalesce('c.affiliation', 'u.affiliation').as('affiliation'),
    ])
    .select(['n.id', 'n.proposal_id', 'n.term_id', 'n.position'])
    .select(
      sql<number[]>`array(select distinct p.id from proposal_collaborators as o
        join proposals as p on p.id = o.proposal_id
        where lower(o.email) = lower(coalesce(c.email, u.email))
          and ${term_id === undefined ? sql`true` : sql`p.term_id = ${term_id}`}
        order by p.id)`.as('proposal_collaborator_id'),
    )

/** So many people are gathered and then put in order; of more, the list is walked in its order until the page is full. */
const GATHERED = 10_000

/** A page of people. */
export async function findPeople(db: Db, f: PersonFilter) {
  const all = found(db, f)
  const rows = (ids: number[]) =>
    shown(db.selectFrom('people as n').where(ask.oneOf('n.id')(ids)), f).execute()
  const pageFrom = (db: Pick<Db, 'selectNoFrom'>, people: typeof all) =>
    pageByIds(
      db,
      {
        found: people,
        sorted: people.orderBy(ordered(f)),
        id: 'n.id',
        rows,
        idOf: ({ id }) => id,
      },
      f,
    )
  if (f.name || f.email || f.affiliation) {
    const columns = [...new Set([...OWN_ORDER, SORTS[f.sort ?? 'name']])]
    const few = db.with('few', () => all.select(['n.id', ...columns]).limit(GATHERED + 1))
    // Asked without the gathering, which would be repeated in each part of the statement.
    const gathered = db.withTables<{ few: DB['people'] }>().selectFrom('few as n')
    const page = await pageFrom(few, gathered)
    if (page.total <= GATHERED) return page
  }
  return pageFrom(db, all)
}

/** All people that a filter finds, through a cursor. */
export const streamPeople = (db: Db, f: PersonFilter) =>
  shown(found(db, f), f).orderBy(ordered(f)).stream(200)
