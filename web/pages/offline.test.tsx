import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { anAnnouncement, aUser } from '#server/builders/people.ts'
import { withBrowser } from '#web/testing.tsx'

/** Takes the network away, as a browser tells it; answers what brings it back. */
function unplug() {
  const network = globalThis.fetch
  const told = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  act(() => void window.dispatchEvent(new Event('offline')))
  return () => {
    globalThis.fetch = network
    told.mockRestore()
    act(() => void window.dispatchEvent(new Event('online')))
  }
}

test('a save without a network says so at once, keeps what was typed, and is pressed again', () =>
  withBrowser(async ({ ctx, db }, open) => {
    const { user, fill, open: load } = await open(await aUser(ctx(), ['admin']))
    load('/masters/keywords/add')
    const label = await screen.findByLabelText<HTMLInputElement>(/^Name/u)
    await fill(label, 'Organics')
    const plug = unplug()
    try {
      await screen.findByText(/^There is no connection to the server/u)
      const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
      await user.click(save)
      await screen.findByText(/^The server cannot be reached/u)
      expect(screen.queryByText('Waiting...')).toBeNull()
      expect(label.value).toBe('Organics')
      expect(save.disabled).toBe(false)
    } finally {
      plug()
    }
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText(/has been (added|saved)/u)
    expect(await db.selectFrom('keywords').select('name').execute()).toEqual([{ name: 'Organics' }])
    expect(screen.queryByText(/^There is no connection to the server/u)).toBeNull()
  }))

test('what is read without a network comes by itself once it is back, and what stood there stays meanwhile', () =>
  withBrowser(async ({ ctx, db }, open) => {
    await anAnnouncement(ctx(), { title: 'Old news' })
    const { user, open: load } = await open(await aUser(ctx(), ['admin']))
    load('/masters')
    await screen.findByRole('heading', { name: 'Master' })
    let plug = unplug()
    try {
      await user.click(screen.getByRole('link', { name: 'Information' }))
      await screen.findByText('This could not be loaded.')
      await screen.findByText(/It is tried again by itself/u)
    } finally {
      plug()
    }
    await screen.findByText('1 result')

    // A first load, too.
    plug = unplug()
    try {
      load('/information')
      await screen.findByText('This page could not be shown.')
    } finally {
      plug()
    }
    await screen.findByText('1 result')
    await db.updateTable('information').set({ title: 'Newer news' }).execute()
    plug = unplug()
    try {
      await screen.findByText(/^There is no connection to the server/u)
      expect(screen.getByText('Old news')).toBeTruthy()
    } finally {
      plug()
    }
    await waitFor(() => expect(screen.queryByText(/^There is no connection/u)).toBeNull())
  }))
