import { type RawBuilder, sql } from 'kysely'
import type { Cell, Limits, Marked } from '#domain/assign_reviewers/contract.ts'
import { SUBMITTED } from '#domain/proposals/status.ts'
import { reportStatus } from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'
import { viewerHasConflict } from '../users/conflict_shared_queries.ts'

/** SQL: the proposal `p` is a submitted one of the term with which the viewer has no conflict of interest. */
const isShown = (actor: Actor, term_id: number) =>
  sql<boolean>`(p.term_id = ${term_id} and p.status = ${SUBMITTED} and not ${viewerHasConflict(actor)})`

/** The proposals of the grid, by id. */
export const findProposals = (db: Db, actor: Actor, term_id: number) =>
  db
    .selectFrom('proposals as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.id', 'p.title', 'u.name', 'u.last_name', 'u.affiliation'])
    .select(sql<boolean>`p.global_score is not null`.as('closed'))
    .where(isShown(actor, term_id))
    .orderBy('p.id')
    .execute()

/** The submitted proposals of the term with which the viewer has a conflict of interest. */
export async function findLeftOut(db: Db, actor: Actor, term_id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('proposals as p')
    .select('p.id')
    .where('p.term_id', '=', term_id)
    .where('p.status', '=', SUBMITTED)
    .where(viewerHasConflict(actor))
    .orderBy('p.id')
    .execute()
  return rows.map(({ id }) => id)
}

export const findTermOfProposal = async (db: Db, id: number) =>
  (await db.selectFrom('proposals').select('term_id').where('id', '=', id).executeTakeFirst())?.term_id

/** When the reports of a term are due. */
export const findDueDate = async (db: Db, id: number) =>
  (await db.selectFrom('terms').select('reviews_due_at').where('id', '=', id).executeTakeFirstOrThrow())
    .reviews_due_at

/** The reports on the proposals of the grid. */
export const findReports = (db: Db, actor: Actor, term_id: number) =>
  db
    .selectFrom('reports as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .select(['r.id', 'r.proposal_id', 'r.user_id', 'r.status', 'r.conflict_stated'])
    .select(sql<boolean>`p.global_score is not null`.as('scored'))
    .where(isShown(actor, term_id))
    .orderBy('r.proposal_id')
    .orderBy('r.user_id')
    .execute()

/** SQL: names of a reviewer's keywords or methods. */
const profileTopics = (table: 'reviewer_keywords' | 'reviewer_methods') =>
  table === 'reviewer_keywords'
    ? sql<string[]>`array(select k.name from reviewer_keywords x join keywords k on k.id = x.keyword_id
        where x.user_id = u.id order by k.sort, k.id)`
    : sql<string[]>`array(select m.name from reviewer_methods x join analysis_methods m on m.id = x.method_id
        where x.user_id = u.id order by m.sort, m.id)`

/** The active reviewers and the users in `others`, by last name; `today` is a day, absences before it are left out. */
export const findReviewers = (db: Db, others: readonly number[], today: string) =>
  db
    .selectFrom('users as u')
    .leftJoin('reviewer_profiles as f', 'f.user_id', 'u.id')
    .select(['u.id', 'u.name', 'u.email', 'u.affiliation', 'u.is_reviewer', 'u.disabled', 'f.max_reports'])
    .select([
      sql<string>`organisation_key(u.affiliation)`.as('organisation'),
      sql<string>`coalesce(f.expertise, '')`.as('expertise'),
      profileTopics('reviewer_keywords').as('keywords'),
      profileTopics('reviewer_methods').as('methods'),
      sql<{ from_day: string; until_day: string }[]>`coalesce((
        select json_agg(json_build_object('from_day', a.from_day, 'until_day', a.until_day) order by a.from_day)
        from reviewer_absences a where a.user_id = u.id and a.until_day >= ${today}::date), '[]'::json)`.as(
        'absences',
      ),
    ])
    .where(sql<boolean>`((u.is_reviewer and not u.disabled) or u.id = any(${others}::int[]))`)
    .orderBy('u.folded_last_name')
    .orderBy('u.id')
    .execute()

const HANDED_IN = reportStatus.where(({ handedIn }) => handedIn)

/**
 * The proposals by which reviewers are known, with the reviewers: submitted ones on which they are proposer or
 * collaborator, up to the term, and those of earlier terms that they reviewed, as far as the viewer may see it.
 */
export async function findKnownBy(db: Db, actor: Actor, term_id: number, user_ids: readonly number[]) {
  const { rows } = await sql<{
    user_id: number
    proposal_id: number
    term_id: number
    part: 'proposer' | 'collaborator' | 'reviewed'
  }>`
    select p.user_id, p.id as proposal_id, p.term_id, 'proposer' as part from proposals p
      where p.user_id = any(${user_ids}::int[]) and p.status = ${SUBMITTED} and p.term_id <= ${term_id}
    union
    select a.user_id, p.id, p.term_id, 'collaborator' from user_addresses a
      join proposal_collaborators c on lower(c.email) = lower(a.email) join proposals p on p.id = c.proposal_id
      where a.user_id = any(${user_ids}::int[]) and p.user_id <> a.user_id and p.status = ${SUBMITTED}
        and p.term_id <= ${term_id}
    union
    select r.user_id, p.id, p.term_id, 'reviewed' from reports r join proposals p on p.id = r.proposal_id
      where r.user_id = any(${user_ids}::int[]) and r.status = any(${HANDED_IN}::smallint[])
        and p.term_id < ${term_id} and not ${viewerHasConflict(actor)}
    order by user_id, proposal_id, part`.execute(db)
  return rows
}

/** Keywords and methods of proposals, in the order in which they were chosen. */
export async function findTopics(db: Db, proposal_ids: readonly number[]) {
  const { rows } = await sql<{
    proposal_id: number
    kind: 'keyword' | 'method'
    key: string
    name: string
  }>`
    select k.proposal_id, 'keyword' as kind, fold(coalesce(m.name, k.keyword_other)) as key,
        coalesce(m.name, k.keyword_other) as name, k.position
      from proposal_keywords k left join keywords m on m.id = k.keyword_id
      where k.proposal_id = any(${proposal_ids}::int[])
    union all
    select k.proposal_id, 'method', fold(coalesce(m.name, k.analysis_method_other)),
        coalesce(m.name, k.analysis_method_other), k.position
      from proposal_methods k left join analysis_methods m on m.id = k.analysis_method_id
      where k.proposal_id = any(${proposal_ids}::int[])
    order by proposal_id, kind, position`.execute(db)
  return rows
}

/** The keys by which topics are compared. */
export async function findKeys(db: Db, names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; key: string }>`
    select name, fold(name) as key from unnest(${names}::text[]) as t (name)`.execute(db)
  return new Map(rows.map(({ name, key }) => [name, key]))
}

