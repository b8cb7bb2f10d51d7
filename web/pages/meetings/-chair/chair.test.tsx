import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { LiveChair } from '#domain/meetings/live_contract.ts'
import { anOpenMeeting } from '#server/builders/meetings.ts'
import { aTerm, aUser } from '#server/builders/people.ts'
import { aSubmittedProposal } from '#server/builders/proposals.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { fieldAt, withBrowser } from '#web/testing.tsx'

/** An open meeting of a chair, a deputy and a member, all on the panel, with three proposals. */
async function createMeeting(world: TestServer) {
  await aTerm(world.ctx())
  const office = world.ctx(await aUser(world.ctx(), ['admin']))
  const chair = await aUser(world.ctx(), ['panel'], { first_name: 'Cleo', last_name: 'Chair' })
  const deputy = await aUser(world.ctx(), ['panel'], { first_name: 'Dora', last_name: 'Deputy' })
  const member = await aUser(world.ctx(), ['panel'], { first_name: 'Mio', last_name: 'Member' })
  const ids: number[] = []
  for (const _ of [1, 2, 3]) ids.push((await aSubmittedProposal(office)).proposal_id)
  const id = await anOpenMeeting(office, { chair, deputy, members: [chair, deputy, member], quorum: 2 })
  const params = { id }
  const asChair = (await world.as(chair)).api
  const live = async () => (await asChair.meetings.live({ params })) as LiveChair
  return {
    ...{ office, chair, deputy, member, ids, id, params, asChair, live },
    address: `/meetings/${id}`,
    asDeputy: (await world.as(deputy)).api,
    asMember: (await world.as(member)).api,
    /** Begins with the next proposal, and reveals a ballot with these grades of chair, deputy and member. */
    async reveal(grades = [3, 3.75, 4.25]) {
      await asChair.meetings.start({ params, body: { proposal_id: null } })
      const on = (await live()).current!
      await asChair.meetings.openBallot({
        params,
        body: { proposal_id: on.proposal_id, version: on.version },
      })
      for (const [at, actor] of [chair, deputy, member].entries()) {
        const { api } = await world.as(actor)
        const { current } = (await api.meetings.live({ params })) as LiveChair
        await give(api, id, current!, grades[at]!)
      }
    },
  }
}

const give = (
  api: Awaited<ReturnType<TestServer['as']>>['api'],
  id: number,
  { proposal_id, ballot }: NonNullable<LiveChair['current']>,
  grade: number,
) => api.meetings.give({ params: { id }, body: { proposal_id, number: ballot!.number, grade } })

const button = (name: string | RegExp) => screen.findByRole('button', { name })
/** Presses a button once it can be pressed: it may still wait for what was pressed before. */
const press = async (name: string | RegExp) => {
  await waitFor(async () => {
    const one = await button(name)
    expect(one.getAttribute('aria-disabled')).not.toBe('true')
    expect(one.hasAttribute('disabled')).toBe(false)
  })
  fireEvent.click(await button(name))
}

