import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Actor } from '#domain/session/actor.ts'
import { register } from '../../applicants/decisions.ts'
import { anApiToken } from '../../builders/api_tokens.ts'
import { aNotice, aPerson, aTerm, aUser } from '../../builders/people.ts'
import { anApp, aPasskey } from '../../builders/second_factor.ts'
import { aBrowser, type Browser } from '../../testing/browser.ts'
import { aHostileProvider, type HostileProvider } from '../../testing/hostile_provider.ts'
import {
  callback,
  configureProviders,
  linkedBrowser,
  ORCID,
  OTHER_ORCID,
  PASSWORD,
  signInWith,
} from '../../testing/provider_scene.ts'
import { findMails } from '../../testing/reviews.ts'
import { type TestServer, withServer } from '../../testing/test_server.ts'
import { hashPassword } from '../password_hash.ts'

let provider: HostileProvider
let university: HostileProvider
beforeAll(async () => {
  provider = await aHostileProvider()
  university = await aHostileProvider()
})
afterEach(() => {
  provider.reset()
  university.reset()
})
afterAll(async () => {
  await provider.close()
  await university.close()
})

type Role = Actor['roles'][number]

/** Runs a test with both providers and a user who knows the password. */
const withUser = (role: Role, work: (world: TestServer, user: Actor) => Promise<void>) =>
  withServer(async (world) => {
    configureProviders(world, { orcid: provider, university })
    await aTerm(world.ctx())
    await work(world, await aUser(world.ctx(), [role], { password_hash: await hashPassword(PASSWORD) }))
  })

const passwordBrowser = async (world: TestServer, { email }: { email: string }) => {
  const browser = aBrowser(world)
  await browser.api.session.login({ body: { email, password: PASSWORD } })
  return browser
}
const beginLink = async (browser: Browser, id = 'orcid') =>
  (await browser.api.providers.link({ body: { provider: id, password: PASSWORD } })).url!
const NOT_LINKED = '/login?provider_failure=not_linked&provider=orcid'
const entries = (world: TestServer, action: string) =>
  world.db.selectFrom('audit_entries').selectAll().where('action', '=', action).orderBy('id').execute()

test('linked, signed out, signed in: audited and mailed, and recognised as with the password', () =>
  withUser('reviewer', async (world, user) => {
    const browser = await linkedBrowser(world, user, provider)
    expect(await browser.api.providers.own()).toMatchObject([
      { provider: 'ORCID', name: ORCID, orcid: ORCID, confirmed_at: expect.any(String), last_used_at: null },
    ])
    expect(await findMails(world, 'provider_link')).toMatchObject([
      { recipients: [user.email], body: expect.stringContaining(`ORCID (${ORCID}) was linked`) },
    ])
    expect(await entries(world, 'user.link_provider')).toMatchObject([
      { user_id: user.id, object_id: user.id },
    ])
    await browser.api.session.logout()
    expect(await signInWith(browser, provider)).toBe('/login?next=%2F')
    expect(await browser.api.session.loginUser()).toMatchObject({ id: user.id })
    const logins = await entries(world, 'user.login')
    expect(JSON.stringify(logins.at(-1))).toContain('ORCID')
    // The same browser is known; another one is told of.
    expect(await findMails(world, 'new_sign_in')).toHaveLength(0)
    await signInWith(aBrowser(world, 'Another/1.0'), provider)
    expect(await findMails(world, 'new_sign_in')).toMatchObject([{ recipients: [user.email] }])
  }))

test('nothing is linked by e-mail, and who is not linked is not signed in', () =>
  withUser('reviewer', async (world, user) => {
    const claims = { email: user.email, email_verified: true }
    expect(await signInWith(aBrowser(world), provider, { claims })).toBe(NOT_LINKED)
    expect(await world.db.selectFrom('provider_identities').selectAll().execute()).toEqual([])
  }))

test.each(['disabled', 'expired password', 'not confirmed', 'unlinked', 'deleted'] as const)(
  'a user is refused like a stranger: %s',
  (why) =>
    withUser('reviewer', async (world, user) => {
      const browser = await linkedBrowser(world, user, provider)
      await browser.api.session.logout()
      const users = world.db.updateTable('users').where('id', '=', user.id)
      const identities = world.db.updateTable('provider_identities')
      if (why === 'disabled' || why === 'deleted') await users.set({ disabled: true }).execute()
      if (why === 'expired password')
        await users.set({ password_generated_until: '2020-01-01T00:00:00Z' }).execute()
      if (why === 'not confirmed') await identities.set({ confirmed_at: null }).execute()
      if (why === 'unlinked') await world.db.deleteFrom('provider_identities').execute()
      if (why === 'deleted') {
        const { api } = await world.as(await aUser(world.ctx(), ['admin']))
        await api.users.remove({ params: { id: user.id } })
      }
      expect(await signInWith(browser, provider)).toBe(NOT_LINKED)
      expect(await browser.api.session.loginUser()).toBe(0)
    }),
)

