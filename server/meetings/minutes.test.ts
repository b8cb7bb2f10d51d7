import { describe, expect, test } from 'vitest'
import type { LiveChair } from '#domain/meetings/live_contract.ts'
import type { Actor } from '#domain/session/actor.ts'
import { aConflict } from '../builders/conflicts.ts'
import { aMeeting, anOpenMeeting } from '../builders/meetings.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { pdfPages, pdfText, pdfTitle } from '../testing/pdf.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'

/** The text of minutes without days, hours and grades, any of which may read as a proposal's number. */
const withoutFigures = (text: string) => text.replaceAll(/\d{4}-\d\d-\d\d|\d+[.:]\d\d/gu, '')

const at = (minute: number) => `2031-03-04T09:${String(minute).padStart(2, '0')}:00.000Z`

async function scene(world: TestServer) {
  world.at(at(0))
  await aTerm(world.ctx())
  const office = world.ctx(await aUser(world.ctx(), ['admin'], { last_name: 'Office' }))
  const person = (last_name: string) => aUser(world.ctx(), ['panel'], { first_name: 'Bo', last_name })
  const [chair, free, out] = [await person('Chairova'), await person('Freeva'), await person('Outova')]
  const ids: number[] = []
  for (const title of ['Salts', 'Metal', 'Canary7x', 'Water'])
    ids.push((await aSubmittedProposal(office, { input: { title } })).proposal_id)
  const [salts, metal, secret, water] = ids as [number, number, number, number]
  await aConflict(office.as(out), { proposal_id: secret })
  const id = await anOpenMeeting(office, { chair, members: [free, out] })
  const params = { id }
  const clients = {
    chair: await world.as(chair),
    free: await world.as(free),
    out: await world.as(out),
    office: await world.as(office.actor),
  }
  const { meetings } = clients.chair.api
  /** A ballot of the chair and those who may vote, and what is agreed. */
  const decide = async (
    proposal_id: number,
    minute: number,
    grades: [keyof typeof clients, number][],
    score: number,
  ) => {
    world.at(at(minute))
    await meetings.start({ params, body: { proposal_id } })
    const version = async () => ((await meetings.live({ params })) as LiveChair).current!.version
    await meetings.openBallot({ params, body: { proposal_id, version: await version() } })
    for (const [who, grade] of grades) {
      const live = await clients[who].api.meetings.live({ params })
      const { current } = live as LiveChair
      await clients[who].api.meetings.give({
        params,
        body: { proposal_id, number: current!.ballot!.number, grade },
      })
    }
    world.at(at(minute + 4))
    const notes = {
      for_proposer: `Words on ${proposal_id}.`,
      internal: `Between us on ${proposal_id}.`,
      version: 0,
    }
    await meetings.agree({
      params,
      body: { proposal_id, version: await version(), global_score: score, notes },
    })
  }
  const minutesOf = async (who: keyof typeof clients) => {
    const reply = await clients[who].request('GET', `/api/meetings/${id}/minutes`)
    if (reply.statusCode !== 200) throw new Error(reply.payload)
    return reply.rawPayload
  }
  return {
    ...{ world, office, chair, free, out, id, params, meetings, clients, decide, minutesOf },
    salts,
    metal,
    secret,
    water,
  }
}

