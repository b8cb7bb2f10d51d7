import { describe, expect, test } from 'vitest'
import type { LiveChair } from '#domain/meetings/live_contract.ts'
import type { Actor } from '#domain/session/actor.ts'
import { anOpenMeeting } from '../builders/meetings.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { type TestClient, type TestServer, withParallelServer } from '../testing/test_server.ts'

const MEMBERS = 10

/** An open ballot among ten members, of whom the first has the chair. */
async function scene(world: TestServer) {
  await aTerm(world.ctx())
  const office = world.ctx(await aUser(world.ctx(), ['admin']))
  const members: Actor[] = []
  for (let n = 0; n < MEMBERS; n++) members.push(await aUser(world.ctx(), ['panel']))
  const proposals = [
    (await aSubmittedProposal(office)).proposal_id,
    (await aSubmittedProposal(office)).proposal_id,
  ]
  const id = await anOpenMeeting(office, { chair: members[0]!, deputy: members[1]!, members, quorum: 2 })
  const clients: TestClient[] = []
  for (const member of members) clients.push(await world.as(member))
  const put = async (n: number, command: string, body: object) => {
    const reply = await clients[n]!.request('PUT', `/api/meetings/${id}/${command}`, body)
    return { status: reply.statusCode, done: reply.statusCode === 200 && reply.json().result === 1 }
  }
  const current = async () =>
    ((await clients[0]!.api.meetings.live({ params: { id } })) as LiveChair).current!
  const [proposal_id] = proposals as [number, number]
  await put(0, 'start', { proposal_id })
  await put(0, 'open_ballot', { proposal_id, version: (await current()).version })
  const openedBallot = async () => ({ proposal_id, number: (await current()).ballot!.number })
  return {
    id,
    members,
    proposal_id,
    proposals,
    put,
    current,
    openedBallot,
    asOffice: await world.as(office.actor),
  }
}

const grades = (world: TestServer) =>
  world.db.selectFrom('meeting_grades').select(['user_id', 'grade', 'voided_at']).execute()

describe('commands of ten members at once', () => {
  test('reveal a ballot once, with every grade that was acknowledged', () =>
    withParallelServer(async (world) => {
      const { members, put, current, openedBallot } = await scene(world)
      const ballot = await openedBallot()
      const answers = await Promise.all(
        members.flatMap((_, n) => [
          put(n, 'grade', { ...ballot, grade: n / 2 }),
          put(n, 'attend', { here: true }),
        ]),
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      expect((await grades(world)).map(({ grade }) => grade).sort()).toEqual(
        members.map((_, n) => n / 2).sort(),
      )
      expect((await current()).state).toBe('revealed')
      const reveals = await world.db
        .selectFrom('audit_entries')
        .select('id')
        .where('action', '=', 'proposal.reveal_ballot')
        .execute()
      expect(reveals).toHaveLength(1)
    }))

  test('lose no acknowledged grade when the chair closes the ballot, and give none after it', () =>
    withParallelServer(async (world) => {
      const { members, put, openedBallot } = await scene(world)
      const ballot = await openedBallot()
      await put(1, 'grade', { ...ballot, grade: 5 })
      const [closed, ...given] = await Promise.all([
        put(0, 'close_ballot', ballot),
        ...members.map((_, n) => put(n, 'grade', { ...ballot, grade: n === 1 ? 5 : 1 })),
      ])
      expect(closed!.done).toBe(true)
      for (const { status } of given) expect([200, 409]).toContain(status)
      const kept = await grades(world)
      for (const [n, { done }] of given.entries())
        if (n !== 1) expect([n, kept.some(({ user_id }) => user_id === members[n]!.id)]).toEqual([n, done])
    }))

  test('agree once, and neither deadlock nor fail with conflicts, leaving members and scores of the office', () =>
    withParallelServer(async (world) => {
      const { id, members, proposal_id, proposals, put, current, openedBallot, asOffice } = await scene(world)
      const ballot = await openedBallot()
      for (const n of members.keys()) await put(n, 'grade', { ...ballot, grade: 4 })
      const { version } = await current()
      const agree = { proposal_id, version, global_score: 4, next: true }
      const answers = await Promise.all([
        put(0, 'agree', agree),
        put(0, 'agree', agree),
        put(3, 'declare_conflict', { proposal_id, reason: '' }),
        put(4, 'attend', { here: false }),
        put(5, 'declare_conflict', { proposal_id: proposals[1]!, reason: '' }),
        asOffice
          .request('PUT', `/api/proposals/add/${proposal_id}`, { note: 'x' })
          .then(({ statusCode }) => ({ status: statusCode, done: true })),
        asOffice
          .request('POST', '/api/conflicts', { proposal_id, user_id: members[6]!.id, reason: 'x' })
          .then(({ statusCode }) => ({ status: statusCode, done: true })),
        ...members.map(async (member) => {
          const reply = await (await world.as(member)).request('GET', `/api/meetings/${id}/live`)
          return { status: reply.statusCode, done: true }
        }),
      ])
      const [first, second, ...others] = answers
      expect(others.map(({ status }) => status)).toEqual(others.map(() => 200))
      // A conflict that came first has changed the median: the chair sees the new one before agreeing.
      expect([200, 409]).toContain(first!.status)
      expect(second).toEqual(first)
      if (first!.status === 409)
        expect(await put(0, 'agree', { ...agree, version: (await current()).version })).toEqual({
          status: 200,
          done: true,
        })
      const scores = await world.db
        .selectFrom('audit_entries')
        .select('id')
        .where('action', '=', 'proposal.global_score')
        .execute()
      expect(scores).toHaveLength(1)
      expect((await current()).proposal_id).toBe(proposals[1])
      const counted = (await grades(world)).filter(({ voided_at }) => voided_at === null)
      expect(counted).toHaveLength(MEMBERS - 2)
    }))
})