test('linking wants the password', () =>
  withUser('reviewer', async (world, user) => {
    const { api } = await passwordBrowser(world, user)
    const body = { provider: 'orcid', password: 'another one' }
    await expect(api.providers.link({ body })).rejects.toMatchObject({
      errors: { password: [expect.any(String)] },
    })
    expect(provider.requests).toEqual([])
  }))

const SIGNED_OUT = '/security?provider_failure=signed_out&provider=orcid'

test('a link belongs to the session, the user and the password that it was begun with', () =>
  withUser('reviewer', async (world, user) => {
    // Another session of the same browser.
    const browser = await passwordBrowser(world, user)
    const begun = provider.approve(await beginLink(browser), ORCID)
    const other = await aUser(world.ctx(), ['reviewer'], { password_hash: await hashPassword(PASSWORD) })
    await browser.api.session.login({ body: { email: other.email, password: PASSWORD } })
    expect(await browser.follow(callback('orcid', begun))).toContain('provider_failure=expired')
    // The password was changed meanwhile.
    const changing = await passwordBrowser(world, user)
    const late = provider.approve(await beginLink(changing), ORCID)
    const newPass = 'another horse battery'
    await changing.api.session.changePassword({
      body: { currentPass: PASSWORD, newPass, newPassConfirm: newPass },
    })
    expect(await changing.follow(callback('orcid', late))).toBe(SIGNED_OUT)
    expect(await world.db.selectFrom('provider_identities').selectAll().execute()).toEqual([])
  }))

test('an identity belongs to one user, and a user has one of each provider', () =>
  withUser('reviewer', async (world, user) => {
    const browser = await linkedBrowser(world, user, provider)
    const other = await aUser(world.ctx(), ['reviewer'], { password_hash: await hashPassword(PASSWORD) })
    const second = await passwordBrowser(world, other)
    const taken = provider.approve(await beginLink(second), ORCID)
    expect(await second.follow(callback('orcid', taken))).toBe(
      '/security?provider_failure=taken&provider=orcid',
    )
    const more = provider.approve(await beginLink(browser), OTHER_ORCID)
    expect(await browser.follow(callback('orcid', more))).toBe(
      '/security?provider_failure=linked_already&provider=orcid',
    )
    // Another provider beside it.
    const here = university.approve(await beginLink(browser, 'university'), 'u1', { name: 'Ada\nAbel' })
    expect(await browser.follow(callback('university', here))).toBe('/security?linked=university')
    expect(await browser.api.providers.own()).toMatchObject([
      { provider: 'ORCID' },
      { provider: 'University', name: 'Ada Abel', orcid: null },
    ])
  }))

test('a second factor is asked for, unless the provider asserts one', () =>
  withUser('panel', async (world, user) => {
    const office = await aUser(world.ctx(), ['admin'])
    await aPasskey(world.ctx(), office)
    await linkedBrowser(world, user, university, { id: 'university', sub: 'u1' })
    await anApp(world.ctx(), user)
    const sub = { id: 'university', sub: 'u1' }
    const browser = aBrowser(world)
    expect(await signInWith(browser, university, sub)).toBe('/login?second=totp&provider=university')
    expect(await browser.api.session.loginUser()).toBe(0)
    expect(await browser.api.session.loginSecond({ body: { method: 'totp', code: '000000' } })).toEqual({
      success: false,
    })
    for (const claims of [{ amr: ['pwd'] }, { amr: 'mfa' }, { acr: ['urn:strong'] }, { acr: 'urn:weak' }])
      expect(await signInWith(aBrowser(world), university, { ...sub, claims })).toContain('second=')
    for (const claims of [{ amr: ['pwd', 'mfa'] }, { acr: 'urn:strong' }])
      expect(await signInWith(aBrowser(world), university, { ...sub, claims })).toContain('next=')
  }))

test('a required second factor stays required, unless the provider asserts one', () =>
  withUser('panel', async (world, user) => {
    await linkedBrowser(world, user, university, { id: 'university', sub: 'u1' })
    await world.db
      .insertInto('settings')
      .values({ name: 'second_factor_required', value: '1' })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: '1' }))
      .execute()
    const sub = { id: 'university', sub: 'u1' }
    const weak = aBrowser(world)
    expect(await signInWith(weak, university, sub)).toBe('/login?next=%2Fsecurity')
    expect(await weak.api.session.loginUser()).toMatchObject({ owes_second_factor: true })
    await expect(weak.api.staff.list()).rejects.toMatchObject({ kind: 'forbidden' })
    const strong = aBrowser(world)
    expect(await signInWith(strong, university, { ...sub, claims: { amr: ['mfa'] } })).toBe('/login?next=%2F')
    expect(await strong.api.session.loginUser()).not.toHaveProperty('owes_second_factor')
    await strong.api.staff.list()
  }))

