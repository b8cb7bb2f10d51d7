import { sql } from 'kysely'
import { type ProposalStatus, proposalStatus } from '#domain/proposals/status.ts'
import type { PersonFilter, ProposerFilter } from '#domain/proposers/contract.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'
import type { DB } from '../platform/database/tables.gen.ts'
import * as condition from '../platform/filter_conditions.ts'
import { order, pageByIds, rowMatches } from '../platform/lists.ts'
import { collaboratorsOf, orcidOf } from '../platform/sql.ts'
import { unlessConflict } from '../users/conflict_shared_queries.ts'

const STATES = proposalStatus.states.map(({ code, filterFlag }) => ({ code, filterFlags: [filterFlag] }))

const matchingProposals = (db: Db, f: ProposerFilter) =>
  db.selectFrom('proposals as p').where(
    rowMatches(f, {
      ids: condition.inList('p.id'),
      ...condition.user('p.user_id'),
      ...condition.collaborators('proposal_collaborators', 'p.id'),
      ...condition.checkGroup(condition.oneOf('p.status'), STATES),
      term_id: condition.equals('p.term_id'),
      early_career: condition.equals('p.early_career'),
    }),
  )

const withProposer = (proposals: ReturnType<typeof matchingProposals>) =>
  proposals.innerJoin('users as u', 'u.id', 'p.user_id')

/** By last name unless a sort is given. */
const proposerOrder = (f: ProposerFilter) =>
  order(f, sql`u.folded_last_name, u.id, p.id`, {
    ...condition.personSorts('u'),
    proposal_id: 'p.id',
    title: condition.foldedColumn('p.title'),
    status: 'p.status',
    early_career: 'p.early_career',
    term_id: 'p.term_id',
  })

const withDetails = (proposals: ReturnType<typeof matchingProposals>) =>
  withProposer(proposals)
    .select(['u.id as user_id', 'u.name', 'u.email', 'u.affiliation', 'p.early_career', 'p.status'])
    .select(['p.term_id', 'p.id as proposal_id', 'p.title', orcidOf('u.id').as('orcid')])
    .select(collaboratorsOf('proposal_collaborators', 'p.id').as('proposal_collaborator'))

export const findProposers = (db: Db, f: ProposerFilter) =>
  pageByIds(
    db,
    {
      matching: matchingProposals(db, f),
      sorted: withProposer(matchingProposals(db, f)).orderBy(proposerOrder(f)),
      id: 'p.id',
      rows: (ids) =>
        withDetails(db.selectFrom('proposals as p').where(condition.oneOf('p.id')(ids))).execute(),
      idOf: ({ proposal_id }) => proposal_id,
    },
    f,
  )

/** All matching proposers, as a stream. */
export const streamProposers = (db: Db, f: ProposerFilter) =>
  withDetails(matchingProposals(db, f)).orderBy(proposerOrder(f)).stream(200)

interface CreatedProposal {
  id: number
  term_id: number
  title: string
  status: ProposalStatus
  global_score: number | null
}

/** A proposer with all proposals, newest term first; scores are null for a viewer with a conflict. */
export const findProposer = (db: Db, id: number, viewer: Actor) =>
  db
    .selectFrom('users as u')
    .select(['u.id as user_id', 'u.name', 'u.email', 'u.affiliation', orcidOf('u.id').as('orcid')])
    .select(
      sql<CreatedProposal[]>`coalesce((
        select json_agg(json_build_object('id', p.id, 'term_id', p.term_id, 'title', p.title, 'status', p.status,
          'global_score', ${unlessConflict(viewer, sql.ref('p.global_score'))}) order by p.term_id desc, p.id)
        from proposals as p where p.user_id = u.id), '[]'::json)`.as('created_proposal'),
    )
    .where('u.id', '=', id)
    .where('u.is_proposer', '=', true)
    .executeTakeFirst()

/** SQL: the person is at one of the given places. */
const isAt = condition.ifPresent(
  (places: string[]) => sql`(n.proposal_id, n.position) in (
    select split_part(place, '.', 1)::int, split_part(place, '.', 2)::int from unnest(${places}::text[]) as place)`,
)

/** Proposers and collaborators, one row per person and proposal. */
const matchingPeople = (db: Db, f: PersonFilter) =>
  db
    .selectFrom('people as n')
    .where(rowMatches(f, { ...condition.person('n'), term_id: condition.equals('n.term_id'), places: isAt }))

const SORTS = {
  name: 'n.folded_last_name',
  email: 'n.folded_email',
  affiliation: 'n.folded_affiliation',
  proposal_id: 'n.proposal_id',
  position: 'n.position',
  term_id: 'n.term_id',
} as const
const OWN_ORDER = ['n.folded_last_name', 'n.proposal_id', 'n.position'] as const
const personOrder = (f: PersonFilter) =>
  order(f, sql`${sql.join(OWN_ORDER.map((column) => sql.ref(column)))}`, SORTS)

const withPersonDetails = (people: ReturnType<typeof matchingPeople>, { term_id }: PersonFilter) =>
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

/** Up to this many matches are collected and sorted; beyond it, the list is read in its order until the page is full. */
const MAX_SORTED_PEOPLE = 10_000

export async function findPeople(db: Db, f: PersonFilter) {
  const all = matchingPeople(db, f)
  const rows = (ids: number[]) =>
    withPersonDetails(db.selectFrom('people as n').where(condition.oneOf('n.id')(ids)), f).execute()
  const pageFrom = (db: Pick<Db, 'selectNoFrom'>, people: typeof all) =>
    pageByIds(
      db,
      {
        matching: people,
        sorted: people.orderBy(personOrder(f)),
        id: 'n.id',
        rows,
        idOf: ({ id }) => id,
      },
      f,
    )
  if (f.name || f.email || f.affiliation) {
    const columns = [...new Set([...OWN_ORDER, SORTS[f.sort ?? 'name']])]
    const matches = db.with('matches', () => all.select(['n.id', ...columns]).limit(MAX_SORTED_PEOPLE + 1))
    // Selects from the expression by its name, so that each part of the statement does not repeat its definition.
    const collected = db.withTables<{ matches: DB['people'] }>().selectFrom('matches as n')
    const page = await pageFrom(matches, collected)
    if (page.total <= MAX_SORTED_PEOPLE) return page
  }
  return pageFrom(db, all)
}

/** All matching people, as a stream. */
export const streamPeople = (db: Db, f: PersonFilter) =>
  withPersonDetails(matchingPeople(db, f), f).orderBy(personOrder(f)).stream(200)
