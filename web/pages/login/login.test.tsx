import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { Fault } from '#domain/errors.ts'
import { TERM_META } from '#domain/terms/rules.ts'
import { aTerm, aUser, daysFrom } from '#server/builders/people.ts'
import { hashPassword } from '#server/session/password_hash.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { settled, watchRequests } from '#web/testing/families/settled.ts'
import { withBrowser } from '#web/testing.tsx'
import { failureText } from './-password_form.tsx'

const press = (name: string) => screen.findByRole('button', { name })
const says = (text: string) => screen.findByText(text)

describe('signing in', () => {
  test('requires both fields, and has one message for every failure', () =>
    withBrowser(async ({ ctx, visitor }, open) => {
      await aTerm(ctx())
      const { user, fill, open: load } = await open()
      load('/login')
      await user.click(await press('LOGIN'))
      await says('Please enter your email address')
      await says('Please enter your password')
      await fill(screen.getByLabelText('ID'), 'nobody@example.org')
      await fill(screen.getByLabelText('Password'), 'no password of anyone')
      await user.click(await press('LOGIN'))
      await says('The login attempt failed. Either the user ID or password is invalid.')
      for (let failures = 1; failures < 6; failures++)
        await visitor.api.session.login({ body: { email: 'nobody@example.org', password: 'nor this' } })
      await user.click(await press('LOGIN'))
      await says('The limit of login attempts has been reached. Please try again in a few minutes.')
    }))

  test('leads to the reset request, the top page and, while notices are accepted, the Notice of Intent', () =>
    withBrowser(async ({ ctx, at }, open) => {
      const term = await aTerm(ctx())
      const { open: load } = await open()
      load('/login')
      const hrefOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
      expect(await hrefOf('Forgot your password?')).toBe('/request')
      expect(await hrefOf('BACK to TOP')).toBe('/login')
      expect(await hrefOf('Notice of Intent')).toBe('/applicants/create')
      at(term.noi_closes_at)
      load('/login')
      await screen.findByRole('link', { name: 'BACK to TOP' })
      expect(screen.queryByRole('link', { name: 'Notice of Intent' })).toBeNull()
    }))
})

describe('from a window that opened at /login', () => {
  const PASSWORD = 'a password of sixteen'
  const account = async ({ ctx }: TestServer) =>
    aUser(ctx(), ['panel'], { password_hash: await hashPassword(PASSWORD) })

  test('signing in leads to the start page, and from there to other screens', () =>
    withBrowser(async (server, open) => {
      await aTerm(server.ctx())
      const { email } = await account(server)
      const { user, fill, open: load, path } = await open()
      load('/login')
      await fill(await screen.findByLabelText('ID'), email)
      await fill(screen.getByLabelText('Password'), PASSWORD)
      await user.click(await press('LOGIN'))
      const heading = await screen.findByRole('heading', { name: 'Dashboard' })
      await waitFor(() => expect(document.activeElement).toBe(heading))
      expect(path()).toBe('/')
      await user.click(await screen.findByRole('link', { name: 'Sample' }))
      await screen.findByRole('heading', { name: 'Sample List' })
    }))

  test('an expired session continues on its page', () =>
    withBrowser(async (server, open) => {
      await aTerm(server.ctx())
      const { id, email } = await account(server)
      sessionStorage.setItem('ao.lapsed', JSON.stringify({ user: id, href: '/samples?term_id=7' }))
      const { user, fill, open: load, path } = await open()
      load('/login')
      await fill(await screen.findByLabelText('ID'), email)
      await fill(screen.getByLabelText('Password'), PASSWORD)
      await user.click(await press('LOGIN'))
      await screen.findByRole('heading', { name: 'Sample List' })
      expect(path()).toBe('/samples?term_id=7')
    }))
})

test('signing in says so when the server fails', () =>
  withBrowser(async ({ ctx, db }, open) => {
    await aTerm(ctx())
    const { user, fill, open: load } = await open()
    load('/login')
    await fill(await screen.findByLabelText('ID'), 'who@example.org')
    await fill(screen.getByLabelText('Password'), 'whatever it is')
    await db.schema.alterTable('users').renameTo('lost').execute()
    await user.click(await press('LOGIN'))
    await says('Server error occurred.')
  }))