describe('the minutes of a meeting', () => {
  test('say who was there and out when, and each decision with its ballot and notes', () =>
    withServer(async (world) => {
      const { decide, minutesOf, salts, metal, secret, water, meetings, params, clients } = await scene(world)
      await decide(
        secret,
        5,
        [
          ['chair', 5],
          ['free', 4],
        ],
        4.5,
      )
      await decide(
        salts,
        10,
        [
          ['chair', 3],
          ['free', 4],
          ['out', 2.5],
        ],
        3.25,
      )
      world.at(at(20))
      await meetings.start({ params, body: { proposal_id: metal } })
      const { current } = (await meetings.live({ params })) as LiveChair
      await meetings.putOff({ params, body: { proposal_id: metal, version: current!.version } })
      await clients.free.api.meetings.attend({ params, body: { here: false } })
      const draft = await minutesOf('free')
      expect(await pdfTitle(draft)).toBe('Draft, AO7 Panel Meeting: minutes')
      expect(await pdfText(draft)).toContain('Draft: the meeting is not closed.')
      world.at(at(30))
      await meetings.close({ params })
      const bytes = await minutesOf('free')
      const text = await pdfText(bytes)
      expect(await pdfTitle(bytes)).toBe('AO7 Panel Meeting: minutes')
      expect(text).not.toContain('Draft')
      for (const line of [
        /Opened 2031-03-04 09:00 UTC/u,
        /Closed 2031-03-04 09:30 UTC/u,
        /Chair Bo Chairova/u,
        /Bo Freeva .*2031-03-04 09:00 to 09:20 UTC/u,
        /Bo Outova .*2031-03-04 09:00 to 09:30 UTC/u,
        new RegExp(`${secret} Canary7x Agreed 4.50`, 'u'),
        new RegExp(`${salts} Salts Agreed 3.25`, 'u'),
        new RegExp(`${metal} Metal Put off - -`, 'u'),
        new RegExp(`${water} Water Not discussed - -`, 'u'),
        /Ballot median 4.50, from 4.00 to 5.00, 2 grades/u,
        /Ballot median 3.00, from 2.50 to 4.00, 3 grades/u,
        /Out Bo Outova, 2031-03-04 09:05 to 09:09 UTC/u,
        /Entered by Bo Chairova, 2031-03-04 09:14 UTC/u,
        new RegExp(`For the proposer Words on ${salts}\\.`, 'u'),
        new RegExp(`Internal Between us on ${secret}\\.`, 'u'),
      ])
        expect(text).toMatch(line)
    }))

  test('leave out of a ballot the grade of who is a collaborator by now', () =>
    withServer(async (world) => {
      const { decide, minutesOf, salts, free } = await scene(world)
      await decide(
        salts,
        10,
        [
          ['chair', 3],
          ['free', 5],
          ['out', 2],
        ],
        3.25,
      )
      await world.db
        .insertInto('submitted_collaborators')
        .values({ proposal_id: salts, email: free.email })
        .execute()
      expect(await pdfText(await minutesOf('out'))).toMatch(
        /Ballot median 2.50, from 2.00 to 3.00, 2 grades/u,
      )
    }))

  test('are for nobody before the meeting is opened', () =>
    withServer(async (world) => {
      world.at(at(0))
      await aTerm(world.ctx())
      const chair: Actor = await aUser(world.ctx(), ['admin', 'panel'])
      const id = await aMeeting(world.ctx(chair), { chair })
      const { request } = await world.as(chair)
      expect((await request('GET', `/api/meetings/${id}/minutes`)).statusCode).toBe(404)
    }))
})

describe('someone in conflict', () => {
  test('reads the same minutes whatever was done with the proposal, by number and without times', () =>
    withServer(async (world) => {
      const { decide, minutesOf, salts, metal, secret, meetings, params } = await scene(world)
      await decide(
        metal,
        20,
        [
          ['chair', 3],
          ['free', 4],
          ['out', 2.5],
        ],
        3.5,
      )
      await decide(
        salts,
        30,
        [
          ['chair', 3],
          ['free', 4],
          ['out', 2.5],
        ],
        3.25,
      )
      world.at(at(59))
      const before = await minutesOf('out')
      const text = await pdfText(before)
      expect(text).toContain('By number, of the proposals with which you have no conflict of interest.')
      expect(text.indexOf(`${salts} Salts`)).toBeLessThan(text.indexOf(`${metal} Metal`))
      expect(text).toMatch(/Entered by Bo Chairova\n/u)
      expect(withoutFigures(text)).not.toMatch(new RegExp(`Canary7x|\\b${secret}\\b`, 'u'))
      await decide(
        secret,
        40,
        [
          ['chair', 5],
          ['free', 4],
        ],
        4.5,
      )
      world.at(at(59))
      const after = await minutesOf('out')
      expect(after.equals(before)).toBe(true)
      expect((await pdfPages(await minutesOf('free'))).join('\n')).toContain('Canary7x')
      await meetings.close({ params })
      const closed = withoutFigures(await pdfText(await minutesOf('out')))
      expect(closed).not.toMatch(new RegExp(`Canary7x|\\b${secret}\\b`, 'u'))
    }))

  test('reads who was out for other proposals without times, whose gaps tell how long theirs took', () =>
    withServer(async (world) => {
      const { office, decide, minutesOf, metal, free } = await scene(world)
      await aConflict(office.as(free), { proposal_id: metal })
      await decide(
        metal,
        20,
        [
          ['chair', 3],
          ['out', 4],
        ],
        3.5,
      )
      const text = await pdfText(await minutesOf('out'))
      expect(text).toMatch(/Out Bo Freeva\n/u)
      expect(text).not.toContain('09:20')
    }))
})
