import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { NOT_CREATED } from '#domain/proposals/status.ts'

/** A table that staff search. */
export interface Table {
  /** What those of its rows are called that are found. */
  found: string
  from: RawBuilder<unknown>
  /** What else holds a text of theirs. */
  beside?: RawBuilder<unknown>
  /** Which of its rows are looked through. */
  which: RawBuilder<SqlBool>
  /** What is read of each row. */
  columns: RawBuilder<unknown>
  /** What is meant exactly beside a name. */
  exact?: RawBuilder<SqlBool>
  /** What the nearest begin with, and what all hold. */
  names: [string, ...string[]]
  texts: [string, ...string[]]
  /** The order of rows that are equally near. */
  own: RawBuilder<unknown>
  /** What is told of a row that was found, and what the row is called. */
  alias: string
  told: RawBuilder<unknown>
}
/** SQL: the proposal is there for others than its proposer. */
export const isCreated = (proposal: string) =>
  sql<SqlBool>`${sql.ref(`${proposal}.status`)} <> ${sql.lit(NOT_CREATED)}`
const ALL = sql<SqlBool>`true`

export const USERS: Table = {
  found: 'found_users',
  from: sql`users u`,
  which: ALL,
  columns: sql`u.id, u.name, u.email, u.affiliation, u.folded_last_name, u.deleted_at, u.is_proposer, u.is_reviewer,
    u.disabled`,
  names: ['u.name', 'u.email'],
  texts: ['u.name', 'u.email', 'u.affiliation'],
  own: sql`folded_last_name, id`,
  alias: 'u',
  told: sql`u.id, u.name, u.email, u.affiliation`,
}
export const COLLABORATORS: Table = {
  found: 'found_collaborators',
  from: sql`proposal_collaborators c`,
  which: ALL,
  columns: sql`c.id, c.name, c.proposal_id, c.folded_last_name`,
  names: ['c.name', 'c.email'],
  texts: ['c.name', 'c.email', 'c.affiliation'],
  own: sql`folded_last_name, proposal_id desc, id`,
  alias: 'c',
  told: sql`c.id, c.name, c.proposal_id, (select title from proposals where id = c.proposal_id) as title`,
}
export const NOTICES: Table = {
  found: 'found_applicants',
  from: sql`applicants a`,
  which: ALL,
  columns: sql`a.id, a.term_id, a.name, a.proposal_title, a.created_at`,
  names: ['a.name', 'a.email'],
  texts: ['a.name', 'a.email', 'a.affiliation', 'a.proposal_title'],
  own: sql`created_at desc, id desc`,
  alias: 'a',
  told: sql`a.id, a.term_id, a.name, a.proposal_title`,
}
/** With who proposes: a proposal is found by its title and by them. */
export const PROPOSALS: Table = {
  found: 'found_proposals',
  from: sql`proposals p`,
  beside: sql`join users v on v.id = p.user_id`,
  which: isCreated('p'),
  columns: sql`p.id, p.term_id, p.title, p.user_id`,
  exact: sql<SqlBool>`p.id = (select number from asked)`,
  names: ['p.title'],
  texts: ['p.title', 'v.name', 'v.email'],
  own: sql`term_id desc, id`,
  alias: 'p',
  told: sql`p.id, p.term_id, p.title, (select name from users where id = p.user_id) as name`,
}
export const SAMPLES: Table = {
  found: 'found_samples',
  from: sql`samples s`,
  which: ALL,
  columns: sql`s.id, s.name, s.db_type, s.sample_type, s.weight`,
  names: ['s.name'],
  texts: ['s.name'],
  own: sql`name, id`,
  alias: 's',
  told: sql`s.id, s.name, s.db_type, s.sample_type, s.weight`,
}
