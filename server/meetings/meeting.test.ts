import { describe, expect, test } from 'vitest'
import type { LiveChair, LiveMember } from '#domain/meetings/contract.ts'
import { anOpenMeeting } from '../builders/meetings.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { sharedServer, type TestClient, type TestServer } from '../testing/test_server.ts'

/** A meeting of three members under a chair, with two proposals. */
async function scene(world: TestServer) {
  world.at('2027-05-11T08:00:00.000Z')
  await aTerm(world.ctx())
  const office = world.ctx(await aUser(world.ctx(), ['admin']))
  const chair = await aUser(world.ctx(), ['panel'])
  const deputy = await aUser(world.ctx(), ['panel'])
  const member = await aUser(world.ctx(), ['panel'])
  const first = (await aSubmittedProposal(office)).proposal_id
  const second = (await aSubmittedProposal(office)).proposal_id
  const id = await anOpenMeeting(office, { chair, deputy, members: [chair, deputy, member], quorum: 2 })
  return {
    ...{ office, id, first, second, chair, deputy, member },
    asOffice: await world.as(office.actor),
    asChair: await world.as(chair),
    asDeputy: await world.as(deputy),
    asMember: await world.as(member),
  }
}

const { scene: made } = sharedServer(scene)
const params = () => ({ id: made.id })
const chairLive = async (by: TestClient = made.asChair) =>
  (await by.api.meetings.live({ params: params() })) as LiveChair
const memberLive = async (by: TestClient = made.asMember) =>
  (await by.api.meetings.live({ params: params() })) as LiveMember
const onItem = async () => {
  const { proposal_id, version } = (await chairLive()).current!
  return { proposal_id, version }
}

const start = () => made.asChair.api.meetings.start({ params: params(), body: { proposal_id: null } })
const openBallot = async () =>
  made.asChair.api.meetings.openBallot({ params: params(), body: await onItem() })
const ballotId = async () => (await memberLive()).current!.ballot!.id
const give = async (by: TestClient, grade: number, ballot_id?: number) =>
  by.api.meetings.give({ params: params(), body: { ballot_id: ballot_id ?? (await ballotId()), grade } })

describe('a meeting', () => {
  test('goes from the docket to an agreed score', async () => {
    expect(await start()).toEqual({ result: 1, message: `Now: ${made.first}.` })
    expect((await openBallot()).result).toBe(1)
    await give(made.asChair, 3)
    await give(made.asDeputy, 4)
    expect((await memberLive()).current).toMatchObject({
      state: 'ballot',
      ballot: { given: 2, voters: 3, mine: null, result: null, grades: [] },
    })
    await give(made.asMember, 4.5)
    const live = await chairLive()
    expect(live.current).toMatchObject({
      state: 'revealed',
      ballot: { result: { median: 4, lowest: 3, highest: 4.5 } },
    })
    const reply = await made.asChair.api.meetings.agree({
      params: params(),
      body: {
        ...(await onItem()),
        global_score: 4,
        rank: 2,
        score_version: live.current!.score_version,
        notes: { for_proposer: 'Good.', internal: 'Serve first.', version: 0 },
        next: true,
      },
    })
    expect(reply).toEqual({
      result: 1,
      message: `Agreed. ${made.first}: 4.00 and rank 2 saved. Now: ${made.second}.`,
    })
    const after = await made.asOffice.api.staff.get({ params: { id: made.first } })
    expect([after.global_score, after.rank]).toEqual([4, 2])
    expect((await chairLive()).docket).toMatchObject([
      { proposal_id: made.first, state: 'agreed', score: 4 },
      { proposal_id: made.second, state: 'discussing', score: null },
    ])
  })
})
