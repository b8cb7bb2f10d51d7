import { type SqlBool, sql } from 'kysely'
import { NOT_CREATED } from '#domain/proposals/status.ts'
import { reportStatus } from '#domain/reports/status.ts'
import { EXACT, MOST } from '#domain/search/kinds.ts'
import { proposalNumber, termNumber } from '#domain/search/words.ts'
import * as ask from '../platform/asks.ts'
import type { Db } from '../platform/context.ts'
import { fits } from '../platform/lists.ts'
import { among } from '../platform/sql.ts'

type Columns = [string, ...string[]]
const holds = (text: string, ...columns: Columns) => fits({ text }, { text: ask.holds(...columns) })

/** SQL: the proposal `p` has the number that the text says. */
const numbered = (text: string) => sql<SqlBool>`p.id = ${proposalNumber(text) ?? 0}`
const ofProposal = (text: string, ...columns: Columns) =>
  sql<SqlBool>`(${numbered(text)} or ${holds(text, ...columns)})`
const nearProposal = (text: string) =>
  sql<0 | 1 | 2>`case when ${numbered(text)} then ${EXACT}::int else ${ask.nearness(text, 'p.title')} end`.as(
    'near',
  )

/** Created proposals by number, title and proposer. */
export const findProposals = (db: Db, text: string) =>
  db
    .selectFrom('proposals as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.id', 'p.term_id', 'p.title', 'u.name', nearProposal(text)])
    .where('p.status', '!=', NOT_CREATED)
    .where(ofProposal(text, 'p.title', 'u.name', 'u.email'))
    .orderBy('near')
    .orderBy('p.term_id', 'desc')
    .orderBy('p.id')
    .limit(MOST)
    .execute()

const LISTED = reportStatus.where(({ reviewer }) => reviewer !== 'hidden')

/** A reviewer's own reports by their proposal's number, title and proposer; those not requested are not there. */
export const findAssigned = (db: Db, user_id: number, text: string) =>
  db
    .selectFrom('reports as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['r.id', 'r.status', 'p.id as proposal_id', 'p.term_id', 'p.title', 'u.name', nearProposal(text)])
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
    .select(['p.id', 'p.term_id', 'p.title', 't.is_current', nearProposal(text)])
    .where('p.user_id', '=', user_id)
    .where((eb) => eb.or([eb('t.is_current', '=', true), eb('p.status', '!=', NOT_CREATED)]))
    .where(sql<SqlBool>`(p.term_id = ${termNumber(text) ?? 0} or ${ofProposal(text, 'p.title')})`)
    .orderBy('near')
    .orderBy('p.term_id', 'desc')
    .limit(MOST)
    .execute()

/** Applicants by name, e-mail, affiliation and title of the notice. */
export const findApplicants = (db: Db, text: string) =>
  db
    .selectFrom('applicants as a')
    .select(['a.id', 'a.term_id', 'a.name', 'a.proposal_title'])
    .select(ask.nearness(text, 'a.name', 'a.email').as('near'))
    .where(holds(text, 'a.name', 'a.email', 'a.affiliation', 'a.proposal_title'))
    .orderBy('near')
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(MOST)
    .execute()

/** Collaborators by name, e-mail and affiliation, with the proposal that each is on. */
export const findCollaborators = (db: Db, text: string) =>
  db
    .selectFrom('proposal_collaborators as c')
    .innerJoin('proposals as p', 'p.id', 'c.proposal_id')
    .select(['c.id', 'c.name', 'p.id as proposal_id', 'p.title'])
    .select(ask.nearness(text, 'c.name', 'c.email').as('near'))
    .where(holds(text, 'c.name', 'c.email', 'c.affiliation'))
    .orderBy('near')
    .orderBy(sql`c.folded_last_name, p.id desc, c.id`)
    .limit(MOST)
    .execute()

/** Users who are not deleted, by name, e-mail and affiliation. */
const people = (db: Db, text: string) =>
  db
    .selectFrom('users as u')
    .select(['u.id', 'u.name', 'u.email', 'u.affiliation'])
    .select(ask.nearness(text, 'u.name', 'u.email').as('near'))
    .where('u.deleted_at', 'is', null)
    .where(holds(text, 'u.name', 'u.email', 'u.affiliation'))
    .orderBy('near')
    .orderBy(sql`u.folded_last_name, u.id`)
    .limit(MOST)

export const findUsers = (db: Db, text: string) => people(db, text).execute()
export const findProposers = (db: Db, text: string) =>
  people(db, text).where('u.is_proposer', '=', true).execute()