test('unlinking wants the password, is audited and mailed, and ends the other sessions', () =>
  withUser('reviewer', async (world, user) => {
    const browser = await linkedBrowser(world, user, provider)
    const elsewhere = aBrowser(world)
    await signInWith(elsewhere, provider)
    const [own] = await browser.api.providers.own()
    const params = { id: own!.id }
    await expect(browser.api.providers.unlink({ params, body: { password: 'wrong' } })).rejects.toMatchObject(
      {
        kind: 'invalid',
      },
    )
    expect(await browser.api.providers.unlink({ params, body: { password: PASSWORD } })).toMatchObject({
      result: 1,
    })
    expect(await elsewhere.api.session.loginUser()).toBe(0)
    expect(await browser.api.session.loginUser()).toMatchObject({ id: user.id })
    expect(await signInWith(aBrowser(world), provider)).toBe(NOT_LINKED)
    expect((await findMails(world, 'provider_link')).map(({ body }) => body)).toContainEqual(
      expect.stringContaining('unlinked'),
    )
    expect(await entries(world, 'user.unlink_provider')).toHaveLength(1)
  }))

test('the office unlinks an account of a user, by name, and ends their sessions', () =>
  withUser('reviewer', async (world, user) => {
    const browser = await linkedBrowser(world, user, provider)
    await anApiToken(world.ctx(), user)
    const admin = await aUser(world.ctx(), ['admin'])
    const { api } = await world.as(admin)
    const params = { id: user.id }
    const { identities } = await api.users.get({ params })
    expect(identities).toMatchObject([{ provider: 'ORCID', orcid: ORCID }])
    const body = { identity: identities[0]!.id }
    expect(await api.providers.unlinkOf({ params, body })).toEqual({
      result: 1,
      message: `ORCID is unlinked from ${user.name}. This ended 1 session and revoked 1 API token for good.`,
    })
    expect(await api.providers.unlinkOf({ params, body })).toMatchObject({ result: 0 })
    expect(await browser.api.session.loginUser()).toBe(0)
    const [entry] = await entries(world, 'user.unlink_provider')
    expect(entry).toMatchObject({ user_id: admin.id, object_id: user.id })
    expect(JSON.stringify(entry)).toContain(ORCID)
    const [, told] = await findMails(world, 'provider_link')
    expect(told).toMatchObject({ recipients: [user.email] })
    expect(told!.body).toContain(
      `The administration office has unlinked your account at ORCID (${ORCID}) and ended your sessions.\nYour API token was revoked for good.`,
    )
    expect(told!.body).not.toContain('change your password')
  }))

test('after a reset of the password nothing signs in until it is confirmed with the new one', () =>
  withUser('reviewer', async (world, user) => {
    await linkedBrowser(world, user, provider)
    await world.visitor.api.session.requestReset({ body: { email: user.email } as never })
    const [mail] = await findMails(world, 'password_request')
    const token = /([\w-]{43})/u.exec(mail!.body!)![1]!
    await world.visitor.api.session.reset({ body: { email: user.email, token } })
    expect(await signInWith(aBrowser(world), provider)).toBe(NOT_LINKED)
    const [told] = await findMails(world, 'password_reset')
    expect(told!.body).toContain('Sign-in with ORCID works again once you have confirmed it')
    const currentPass = /Password: (\S+)/u.exec(told!.body!)![1]!
    const browser = aBrowser(world)
    await browser.api.session.login({ body: { email: user.email, password: currentPass } })
    const newPass = 'another horse battery'
    expect(
      await browser.api.session.changePassword({
        body: { currentPass, newPass, newPassConfirm: newPass, confirm_identities: true },
      }),
    ).toEqual({ result: 1, message: 'The password has been changed, and ORCID is linked.' })
    expect(await signInWith(aBrowser(world), provider)).toContain('next=')
  }))

const fillNotice = async (browser: Browser, sub = ORCID) => {
  const { url } = await browser.api.providers.fillNotice()
  return browser.follow(
    callback('orcid', provider.approve(url!, sub, { given_name: 'Josiah', family_name: 'Carberry' })),
  )
}
const notice = () => ({
  ...aPerson(),
  methods: 'add' as const,
  early_career: 0,
  proposal_title: 'Olivine',
  proposal_abstract: '',
  collaborators: [],
})

