import { describe, expect, test } from 'vitest'
import { aNotice, aTerm, aUser } from '../builders/people.ts'
import { aProposalInput, aSavedProposal } from '../builders/proposals.ts'
import { sharedServer, type TestServer, withParallelServer, withServer } from '../testing/test_server.ts'
import { lockAgain, requireEditable, saveProposal, submitProposal } from './service.ts'

const DAYS = {
  noi_opens_at: '2026-04-01T12:00:00.000Z',
  noi_closes_at: '2026-05-01T12:00:00.000Z',
  proposals_open_at: '2026-04-10T12:00:00.000Z',
  proposals_close_at: '2026-06-01T12:00:00.000Z',
}
const UNLOCKED_UNTIL = '2026-07-01T12:00:00.000Z'

/** Milliseconds from a moment. */
const from = (moment: string, ms: number) => new Date(Date.parse(moment) + ms)

/** A saved proposal, in the middle of the window. */
async function scene(world: TestServer) {
  world.at('2026-04-20T12:00:00Z')
  await aTerm(world.ctx(), { ...DAYS, reviews_due_at: '2026-08-01T12:00:00.000Z' })
  const office = world.ctx(await aUser(world.ctx(), ['admin']))
  const { actor, proposal_id } = await aSavedProposal(office)
  const own = office.as(actor)
  const unlockUntil = (unlocked_until: string) =>
    world.db.updateTable('proposals').set({ unlocked_until }).where('id', '=', proposal_id).execute()
  return { own, proposal_id, unlockUntil }
}
type Scene = Awaited<ReturnType<typeof scene>> & { world: TestServer }

const save = ({ own, proposal_id }: Scene) =>
  saveProposal(own, proposal_id, aProposalInput({ title: 'Later' }))
const submit = ({ own, proposal_id }: Scene) => submitProposal(own, proposal_id)
const isAccepted = (work: Promise<unknown>) =>
  work.then(
    () => true,
    (fault: { kind: string }) => {
      expect(fault.kind).toBe('refused')
      return false
    },
  )

const file = ({ world }: Scene) => aNotice(world.ctx())
const unlocked =
  (act: (made: Scene) => Promise<unknown>) =>
  async (made: Scene): Promise<unknown> => {
    await made.unlockUntil(UNLOCKED_UNTIL)
    return act(made)
  }

/** What is accepted just before, at and just after a moment. */
const MOMENTS: [
  name: string,
  at: string,
  accepted: [boolean, boolean, boolean],
  act: (made: Scene) => Promise<unknown>,
][] = [
  ['a submission at the deadline', DAYS.proposals_close_at, [true, false, false], submit],
  ['a save at the deadline', DAYS.proposals_close_at, [true, false, false], save],
  [
    'an upload that begins at the deadline',
    DAYS.proposals_close_at,
    [true, false, false],
    ({ own, proposal_id }) => requireEditable(own, proposal_id),
  ],
  ['a submission at the end of the unlock', UNLOCKED_UNTIL, [true, false, false], unlocked(submit)],
  ['a save at the end of the unlock', UNLOCKED_UNTIL, [true, false, false], unlocked(save)],
  ['a save at the opening', DAYS.proposals_open_at, [false, true, true], save],
  ['a Notice at the opening', DAYS.noi_opens_at, [false, true, true], file],
  ['a Notice at the closing', DAYS.noi_closes_at, [true, false, false], file],
]

describe('to the millisecond', () => {
  const { scene: made } = sharedServer(scene)

  describe.each(MOMENTS)('%s', (_, moment, accepted, act) => {
    test.each([
      [-1, accepted[0]],
      [0, accepted[1]],
      [1, accepted[2]],
    ])('%i ms: accepted %s', async (ms, expected) => {
      made.world.at(from(moment, ms))
      expect(await isAccepted(act(made))).toBe(expected)
    })
  })

  test('an upload that begins before the deadline and ends at it changes nothing', async () => {
    const { own, proposal_id, world } = made
    const read = () => world.db.selectFrom('proposals').selectAll().where('id', '=', proposal_id).execute()
    const before = await read()
    world.at(from(DAYS.proposals_close_at, -1))
    await requireEditable(own, proposal_id)
    world.at(DAYS.proposals_close_at)
    expect(await isAccepted(save(made))).toBe(false)
    expect(await read()).toEqual(before)
  })

  test('the end of the unlock does not shorten the window', async () => {
    await made.unlockUntil(from(DAYS.proposals_close_at, -5000).toISOString())
    made.world.at(from(DAYS.proposals_close_at, -1))
    expect(await isAccepted(submit(made))).toBe(true)
  })

  test('an unlock that has ended cannot be locked again', async () => {
    await isAccepted(submit(made))
    await made.unlockUntil(UNLOCKED_UNTIL)
    made.world.at(UNLOCKED_UNTIL)
    expect(await isAccepted(lockAgain(made.own, made.proposal_id))).toBe(false)
  })
})

test('a submission that was accepted is recorded before the deadline, whenever the clock ticks meanwhile', () =>
  withServer(async (world) => {
    const { own, proposal_id } = await scene(world)
    const close = Date.parse(DAYS.proposals_close_at)
    const outcomes = new Set<boolean>()
    for (let start = -12; start < 2; start++) {
      let ticks = start
      world.services.clock = () => new Date(close + ticks++)
      const accepted = await isAccepted(submitProposal(own, proposal_id))
      outcomes.add(accepted)
      const { submitted_at } = await world.db
        .selectFrom('proposals')
        .select('submitted_at')
        .where('id', '=', proposal_id)
        .executeTakeFirstOrThrow()
      expect([start, submitted_at !== null && Date.parse(submitted_at) < close]).toEqual([start, accepted])
      await world.db.updateTable('proposals').set({ status: 1, submitted_at: null }).execute()
    }
    expect(outcomes).toEqual(new Set([true, false]))
  }))

test('of submissions and saves at once none leaves a submitted proposal that is incomplete', () =>
  withParallelServer(async (world) => {
    const { own, proposal_id } = await scene(world)
    for (let round = 0; round < 8; round++) {
      await saveProposal(own, proposal_id, aProposalInput())
      const incomplete = aProposalInput({ keywords_other: [] })
      const results = await Promise.allSettled([
        submitProposal(world.ctx(own.actor), proposal_id),
        saveProposal(world.ctx(own.actor), proposal_id, incomplete),
        submitProposal(world.ctx(own.actor), proposal_id),
        submitProposal(world.ctx(own.actor), proposal_id),
      ])
      const submissions = [results[0]!, results[2]!, results[3]!].filter((one) => one.status === 'fulfilled')
      const { status } = await world.db
        .selectFrom('proposals')
        .select('status')
        .where('id', '=', proposal_id)
        .executeTakeFirstOrThrow()
      const keywords = await world.db
        .selectFrom('proposal_keywords')
        .select('id')
        .where('proposal_id', '=', proposal_id)
        .execute()
      expect([submissions.length, status]).toEqual(keywords.length > 0 ? [1, 2] : [0, 1])
      const mails = await world.db
        .selectFrom('mails')
        .select('id')
        .where('kind', '=', 'proposal_submitted')
        .execute()
      expect(mails).toHaveLength(submissions.length)
      await world.db.deleteFrom('mails').execute()
      await world.db.updateTable('proposals').set({ status: 1, submitted_at: null }).execute()
    }
  }))
