import { type SqlBool, sql } from 'kysely'
import { NOT_CREATED } from '#domain/proposals/status.ts'
import { reportStatus } from '#domain/reports/status.ts'
import { EXACT, MOST, type Near } from '#domain/search/kinds.ts'
import { proposalNumber, termNumber } from '#domain/search/words.ts'
import * as ask from '../platform/asks.ts'
import type { Db } from '../platform/context.ts'
import { fits } from '../platform/lists.ts'
import { nearest } from '../platform/nearest.ts'
import { among } from '../platform/sql.ts'

type Columns = [string, ...string[]]
const holds = (text: string, ...columns: Columns) => fits({ text }, { text: ask.holds(...columns) })

/** SQL: the proposal `p` has the number that the text says. */
const numbered = (text: string) => sql<SqlBool>`p.id = ${proposalNumber(text) ?? 0}`
const ofProposal = (text: string, ...columns: Columns) =>
  sql<SqlBool>`(${numbered(text)} or ${holds(text, ...columns)})`
const nearProposal = (text: string) =>
  sql<Near>`case when ${numbered(text)} then ${EXACT}::int else ${ask.nearness(text, 'p.title')} end`

const words = (text: string) => text.split(/\s+/u)

/** Created proposals by number, title and proposer: those that their title tells of, and those that their proposer does. */
export const findProposals = (db: Db, text: string) =>
  nearest(
    db,
    db
      .selectFrom('proposals as p')
      .innerJoin('users as u', 'u.id', 'p.user_id')
      .select(['p.id', 'p.term_id', 'p.title', 'u.name'])
      .where('p.status', '!=', NOT_CREATED),
    {
      first: sql`(${numbered(text)} or ${ask.begins(text, 'p.title')})`,
      near: nearProposal(text),
      rest: [
        holds(text, 'p.title'),
        sql`not (${holds(text, 'p.title')}) and ${holds(text, 'p.title', 'u.name', 'u.email')}
          and p.user_id in (select x.id from users x where ${sql.join(
            words(text).map((word) => sql`(${holds(word, 'x.name', 'x.email')})`),
            sql` or `,
          )})`,
      ],
      own: sql`p.term_id desc, p.id`,
      joined: sql`term_id desc, id`,
      most: MOST,
    },
  )

const LISTED = reportStatus.where(({ reviewer }) => reviewer !== 'hidden')

/** A reviewer's own reports by their proposal's number, title and proposer; those not requested are not there. */
export const findAssigned = (db: Db, user_id: number, text: string) =>
  db
    .selectFrom('reports as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['r.id', 'r.status', 'p.id as proposal_id', 'p.term_id', 'p.title', 'u.name'])
    .select(nearProposal(text).as('near'))
    .where('r.user_id', '=', user_id)
    .where('r.status', '=', among(LISTED))
    .where(ofProposal(text, 'p.title', 'u.name'))
    .orderBy('near')
    .orderBy('p.term_id', 'desc')
    .orderBy('p.id')
    .limit(MOST)
    .execute()

/** A proposer's own proposals by number, call and title. */
export const findOwn = (db: Db, user_id: number, text: string) =>
  db
    .selectFrom('proposals as p')
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .select(['p.id', 'p.term_id', 'p.title', 't.is_current', nearProposal(text).as('near')])
    .where('p.user_id', '=', user_id)
    .where((eb) => eb.or([eb('t.is_current', '=', true), eb('p.status', '!=', NOT_CREATED)]))
    .where(sql<SqlBool>`(p.term_id = ${termNumber(text) ?? 0} or ${ofProposal(text, 'p.title')})`)
    .orderBy('near')
    .orderBy('p.term_id', 'desc')
    .limit(MOST)
    .execute()

/** Applicants by name, e-mail, affiliation and title of the notice. */
export const findApplicants = (db: Db, text: string) =>
  nearest(db, db.selectFrom('applicants as a').select(['a.id', 'a.term_id', 'a.name', 'a.proposal_title']), {
    first: ask.begins(text, 'a.name', 'a.email'),
    near: ask.nearness(text, 'a.name', 'a.email'),
    rest: [holds(text, 'a.name', 'a.email', 'a.affiliation', 'a.proposal_title')],
    own: sql`a.created_at desc, a.id desc`,
    most: MOST,
  })

/** Collaborators by name, e-mail and affiliation, with the proposal that each is on. */
export const findCollaborators = (db: Db, text: string) =>
  nearest(
    db,
    db
      .selectFrom('proposal_collaborators as c')
      .innerJoin('proposals as p', 'p.id', 'c.proposal_id')
      .select(['c.id', 'c.name', 'p.id as proposal_id', 'p.title']),
    {
      first: ask.begins(text, 'c.name', 'c.email'),
      near: ask.nearness(text, 'c.name', 'c.email'),
      rest: [holds(text, 'c.name', 'c.email', 'c.affiliation')],
      own: sql`c.folded_last_name, p.id desc, c.id`,
      most: MOST,
    },
  )

const existing = (db: Db) =>
  db
    .selectFrom('users as u')
    .select(['u.id', 'u.name', 'u.email', 'u.affiliation'])
    .where('u.deleted_at', 'is', null)

const nearestOf = (db: Db, users: ReturnType<typeof existing>, text: string) =>
  nearest(db, users, {
    first: ask.begins(text, 'u.name', 'u.email'),
    near: ask.nearness(text, 'u.name', 'u.email'),
    rest: [holds(text, 'u.name', 'u.email', 'u.affiliation')],
    own: sql`u.folded_last_name, u.id`,
    most: MOST,
  })

/** Users who are not deleted, by name, e-mail and affiliation. */
export const findUsers = (db: Db, text: string) => nearestOf(db, existing(db), text)
export const findProposers = (db: Db, text: string) =>
  nearestOf(db, existing(db).where('u.is_proposer', '=', true), text)
