import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orcidLink } from '#domain/orcid.ts'
import { failureSentence } from '#domain/session/providers.ts'
import { aTerm, aUser } from '#server/builders/people.ts'
import { anIdentity } from '#server/builders/providers.ts'
import { hashPassword } from '#server/session/password_hash.ts'
import { aHostileProvider, type HostileProvider } from '#server/testing/hostile_provider.ts'
import { callback, configureProviders, ORCID, PASSWORD } from '#server/testing/provider_scene.ts'
import { type BrowserWindow, withBrowser } from '#web/testing.tsx'

const hashed = hashPassword(PASSWORD)
const button = (name: string) => screen.findByRole('button', { name })
const theId = () => screen.findByRole('link', { name: orcidLink(ORCID) })

let provider: HostileProvider
beforeAll(async () => {
  provider = await aHostileProvider()
})
afterAll(() => provider.close())

/** Signs in at ORCID where the window leaves for it; the window is then back at `to`. */
async function signInThere(
  { open }: BrowserWindow,
  { leave, to }: { leave: () => Promise<void>; to: string },
  claims: Record<string, unknown> = {},
) {
  const network = globalThis.fetch
  const left = new Promise<string>((resolve, reject) => {
    globalThis.fetch = async (address, options) => {
      const reply = await network(address, options)
      const { url, result, message } = options?.method === 'POST' ? await reply.clone().json() : {}
      if (url) resolve(url)
      else if (result === 0) reject(new Error(message))
      return reply
    }
  })
  await leave()
  const url = await left
  globalThis.fetch = network
  await network(callback('orcid', provider.approve(url, ORCID, claims)))
  open(to)
}

test('an account is linked with the password, shown, and unlinked with the password', () =>
  withBrowser(async (world, newWindow) => {
    configureProviders(world, { orcid: provider })
    await aTerm(world.ctx())
    const member = await aUser(world.ctx(), ['reviewer'], { password_hash: await hashed })
    const window = await newWindow(member)
    const { user, fill, open } = window
    open('/security')
    await user.click(await button('Link ORCID'))
    await fill(await screen.findByLabelText('Password'), 'not mine')
    await user.click(await button('Continue'))
    await screen.findByText('The password is not right.')
    await fill(screen.getByLabelText('Password'), PASSWORD)
    await signInThere(window, {
      leave: async () => user.click(await button('Continue')),
      to: '/security?linked=orcid',
    })
    await screen.findByText('ORCID is linked: you can sign in with it.')
    expect((await theId()).closest('tr')!.textContent).toContain('ORCID')
    expect(screen.queryByRole('button', { name: 'Link ORCID' })).toBeNull()

    await user.click(await button('Unlink ORCID'))
    await screen.findByText('You can no longer sign in with ORCID. Your password still works.')
    expect(await world.db.selectFrom('provider_identities').select('user_id').execute()).toEqual([
      { user_id: member.id },
    ])
    await fill(await screen.findByLabelText('Password'), PASSWORD)
    await user.click(await button('Unlink'))
    await screen.findByText('ORCID is unlinked.')
    await button('Link ORCID')
    expect(screen.queryByRole('link', { name: orcidLink(ORCID) })).toBeNull()
    expect(await world.db.selectFrom('provider_identities').selectAll().execute()).toEqual([])
  }))

test('why nothing was linked is said, and what is linked is never shown as not', () =>
  withBrowser(async (world, newWindow) => {
    configureProviders(world, { orcid: provider })
    await aTerm(world.ctx())
    const member = await aUser(world.ctx(), ['reviewer'])
    await anIdentity(world.ctx(), member, { issuer: provider.issuer })
    const { open } = await newWindow(member)
    open('/security?provider_failure=linked_already&provider=orcid')
    await screen.findByText(failureSentence('linked_already', 'ORCID'))
    await button('Unlink ORCID')
    expect(screen.queryByText('Not yet; press Link to use it')).toBeNull()
    // One that came with a Notice.
    await world.db.updateTable('provider_identities').set({ confirmed_at: null }).execute()
    open('/security')
    await screen.findByText('Not yet; press Link to use it')
    await button('Link ORCID')
  }))

test('the office unlinks an account on the page of its user, after a question', () =>
  withBrowser(async (world, newWindow) => {
    configureProviders(world, { orcid: provider })
    await aTerm(world.ctx())
    const [office, member] = [await aUser(world.ctx(), ['admin']), await aUser(world.ctx(), ['reviewer'])]
    const other = { issuer: provider.issuer, subject: '0000-0002-1694-233X' }
    await anIdentity(world.ctx(), office, other)
    await anIdentity(world.ctx(), member, { issuer: provider.issuer })
    const { user, open } = await newWindow(office)
    open(`/users/edit/${office.id}`)
    expect((await button('UNLINK ORCID')).getAttribute('aria-disabled')).toBe('true')
    open(`/users/edit/${member.id}`)
    await user.click(await button('UNLINK ORCID'))
    const question = await screen.findByRole('dialog')
    expect(question.textContent).toContain(`Unlink ORCID from ${member.name}? This ends their sessions.`)
    await waitFor(() => expect(question.textContent).toContain(member.email))
    await user.click(within(question).getByRole('button', { name: 'YES' }))
    await screen.findByText(`ORCID is unlinked from ${member.name}.`)
    expect(await world.db.selectFrom('provider_identities').select('user_id').execute()).toEqual([
      { user_id: office.id },
    ])
  }))

test('a Notice is filled in from ORCID: what was typed stays, the iD is shown, and removed on request', () =>
  withBrowser(async (world, newWindow) => {
    configureProviders(world, { orcid: provider })
    await aTerm(world.ctx())
    const window = await newWindow()
    const { user, open } = window
    const field = (label: RegExp) => screen.findByLabelText<HTMLInputElement>(label)
    open('/applicants/create')
    fireEvent.change(await field(/^First Name/u), { target: { value: 'Josie' } })
    fireEvent.change(await field(/^Proposal title/u), { target: { value: 'Grains' } })
    await signInThere(
      window,
      { leave: async () => user.click(await button('Fill in from ORCID')), to: '/applicants/create' },
      { given_name: 'Josiah', family_name: 'Carberry' },
    )
    await theId()
    await waitFor(async () => expect(await field(/^Last Name/u)).toHaveProperty('value', 'Carberry'))
    expect(await field(/^First Name/u)).toHaveProperty('value', 'Josie')
    expect(await field(/^Proposal title/u)).toHaveProperty('value', 'Grains')
    await user.click(await button('Remove'))
    await screen.findByText('The ORCID iD is removed from the Notice.')
    await button('Fill in from ORCID')
    expect(screen.queryByRole('link', { name: orcidLink(ORCID) })).toBeNull()
    expect(await field(/^Last Name/u)).toHaveProperty('value', 'Carberry')
    expect(await world.db.selectFrom('notice_identities').selectAll().execute()).toEqual([])
  }))
