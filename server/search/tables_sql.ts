import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { NOT_CREATED } from '#domain/proposals/status.ts'

/** A table that staff search. */
export interface Table {
  from: RawBuilder<unknown>
  /** What is read of each row. */
  columns: RawBuilder<unknown>
  /** What the nearest begin with, and what all hold. */
  names: [string, ...string[]]
  texts: [string, ...string[]]
  /** The order of rows that are equally near. */
  own: RawBuilder<unknown>
}
export const USERS: Table = {
  from: sql`users u`,
  columns: sql`u.id, u.name, u.email, u.affiliation, u.folded_last_name, u.deleted_at, u.is_proposer, u.is_reviewer,
    u.disabled`,
  names: ['u.name', 'u.email'],
  texts: ['u.name', 'u.email', 'u.affiliation'],
  own: sql`folded_last_name, id`,
}
export const COLLABORATORS: Table = {
  from: sql`proposal_collaborators c`,
  columns: sql`c.id, c.name, c.proposal_id, c.folded_last_name`,
  names: ['c.name', 'c.email'],
  texts: ['c.name', 'c.email', 'c.affiliation'],
  own: sql`folded_last_name, proposal_id desc, id`,
}
export const NOTICES: Table = {
  from: sql`applicants a`,
  columns: sql`a.id, a.term_id, a.name, a.proposal_title, a.created_at`,
  names: ['a.name', 'a.email'],
  texts: ['a.name', 'a.email', 'a.affiliation', 'a.proposal_title'],
  own: sql`created_at desc, id desc`,
}
export const TITLES: Table = {
  from: sql`proposals p`,
  columns: sql`p.id, p.term_id, p.status`,
  names: ['p.title'],
  texts: ['p.title'],
  own: sql`term_id desc, id`,
}
export const SAMPLES: Table = {
  from: sql`samples s`,
  columns: sql`s.id, s.name, s.db_type, s.sample_type, s.weight`,
  names: ['s.name'],
  texts: ['s.name'],
  own: sql`name, id`,
}
export const CREATED = sql<SqlBool>`p.status <> ${sql.lit(NOT_CREATED)}`
export const ALL = sql<SqlBool>`true`