test('a Notice comes with the iD that its browser has signed in with, and with no other', () =>
  withUser('admin', async (world, admin) => {
    const browser = aBrowser(world)
    expect(await browser.api.providers.noticeIdentity()).toBeNull()
    expect(await fillNotice(browser)).toBe('/applicants/create?linked=orcid')
    expect(await browser.api.providers.noticeIdentity()).toEqual({
      orcid: ORCID,
      first_name: 'Josiah',
      last_name: 'Carberry',
    })
    const send = (from: Browser, orcid: string) =>
      from.api.applicants.create({ body: { ...notice(), orcid } as never })
    for (const [from, orcid] of [
      [aBrowser(world), ORCID],
      [browser, OTHER_ORCID],
    ] as const)
      expect(await send(from, orcid)).toMatchObject({ result: 0, message: expect.stringContaining('ORCID') })
    expect(await send(browser, ORCID)).toMatchObject({ result: 1 })
    expect(await browser.api.providers.noticeIdentity()).toBeNull()
    const [sent] = (await (await world.as(admin)).api.applicants.list()).data
    expect(sent).toMatchObject({ orcid: ORCID })
  }))

test('the iD of a Notice is removed on request', () =>
  withUser('admin', async (world) => {
    const browser = aBrowser(world)
    await fillNotice(browser)
    await browser.api.providers.emptyNotice()
    expect(await browser.api.providers.noticeIdentity()).toBeNull()
  }))

test('a new user keeps the iD of the Notice, which signs in once it is confirmed with the password', () =>
  withUser('admin', async (world, admin) => {
    const browser = aBrowser(world)
    await fillNotice(browser)
    const body = { ...notice(), email: 'ada@example.org', orcid: ORCID }
    await browser.api.applicants.create({ body } as never)
    const { id } = await world.db.selectFrom('applicants').select('id').executeTakeFirstOrThrow()
    await register(world.ctx(admin), id)
    // Whoever sends a Notice may give the e-mail of another person.
    expect(await signInWith(aBrowser(world), provider)).toBe(NOT_LINKED)
    const { api } = await world.as(admin)
    const { user_id } = await api.applicants.get({ params: { id } })
    expect(await api.proposers.get({ params: { id: user_id! } })).toMatchObject({ orcid: ORCID })
    const password = /Password: (\S+)/u.exec((await findMails(world, 'registration'))[0]!.body!)![1]!
    const own = aBrowser(world)
    await own.api.session.login({ body: { email: 'ada@example.org', password } })
    expect(await own.api.providers.own()).toMatchObject([{ orcid: ORCID, confirmed_at: null }])
    const { url } = await own.api.providers.link({ body: { provider: 'orcid', password } })
    expect(await own.follow(callback('orcid', provider.approve(url!, ORCID)))).toBe('/security?linked=orcid')
    expect(await signInWith(aBrowser(world), provider)).toContain('next=')
  }))

test('the iD of a Notice never reaches an account that was there before', () =>
  withUser('admin', async (world, admin) => {
    const known = await aUser(world.ctx(), ['reviewer'])
    const browser = aBrowser(world)
    await fillNotice(browser)
    await browser.api.applicants.create({ body: { ...notice(), email: known.email, orcid: ORCID } } as never)
    const { id } = await world.db.selectFrom('applicants').select('id').executeTakeFirstOrThrow()
    await register(world.ctx(admin), id)
    expect(await world.db.selectFrom('provider_identities').selectAll().execute()).toEqual([])
  }))

test('a new user whose iD belongs to another user is registered without it', () =>
  withUser('admin', async (world, admin) => {
    await linkedBrowser(world, admin, provider)
    const browser = aBrowser(world)
    await fillNotice(browser)
    await browser.api.applicants.create({
      body: { ...notice(), email: 'bo@example.org', orcid: ORCID },
    } as never)
    const { id } = await world.db.selectFrom('applicants').select('id').executeTakeFirstOrThrow()
    await register(world.ctx(admin), id)
    expect(await world.db.selectFrom('provider_identities').select('user_id').execute()).toEqual([
      { user_id: admin.id },
    ])
  }))

test('where none is configured there is none', () =>
  withServer(async (world) => {
    await aTerm(world.ctx())
    const { api } = aBrowser(world)
    expect(await api.providers.list()).toEqual([])
    await expect(api.providers.signIn({ body: { provider: 'orcid' } })).rejects.toMatchObject({
      kind: 'missing',
    })
    expect(await api.providers.fillNotice()).toMatchObject({ result: 0 })
    await aNotice(world.ctx())
  }))
