import { type SqlBool, sql } from 'kysely'
import { NOT_CREATED } from '#domain/proposals/status.ts'
import { reportStatus } from '#domain/reports/status.ts'
import { EXACT, MAX_HITS, type Nearness, proposalNumber, termNumber } from '#domain/search/rules.ts'
import type { Db } from '../platform/context.ts'
import * as condition from '../platform/filter_conditions.ts'
import { rowMatches } from '../platform/lists.ts'
import { anyOf } from '../platform/sql.ts'

type Columns = [string, ...string[]]
const contains = (text: string, ...columns: Columns) =>
  rowMatches({ text }, { text: condition.contains(...columns) })

/** SQL: the text is the number of proposal `p`. */
const hasNumber = (text: string) => sql<SqlBool>`p.id = ${proposalNumber(text) ?? 0}`
const matchesProposal = (text: string, ...columns: Columns) =>
  sql<SqlBool>`(${hasNumber(text)} or ${contains(text, ...columns)})`
const proposalNearness = (text: string) =>
  sql<Nearness>`case when ${hasNumber(text)} then ${EXACT}::int else ${condition.nearness(condition.fold(text), 'p.title')} end`

const LISTED = reportStatus.where(({ reviewer }) => reviewer !== 'hidden')

/** A reviewer's own requested reports, by number, title and proposer of the proposal. */
export const findAssignedReports = (db: Db, user_id: number, text: string) =>
  db
    .selectFrom('reports as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['r.id', 'r.status', 'p.id as proposal_id', 'p.term_id', 'p.title', 'u.name'])
    .select(proposalNearness(text).as('near'))
    .where('r.user_id', '=', user_id)
    .where('r.status', '=', anyOf(LISTED))
    .where(matchesProposal(text, 'p.title', 'u.name'))
    .orderBy('near')
    .orderBy('p.term_id', 'desc')
    .orderBy('p.id')
    .limit(MAX_HITS)
    .execute()

/** A proposer's own proposals, by number, term and title. */
export const findOwnProposals = (db: Db, user_id: number, text: string) =>
  db
    .selectFrom('proposals as p')
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .select(['p.id', 'p.term_id', 'p.title', 't.is_current', proposalNearness(text).as('near')])
    .where('p.user_id', '=', user_id)
    .where((eb) => eb.or([eb('t.is_current', '=', true), eb('p.status', '!=', NOT_CREATED)]))
    .where(sql<SqlBool>`(p.term_id = ${termNumber(text) ?? 0} or ${matchesProposal(text, 'p.title')})`)
    .orderBy('near')
    .orderBy('p.term_id', 'desc')
    .limit(MAX_HITS)
    .execute()
