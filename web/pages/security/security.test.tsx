import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aTerm, aUser } from '#server/builders/people.ts'
import { anApp, askFactor, codeAt } from '#server/builders/second_factor.ts'
import { hashPassword } from '#server/session/password_hash.ts'
import { settled, watchRequests } from '#web/testing/families/settled.ts'
import { withBrowser } from '#web/testing.tsx'

const PASSWORD = 'correct horse battery'
const hashed = hashPassword(PASSWORD)
const button = (name: string) => screen.findByRole('button', { name })

test('a user who must set up a second factor is led there, keeps the recovery codes, and continues', () =>
  withBrowser(async (world, window) => {
    await aTerm(world.ctx())
    await askFactor(world.ctx(), true)
    const member = await aUser(world.ctx(), ['panel'], { password_hash: await hashed })
    const { user, fill, open, path } = await window(member)
    open('/proposals')
    await screen.findByText('Your role requires a second factor.')
    expect(path()).toBe('/security')
    expect(screen.queryByRole('navigation')).toBeNull()
    await user.click(await button('Set up an app'))
    await fill(await screen.findByLabelText('Password'), 'not mine')
    await user.click(await button('Next'))
    await screen.findByText('The password is not right.')
    await fill(screen.getByLabelText('Password'), PASSWORD)
    await user.click(await button('Next'))
    await screen.findByRole('img', { name: 'QR code for the authenticator app' })
    const secret = document.querySelector('code')!.textContent!.replaceAll(' ', '')
    await fill(screen.getByLabelText('Code'), codeAt(secret, world.services.clock()))
    await user.click(await button('Set up'))
    await screen.findByText('They are shown only once.')
    expect(within(screen.getByRole('dialog')).getAllByRole('listitem')).toHaveLength(10)
    const done = await button('Done')
    expect(done).toHaveProperty('disabled', true)
    await user.click(screen.getByLabelText('I have kept them'))
    await user.click(done)
    await screen.findByRole('heading', { name: 'Dashboard' })
    expect(path()).toBe('/')
  }))

test('a user who is working when a second factor becomes required learns it at the next request, with a link', () =>
  withBrowser(async (world, window) => {
    await aTerm(world.ctx())
    const member = await aUser(world.ctx(), ['panel'])
    const { user, open } = await window(member)
    const requests = watchRequests()
    open('/')
    await screen.findByRole('heading', { name: 'Dashboard' })
    // A request that is still under way would learn it before the link is followed.
    await settled(requests)
    await askFactor(world.ctx(), true)
    await user.click(await screen.findByRole('link', { name: 'Proposer' }))
    await screen.findByRole('heading', { name: 'Forbidden' })
    await user.click(await screen.findByRole('link', { name: 'Sign-in and security' }))
    await screen.findByText('Set up a passkey or an authenticator app here to continue.')
  }))

test('the other sessions are listed and can be ended', () =>
  withBrowser(async (world, window) => {
    await aTerm(world.ctx())
    const member = await aUser(world.ctx(), ['proposer'])
    const { user, open } = await window(member)
    const other = await world.as(member)
    open('/security')
    await user.click(await button('End all others'))
    await user.click(await button('YES'))
    await screen.findByText('The other session is ended.')
    expect(await other.api.session.loginUser()).toBe(0)
  }))

test('the office sees a user’s second factor and resets it, never its own', () =>
  withBrowser(async (world, window) => {
    await aTerm(world.ctx())
    const [office, lost] = [await aUser(world.ctx(), ['admin']), await aUser(world.ctx(), ['panel'])]
    for (const one of [office, lost]) await anApp(world.ctx(), one)
    const { user, open } = await window(office)
    open(`/users/edit/${office.id}`)
    expect((await button('RESET SECOND FACTOR')).getAttribute('aria-disabled')).toBe('true')
    open(`/users/edit/${lost.id}`)
    await screen.findByText('authenticator app')
    await user.click(await button('RESET SECOND FACTOR'))
    await user.click(await button('YES'))
    await screen.findByText(`The second factor of ${lost.name} has been reset.`)
    expect(await world.db.selectFrom('authenticator_apps').select('user_id').execute()).toEqual([
      { user_id: office.id },
    ])
  }))