describe('the chair', () => {
  test('goes from the first proposal over a ballot to its agreed score, and to the next', () =>
    withBrowser(async (world, open) => {
      const { chair, address, ids, id, asDeputy, asMember, asChair, live } = await createMeeting(world)
      const { fill, open: load } = await open(chair)
      load(address)
      await press(`Begin with ${ids[0]}`)
      await press('Open the ballot')
      await fill(await screen.findByLabelText(`Your grade for ${ids[0]}`), '3')
      await press('Give 3.00')
      await screen.findByText(/^1 of 3 grades given, shown to nobody/u)
      expect((await screen.findByText(/^Waiting for/u)).textContent).toBe(
        'Waiting for Dora Deputy and Mio Member',
      )
      await give(asDeputy, id, (await live()).current!, 3.75)
      await give(asMember, id, (await live()).current!, 4.25)
      await screen.findByRole('heading', { name: 'Agreed score' })
      expect(screen.getByRole('img', { name: 'Grades 3.00, 3.75, 4.25; median 3.75' })).toBeTruthy()
      const grades = within(screen.getByRole('list', { name: 'Grades' })).getAllByRole('listitem')
      expect(grades.map(({ textContent }) => textContent)).toEqual([
        'Cleo Chair Chair3.00',
        'Dora Deputy Deputy3.75',
        'Mio Member 4.25',
      ])
      expect((await fieldAt('global_score')).value).toBe('3.75')
      await fill(await fieldAt('for_proposer'), 'Sharp question.')
      screen.getByText('15 / 2000')
      await fill(await fieldAt('internal'), 'Serve after 73.')
      await fill(await fieldAt('rank'), '7')
      await press(`Agree 3.75, next: ${ids[1]}`)
      await screen.findByText(`Agreed. ${ids[0]}: 3.75 and rank 7 saved. Now: ${ids[1]}.`)
      await screen.findByRole('region', { name: `${ids[1]}, now` })
      const saved = await asChair.staff.get({ params: { id: ids[0]! } })
      expect([saved.global_score, saved.rank]).toEqual([3.75, 7])
      expect(await asChair.staff.decisionNotes({ params: { id: ids[0]! } })).toMatchObject({
        for_proposer: 'Sharp question.',
        internal: 'Serve after 73.',
      })
      expect((await fieldAt('for_proposer')).value).toBe('')
    }))

  test('closes a ballot early, after being told who has not given a grade, and shows the result on the wall', () =>
    withBrowser(async (world, open) => {
      const { chair, address, ids, id, asChair, params, live } = await createMeeting(world)
      await asChair.meetings.start({ params, body: { proposal_id: null } })
      const { open: load } = await open(chair)
      load(address)
      await press('Open the ballot')
      await screen.findByText('Nobody has given a grade yet.')
      await give(asChair, id, (await live()).current!, 3.5)
      await screen.findByText(/^1 of 3 grades given, shown to nobody/u)
      await press('Close the ballot')
      const dialog = within(await screen.findByRole('dialog', { name: `Close the ballot on ${ids[0]}?` }))
      dialog.getByText(/^Dora Deputy and Mio Member have not given a grade\. The 1 given/u)
      fireEvent.click(dialog.getByText('CLOSE THE BALLOT'))
      await screen.findByText(/^revealed .*, 1 grade$/u)
      fireEvent.click(await screen.findByLabelText(/^Show median and range on the wall/u))
      await waitFor(async () => expect((await live()).wall_scores).toBe(true))
    }))

  test('opens no ballot below the quorum', () =>
    withBrowser(async (world, open) => {
      const { chair, deputy, member, address, asChair, params } = await createMeeting(world)
      await asChair.meetings.start({ params, body: { proposal_id: null } })
      for (const { id: user_id } of [deputy, member])
        await asChair.meetings.attend({ params, body: { user_id, here: false } })
      const { open: load } = await open(chair)
      load(address)
      expect((await button('Open the ballot')).getAttribute('aria-disabled')).toBe('true')
      screen.getByText('1 member is here who may vote on it; the quorum is 2.')
    }))

  test('keeps an agreed score after a conflict of interest was declared', () =>
    withBrowser(async (world, open) => {
      const { chair, address, reveal, ids, asChair, asMember, params, live } = await createMeeting(world)
      await reveal()
      const { proposal_id, version } = (await live()).current!
      await asChair.meetings.agree({
        params,
        body: { proposal_id, version, global_score: 3.75, score_version: undefined },
      })
      await asMember.meetings.declareConflict({ params, body: { proposal_id, reason: '' } })
      const { open: load } = await open(chair)
      load(address)
      await screen.findByText(`${ids[0]}: a conflict of interest was declared after it was agreed.`)
      await press('Keep 3.75')
      await screen.findByText(`The score of ${ids[0]} stays.`)
      await waitFor(() => expect(screen.queryByText(/was declared after it was agreed/u)).toBeNull())
    }))

  test('presses twice, and opens no ballot on what the first click began', () =>
    withBrowser(async (world, open) => {
      const { chair, address, ids, live } = await createMeeting(world)
      const { open: load } = await open(chair)
      load(address)
      await press(`Begin with ${ids[0]}`)
      fireEvent.click(await button('Open the ballot'), { detail: 2 })
      await press('Put off')
      await screen.findByText(`${ids[0]} has been put off.`)
      const item = (await live()).docket.find(({ proposal_id }) => proposal_id === ids[0])
      expect(item?.state).toBe('put_off')
      const ballots = await world.db.selectFrom('meeting_ballots').select('id').execute()
      expect(ballots).toEqual([])
    }))

  test('presses Ctrl+Enter for the filled button', () =>
    withBrowser(async (world, open) => {
      const { chair, address, ids } = await createMeeting(world)
      const { user, open: load } = await open(chair)
      load(address)
      await button(`Begin with ${ids[0]}`)
      await user.keyboard('{Control>}{Enter}{/Control}')
      await button('Open the ballot')
      await user.keyboard('{Control>}{Enter}{/Control}')
      await button('Close the ballot')
    }))

  test('finds typed scores and notes again after the page is reloaded', () =>
    withBrowser(async (world, open) => {
      const { chair, address, reveal, ids } = await createMeeting(world)
      await reveal()
      const { fill, open: load } = await open(chair)
      load(address)
      await fill(await fieldAt('for_proposer'), 'Kept.')
      await fill(await fieldAt('global_score'), '4.1')
      load(address)
      await button(`Agree 4.10, next: ${ids[1]}`)
      expect((await fieldAt('for_proposer')).value).toBe('Kept.')
      screen.getByText('median 3.75')
    }))

  test('learns that someone else was faster, and keeps what was typed', () =>
    withBrowser(async (world, open) => {
      const { chair, address, reveal, ids, asChair, live, params } = await createMeeting(world)
      await reveal()
      const { fill, open: load } = await open(chair)
      const readings = followReadings()
      load(address)
      await fill(await fieldAt('internal'), 'Kept.')
      const agree = await button(`Agree 3.75, next: ${ids[1]}`)
      const { current } = await live()
      const resume = await readings.hold()
      await asChair.meetings.putOff({
        params,
        body: { proposal_id: current!.proposal_id, version: current!.version },
      })
      fireEvent.click(agree)
      await screen.findByText(`${ids[0]} has been put off. This screen now shows it; what you typed is kept.`)
      resume()
      await button(`Go on with ${ids[1]}`)
      await asChair.meetings.start({ params, body: { proposal_id: ids[0]! } })
      expect((await fieldAt('internal')).value).toBe('Kept.')
    }))

  test('sees what someone else wrote into a note meanwhile, and may take it', () =>
    withBrowser(async (world, open) => {
      const { chair, address, reveal, ids, office } = await createMeeting(world)
      await reveal()
      const { fill, open: load } = await open(chair)
      load(address)
      await fill(await fieldAt('internal'), 'Mine.')
      const { api } = await world.as(office.actor)
      await api.staff.saveDecisionNotes({
        params: { id: ids[0]! },
        body: { for_proposer: '', internal: 'Theirs.', version: 0 },
      })
      await screen.findByText(/Saved by someone else meanwhile: “Theirs\.”/u)
      await press('Use theirs')
      expect((await fieldAt('internal')).value).toBe('Theirs.')
    }))

  test('leaves the chair to the deputy for a proposal of the own conflict', () =>
    withBrowser(async (world, open) => {
      const { chair, deputy, address, ids, asChair, params } = await createMeeting(world)
      await asChair.meetings.start({ params, body: { proposal_id: null } })
      await asChair.meetings.declareConflict({ params, body: { proposal_id: ids[0]!, reason: '' } })
      const first = await open(chair)
      first.open(address)
      await screen.findByText('Out until called back')
      const second = await open(deputy)
      second.open(address)
      await screen.findByText(`You have the chair for ${ids[0]}: Cleo Chair is out.`)
      await press('Put off')
      await screen.findByText(`${ids[0]} has been put off.`)
    }))

  test('agrees on proposals without discussion together, and brings one back', () =>
    withBrowser(async (world, open) => {
      const { chair, address, ids, live } = await createMeeting(world)
      await world.db.updateTable('meeting_items').set({ track: 'triage' }).execute()
      const { fill, open: load } = await open(chair)
      load(address)
      await press('Show')
      const dialog = within(await screen.findByRole('dialog', { name: 'Without discussion' }))
      await fill(dialog.getByLabelText(`Score of ${ids[0]}`), '4')
      await fill(dialog.getByLabelText(`Score of ${ids[1]}`), '2,5')
      fireEvent.click(dialog.getByLabelText(`Select ${ids[0]}`))
      fireEvent.click(dialog.getByLabelText(`Select ${ids[1]}`))
      fireEvent.click(dialog.getByRole('button', { name: 'Agree on 2' }))
      await waitFor(async () =>
        expect((await live()).docket.map(({ score }) => score)).toEqual([4, 2.5, null]),
      )
      fireEvent.click(await dialog.findByRole('button', { name: `Discuss ${ids[2]}` }))
      await button(`Begin with ${ids[2]}`)
    }))

  test('puts the rest of the docket into another order by keys', () =>
    withBrowser(async (world, open) => {
      const { chair, address, ids, live } = await createMeeting(world)
      const { user, open: load } = await open(chair)
      load(address)
      ;(await button(`Move ${ids[0]}`)).focus()
      await user.keyboard(' {ArrowDown} ')
      await button(`Begin with ${ids[1]}`)
      await waitFor(async () =>
        expect((await live()).docket.map(({ proposal_id }) => proposal_id)).toEqual([ids[1], ids[0], ids[2]]),
      )
    }))

  test('marks members away, pauses, and closes after being told what is left', () =>
    withBrowser(async (world, open) => {
      const { chair, address, ids, asChair, params, live } = await createMeeting(world)
      const { open: load } = await open(chair)
      load(address)
      fireEvent.click(await screen.findByRole('checkbox', { name: /Mio Member/u }))
      await button('2 here, 1 away')
      await press('Break')
      await press('Resume')
      await press(`Begin with ${ids[0]}`)
      await waitFor(async () =>
        expect((await button('Close the meeting')).getAttribute('aria-disabled')).toBe('true'),
      )
      await press('Put off')
      await press(`More for ${ids[1]}`)
      fireEvent.click(await screen.findByRole('menuitem', { name: 'Change its minutes…' }))
      const minutes = within(await screen.findByRole('dialog', { name: `Minutes for ${ids[1]}` }))
      fireEvent.change(minutes.getByLabelText('Minutes in all'), { target: { value: '25' } })
      fireEvent.click(minutes.getByRole('button', { name: 'Save' }))
      await waitFor(async () => expect((await live()).docket[1]?.minutes).toBe(25))
      await press('Close the meeting')
      const dialog = within(await screen.findByRole('dialog', { name: 'Close the meeting?' }))
      dialog.getByText(`Not discussed (2): ${ids[1]}, ${ids[2]}`)
      dialog.getByText(`Put off (1): ${ids[0]}`)
      fireEvent.click(dialog.getByText('CLOSE THE MEETING'))
      await waitFor(async () => expect((await asChair.meetings.get({ params })).state).toBe('closed'))
    }))
})

/** Follows the live answers from now on. */
function followReadings() {
  const network = globalThis.fetch
  let gate = Promise.resolve()
  let underWay = 0
  globalThis.fetch = async (address, init) => {
    if (!String(address).endsWith('/live')) return network(address, init)
    await gate
    underWay++
    try {
      return await network(address, init)
    } finally {
      underWay--
    }
  }
  return {
    /**
     * Lets them wait, once those under way are there, so that the screen still shows what was before; returns how they go
     * on.
     */
    async hold(): Promise<() => void> {
      let resume = () => {}
      gate = new Promise<void>((resolve) => (resume = resolve))
      await waitFor(() => expect(underWay).toBe(0))
      return resume
    },
  }
}
