import { describe, expect, test } from 'vitest'
import type { LiveChair, LiveMember } from '#domain/meetings/live_contract.ts'
import type { Actor } from '#domain/session/actor.ts'
import { aConflict } from '../builders/conflicts.ts'
import { anOpenMeeting } from '../builders/meetings.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { aReport, aReviewer } from '../builders/reports.ts'
import { sharedServer, type TestClient, type TestServer } from '../testing/test_server.ts'

const STARTED = '2027-05-11T08:00:00.000Z'

/**
 * An open meeting of a chair, a deputy and two members with three proposals. The chair has a conflict with the second, of
 * which nobody of them knows more.
 */
async function scene(world: TestServer) {
  world.at(STARTED)
  await aTerm(world.ctx())
  const office = world.ctx(await aUser(world.ctx(), ['admin']))
  const chair = await aUser(world.ctx(), ['panel'])
  const deputy = await aUser(world.ctx(), ['panel'])
  const member = await aUser(world.ctx(), ['panel'])
  const other = await aUser(world.ctx(), ['panel'])
  const [first, second, third] = [
    (await aSubmittedProposal(office)).proposal_id,
    (await aSubmittedProposal(office)).proposal_id,
    (await aSubmittedProposal(office)).proposal_id,
  ]
  await aConflict(world.ctx(chair), { proposal_id: second })
  const id = await anOpenMeeting(office, {
    chair,
    deputy,
    members: [chair, deputy, member, other],
    quorum: 3,
  })
  return {
    ...{ office, id, first, second, third, chair, deputy, member, other },
    asOffice: await world.as(office.actor),
    asChair: await world.as(chair),
    asDeputy: await world.as(deputy),
    asMember: await world.as(member),
    asOther: await world.as(other),
  }
}

const { scene: made } = sharedServer(scene)
const params = () => ({ id: made.id })
const live = (by: TestClient) => by.api.meetings.live({ params: params() })
const chairLive = async (by = made.asChair) => (await live(by)) as LiveChair
const memberLive = async (by = made.asMember) => (await live(by)) as LiveMember
const onItem = async (by = made.asChair) => {
  const { proposal_id, version } = (await chairLive(by)).current!
  return { proposal_id, version }
}
const start = (proposal_id: number | null = null, by = made.asChair) =>
  by.api.meetings.start({ params: params(), body: { proposal_id } })
const openBallot = async (by = made.asChair) =>
  by.api.meetings.openBallot({ params: params(), body: await onItem(by) })
const openedBallot = async () => {
  const { proposal_id, ballot } = (await memberLive()).current!
  return { proposal_id, number: ballot!.number }
}
type OnBallot = Awaited<ReturnType<typeof openedBallot>>
const give = async (by: TestClient, grade: number, ballot?: OnBallot) =>
  by.api.meetings.give({ params: params(), body: { ...(ballot ?? (await openedBallot())), grade } })
const agree = async (global_score: number, next = false, by = made.asChair) =>
  by.api.meetings.agree({ params: params(), body: { ...(await onItem(by)), global_score, next } })
const putOff = async (next = false, by = made.asChair) =>
  by.api.meetings.putOff({ params: params(), body: { ...(await onItem(by)), next } })
const away = (by: TestClient, here = false) => by.api.meetings.attend({ params: params(), body: { here } })
const declare = (by: TestClient, proposal_id: number) =>
  by.api.meetings.declareConflict({ params: params(), body: { proposal_id, reason: '' } })
const everyone = () => [made.asChair, made.asDeputy, made.asMember, made.asOther]

/** A ballot on the first proposal in which these grades are given by chair, deputy, member and other. */
async function vote(...grades: number[]) {
  await start(made.first)
  await openBallot()
  const ballot = await openedBallot()
  for (const [n, grade] of grades.entries()) await give(everyone()[n]!, grade, ballot)
  return ballot
}
const faceOf = async (by: TestClient) => (await live(by)).face

