import type { Client } from '#domain/client.ts'
import type { SystemContract } from '#domain/contract.ts'
import { type Asteroid, PARTICLE, RYUGU, type SampleType } from '#domain/masters/values.ts'
import type { Actor } from '#domain/session/actor.ts'
import { aProposer, aTerm, aUser } from '../builders/people.ts'
import { type TestServer, withServer } from './test_server.ts'

interface Wish {
  score?: number
  rank?: number
  asks?: {
    sample_id: number | null
    sample_type?: SampleType
    db_type?: Asteroid
    priority?: number
    weight?: number | null
    size?: number | null
    chamber?: number
    dish?: number
    number_of_samples?: number | null
    number_of_bottles?: number
  }[]
}

/** A submitted proposal of the current term with scores and requests; returns its id. */
export async function createSubmittedProposal(
  { ctx, db }: TestServer,
  office: Actor,
  { score, rank, asks = [] }: Wish = {},
) {
  const { proposal_id } = await aProposer(ctx(office))
  await db
    .updateTable('proposals')
    .set({ status: 2, global_score: score ?? null, rank: rank ?? null })
    .where('id', '=', proposal_id)
    .execute()
  for (const [i, ask] of asks.entries())
    await db
      .insertInto('requested_samples')
      .values({ proposal_id, priority: i + 1, db_type: RYUGU, sample_type: PARTICLE, ...ask })
      .execute()
  return proposal_id
}

/** Switches the setting that two people must confirm an allocation. */
export async function requireTwoToConfirm({ masters }: Client<SystemContract>, two_persons: boolean) {
  const { setup: _, ...settings } = await masters.settings()
  await masters.saveSettings({ body: { ...settings, two_persons } })
}

/** Makes a proposal's proposer an office member with a conflict of interest. */
export async function createConflictedUser({ db }: TestServer, proposal_id: number): Promise<Actor> {
  const user = await db
    .selectFrom('users')
    .innerJoin('proposals', 'proposals.user_id', 'users.id')
    .select(['users.id', 'users.email', 'users.name'])
    .where('proposals.id', '=', proposal_id)
    .executeTakeFirstOrThrow()
  await db.updateTable('users').set({ is_administration_office: true }).where('id', '=', user.id).execute()
  return { ...user, roles: ['admin'] }
}

/** A server with a past term 6 that is still open, the current term 7 and an office member. */
export const withOffice = (work: (server: TestServer, office: Actor) => Promise<void>, run = withServer) =>
  run(async (server) => {
    await aTerm(server.ctx(), { id: 7 })
    await aTerm(server.ctx(), { id: 6, is_current: false })
    await work(server, await aUser(server.ctx(), ['admin']))
  })
