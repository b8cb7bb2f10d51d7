import { type RawBuilder, sql } from 'kysely'
import type { Candidate, Facts, Membership, Participant, Relation } from '#domain/conflicts/findings.ts'
import type { ConflictKind, FindingKind, Verdict } from '#domain/conflicts/status.ts'
import { SUBMITTED } from '#domain/proposals/status.ts'
import type { Db } from '../platform/context.ts'
import { anyOf } from '../platform/sql.ts'
import { conflictingProposalIds } from '../users/conflict_shared_queries.ts'

/** The submitted proposals whose findings are wanted. */
export interface Scope {
  term_id: number
  proposal_ids?: readonly number[]
}

/** SQL: members of staff and reviewers who can sign in, except the viewer: nobody learns about themselves. */
const isCandidate = (viewer_id: number) => sql<boolean>`(
  (u.is_administration_office or u.is_panel or u.is_reviewer) and not u.disabled and u.id <> ${viewer_id})`

/** SQL: the submitted proposals `p` of the scope that the viewer has no conflict with. */
const inScope = (viewer_id: number, { term_id, proposal_ids }: Scope) => sql<boolean>`(
  p.term_id = ${term_id} and p.status = ${SUBMITTED} and p.id <> all(${conflictingProposalIds({ id: viewer_id })})
  and ${proposal_ids === undefined ? sql`true` : sql`p.id = ${anyOf(proposal_ids)}`})`

const addressesOf = (user_id: RawBuilder<unknown>) =>
  sql<string[]>`array(select own.email from user_addresses own where own.user_id = ${user_id})`

/** Those who may review or see reviews, by last name; the present address is the first. */
export async function findCandidates(db: Db, viewer_id: number): Promise<Omit<Candidate, 'organisation'>[]> {
  const rows = await db
    .selectFrom('users as u')
    .select(['u.id', 'u.first_name', 'u.middle_name', 'u.last_name', 'u.name', 'u.affiliation', 'u.email'])
    .select(addressesOf(sql`u.id`).as('addresses'))
    .where(isCandidate(viewer_id))
    .orderBy('u.folded_last_name')
    .orderBy('u.id')
    .execute()
  return rows.map(({ email, addresses, ...row }) => ({
    ...row,
    addresses: [email, ...addresses.filter((one) => one !== email)],
  }))
}

/** The proposals of the scope that the viewer may judge. */
export const findProposals = (db: Db, viewer_id: number, scope: Scope) =>
  db
    .selectFrom('proposals as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.id', 'p.term_id', 'p.title', 'p.user_id as proposer_id', 'u.name', 'u.affiliation'])
    .where(inScope(viewer_id, scope))
    .orderBy('p.id')
    .execute()

/** Everyone on the proposals of the scope. */
export async function findParticipants(
  db: Db,
  viewer_id: number,
  scope: Scope,
): Promise<Omit<Participant, 'organisation'>[]> {
  const { rows } = await sql<Omit<Participant, 'organisation'>>`
    select p.id as proposal_id, p.term_id, 'proposer' as role, u.id as user_id, u.email,
      u.first_name, u.middle_name, u.last_name, u.name, u.affiliation, ${addressesOf(sql`u.id`)} as addresses
    from proposals p join users u on u.id = p.user_id where ${inScope(viewer_id, scope)}
    union all
    select p.id, p.term_id, 'collaborator', a.user_id, c.email,
      c.first_name, c.middle_name, c.last_name, c.name, c.affiliation, ${addressesOf(sql`a.user_id`)}
    from proposals p join proposal_collaborators c on c.proposal_id = p.id
      left join user_addresses a on lower(a.email) = lower(c.email)
    where ${inScope(viewer_id, scope)}`.execute(db)
  return rows
}

/**
 * Everyone on those proposals, submitted in the `years` before the term or in it, that a candidate is on. Collaborators are
 * those of any version that was submitted.
 */
export async function findMemberships(
  db: Db,
  viewer_id: number,
  term_id: number,
  years: number,
): Promise<Membership[]> {
  const { rows } = await sql<Membership>`
    with recent as (
      select p.id, p.term_id, p.title, p.user_id from proposals p join terms t on t.id = p.term_id
        join terms n on n.id = ${term_id}
      where t.proposals_close_at >= n.proposals_close_at - make_interval(years => ${years})
        and t.proposals_close_at <= n.proposals_close_at and (p.status = ${SUBMITTED} or p.submitted_at is not null)),
    members as (
      select r.id, r.user_id, null as email, 'proposer' as role from recent r
      union all
      select r.id, a.user_id, s.email, 'collaborator' from recent r
        join submitted_collaborators s on s.proposal_id = r.id
        left join user_addresses a on lower(a.email) = s.email
      where a.user_id is distinct from r.user_id)
    select coalesce('u' || m.user_id, m.email) as key, r.id as proposal_id, r.term_id, r.title, m.role
    from members m join recent r on r.id = m.id
    where m.id in (select c.id from members c join users u on u.id = c.user_id where ${isCandidate(viewer_id)})
    order by r.id desc`.execute(db)
  return rows
}

/** Every declared relation of people who can sign in. */
export const findRelations = (db: Db): Promise<Relation[]> =>
  db
    .selectFrom('declared_relations as r')
    .leftJoin('user_addresses as a', (join) =>
      join.on(sql<boolean>`r.email <> '' and lower(a.email) = lower(r.email)`),
    )
    .select(['r.id', 'r.user_id', sql<Relation['kind']>`r.kind`.as('kind'), 'r.name', 'r.email'])
    .select(['a.user_id as other_id', 'r.from_year', 'r.until_year', 'r.note'])
    .select(sql<string>`to_char(r.declared_at at time zone 'UTC', 'YYYY-MM-DD')`.as('declared_on'))
    .orderBy('r.id')
    .execute()