describe('a proposal in a meeting', () => {
  test('goes from waiting to agreed, with its score, rank and notes', async () => {
    expect(await start()).toEqual({ result: 1, message: `Now: ${made.first}.` })
    await openBallot()
    await give(made.asDeputy, 4)
    expect((await memberLive()).current).toMatchObject({
      state: 'ballot',
      ballot: { given: 1, voters: 4, mine: null, result: null, grades: [] },
    })
    for (const [n, by] of [made.asChair, made.asMember, made.asOther].entries()) await give(by, n + 2.5)
    const { current } = await chairLive()
    expect(current).toMatchObject({
      state: 'revealed',
      ballot: { given: 4, result: { median: 3.75, lowest: 2.5, highest: 4.5 } },
    })
    expect(current!.ballot!.grades.map(({ role, grade }) => [role, grade]).sort()).toEqual([
      [null, 3.5],
      [null, 4.5],
      ['chair', 2.5],
      ['deputy', 4],
    ])
    await made.office.db.deleteFrom('conflicts').execute()
    const reply = await made.asChair.api.meetings.agree({
      params: params(),
      body: {
        ...(await onItem()),
        ...{ global_score: 3.75, rank: 2, score_version: current!.score_version, next: true },
        notes: { for_proposer: 'Good.', internal: 'Serve first.', version: 0 },
      },
    })
    const message = `Agreed. ${made.first}: 3.75 and rank 2 saved. Now: ${made.second}.`
    expect(reply).toEqual({ result: 1, message })
    expect(await made.asOffice.api.staff.get({ params: { id: made.first } })).toMatchObject({
      global_score: 3.75,
      rank: 2,
    })
    expect(await made.asOffice.api.staff.decisionNotes({ params: { id: made.first } })).toMatchObject({
      for_proposer: 'Good.',
      internal: 'Serve first.',
    })
  })

  test('is put off, with its ballot, and taken up again', async () => {
    await vote(4)
    expect(await putOff()).toEqual({ result: 1, message: `${made.first} has been put off.` })
    expect(await memberLive()).toMatchObject({ current: null })
    await start(made.first)
    expect((await chairLive()).current).toMatchObject({ state: 'discussing', ballot: null, earlier: [] })
    await openBallot()
    expect((await chairLive()).current!.ballot).toMatchObject({ number: 2, given: 0 })
  })

  test('keeps its score when it is discussed again and put off', async () => {
    await vote(4, 4, 4, 4)
    await agree(4)
    await start(made.first)
    await putOff()
    expect((await chairLive()).docket[0]).toMatchObject({ state: 'agreed', score: 4 })
  })

  test('gets another ballot, and the result of the first stays', async () => {
    await vote(3, 3, 3, 4)
    await openBallot()
    expect((await chairLive()).current).toMatchObject({
      state: 'ballot',
      ballot: { number: 2, given: 0, mine: null },
      earlier: [{ number: 1, result: { median: 3, lowest: 3, highest: 4 } }],
    })
  })

  test('is the only one that is on', async () => {
    await start()
    expect(await start(made.third)).toEqual({
      result: 0,
      message: `Agree on ${made.first} or put it off first.`,
    })
    expect(await made.asChair.api.meetings.close({ params: params() })).toMatchObject({ result: 0 })
  })

  test('closes the reports on it, and tells their reviewers only when asked', async () => {
    const reviewer = await aReviewer(made.office)
    await aReport(made.office, { proposal_id: made.first, reviewer, status: 1 })
    await vote(4, 4, 4, 4)
    expect((await chairLive()).current!.closes).toEqual([reviewer.name])
    const body = { ...(await onItem()), global_score: 4, tell_reviewers: true }
    const { message } = await made.asChair.api.meetings.agree({ params: params(), body })
    expect(message).toContain(`Closed: the reports of ${reviewer.name}. They have been e-mailed.`)
  })

  test('is timed: the clock stands while the meeting pauses', async () => {
    await start()
    made.world.at('2027-05-11T08:05:00.000Z')
    await made.asChair.api.meetings.pause({ params: params(), body: { paused: true } })
    made.world.at('2027-05-11T08:20:00.000Z')
    expect((await memberLive()).current).toMatchObject({ spent_seconds: 300, running_since: null })
    await made.asChair.api.meetings.pause({ params: params(), body: { paused: false } })
    const running_since = '2027-05-11T08:20:00.000Z'
    expect((await memberLive()).current).toMatchObject({ spent_seconds: 300, running_since })
    made.world.at(STARTED)
  })
})