/** Words by which a text is compared: those that are most of its own. */
const WORDS_OF_A_TEXT = 30
/** Texts of which this part of the words is shared count as the same. */
const SAME = 0.5
/** Titles are compared by their letters from this similarity on. */
const ALIKE = 0.3

export interface CloseText {
  proposal_id: number
  /** The other proposal, or null for the expertise of the user. */
  other_id: number | null
  user_id: number | null
  closeness: number
  title: boolean
}

/**
 * How close the texts of proposals (title and abstract) are to those of other proposals and to lines of expertise, from 0
 * to 1; pairs that share nothing are left out. Cosine of their most characteristic words: PostgreSQL's full-text search
 * finds the words, words of titles count twice, words of few texts more than common ones. Where the extension pg_trgm is
 * installed, titles are compared by their letters too.
 */
export async function findCloseTexts(
  db: Db,
  proposals: readonly number[],
  others: readonly number[],
  users: readonly number[],
): Promise<CloseText[]> {
  const letters = (await hasTrigrams(db)) ? LETTERS : sql`0`
  const { rows } = await sql<CloseText>`
    with texts as materialized (
      select p.id, null::int as user_id,
        setweight(to_tsvector('english', p.folded_title), 'A') || to_tsvector('english', p.folded_abstract) as vector
      from proposals p where p.id = any(${proposals}::int[]) or p.id = any(${others}::int[])
      union all
      select null, f.user_id, to_tsvector('english', fold(f.expertise)) from reviewer_profiles f
      where f.user_id = any(${users}::int[]) and f.expertise <> ''),
    words as materialized (
      select t.id, t.user_id, w.lexeme, 'A' = any(w.weights) as title,
        (1 + ln(cardinality(w.positions))) * (case when 'A' = any(w.weights) then 2 else 1 end) as count
      from texts t, unnest(t.vector) as w (lexeme, positions, weights)),
    rare as materialized (
      select lexeme, ln(1 + (select count(*) from texts) / count(*)::float8) as rarity from words group by lexeme),
    ranked as (
      select w.id, w.user_id, w.lexeme, w.title, w.count * r.rarity as weight,
        row_number() over (partition by w.id, w.user_id order by w.count * r.rarity desc, w.lexeme) as place
      from words w join rare r on r.lexeme = w.lexeme),
    chosen as materialized (
      select id, user_id, lexeme, title, weight / sqrt(sum(weight * weight) over (partition by id, user_id)) as weight
      from ranked where place <= ${WORDS_OF_A_TEXT}),
    pairs as (
      select a.id as proposal_id, b.id as other_id, b.user_id, sum(a.weight * b.weight) as shared,
        bool_or(a.title and b.title) as title
      from chosen a join chosen b on b.lexeme = a.lexeme and b.id is distinct from a.id
      where a.id = any(${proposals}::int[]) and (b.user_id is not null or b.id = any(${others}::int[]))
      group by a.id, b.id, b.user_id)
    select x.proposal_id, x.other_id, x.user_id, x.title,
      round(least(1, greatest(x.shared / ${SAME}, ${letters}))::numeric, 3)::float8 as closeness
    from pairs x join proposals p on p.id = x.proposal_id left join proposals q on q.id = x.other_id
    order by x.proposal_id, x.other_id, x.user_id`.execute(db)
  return rows
}

