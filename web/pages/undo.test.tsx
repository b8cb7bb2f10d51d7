import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aUser } from '#server/builders/people.ts'
import { createReport } from '#server/testing/reviews.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { carryOutAfter } from '#server/testing/undo.ts'
import { withBrowser } from '#web/testing.tsx'

const undoSeconds = ({ db }: TestServer, value: string) =>
  db.updateTable('settings').set({ value }).where('name', '=', 'undo_seconds').execute()

const statusOf = async ({ db }: TestServer, id: number) =>
  (await db.selectFrom('reports').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

/** Opens a reviewer whose report is not requested, and presses SEND REQUEST. */
async function pressRequest(world: TestServer, open: Parameters<Parameters<typeof withBrowser>[0]>[1]) {
  await undoSeconds(world, '300')
  const made = await createReport(world, 0)
  const window = await open(made.admin)
  window.open(`/reviewers/detail/${made.reviewer.id}`)
  const { user } = window
  await user.click(await screen.findByRole('button', { name: /^SEND REQUEST/u }))
  await user.click(await screen.findByRole('button', { name: 'YES' }))
  const does = `request 1 review from ${made.reviewer.name} (proposal ${made.proposal_id})`
  await screen.findByText(`About to ${does}.`)
  return { ...made, ...window, does }
}

describe('what can be undone', () => {
  test('is said by name with Undo, also after a reload, and undone with one press', () =>
    withBrowser(async (world, open) => {
      const { does, report_id, user, open: load } = await pressRequest(world, open)
      expect(await screen.findByText('About to be requested')).toBeTruthy()
      expect(await statusOf(world, report_id)).toBe(0)
      load('/')
      await screen.findByText(`About to ${does}.`)
      await user.click(screen.getByRole('button', { name: `Undo: ${does}` }))
      await screen.findByText(`Undone, nothing was sent: ${does}.`)
      await waitFor(() => expect(screen.queryByText(`About to ${does}.`)).toBeNull())
      expect(await world.db.selectFrom('kept_acts').selectAll().execute()).toEqual([])
    }))

  test('is not offered to another member of the office, who reads it beside the report alone', () =>
    withBrowser(async (world, open) => {
      const { does, reviewer } = await pressRequest(world, open)
      const { open: load } = await open(await aUser(world.ctx(), ['admin']))
      load(`/reviewers/detail/${reviewer.id}`)
      await screen.findByText('About to be requested')
      expect(screen.queryByText(`About to ${does}.`)).toBeNull()
      load('/mail-log')
      await screen.findByText(/^\d+ results$/u)
      await waitFor(() => expect(document.querySelector('main [aria-busy="true"]')).toBeNull())
      expect(screen.queryByText(/^Request 1 review from/u)).toBeNull()
      expect(screen.queryByRole('button', { name: /^Undo/u })).toBeNull()
    }))

  test('and could not be done is told on every screen, and dismissed in the mail log', () =>
    withBrowser(async (world, open) => {
      const { does, report_id, open: load, user } = await pressRequest(world, open)
      await world.db.deleteFrom('reports').where('id', '=', report_id).execute()
      await world.db.updateTable('kept_acts').set({ due_at: '2000-01-01T00:00:00Z' }).execute()
      await carryOutAfter(world, 0)
      load('/users')
      await screen.findByText((text) => text.startsWith(`Not done: ${does}. Not Found`))
      load('/mail-log')
      await user.click(await screen.findByRole('button', { name: 'Dismiss' }))
      await screen.findByText(`Dismissed, nothing was sent: ${does}.`)
      await waitFor(() => expect(screen.queryByText(/^Not done/u)).toBeNull())
    }))

  test('is done at once where the setting is 0', () =>
    withBrowser(async (world, open) => {
      const { admin, reviewer, report_id } = await createReport(world, 0)
      const { open: load, user } = await open(admin)
      load(`/reviewers/detail/${reviewer.id}`)
      await user.click(await screen.findByRole('button', { name: /^SEND REQUEST/u }))
      await user.click(await screen.findByRole('button', { name: 'YES' }))
      await waitFor(async () => expect(await statusOf(world, report_id)).toBe(1))
      expect(screen.queryByText(/^About to/u)).toBeNull()
    }))
})
