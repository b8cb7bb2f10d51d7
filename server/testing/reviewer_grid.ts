import type { Actor } from '#domain/session/actor.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { aReviewer } from '../builders/reports.ts'
import type { AnyCtx, Ctx } from '../platform/context.ts'
import { storedScores } from './reviews.ts'
import type { TestServer } from './test_server.ts'

/** A term before AO7, without proposals. */
export const aPastTerm = (ctx: AnyCtx, id = 6) => aTerm(ctx, { id, is_current: false })

/** Moves a submitted proposal into another term. */
export const moveToTerm = ({ db }: TestServer, proposal_id: number, term_id: number) =>
  db.updateTable('proposals').set({ term_id }).where('id', '=', proposal_id).execute()

/** A submitted report, past all rules, for what was reviewed in earlier terms. */
export const storeReview = ({ db }: TestServer, proposal_id: number, user_id: number) =>
  db
    .insertInto('reports')
    .values({ proposal_id, user_id, ...storedScores(3) })
    .execute()

interface Profile {
  expertise?: string
  max_reports?: number | null
  keywords?: readonly string[]
  methods?: readonly string[]
  absences?: readonly { from_day: string; until_day: string }[]
}

/** Writes a reviewer's profile; keywords and methods become entries of the lists. */
export async function storeProfile(
  { db }: TestServer,
  user_id: number,
  { expertise = '', max_reports = null, keywords = [], methods = [], absences = [] }: Profile,
) {
  await db.insertInto('reviewer_profiles').values({ user_id, expertise, max_reports }).execute()
  for (const name of keywords) {
    const { id: keyword_id } = await db
      .insertInto('keywords')
      .values({ name })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('reviewer_keywords').values({ user_id, keyword_id }).execute()
  }
  for (const name of methods) {
    const { id: method_id } = await db
      .insertInto('analysis_methods')
      .values({ name })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('reviewer_methods').values({ user_id, method_id }).execute()
  }
  for (const absence of absences)
    await db
      .insertInto('reviewer_absences')
      .values({ user_id, ...absence })
      .execute()
}

let outsiders = 0
/** A reviewer in whom nothing suggests a conflict of interest: of another organisation and mail domain. */
export function anOutsider(ctx: AnyCtx, person: Parameters<typeof aReviewer>[1] = {}) {
  const n = ++outsiders
  return aReviewer(ctx, {
    email: `reviewer@outside${n}.org`,
    affiliation: `Observatory ${n}`,
    first_name: `Out${n}`,
    last_name: `Sider${n}`,
    ...person,
  })
}

/** The terms AO6 and AO7 (current), a member of the office, and a proposal and a reviewer of AO7. */
export async function createAssignment(server: TestServer) {
  const term = await aTerm(server.ctx())
  await aPastTerm(server.ctx())
  const admin: Actor = await aUser(server.ctx(), ['admin'])
  const office: Ctx = server.ctx(admin)
  const { proposal_id, actor: proposer } = await aSubmittedProposal(office)
  const reviewer: Actor = await anOutsider(server.ctx())
  return { term, admin, office, proposal_id, proposer, reviewer, api: (await server.as(admin)).api }
}
