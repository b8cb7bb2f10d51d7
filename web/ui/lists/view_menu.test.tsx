import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aUser } from '#server/builders/people.ts'
import { aView } from '#server/builders/saved_views.ts'
import { createReport } from '#server/testing/reviews.ts'
import { withBrowser } from '#web/testing.tsx'

const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const box = (name: string) => screen.getByRole('checkbox', { name })
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const item = (name: string | RegExp) => screen.findByRole('menuitem', { name })

test('columns are chosen and put in order, and kept with the filters under a name', () =>
  withBrowser(async (world, open) => {
    const { admin } = await createReport(world)
    const { open: load, user, fill } = await open(admin)
    load('/proposals?is_unlocked=true')
    await screen.findByText('0 results')
    await user.click(await button('Columns and views'))
    await user.click(await item('Choose columns…'))
    for (const gone of ['Abstract', 'Keywords', 'Status', 'Global Score']) await user.click(box(gone))
    await user.click(box('Total'))
    await user.click(await button('Move ID: Title up'))
    await user.click(await button('Show 4 columns'))
    await user.click(await button('Columns and views'))
    await user.click(await item('Save as a new view…'))
    const dialog = await screen.findByRole('dialog')
    await fill(within(dialog).getByRole('textbox', { name: /Name/u }), 'Unlocked')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await button('Unlocked')
    const { api } = await world.as(admin)
    const [view] = await api.savedViews.list({ query: { list: '/proposals' } })
    expect(view).toMatchObject({
      name: 'Unlocked',
      for_all: false,
      search: {
        is_unlocked: 'true',
        columns: ['Name', 'ID: Title', 'Email/Affiliation', 'Total'],
        layout: 'list',
      },
    })
    expect(view!.search).not.toHaveProperty('term_id')
  }))

test('a view is opened by its name or by a link, says that it was changed, and is put away', () =>
  withBrowser(async (world, open) => {
    const { admin } = await createReport(world)
    const id = await aView(world.ctx(admin), {
      name: 'Titles',
      search: { columns: ['ID: Title', 'Status'], layout: 'list' },
    })
    const { open: load, user } = await open(admin)
    load(`/proposals?saved=${id}`)
    await screen.findByText('1 result')
    await waitFor(() => expect(heads()).toEqual(['DETAIL', 'ID: Title', 'Status', 'Peek']))
    await user.click(await button('ID: Title'))
    await user.click(await button('Titles (changed)'))
    await user.click(await item('Save the changes to “Titles”'))
    await button('Titles')
    const { api } = await world.as(admin)
    const search = async () => (await api.savedViews.list({ query: { list: '/proposals' } }))[0]!.search
    await waitFor(async () => expect(await search()).toMatchObject({ sort: 'title', dir: 'asc' }))
    await user.click(await button('Titles'))
    await user.click(await item(/Standard/u))
    await waitFor(() => expect(heads()).toContain('Abstract'))
    await button('Columns and views')
  }))

test('views of the office are seen by the panel, which cannot change them', () =>
  withBrowser(async (world, open) => {
    const { admin } = await createReport(world)
    await aView(world.ctx(admin), { name: 'Of the office', for_all: true })
    await aView(world.ctx(admin), { name: 'Mine alone' })
    const { open: load, user } = await open(await aUser(world.ctx(), ['panel']))
    load('/proposals')
    await user.click(await button('Columns and views'))
    await user.click(await item('Of the office'))
    expect(screen.queryByText('Mine alone')).toBeNull()
    await user.click(await button('Of the office'))
    await item('Save as a new view…')
    expect(screen.queryByRole('menuitem', { name: /Rename|Delete/u })).toBeNull()
  }))

test('a view is renamed, and deleted after a question', () =>
  withBrowser(async (world, open) => {
    const { admin } = await createReport(world)
    const id = await aView(world.ctx(admin), { name: 'Old', search: { columns: ['Status'], layout: 'list' } })
    const { open: load, user, fill } = await open(admin)
    load(`/proposals?saved=${id}`)
    await user.click(await button('Old'))
    await user.click(await item('Rename “Old”…'))
    const dialog = await screen.findByRole('dialog')
    await fill(within(dialog).getByRole('textbox', { name: /Name/u }), 'New')
    await user.click(within(dialog).getByRole('checkbox', { name: 'For everyone who may open this list' }))
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await user.click(await button('New'))
    const { api } = await world.as(admin)
    const views = () => api.savedViews.list({ query: { list: '/proposals' } })
    expect(await views()).toMatchObject([
      { name: 'New', for_all: true, search: { columns: ['Status'], layout: 'list' } },
    ])
    await user.click(await item('Delete “New”'))
    await screen.findByText('Delete the view “New” for everyone?')
    await user.click(await button('YES'))
    await button('Columns and views')
    expect(await views()).toEqual([])
  }))
