import { QueryClient } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { SessionUser } from '#domain/session/contract.ts'
import { aUser } from '#server/builders/people.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { draftName, draftsOf } from '#web/lib/drafts/draft_store.ts'
import { setTabUser, tabUser } from '#web/lib/http/tab_session.ts'
import { recordSignedInUser, rememberExpiredSession } from '#web/lib/session/session.ts'
import { type BrowserWindow, fieldAt, withBrowser } from '#web/testing.tsx'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

const pressLogOut = async ({ user }: BrowserWindow) => {
  await user.click(await screen.findByRole('button', { name: /^User menu/u }))
  await user.click(await screen.findByRole('menuitem', { name: 'Log Out' }))
}

/** An administrator with something typed into the form of a new user. */
async function typing(
  world: TestServer,
  open: (actor: Awaited<ReturnType<typeof aUser>>) => Promise<BrowserWindow>,
) {
  const admin = await aUser(world.ctx(), ['admin'])
  const browser = await open(admin)
  browser.open('/users/add')
  await browser.fill(await screen.findByLabelText(/^First Name/u), 'Maria')
  await waitFor(() => expect(draftsOf(admin.id)).toHaveLength(1))
  return { admin, browser }
}

describe('signing out with unsaved work', () => {
  test.each([
    ['Remove and log out', 0],
    ['Keep and log out', 1],
  ])('%s', (label, left) =>
    withBrowser(async (world, open) => {
      const { admin, browser } = await typing(world, open)
      await pressLogOut(browser)
      const dialog = await screen.findByRole('dialog', { name: /unsaved changes in one form/u })
      await browser.user.click(within(dialog).getByRole('button', { name: label }))
      await waitFor(() => expect(browser.path()).toBe('/login'))
      await screen.findByLabelText('Password')
      expect(draftsOf(admin.id)).toHaveLength(left)
    }),
  )

  test('can be thought better of', () =>
    withBrowser(async (world, open) => {
      const { admin, browser } = await typing(world, open)
      await pressLogOut(browser)
      const dialog = await screen.findByRole('dialog', { name: /unsaved changes/u })
      await browser.user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
      expect(browser.path()).toBe('/users/add')
      expect(draftsOf(admin.id)).toHaveLength(1)
    }))

  test('asks nothing without any of one’s own', () =>
    withBrowser(async (world, open) => {
      const browser = await open(await aUser(world.ctx(), ['admin']))
      localStorage.setItem(
        draftName(2_000_000, 'users/add'),
        JSON.stringify({ values: {}, saved_at: new Date() }),
      )
      browser.open('/users')
      await pressLogOut(browser)
      await waitFor(() => expect(browser.path()).toBe('/login'))
      expect(draftsOf(2_000_000)).toHaveLength(1)
    }))
})

test('a form is read-only while an administrator views as its user', () =>
  withBrowser(async (world, open) => {
    const admin = await aUser(world.ctx(), ['admin'])
    const proposer = await aUser(world.ctx(), ['proposer'], { first_name: 'Prue' })
    localStorage.setItem(
      draftName(proposer.id, 'myprofile'),
      JSON.stringify({ values: { first_name: 'Typed' }, saved_at: new Date() }),
    )
    const browser = await open(admin)
    browser.open(`/users/detail/${proposer.id}`)
    const view = await screen.findByRole<HTMLButtonElement>('button', { name: 'View as this user' })
    await waitFor(() => expect(view.disabled || view.ariaDisabled === 'true').toBe(false))
    await browser.user.click(view)
    const ask = within(await screen.findByRole('dialog'))
    const stored = { ...localStorage }
    await browser.user.click(ask.getByRole('button', { name: 'YES' }))
    await waitFor(async () =>
      expect(await world.db.selectFrom('sessions').select('acting_user_id').execute()).toContainEqual({
        acting_user_id: proposer.id,
      }),
    )
    browser.open('/myprofile')
    const field = await screen.findByLabelText<HTMLInputElement>(/^First Name/u)
    expect([field.value, field.matches(':disabled')]).toEqual(['Prue', true])
    expect({ ...localStorage }).toEqual(stored)
  }))

describe('a tab that still shows someone else', () => {
  test('saves nothing, says why and keeps what was typed', () =>
    withBrowser(async (world, open) => {
      const { browser, admin } = await typing(world, open)
      for (const [path, text] of [
        ['last_name', 'Testova'],
        ['email', 'maria@example.org'],
        ['affiliation', 'Institute'],
      ] as const)
        await browser.fill(await fieldAt(path), text)
      await browser.user.click(screen.getByRole('checkbox', { name: /reviewer/iu }))
      // As after Start or Stop in another tab: this one was opened as another user.
      setTabUser(admin.id + 1)
      await browser.user.click(screen.getByRole('button', { name: 'Save' }))
      await screen.findByText(new RegExp(`opened as another user.*signed in as ${admin.name}`, 'u'))
      expect(
        await world.db.selectFrom('users').select('id').where('email', '=', 'maria@example.org').execute(),
      ).toEqual([])
      expect((await fieldAt('first_name')).value).toBe('Maria')
    }))

  test.each([
    ['another user', 1, false, undefined],
    ['another user after its session has ended', 1, true, undefined],
    ['the same user', 0, false, 'kept'],
    ['the same user after the session has ended', 0, true, 'kept'],
  ])('drops what it loaded at the next screen of %s, and only then', (_, other, ended, left) => {
    const queries = new QueryClient()
    queries.setQueryData(['loaded'], 'kept')
    setTabUser(12)
    if (ended) rememberExpiredSession('/users')
    recordSignedInUser(queries, { id: 12 + other } as SessionUser)
    expect([queries.getQueryData(['loaded']), tabUser()]).toEqual([left, 12 + other])
  })
})