describe('a forgotten password', () => {
  test('is requested by e-mail, and an unknown address gets a message', () =>
    withBrowser(async ({ ctx }, open) => {
      await aTerm(ctx())
      const known = await aUser(ctx(), ['panel'])
      const { user, fill, open: load } = await open()
      load('/request')
      await user.click(await press('Request'))
      await says('Please enter your email address')
      await fill(screen.getByLabelText('E-mail'), 'nobody@example.org')
      await user.click(await press('Request'))
      await says('The email address is not registered.')
      await fill(screen.getByLabelText('E-mail'), known.email)
      await user.click(await press('Request'))
      await says('I sent a password reset email.')
      expect(screen.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe('/login')
    }))

  test('is not reset by an invalid link', () =>
    withBrowser(async ({ ctx }, open) => {
      await aTerm(ctx())
      const { user, open: load, path } = await open()
      load('/password/reset/nothing?email=nobody@example.org')
      await says('If youw want to Reset Password, Press "Reset"')
      await user.click(await press('Reset'))
      await says('The email address is not registered.')
      expect(path()).toContain('/password/reset/')
    }))
})

test('a refused new password shows the reason at its field', () =>
  withBrowser(async ({ ctx }, open) => {
    await aTerm(ctx())
    const { user, fill, open: load } = await open(await aUser(ctx(), ['panel']))
    load('/password')
    await user.click(await press('Change Password'))
    await waitFor(() => expect(screen.getAllByText('This field is required.')).toHaveLength(3))
    await fill(screen.getByLabelText('Current password'), 'not the one')
    await fill(screen.getByLabelText('New password'), 'one that nobody would guess')
    await fill(screen.getByLabelText('Confirm new password'), 'one that nobody would guess')
    await user.click(await press('Change Password'))
    const { id } = await says('The current password is not right.')
    expect(screen.getByLabelText('Current password').getAttribute('aria-describedby')).toContain(id)
  }))

test('an expired session, also after a sign-out elsewhere, is announced at sign-in without an offer to continue', () =>
  withBrowser(async ({ ctx, db }, open) => {
    await aTerm(ctx())
    const { user, fill, open: load, path } = await open(await aUser(ctx(), ['panel']))
    load('/login')
    await screen.findByRole('link', { name: 'Continue' })
    const requests = watchRequests()
    load('/proposals')
    await says('0 results')
    // A request that is still under way would find the session ended before anything is searched.
    await settled(requests)
    await db.deleteFrom('sessions').execute()
    await fill(await screen.findByLabelText('Name'), 'anyone')
    await user.click(await press('Search'))
    await says('Your session has ended.')
    expect(path()).toBe('/login')
    expect(screen.queryByRole('link', { name: 'Continue' })).toBeNull()
    load('/')
    await says('Your session has ended.')
    // Nobody was signed in where a tab is new.
    sessionStorage.clear()
    load('/')
    await press('LOGIN')
    expect(screen.queryByText('Your session has ended.')).toBeNull()
    expect(screen.queryByText(/Unauthenticated|error/iu)).toBeNull()
  }))

describe('the term beside the form', () => {
  const told = (term: object | null) =>
    document.head.insertAdjacentHTML(
      'beforeend',
      `<meta name="${TERM_META}" content='${JSON.stringify(term)}'>`,
    )
  afterEach(() => document.querySelector(`meta[name="${TERM_META}"]`)?.remove())
  const stages = async () => {
    const call = await screen.findByRole('region', { name: 'The call' })
    await waitFor(() => expect(within(call).getAllByRole('listitem')).toHaveLength(3))
    return within(call)
      .getAllByRole('listitem')
      .map(({ textContent, dataset }) => `${dataset.state}: ${textContent}`)
  }

  test('shows what is open until when, what is to come and what is over', () =>
    withBrowser(async ({ ctx }, open) => {
      const now = new Date()
      const term = await aTerm(ctx(), {
        noi_opens_at: daysFrom(now, -20),
        noi_closes_at: daysFrom(now, -5),
        proposals_open_at: daysFrom(now, -10),
        proposals_close_at: daysFrom(now, 10),
        reviews_due_at: daysFrom(now, 30),
      })
      told(term)
      const { open: load } = await open()
      load('/login')
      const [notices, proposals, reviews] = await stages()
      expect(notices).toMatch(/^over: Notices of Intent.*closed$/u)
      expect(proposals).toMatch(/^open: Proposalsuntil .*open, 10 days left$/u)
      expect(reviews).toMatch(/^coming: Reviewsdue /u)
    }))

  test('can be closed, missing, or newer than the page’s', () =>
    withBrowser(async ({ ctx, db }, open) => {
      const { open: load } = await open()
      told(null)
      load('/login')
      await says('No call has been opened yet.')
      document.querySelector(`meta[name="${TERM_META}"]`)?.remove()
      const term = await aTerm(ctx())
      told({ ...term, disabled: true })
      load('/login')
      await says('AO7 is closed.')
      document.querySelector(`meta[name="${TERM_META}"]`)?.remove()
      await db.updateTable('terms').set({ id: 8 }).execute()
      load('/login')
      await says('AO8')
      expect(screen.queryByRole('list')).toBeNull()
    }))
})

test('after signing in with a mailed password the user reads why to change it, and the rule', () =>
  withBrowser(async ({ ctx, db }, open) => {
    await aTerm(ctx())
    const mailed = 'a password that was mailed'
    const panel = await aUser(ctx(), ['panel'], { password_hash: await hashPassword(mailed) })
    const until = daysFrom(new Date(), 14)
    await db
      .updateTable('users')
      .set({ password_generated_until: until })
      .where('id', '=', panel.id)
      .execute()
    const { user, fill, open: load, path } = await open()
    load('/login')
    await fill(await screen.findByLabelText('ID'), panel.email)
    await fill(screen.getByLabelText('Password'), mailed)
    await user.click(await press('LOGIN'))
    await says('You are using a temporary password.')
    expect(path()).toBe('/password')
    const described = async (label: string, text: RegExp) =>
      expect(screen.getByLabelText(label).getAttribute('aria-describedby')).toContain(
        (await screen.findByText(text)).id,
      )
    await described('Current password', /^The temporary password you have just signed in with\.$/u)
    await described('New password', /^10 to 200 characters/u)
  }))

test('a user who changes the password later reads the rule only', () =>
  withBrowser(async ({ ctx }, open) => {
    await aTerm(ctx())
    const { open: load } = await open(await aUser(ctx(), ['panel']))
    load('/password')
    const { id } = await screen.findByText(/^10 to 200 characters/u)
    expect(screen.getByLabelText('New password').getAttribute('aria-describedby')).toContain(id)
    expect(screen.queryByText(/temporary password/u)).toBeNull()
  }))

test.each([
  [300, 'in a few minutes'],
  [301, 'after 6 minutes'],
  [86_400, 'after 24 hours'],
])('a sign-in that is closed for %i s says when to try again', (retry_after, when) => {
  const fault = new Fault('throttled', undefined, { details: { retry_after } })
  expect(failureText(fault)).toBe(`The limit of login attempts has been reached. Please try again ${when}.`)
})
