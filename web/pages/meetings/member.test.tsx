import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { LiveChair, LiveMember } from '#domain/meetings/live_contract.ts'
import { anOpenMeeting } from '#server/builders/meetings.ts'
import { aTerm, aUser } from '#server/builders/people.ts'
import { aSubmittedProposal } from '#server/builders/proposals.ts'
import { type BrowserWindow, withBrowser } from '#web/testing.tsx'

const TITLE = 'Carbonate veins of the second touchdown site'

/** A meeting of three under a chair, with one proposal on; `screen` shows it to a member. */
const withMeeting = (
  work: (made: Awaited<ReturnType<typeof makeMeeting>> & BrowserWindow) => Promise<void>,
) =>
  withBrowser(async (server, window) => {
    const made = await makeMeeting(server)
    const shown = await window(made.member)
    shown.open(`/meetings/${made.id}`)
    await screen.findByRole('heading', { level: 1, name: new RegExp(TITLE, 'u') })
    await work({ ...made, ...shown })
  })

async function makeMeeting(server: Parameters<Parameters<typeof withBrowser>[0]>[0]) {
  await aTerm(server.ctx())
  const office = server.ctx(await aUser(server.ctx(), ['admin']))
  const [chair, other, member] = [
    await aUser(server.ctx(), ['panel']),
    await aUser(server.ctx(), ['panel']),
    await aUser(server.ctx(), ['panel']),
  ]
  const { proposal_id } = await aSubmittedProposal(office, { input: { title: TITLE } })
  const id = await anOpenMeeting(office, { chair, members: [chair, other, member], quorum: 2 })
  const [asChair, asOther, asMember] = [
    await server.as(chair),
    await server.as(other),
    await server.as(member),
  ]
  const params = { id: String(id) }
  const live = async () => (await asChair.api.meetings.live({ params })) as LiveChair
  const onItem = async () => ({ proposal_id, version: (await live()).current!.version })
  const openedBallot = async () => ({ proposal_id, number: (await live()).current!.ballot!.number })
  const memberLive = async () => (await asMember.api.meetings.live({ params })) as LiveMember
  const { meetings } = asChair.api
  await meetings.start({ params, body: { proposal_id } })
  return {
    ...{ server, office, member, chair, id, proposal_id, asOther, asMember, memberLive, live },
    openBallot: async () => meetings.openBallot({ params, body: await onItem() }),
    closeBallot: async () => meetings.closeBallot({ params, body: await openedBallot() }),
    agree: async () => {
      const { version, score_version } = (await live()).current!
      await meetings.agree({ params, body: { proposal_id, version, score_version, global_score: 4 } })
    },
    give: async (by: typeof asOther, grade: number) =>
      by.api.meetings.give({ params, body: { ...(await openedBallot()), grade } }),
    mine: async () => (await memberLive()).current?.ballot?.mine,
  }
}

/** The field of the open ballot. */
const ballotField = async () => {
  await screen.findByText(/grades given\. Nobody sees/u)
  return field()
}
const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Your grade for/u })
const press = async ({ user }: Pick<BrowserWindow, 'user'>, name: string) =>
  user.click(await screen.findByRole('button', { name }))

/** Replaces the network until the returned function is called. */
function cutNetwork(instead: typeof fetch = () => Promise.reject(new TypeError('Failed to fetch'))) {
  const network = globalThis.fetch
  globalThis.fetch = instead
  return () => {
    globalThis.fetch = network
    act(() => void window.dispatchEvent(new Event('online')))
  }
}

test('a ballot appears by itself, is answered with a typed grade, and revealed with all grades', () =>
  withMeeting(async (made) => {
    await made.openBallot()
    await made.fill(await ballotField(), '3,75')
    screen.getByText('Very Good', { selector: '[data-on]' })
    await press(made, 'Give 3.75')
    await screen.findByRole('button', { name: '3.75 given' })
    expect(await made.mine()).toBe(3.75)
    await screen.findByText(/^1 of 3 grades given/u)
    await made.give(made.asOther, 3)
    await made.closeBallot()
    const card = await screen.findByRole('region', { name: `Your grade for ${made.proposal_id}` })
    await within(card).findByText('3.00 to 3.75')
    within(card).getByText('3.38')
  }))

test('an unchanged meeting is answered with 304 and the same ETag', () =>
  withMeeting(async () => {
    const network = globalThis.fetch
    const seen: [status: number, sent: string | null][] = []
    const etags = new Set<string | null>()
    globalThis.fetch = async (address, init) => {
      const response = await network(address, init)
      if (String(address).endsWith('/live')) {
        seen.push([response.status, new Headers(init?.headers).get('If-None-Match')])
        etags.add(response.headers.get('etag'))
      }
      return response
    }
    await waitFor(() => expect(seen.length).toBeGreaterThan(2))
    expect(seen.map(([status]) => status)).toEqual(seen.map(() => 304))
    expect(seen.map(([, sent]) => sent)).toEqual(seen.map(() => [...etags][0]))
  }))