describe('a ballot', () => {
  test('shows nobody a grade but their own until all are given', async () => {
    await vote(4.11, 4.22, 4.33)
    for (const by of everyone()) {
      const { payload } = await by.request('GET', `/api/meetings/${made.id}/live`)
      const grades = payload.match(/4[.]\d\d/gu) ?? []
      expect(grades.length).toBe(by === made.asOther ? 0 : 1)
    }
  })

  test('lets a grade be changed until it is revealed, and a repeated one be', async () => {
    const id = await vote(3, 3, 3)
    expect((await give(made.asMember, 3.5, id)).result).toBe(1)
    await give(made.asOther, 5, id)
    expect((await chairLive()).current!.ballot!.result).toEqual({ median: 3.25, lowest: 3, highest: 5 })
    expect((await give(made.asMember, 3.5, id)).result).toBe(1)
    await expect(give(made.asMember, 1, id)).rejects.toMatchObject({
      kind: 'stale',
      message: `This ballot on ${made.first} is over. Your grade in it: 3.50.`,
    })
  })

  test('is revealed when the member who is missing goes away', async () => {
    await vote(3, 3, 4)
    await away(made.asOther)
    expect((await chairLive()).current).toMatchObject({ state: 'revealed', ballot: { given: 3 } })
  })

  test('keeps the grade of a member who gave it and went away', async () => {
    await vote(3, 3, 4)
    await away(made.asMember)
    expect((await chairLive()).current).toMatchObject({ state: 'ballot', ballot: { given: 3, voters: 4 } })
  })

  test('is closed by the chair before all have given, but not by others', async () => {
    const id = await vote(3, 5)
    const close = (by: TestClient) => by.api.meetings.closeBallot({ params: params(), body: id })
    await expect(close(made.asMember)).rejects.toMatchObject({ kind: 'forbidden' })
    expect((await close(made.asChair)).result).toBe(1)
    expect((await chairLive()).current!.ballot!.result).toEqual({ median: 4, lowest: 3, highest: 5 })
    expect((await close(made.asChair)).result).toBe(1)
  })

  test('is neither opened nor closed below the quorum, nor without a grade', async () => {
    await start(made.first)
    await openBallot()
    const close = async () =>
      made.asChair.api.meetings.closeBallot({ params: params(), body: await openedBallot() })
    expect(await close()).toEqual({ result: 0, message: 'Nobody has given a grade yet.' })
    await away(made.asOther)
    await away(made.asDeputy)
    const below = { result: 0, message: '2 members are here who may vote on it; the quorum is 3.' }
    expect(await close()).toEqual(below)
    for (const by of [made.asChair, made.asMember]) await give(by, 3)
    expect((await chairLive()).current).toMatchObject({ state: 'ballot', may_vote_count: 2 })
    await putOff()
    await start(made.first)
    expect(await openBallot()).toEqual(below)
  })

  test('takes no grade from who is away, in conflict, or not of the panel', async () => {
    const ballot = await vote(3)
    await away(made.asOther)
    expect(await give(made.asOther, 4, ballot)).toEqual({
      result: 0,
      message: 'Say first that you are here.',
    })
    await declare(made.asMember, made.first)
    await expect(give(made.asMember, 4, ballot)).rejects.toMatchObject({ kind: 'missing' })
    await expect(give(made.asOffice, 4, ballot)).rejects.toMatchObject({ kind: 'forbidden' })
    await expect(give(made.asOther, 4, { ...ballot, number: 9 })).rejects.toMatchObject({ kind: 'missing' })
  })
})