/** What affiliations are compared by, by affiliation. */
export async function findOrganisationKeys(
  db: Db,
  affiliations: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ affiliation: string; key: string }>`
    select affiliation, organisation_key(affiliation) as key
    from unnest(${affiliations}::text[]) as affiliation`.execute(db)
  return new Map(rows.map(({ affiliation, key }) => [affiliation, key]))
}

/** The names of all organisations, by key. */
export async function findOrganisationNames(db: Db): Promise<Facts['organisations']> {
  const rows = await db.selectFrom('organisations').select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [`#${id}`, name]))
}

/** The last judgement of each finding, whatever its evidence was. */
export const findLastJudgements = (db: Db, viewer_id: number, scope: Scope) =>
  db
    .selectFrom('conflict_judgements as j')
    .innerJoin('proposals as p', 'p.id', 'j.proposal_id')
    .innerJoin('users as b', 'b.id', 'j.judged_by')
    .distinctOn(['j.proposal_id', 'j.user_id', 'j.kind'])
    .select(['j.proposal_id', 'j.user_id', sql<FindingKind>`j.kind`.as('kind'), 'j.fingerprint'])
    .select([sql<Verdict>`j.verdict`.as('verdict'), 'j.reason', 'b.name as by', 'j.judged_at as at'])
    .where(inScope(viewer_id, scope))
    .where('j.user_id', '<>', viewer_id)
    .orderBy('j.proposal_id')
    .orderBy('j.user_id')
    .orderBy('j.kind')
    .orderBy('j.id', 'desc')
    .execute()

/** The last question about each finding. */
export const findLastQuestions = (db: Db, viewer_id: number, scope: Scope) =>
  db
    .selectFrom('conflict_questions as q')
    .innerJoin('proposals as p', 'p.id', 'q.proposal_id')
    .innerJoin('users as b', 'b.id', 'q.asked_by')
    .distinctOn(['q.proposal_id', 'q.user_id', 'q.kind'])
    .select(['q.proposal_id', 'q.user_id', sql<FindingKind>`q.kind`.as('kind'), 'q.fingerprint'])
    .select(['q.answer', 'q.note', 'q.answered_at', 'b.name as by', 'q.asked_at as at', 'q.open_until'])
    .where(inScope(viewer_id, scope))
    .where('q.user_id', '<>', viewer_id)
    .orderBy('q.proposal_id')
    .orderBy('q.user_id')
    .orderBy('q.kind')
    .orderBy('q.id', 'desc')
    .execute()

/** A pair with a conflict of interest. */
export interface BlockedPair {
  proposal_id: number
  user_id: number
  kind: ConflictKind
  reason: string
  by: string | null
  at: string | null
}

/** Every conflict of a candidate with a proposal of the scope, the strongest kind of each pair. */
export async function findBlockedPairs(db: Db, viewer_id: number, scope: Scope): Promise<BlockedPair[]> {
  const lifted = (also: RawBuilder<unknown>, from: string) => sql`exists (
    select from lifted_conflicts l where l.proposal_id = ${sql.ref(`${from}.proposal_id`)} and l.user_id = a.user_id and ${also})`
  const { rows } = await sql<BlockedPair>`
    with wanted as (select p.id, p.user_id from proposals p where ${inScope(viewer_id, scope)}),
    found as (
      select p.id as proposal_id, p.user_id, 1 as rank, 'proposer' as kind, '' as reason,
        null::integer as by, null::timestamptz as at
      from wanted p
      union all
      select c.proposal_id, a.user_id, 2, 'collaborator', '', null, null
      from wanted p join proposal_collaborators c on c.proposal_id = p.id
        join user_addresses a on lower(a.email) = lower(c.email)
      where not ${lifted(sql`l.while_collaborator`, 'c')}
      union all
      select s.proposal_id, a.user_id, 3, 'former_collaborator', '', null, null
      from wanted p join submitted_collaborators s on s.proposal_id = p.id
        join user_addresses a on lower(a.email) = s.email
      where not ${lifted(sql`true`, 's')}
      union all
      select d.proposal_id, d.user_id, 4, 'declared', d.reason, d.declared_by, d.created_at
      from wanted p join conflicts d on d.proposal_id = p.id)
    select distinct on (f.proposal_id, f.user_id) f.proposal_id, f.user_id, f.kind, f.reason, b.name as by,
      to_char(f.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from found f join users u on u.id = f.user_id left join users b on b.id = f.by
    where ${isCandidate(viewer_id)}
    order by f.proposal_id, f.user_id, f.rank`.execute(db)
  return rows
}

/** Pairs whose reviewer has stated a conflict of interest in an answer: it blocks reviewing only. */
export const findStatedConflicts = (db: Db, viewer_id: number, scope: Scope) =>
  db
    .selectFrom('reports as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .select(['r.proposal_id', 'r.user_id'])
    .where('r.conflict_stated', '=', true)
    .where('r.user_id', '<>', viewer_id)
    .where(inScope(viewer_id, scope))
    .execute()

/** The term of a proposal; undefined when there is no such proposal. */
export async function findTermOf(db: Db, proposal_id: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('proposals')
    .select('term_id')
    .where('id', '=', proposal_id)
    .executeTakeFirst()
  return row?.term_id
}