const LETTERS: RawBuilder<number> = sql`coalesce((similarity(p.folded_title, q.folded_title) - ${ALIKE}) / ${1 - ALIKE}, 0)`

/** Whether pg_trgm is installed: the database works without it, comparing texts less sharply. */
async function hasTrigrams(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select to_regprocedure('similarity(text, text)') is not null as has`.execute(db)
  return rows[0]!.has
}

/** The cells set by hand in a term that the viewer may see; of own ones not whether a possible conflict was acknowledged. */
export const findMarks = (db: Db, actor: Actor, term_id: number): Promise<Marked[]> =>
  db
    .selectFrom('reviewer_assignment_marks as m')
    .innerJoin('proposals as p', 'p.id', 'm.proposal_id')
    .select(['m.proposal_id', 'm.user_id'])
    .select(sql<boolean>`m.acknowledged and m.user_id <> ${actor.id}`.as('acknowledged'))
    .select(sql<Marked['mark']>`m.mark`.as('mark'))
    .where('p.term_id', '=', term_id)
    .where(sql<boolean>`not ${viewerHasConflict(actor)}`)
    .orderBy('m.proposal_id')
    .orderBy('m.user_id')
    .execute()

export async function deleteMarks(tx: Db, cells: readonly Cell[]) {
  if (cells.length === 0) return
  await sql`delete from reviewer_assignment_marks m using unnest(${cells.map((c) => c.proposal_id)}::int[],
    ${cells.map((c) => c.user_id)}::int[]) as t (proposal_id, user_id)
    where m.proposal_id = t.proposal_id and m.user_id = t.user_id`.execute(tx)
}

export async function insertMarks(tx: Db, marks: readonly Marked[]) {
  if (marks.length > 0)
    await sql`insert into reviewer_assignment_marks (proposal_id, user_id, mark, acknowledged)
      select * from unnest(${marks.map((m) => m.proposal_id)}::int[], ${marks.map((m) => m.user_id)}::int[],
        ${marks.map((m) => m.mark)}::text[], ${marks.map((m) => m.acknowledged)}::boolean[])`.execute(tx)
}

/** Locks submitted proposals of a term, in id order, so that neither their status nor their people change. */
export const lockProposals = (tx: Db, actor: Actor, ids: readonly number[]) =>
  tx
    .selectFrom('proposals as p')
    .select(['p.id', 'p.status', 'p.term_id', viewerHasConflict(actor).as('conflict')])
    .where('p.id', '=', sql<number>`any(${ids}::int[])`)
    .orderBy('p.id')
    .forShare()
    .execute()

const LIMITS = [
  'per_proposal_on',
  'per_proposal',
  'per_reviewer_on',
  'per_reviewer',
  'one_per_organisation',
  'knows_method',
] as const

/** The limits saved for a term; undefined before the first save. */
export const findLimits = (db: Db, term_id: number) =>
  db
    .selectFrom('reviewer_assignment_limits')
    .select([...LIMITS, 'version'])
    .where('term_id', '=', term_id)
    .executeTakeFirst()

/**
 * Locks the limits and the marks of a term until the transaction ends, and reads the limits with who saved them. A term
 * without limits gets the defaults, as version 0.
 */
export async function lockLimits(tx: Db, term_id: number, defaults: Limits, at: Date) {
  await tx
    .insertInto('reviewer_assignment_limits')
    .values({ term_id, ...defaults, version: 0, saved_at: at.toISOString() })
    .onConflict((saved) => saved.column('term_id').doNothing())
    .execute()
  return tx
    .selectFrom('reviewer_assignment_limits as l')
    .leftJoin('users as u', 'u.id', 'l.saved_by')
    .select(LIMITS.map((name) => `l.${name}` as const))
    .select(['l.version', 'l.saved_at', 'u.name as saved_by'])
    .where('l.term_id', '=', term_id)
    .forUpdate('l')
    .executeTakeFirstOrThrow()
}

export const updateLimits = (
  tx: Db,
  term_id: number,
  saved: Limits & { version: number; saved_by: number; saved_at: string },
) => tx.updateTable('reviewer_assignment_limits').set(saved).where('term_id', '=', term_id).execute()