describe('a conflict that is declared in the middle', () => {
  test('voids the grade, reveals what waited for it, and takes the screen away at once', async () => {
    await vote(3, 3, 5)
    await declare(made.asOther, made.first)
    expect(await live(made.asOther)).toEqual({
      face: 'out',
      meeting: { id: made.id, term_id: 7, name: 'Panel Meeting', state: 'open' },
      meanwhile: [made.second, made.third].map((proposal_id) => ({
        proposal_id,
        title: 'The water that the grains have met',
      })),
    })
    expect((await chairLive()).current).toMatchObject({
      state: 'revealed',
      out: [{ id: made.other.id }],
      ballot: { result: { median: 3, lowest: 3, highest: 5 } },
    })
  })

  test('after the ballot: the median is computed again', async () => {
    await vote(3, 3.5, 4, 5)
    await declare(made.asOther, made.first)
    expect((await chairLive()).current!.ballot).toMatchObject({
      given: 3,
      result: { median: 3.5, lowest: 3, highest: 4 },
    })
  })

  test('after the agreement: the score stays, marked for the chair', async () => {
    await vote(3, 3, 3, 5)
    await agree(3)
    await declare(made.asOther, made.first)
    const row = (await chairLive()).docket[0]!
    expect(row).toMatchObject({ state: 'agreed', score: 3, marked: true })
    const { proposal_id, version } = row
    await made.asChair.api.meetings.keepScore({ params: params(), body: { proposal_id, version } })
    expect((await chairLive()).docket[0]).toMatchObject({ marked: false })
  })

  test('that the office records elsewhere has the same effect', async () => {
    await vote(3, 3.5, 4, 5)
    await aConflict(made.office, { proposal_id: made.first, user_id: made.other.id })
    expect((await chairLive()).current!.ballot).toMatchObject({ result: { median: 3.5 } })
    expect(await faceOf(made.asOther)).toBe('out')
    const outs = await made.office.db.selectFrom('meeting_outs').select(['user_id', 'proposal_id']).execute()
    expect(outs).toEqual([{ user_id: made.other.id, proposal_id: made.first }])
  })

  test('is seen before a score is agreed on', async () => {
    await vote(3, 3.5, 4, 5)
    const { current } = await chairLive()
    await aConflict(made.office, { proposal_id: made.first, user_id: made.other.id })
    const { proposal_id, version, ballot } = current!
    const stale = made.asChair.api.meetings.agree({
      params: params(),
      body: { proposal_id, version, global_score: ballot!.result!.median },
    })
    await expect(stale).rejects.toMatchObject({ kind: 'stale' })
  })

  test('is recorded with when they were out', async () => {
    await start(made.first)
    await declare(made.asOther, made.first)
    made.world.at('2027-05-11T08:07:00.000Z')
    await putOff()
    made.world.at(STARTED)
    expect(await made.office.db.selectFrom('meeting_outs').selectAll().execute()).toMatchObject([
      {
        user_id: made.other.id,
        proposal_id: made.first,
        left_at: STARTED,
        returned_at: '2027-05-11T08:07:00.000Z',
      },
    ])
  })
})

describe('the chair', () => {
  const chairs = async () => {
    const all: [string, TestClient][] = [
      ['office', made.asOffice],
      ['chair', made.asChair],
      ['deputy', made.asDeputy],
      ['member', made.asMember],
    ]
    const found: string[] = []
    for (const [name, by] of all) if ((await faceOf(by)) === 'chair') found.push(name)
    return found
  }

  test('is handed over for a proposal that the chair has a conflict with, and comes back', async () => {
    await start(made.first)
    expect((await chairLive()).next).toEqual({ kind: 'hidden' })
    expect(await putOff(true)).toEqual({
      result: 1,
      message: `${made.first} has been put off. Now: another person has the chair.`,
    })
    expect([await chairs(), await faceOf(made.asChair)]).toEqual([['deputy'], 'out'])
    await expect(start(made.third)).rejects.toMatchObject({
      kind: 'forbidden',
      message: 'Another person has the chair now.',
    })
    await openBallot(made.asDeputy)
    for (const by of [made.asDeputy, made.asMember, made.asOther]) await give(by, 4)
    await agree(4, true, made.asDeputy)
    expect(await chairs()).toEqual(['chair'])
    expect((await chairLive()).current).toMatchObject({ proposal_id: made.third })
  })

  test.each([
    ['is away', ['chair'], ['deputy']],
    ['and deputy are away', ['chair', 'deputy'], ['office']],
  ] as const)('who %s', async (_, gone, has) => {
    for (const who of gone) await away(who === 'chair' ? made.asChair : made.asDeputy)
    expect(await chairs()).toEqual(has)
  })

  test('says of others that they are here or away, and nobody else does', async () => {
    const say = (by: TestClient) =>
      by.api.meetings.attend({ params: params(), body: { user_id: made.other.id, here: false } })
    await expect(say(made.asMember)).rejects.toMatchObject({ kind: 'forbidden' })
    await say(made.asChair)
    expect((await chairLive()).people.find(({ id }) => id === made.other.id)).toMatchObject({ is: 'away' })
  })

  test('sees neither the hidden proposal nor how far behind the meeting is', async () => {
    const { docket, plan } = await chairLive()
    expect([docket.map(({ proposal_id }) => proposal_id), plan]).toEqual([[made.first, made.third], null])
    await expect(start(made.second)).rejects.toMatchObject({ kind: 'missing' })
  })
})

