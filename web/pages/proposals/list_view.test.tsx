import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aUser, daysFrom } from '#server/builders/people.ts'
import { createReport } from '#server/testing/reviews.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { withBrowser } from '#web/testing.tsx'

const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const LIST = [
  'DETAIL',
  'Name',
  'Email/Affiliation',
  'ID: Title',
  'Abstract',
  'Keywords',
  'Status',
  'Global Score',
  'Peek',
]

/** Proposals close in so many days, or closed before. */
function closeProposals({ db }: TestServer, days: number) {
  const at = (day: number) => daysFrom(new Date(), day)
  return db
    .updateTable('terms')
    .set({
      noi_opens_at: at(-10),
      noi_closes_at: at(-9),
      proposals_open_at: at(-8),
      proposals_close_at: at(days),
      reviews_due_at: at(days + 1),
      panel_meets_at: null,
      allocation_due_at: null,
    })
    .execute()
}
const viewShown = () =>
  within(screen.getByRole('group', { name: 'View' })).getByRole('button', { pressed: true }).textContent

test('opens with the columns of the parts, by id, until proposals close, and then as the ranking', () =>
  withBrowser(async (world, open) => {
    const { admin } = await createReport(world)
    await closeProposals(world, 1)
    const { open: load } = await open(admin)
    load('/proposals')
    await screen.findByText('1 result')
    expect(heads()).toEqual(LIST)
    expect(viewShown()).toBe('List')
    load('/proposals?term_id=')
    await waitFor(() => expect(viewShown()).toBe('Ranking'))
    await closeProposals(world, -1)
    load('/proposals?clear')
    await waitFor(() => expect(viewShown()).toBe('Ranking'))
    await waitFor(() => expect(heads()).toContain('Spread'))
  }))

test('remembers the view of each user', () =>
  withBrowser(async (world, open) => {
    const { admin } = await createReport(world)
    await closeProposals(world, -1)
    const { open: load } = await open(admin)
    load('/proposals')
    fireEvent.click(await screen.findByRole('button', { name: 'List' }))
    await waitFor(() => expect(heads()).toEqual(LIST))
    const { api } = await world.as(admin)
    await waitFor(async () =>
      expect(await api.session.loginUser()).toMatchObject({ list_views: { proposals: 'list' } }),
    )
    await api.session.chooseViews({ body: { reviewers: 'list' } })
    expect(await api.session.loginUser()).toMatchObject({
      list_views: { proposals: 'list', reviewers: 'list' },
    })
    const other = await aUser(world.ctx(), ['panel'])
    expect(await (await world.as(other)).api.session.loginUser()).toMatchObject({ list_views: {} })
  }))

test('finds names and titles in one field', () =>
  withBrowser(async (world, open) => {
    const { admin, proposer, proposal_id } = await createReport(world)
    const { open: load, fill, user } = await open(admin)
    load('/proposals')
    await screen.findByText('1 result')
    const field = screen.getByRole('textbox', { name: 'Title or name' })
    await fill(field, 'nobody of that name')
    await user.keyboard('{Enter}')
    await screen.findByText('0 results')
    await fill(field, proposer.name)
    await user.keyboard('{Enter}')
    await screen.findByText(new RegExp(`^${proposal_id}: `, 'u'))
  }))