test('a grade given without a connection is kept, and sent until the server has it', () =>
  withMeeting(async (made) => {
    await made.openBallot()
    await made.fill(await ballotField(), '4.25')
    const mend = cutNetwork()
    await press(made, 'Give 4.25')
    await screen.findByText(/^Not confirmed yet/u)
    await screen.findByText(/^(Behind: trying again in \d s|No connection\.)/u)
    expect(await made.mine()).toBeNull()
    mend()
    await screen.findByRole('button', { name: '4.25 given' })
    expect(await made.mine()).toBe(4.25)
    await screen.findByText(/^Up to date/u)
  }))

test('an answer that is lost on its way does not leave the grade in doubt', () =>
  withMeeting(async (made) => {
    await made.openBallot()
    await made.fill(await ballotField(), '2.5')
    const network = globalThis.fetch
    let lost = 0
    globalThis.fetch = async (address, init) => {
      const response = await network(address, init)
      if (!String(address).endsWith('/grade') || lost++ > 0) return response
      throw new TypeError('Failed to fetch')
    }
    await press(made, 'Give 2.50')
    await screen.findByRole('button', { name: '2.50 given' })
    expect(await made.mine()).toBe(2.5)
  }))

test('a grade that comes too late is named as not counted', () =>
  withMeeting(async (made) => {
    await made.openBallot()
    await made.give(made.asOther, 3)
    await made.fill(await ballotField(), '5')
    const mend = cutNetwork()
    await press(made, 'Give 5.00')
    await screen.findByText(/^Not confirmed yet/u)
    await made.closeBallot()
    mend()
    await screen.findByText(`Your 5.00 for ${made.proposal_id} was not counted.`)
    expect((await made.memberLive()).current!.ballot!.grades).toHaveLength(1)
  }))

test('a grade given on another device is shown, and not given again over it', () =>
  withMeeting(async (made) => {
    await made.openBallot()
    await made.fill(await ballotField(), '1')
    const mend = cutNetwork()
    await press(made, 'Give 1.00')
    await screen.findByText(/^Not confirmed yet/u)
    await made.give(made.asMember, 4)
    mend()
    await screen.findByText('You gave 4.00; it counts until you change it.')
    expect(await made.mine()).toBe(4)
    expect((await field()).value).toBe('1')
  }))

test('what is typed is there again after the page was reloaded', () =>
  withMeeting(async (made) => {
    await made.openBallot()
    await made.fill(await ballotField(), '3.1')
    await made.user.type(screen.getByRole('textbox', { name: /^My notes/u }), 'Ask about grain size')
    made.open(`/meetings/${made.id}`)
    await waitFor(async () => expect((await ballotField()).value).toBe('3.1'))
    expect(await made.mine()).toBeNull()
    await screen.findByDisplayValue('Ask about grain size')
  }))

test('an ended session leads to the login and back, with the grade that was given meanwhile', () =>
  withMeeting(async (made) => {
    await made.openBallot()
    await made.fill(await ballotField(), '3.5')
    const mend = cutNetwork(() =>
      Promise.resolve(
        new Response('{"message":"Unauthenticated."}', {
          status: 401,
          headers: { 'content-type': 'application/json' },
        }),
      ),
    )
    await press(made, 'Give 3.50')
    await waitFor(() => expect(made.path()).toMatch(/^\/login/u))
    mend()
    made.open(`/meetings/${made.id}`)
    await screen.findByRole('button', { name: '3.50 given' })
    expect(await made.mine()).toBe(3.5)
  }))

test('declaring a conflict voids the grade and leaves nothing of the proposal until called back', () =>
  withMeeting(async (made) => {
    await made.openBallot()
    await made.give(made.asMember, 4)
    await ballotField()
    await press(made, 'Declare and leave')
    const dialog = await screen.findByRole('dialog')
    within(dialog).getByText(/You cannot take this back; only the office can/u)
    await made.user.type(within(dialog).getByRole('textbox'), 'My former student')
    await made.user.click(within(dialog).getByRole('button', { name: 'Declare and leave' }))
    await screen.findByRole('heading', { name: 'Out until called back' })
    await waitFor(() => expect(document.body.textContent).not.toContain(TITLE))
    expect((await made.live()).current!.ballot!.given).toBe(0)
    await made.give(made.asOther, 3)
    await made.closeBallot()
    await made.agree()
    await screen.findByText('You have been called back.')
    expect(document.body.textContent).not.toContain(TITLE)
  }))

test('a break and the end of the discussion arrive by themselves', () =>
  withMeeting(async (made) => {
    const asChair = await made.server.as(made.chair)
    const params = { id: String(made.id) }
    await asChair.api.meetings.pause({ params, body: { paused: true } })
    await screen.findByText(/^Break since/u)
    await asChair.api.meetings.pause({ params, body: { paused: false } })
    await made.agree()
    await screen.findByText(`${made.proposal_id}: 4.00`)
    await asChair.api.meetings.close({ params })
    await screen.findByText('Decisions')
  }))

test('who is not here says so with one press', () =>
  withMeeting(async (made) => {
    await made.asMember.api.meetings.attend({ params: { id: String(made.id) }, body: { here: false } })
    await press(made, 'I am here')
    await waitFor(async () => expect((await made.memberLive()).here).toBe(true))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'I am here' })).toBeNull())
  }))