describe('a stale tab', () => {
  test('is told what is now', async () => {
    await start(made.first)
    const seen = await onItem()
    await openBallot()
    const send = made.asChair.api.meetings
    const stale = { kind: 'stale', message: `The ballot on ${made.first} is open.` }
    // A double click, or a retry after a lost answer.
    expect((await send.openBallot({ params: params(), body: seen })).result).toBe(1)
    await expect(send.agree({ params: params(), body: { ...seen, global_score: 4 } })).rejects.toMatchObject(
      stale,
    )
    await expect(send.putOff({ params: params(), body: seen })).rejects.toMatchObject(stale)
    const ballot = await openedBallot()
    for (const by of everyone()) await give(by, 4, ballot)
    await expect(send.openBallot({ params: params(), body: seen })).rejects.toMatchObject({ kind: 'stale' })
  })

  test('agrees once', async () => {
    await vote(4, 4, 4, 4)
    const body = { ...(await onItem()), global_score: 4, next: true }
    const send = () => made.asChair.api.meetings.agree({ params: params(), body })
    await made.office.db.deleteFrom('conflicts').execute()
    await send()
    expect((await send()).result).toBe(1)
    expect((await chairLive()).current).toMatchObject({ proposal_id: made.second })
  })

  test('does not agree over a score that the office saved meanwhile', async () => {
    await vote(4, 4, 4, 4)
    const { score_version } = (await chairLive()).current!
    await made.asOffice.api.staff.saveGlobalScore({
      params: { id: made.first },
      body: { global_score: 2, rank: null },
    })
    const body = { ...(await onItem()), global_score: 4, score_version }
    await expect(made.asChair.api.meetings.agree({ params: params(), body })).rejects.toMatchObject({
      kind: 'stale',
    })
  })
})

