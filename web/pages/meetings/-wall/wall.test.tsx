import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { anOpenMeeting } from '#server/builders/meetings.ts'
import { aTerm, aUser } from '#server/builders/people.ts'
import { aSubmittedProposal } from '#server/builders/proposals.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { withBrowser } from '#web/testing.tsx'
import { titleSize } from './wall.tsx'

async function createWall(world: TestServer) {
  await aTerm(world.ctx())
  const office = world.ctx(await aUser(world.ctx(), ['admin']))
  const chair = await aUser(world.ctx(), ['panel'])
  const deputy = await aUser(world.ctx(), ['admin'])
  const { proposal_id } = await aSubmittedProposal(office)
  const id = await anOpenMeeting(office, { chair, deputy, members: [chair], quorum: 1 })
  const { api } = await world.as(chair)
  const params = { id }
  return {
    ...{ chair, deputy, proposal_id, params, api: api.meetings, address: `/meetings/${id}/wall` },
    title: (await api.staff.get({ params: { id: proposal_id } })).title,
    start: () => api.meetings.start({ params, body: { proposal_id } }),
  }
}

describe('the wall', () => {
  test('shows number, title and state, the scores while the chair shows them, and breaks', () =>
    withBrowser(async (world, open) => {
      const { chair, address, start, api, params, proposal_id, title } = await createWall(world)
      const { open: load } = await open(chair)
      load(address)
      await screen.findByText('The next proposal follows.')
      await start()
      await screen.findByRole('heading', { name: `Panel Meeting, now ${proposal_id}` })
      screen.getByText(title)
      screen.getByText('Discussing')
      screen.getByText('left of 10:00 min')
      const { current } = (await api.live({ params })) as { current: { version: number } }
      await api.openBallot({ params, body: { proposal_id, version: current.version } })
      const { current: on } = (await api.live({ params })) as { current: { ballot: { number: number } } }
      await api.give({ params, body: { proposal_id, number: on.ballot.number, grade: 3.5 } })
      await screen.findByText('Revealed')
      expect(screen.queryByText('median')).toBeNull()
      await api.showOnWall({ params, body: { shown: true } })
      expect((await screen.findByText(/median/u)).textContent).toBe('3.50 median')
      screen.getByText('3.50 to 3.50')
      await api.pause({ params, body: { paused: true } })
      await screen.findByText('Break')
    }))

  test('shows nothing of a proposal that another person has the chair for', () =>
    withBrowser(async (world, open) => {
      const { chair, address, start, api, params, proposal_id, title } = await createWall(world)
      const { open: load } = await open(chair)
      load(address)
      await start()
      await screen.findByText(title)
      await api.declareConflict({ params, body: { proposal_id, reason: '' } })
      await screen.findByText('Another person has the chair')
      expect(document.body.textContent).not.toContain(title)
    }))

  test('is not shown to who does not have the chair', () =>
    withBrowser(async (world, open) => {
      const { address, start } = await createWall(world)
      await start()
      const { open: load } = await open(await aUser(world.ctx(), ['panel']))
      load(address)
      await screen.findByRole('heading', { name: 'Forbidden' })
    }))

  test.each([
    ['Carbonate veins', 3.5],
    ['x'.repeat(200), 2.65],
    ['炭'.repeat(100), 2.65],
    ['x'.repeat(2000), 1.5],
  ])('writes a longer title smaller: %.12s…', (title, size) => {
    expect(titleSize(title)).toBeCloseTo(size, 1)
  })
})