describe('triage', () => {
  const toTriage = (...ids: number[]) =>
    made.office.db
      .updateTable('meeting_items')
      .set({ track: 'triage' })
      .where('proposal_id', 'in', ids)
      .execute()
  const rows = async () => (await chairLive()).docket.map(({ proposal_id, track }) => [proposal_id, track])

  test('is left by one press of any member', async () => {
    await toTriage(made.first, made.third)
    await made.asMember.api.meetings.bringBack({ params: params(), body: { proposal_id: made.first } })
    expect(await rows()).toEqual([
      [made.first, 'discussed'],
      [made.third, 'triage'],
    ])
  })

  test('is agreed at once, all or none', async () => {
    await toTriage(made.first, made.third)
    const send = (...versions: number[]) =>
      made.asChair.api.meetings.agreeTriage({
        params: params(),
        body: {
          scores: [made.first, made.third].map((proposal_id, n) => ({
            ...{ proposal_id, version: versions[n]!, global_score: n + 3 },
          })),
        },
      })
    await expect(send(1, 7)).rejects.toMatchObject({ kind: 'stale' })
    expect((await chairLive()).docket.map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    expect(await send(1, 1)).toEqual({ result: 1, message: '2 scores agreed.' })
    expect((await chairLive()).docket.map(({ score }) => score)).toEqual([3, 4])
  })

  test('holds no proposal with which someone of panel or office has a conflict, there or not', async () => {
    await toTriage(made.first, made.third)
    await declare(made.asOther, made.first)
    expect(await rows()).toEqual([
      [made.first, 'discussed'],
      [made.third, 'triage'],
    ])
    const absent = await aUser(made.office, ['panel'])
    await aConflict(made.office.as(absent), { proposal_id: made.third })
    expect(await rows()).toContainEqual([made.third, 'discussed'])
  })
})

describe('who looks', () => {
  test('gets 304 until something changes', async () => {
    const ask = (etag?: string) =>
      made.asMember.request('GET', `/api/meetings/${made.id}/live`, undefined, {
        ...(etag && { 'if-none-match': etag }),
      })
    const { etag } = (await ask()).headers
    const again = await ask(etag as string)
    expect([again.statusCode, again.payload]).toEqual([304, ''])
    await start()
    expect((await ask(etag as string)).statusCode).toBe(200)
  })

  test('as a member with a conflict in the term sees a docket by id, without minutes', async () => {
    await made.office.db
      .updateTable('meeting_items')
      .set({ position: 90 })
      .where('proposal_id', '=', made.first)
      .execute()
    const ids = async (by: TestClient) => {
      const { docket, ordered } = await memberLive(by)
      return [ordered, docket.map(({ proposal_id, minutes }) => [proposal_id, minutes])]
    }
    expect(await ids(made.asMember)).toEqual([
      true,
      [made.second, made.third, made.first].map((id) => [id, 10]),
    ])
    await declare(made.asMember, made.second)
    expect(await ids(made.asMember)).toEqual([false, [made.first, made.third].map((id) => [id, null])])
  })

  test('sees their grade from before the meeting, but not while impersonating', async () => {
    const { first } = made
    await made.asMember.api.panel.saveGrade({
      params: { id: first },
      body: { grade: 3.75, notes: 'Ask about the blank.', version: 0 },
    })
    const id = await vote(4, 4)
    await give(made.asMember, 2, id)
    expect((await memberLive()).current).toMatchObject({
      before: { grade: 3.75, notes: 'Ask about the blank.', version: 1 },
      ballot: { mine: 2 },
    })
    await made.asOffice.request('POST', `/api/act_as/${made.member.id}`)
    const { current } = await memberLive(made.asOffice)
    expect([current!.before, current!.ballot!.mine]).toEqual([null, null])
    const refused = await made.asOffice.request('PUT', `/api/meetings/${made.id}/attend`, { here: false })
    expect(refused.statusCode).toBe(403)
  })

  test('sees no proposal of another meeting, and none on the wall but as who has the chair', async () => {
    await start()
    const wall = (by: TestClient) => by.api.meetings.wall({ params: params() })
    expect(await wall(made.asChair)).toMatchObject({ state: 'discussing', proposal_id: made.first })
    expect(await wall(made.asDeputy)).toMatchObject({ state: 'not_yours', proposal_id: null, title: '' })
    await expect(wall(made.asMember)).rejects.toMatchObject({ kind: 'forbidden' })
    await putOff(true)
    expect(await wall(made.asChair)).toMatchObject({ state: 'not_yours', proposal_id: null, title: '' })
  })

  test('sees on the wall median and range only while the chair shows them', async () => {
    await vote(3, 4, 4, 5)
    const result = async () => (await made.asChair.api.meetings.wall({ params: params() })).result
    expect(await result()).toBeNull()
    await made.asChair.api.meetings.showOnWall({ params: params(), body: { shown: true } })
    expect(await result()).toEqual({ median: 4, lowest: 3, highest: 5 })
    await agree(4)
    await start(made.third)
    expect((await chairLive()).wall_scores).toBe(false)
  })
})

describe('a meeting', () => {
  test('is closed with what is left, and opened again', async () => {
    await start()
    await putOff()
    expect(await made.asChair.api.meetings.close({ params: params() })).toEqual({
      result: 1,
      message: `Panel Meeting is closed. Not discussed: ${made.third}. Put off: ${made.first}.`,
    })
    expect(await away(made.asMember, true)).toEqual({ result: 0, message: 'This meeting is closed.' })
    expect((await made.asOffice.api.meetings.reopen({ params: params() })).result).toBe(1)
    expect((await away(made.asMember, true)).result).toBe(1)
  })

  const body = (chair: Actor) => ({
    ...{ term_id: 7, name: 'Panel Meeting', place: '', chair_id: chair.id, deputy_id: null },
    ...{ quorum: 6, minutes_each: 10, sessions: [], members: [] },
  })

  test('is one at a time in a term, of active people, with hours that make sense', async () => {
    const add = (more: object) =>
      made.asOffice.request('POST', '/api/meetings', { ...body(made.chair), ...more })
    expect((await add({})).json()).toMatchObject({ result: 0 })
    await made.office.db.deleteFrom('meetings').execute()
    const hours = { starts_at: '2027-05-11T10:00:00Z', ends_at: '2027-05-11T12:00:00Z' }
    for (const [more, field] of [
      [{ chair_id: (await aReviewer(made.office)).id }, 'chair_id'],
      [{ deputy_id: made.chair.id }, 'deputy_id'],
      [{ members: [{ user_id: made.office.actor.id, hours: [] }] }, 'members.0.user_id'],
      [{ sessions: [{ ...hours, ends_at: hours.starts_at }] }, 'sessions.0.ends_at'],
      [{ sessions: [hours, hours] }, 'sessions'],
      [{ term_id: 99 }, 'term_id'],
      [{ quorum: 0 }, 'quorum'],
    ] as const) {
      const reply = await add(more)
      expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([400, [field]])
    }
    expect((await add({ sessions: [hours] })).json()).toMatchObject({ result: 1, version: 1 })
  })

  test('has settings that two people do not overwrite', async () => {
    const { term_id: _, ...settings } = body(made.chair)
    const save = (by: TestClient, more: object) =>
      by.api.meetings.save({ params: params(), body: { ...settings, ...more } })
    expect(await save(made.asDeputy, { deputy_id: made.deputy.id, version: 1 })).toMatchObject({ version: 2 })
    await expect(save(made.asOffice, { version: 1 })).rejects.toMatchObject({ kind: 'stale' })
    await expect(save(made.asMember, { version: 2 })).rejects.toMatchObject({ kind: 'forbidden' })
  })
})
