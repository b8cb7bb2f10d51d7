import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Fault } from '#domain/errors.ts'
import { buildApp } from '../app.ts'
import { aPerson, aTerm, aUser } from '../builders/people.ts'
import {
  browserCookies,
  type TestClient,
  type TestServer,
  withParallelServer,
  withServer,
} from '../testing/test_server.ts'
import { hashPassword } from './password_hash.ts'

const PASSWORD = 'correct horse battery'
const hashed = hashPassword(PASSWORD)

const aSignedUp = async ({ ctx }: TestServer, roles: Parameters<typeof aUser>[1], options = {}) =>
  aUser(ctx(), roles, { password_hash: await hashed, ...options })
const login = ({ visitor }: TestServer, email: string, password = PASSWORD) =>
  visitor.api.session.login({ body: { email, password } })

/** The token in the newest mail's link. */
async function resetToken({ db }: TestServer) {
  const mail = await db.selectFrom('mails').select('body').orderBy('id', 'desc').executeTakeFirstOrThrow()
  return /\/password\/reset\/([\w-]+)\?email=/u.exec(mail.body)![1]!
}

/** What some work takes of the processors, in μs, however busy they are with other things. */
async function processorTime(work: () => Promise<unknown>) {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

describe('signing in', () => {
  test.each([
    [['admin'], '/'],
    [['panel'], '/'],
    [['reviewer', 'proposer'], '/'],
    [['proposer'], '/mypage'],
  ] as const)('as %s leads to %s, whatever the case of the ID', (roles, redirect) =>
    withServer(async (world) => {
      await aTerm(world.ctx())
      const user = await aSignedUp(world, [...roles], { email: 'Some.One@Example.org' })
      expect(await login(world, 'some.one@example.ORG')).toMatchObject({
        success: true,
        redirect,
        role: [...roles],
        user: { id: user.id, email: 'Some.One@Example.org' },
      })
    }),
  )

  test('leads only an administrator to open the first term', () =>
    withServer(async (world) => {
      for (const [role, redirect] of [
        ['admin', '/masters/terms/add'],
        ['panel', '/'],
        ['proposer', '/mypage'],
      ] as const) {
        const user = await aSignedUp(world, [role])
        expect(await login(world, user.email)).toMatchObject({ redirect })
      }
    }))

  test('opens a session in a cookie that scripts cannot read, and sign-out ends it', () =>
    withServer(async (world) => {
      const user = await aSignedUp(world, ['panel'])
      const reply = await world.visitor.request('POST', '/api/admin/login', {
        email: user.email,
        password: PASSWORD,
      })
      const cookie = reply.cookies.find(({ name }) => name === 'ao_session')!
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
      const browser = browserCookies(cookie.value)
      expect(reply.cookies.find(({ name }) => name === 'XSRF-TOKEN')!.value).toBe(browser.csrf)
      const headers = { cookie: browser.cookie, 'x-xsrf-token': browser.csrf }
      const who = () => world.app.inject({ url: '/api/login_user', headers })
      expect((await who()).json()).toMatchObject({ id: user.id, role: ['panel'] })
      await world.app.inject({ method: 'POST', url: '/api/admin/logout', headers })
      expect((await who()).json()).toBe(0)
    }))

  test('fails in the same way for a wrong password, an unknown e-mail and a disabled user', () =>
    withServer(async (world) => {
      const user = await aSignedUp(world, ['panel'])
      const gone = await aSignedUp(world, ['panel'], { disabled: true })
      for (const answer of [
        await login(world, user.email, 'wrong'),
        await login(world, 'nobody@example.org'),
        await login(world, gone.email),
      ])
        expect(answer).toEqual({ success: false })
    }))

  test('without ID or password says so on the field', () =>
    withServer(async ({ visitor }) => {
      const reply = await visitor.request('POST', '/api/admin/login', { email: ' ' })
      expect(reply.statusCode).toBe(400)
      expect(reply.json().errors).toEqual({
        email: ['Please enter your email address'],
        password: ['Please enter your password'],
      })
    }))

  test('is blocked after six failures for one e-mail from one address, even with the right password', () =>
    withParallelServer(async (world) => {
      const user = await aSignedUp(world, ['panel'])
      const attempts = await Promise.allSettled(
        Array.from({ length: 10 }, () => login(world, user.email, 'wrong')),
      )
      expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
      const reply = await world.visitor.request('POST', '/api/admin/login', {
        email: user.email,
        password: PASSWORD,
      })
      expect(reply.statusCode).toBe(429)
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    }))

  test('counts attempts for one user together, however the ID is written, and unknown IDs by their normalized form', () =>
    withServer(async (world) => {
      // The Kelvin sign is a k, and to the database a dotted capital I is an i.
      await aSignedUp(world, ['panel'], { email: 'kiki@example.org' })
      const kinds = async (names: string[]) => {
        const kinds: unknown[] = []
        for (const name of names)
          kinds.push(
            await login(world, `${name}@example.org`, 'wrong').then(
              ({ success }) => success,
              (fault: Fault) => fault.kind,
            ),
          )
        return kinds
      }
      const closed = [false, false, false, false, false, false, 'throttled']
      const { rows } = await sql<{ name: string }>`
        select name from unnest(array['kiki', 'KIKI', 'k\u0130k\u0130', '\u212Aiki', 'kik\u0130', 'Kiki', 'kikI']) name
          where lower(name) = 'kiki'`.execute(world.db)
      const known = closed.map((_, i) => rows[i % rows.length]!.name)
      expect(await kinds(known)).toEqual(closed)
      expect(await kinds(['no', 'ｎｏ', 'NO', 'Ｎo', 'nＯ', 'nO', 'ＮＯ'])).toEqual(closed)
    }))

  test('has the same limits for known and unknown IDs, so that the limit does not reveal which is which', () =>
    withServer(async (world) => {
      await aSignedUp(world, ['panel'], { email: 'koko@example.org' })
      for (const [typed, alike] of [
        ['koko', '\uff4boko'],
        ['nobody', '\uff4eobody'],
        ['nilo', 'n\u0130lo'],
      ] as const) {
        for (let i = 0; i < 6; i++) await login(world, `${alike}@example.org`, 'wrong')
        await expect(login(world, `${typed}@example.org`, 'wrong')).rejects.toMatchObject({
          kind: 'throttled',
        })
      }
      const { id } = await aSignedUp(world, ['panel'], { email: 'kuku@example.org' })
      for (let i = 0; i < 6; i++) await login(world, `user ${id}`, 'wrong')
      expect(await login(world, 'kuku@example.org', 'wrong')).toEqual({ success: false })
    }))

  test('is audited with user and address, failed or not; a password typed as the ID is not recorded', () =>
    withServer(async (world) => {
      const user = await aSignedUp(world, ['panel'])
      await login(world, user.email, 'wrong')
      await login(world, 'nobody@example.org', 'wrong')
      await login(world, PASSWORD, 'wrong')
      await login(world, user.email)
      const entries = await world.db
        .selectFrom('audit_entries')
        .select(['object_id', 'after'])
        .where('action', 'in', ['user.fail_login', 'user.login'])
        .orderBy('id')
        .execute()
      const address = '127.0.0.1'
      expect(entries).toEqual([
        { object_id: user.id, after: { address } },
        { object_id: null, after: { address, email: 'nobody@example.org' } },
        { object_id: null, after: { address } },
        { object_id: user.id, after: { address } },
      ])
    }))

  test('does not count successes', () =>
    withServer(async (world) => {
      const user = await aSignedUp(world, ['panel'])
      for (let i = 0; i < 8; i++) expect(await login(world, user.email)).toMatchObject({ success: true })
    }))
})

describe('a session', () => {
  test('records address and browser', () =>
    withServer(async (world) => {
      const user = await aSignedUp(world, ['panel'])
      const body = { email: user.email, password: PASSWORD }
      await world.visitor.request('POST', '/api/admin/login', body, { 'user-agent': 'x'.repeat(400) })
      expect(await world.db.selectFrom('sessions').select(['address', 'agent']).execute()).toEqual([
        { address: '127.0.0.1', agent: 'x'.repeat(300) },
      ])
    }))

  test('on https has a cookie that neither another host nor plain http can set', () =>
    withServer(async (world) => {
      const user = await aSignedUp(world, ['panel'])
      const { services } = world
      const config = { ...services.config, baseUrl: 'https://ao.example.org', secure: true }
      const app = await buildApp({ ...services, config })
      const { csrf, cookie } = browserCookies()
      const signedIn = await app.inject({
        method: 'POST',
        url: '/api/admin/login',
        headers: { cookie, 'x-xsrf-token': csrf, origin: config.baseUrl },
        payload: { email: user.email, password: PASSWORD },
      })
      const own = signedIn.cookies.find(({ name }) => name === '__Host-ao_session')!
      expect(own).toMatchObject({ path: '/', secure: true, httpOnly: true })
      expect(own.domain).toBeUndefined()
      const who = async (name: string) =>
        (await app.inject({ url: '/api/login_user', headers: { cookie: `${name}=${own.value}` } })).json()
      expect(await who('__Host-ao_session')).toMatchObject({ id: user.id })
      expect(await who('ao_session')).toBe(0)
      const plain = await app.inject({
        method: 'POST',
        url: '/api/admin/logout',
        headers: { cookie, 'x-xsrf-token': csrf, origin: 'http://ao.example.org', host: 'ao.example.org' },
      })
      expect(plain.statusCode).toBe(403)
      await app.close()
    }))

  test('expires after two idle hours, but not while it is used', () =>
    withServer(async ({ ctx, as, at }) => {
      at('2026-04-01T10:00:00Z')
      const { api } = await as(await aUser(ctx(), ['panel']))
      for (const time of ['2026-04-01T11:59:00Z', '2026-04-01T13:58:00Z']) {
        at(time)
        expect(await api.session.loginUser()).not.toBe(0)
      }
      at('2026-04-01T15:59:00Z')
      expect(await api.session.loginUser()).toBe(0)
    }))

  test('expires after a day in any case', () =>
    withServer(async ({ ctx, as, at }) => {
      at('2026-04-01T00:00:00Z')
      const { api } = await as(await aUser(ctx(), ['panel']))
      for (let hour = 1; hour < 24; hour++) {
        at(new Date(Date.UTC(2026, 3, 1, hour)))
        expect(await api.session.loginUser()).not.toBe(0)
      }
      at('2026-04-02T00:00:00Z')
      expect(await api.session.loginUser()).toBe(0)
    }))

  test('uses the current roles, and ends when the user is disabled', () =>
    withServer(async ({ ctx, as, db }) => {
      await aTerm(ctx())
      const user = await aUser(ctx(), ['admin'])
      const visit = await as(user)
      const status = async () => (await visit.request('GET', '/api/applicants')).statusCode
      expect(await status()).toBe(200)
      await db
        .updateTable('users')
        .set({ is_administration_office: false, is_panel: true })
        .where('id', '=', user.id)
        .execute()
      expect(await status()).toBe(403)
      await db.updateTable('users').set({ disabled: true }).where('id', '=', user.id).execute()
      expect(await status()).toBe(401)
    }))
})

describe('writing endpoints', () => {
  test('without the token of the cookie answer 419', () =>
    withServer(async ({ app }) => {
      const call = (headers: { cookie?: string; 'x-xsrf-token'?: string }) =>
        app.inject({ method: 'POST', url: '/api/admin/login', payload: {}, headers })
      for (const headers of [
        {},
        { cookie: 'XSRF-TOKEN=a' },
        { cookie: 'XSRF-TOKEN=a', 'x-xsrf-token': 'b' },
      ]) {
        const reply = await call(headers)
        expect([reply.statusCode, reply.json()]).toEqual([419, { message: 'CSRF token mismatch.' }])
      }
    }))

  test('with the token of another session, or of a visitor, answer 419', () =>
    withServer(async ({ app, as, ctx, visitor }) => {
      const user = await aUser(ctx(), ['panel'])
      const [one, other] = [await as(user), await as(user)]
      const session = /ao_session=.*/u.exec(one.cookie)![0]
      const call = (csrf: string) =>
        app.inject({
          method: 'POST',
          url: '/api/admin/logout',
          headers: { cookie: `XSRF-TOKEN=${csrf}; ${session}`, 'x-xsrf-token': csrf },
        })
      for (const { csrf } of [other, visitor]) expect((await call(csrf)).statusCode).toBe(419)
      expect(await one.api.session.loginUser()).toMatchObject({ id: user.id })
      expect((await call(one.csrf)).statusCode).toBe(200)
    }))

  test.each<[string, Record<string, string>, number]>([
    ['another site', { origin: 'https://elsewhere.example' }, 403],
    ['a neighbouring host', { origin: 'http://other.localhost:3000' }, 403],
    ['another port', { origin: 'http://localhost:8080' }, 403],
    ['a page without an origin', { origin: 'null' }, 403],
    ['another site, without saying which', { 'sec-fetch-site': 'cross-site' }, 403],
    ['the address of the product', { origin: 'http://127.0.0.1:3000' }, 200],
    ['the host that was asked', { origin: 'http://localhost:80', host: 'localhost:80' }, 200],
    ['no browser', {}, 200],
  ])('from %s: %o', (_, headers, status) =>
    withServer(async ({ visitor }) => {
      const answer = await visitor.request('POST', '/api/admin/logout', undefined, headers)
      expect(answer.statusCode).toBe(status)
      if (status === 403) expect(answer.json()).toEqual({ message: 'This call comes from another site.' })
    }),
  )

  test('get the session’s own token from the csrf-cookie endpoint, and another after signing out', () =>
    withServer(async ({ app, as, ctx }) => {
      const { cookie, csrf, request } = await as(await aUser(ctx(), ['panel']))
      const session = /ao_session=.*/u.exec(cookie)![0]
      const token = (reply: { cookies: { name: string; value: string }[] }) =>
        reply.cookies.find(({ name }) => name === 'XSRF-TOKEN')!.value
      const asked = await app.inject({
        url: '/api/sanctum/csrf-cookie',
        headers: { cookie: `XSRF-TOKEN=${'b'.repeat(43)}; ${session}` },
      })
      expect(token(asked)).toBe(csrf)
      const out = await request('POST', '/api/admin/logout')
      expect(token(out)).not.toBe(csrf)
      expect(out.cookies.find(({ name }) => name === 'ao_session')).toMatchObject({ value: '' })
    }))

  test('get the token from the csrf-cookie endpoint, which keeps an existing one', () =>
    withServer(async ({ app }) => {
      const first = await app.inject('/api/sanctum/csrf-cookie')
      expect(first.statusCode).toBe(204)
      const { value } = first.cookies.find(({ name }) => name === 'XSRF-TOKEN')!
      const again = await app.inject({
        url: '/api/sanctum/csrf-cookie',
        headers: { cookie: `XSRF-TOKEN=${value}` },
      })
      expect(again.cookies.find(({ name }) => name === 'XSRF-TOKEN')!.value).toBe(value)
    }))
})

describe('the password', () => {
  const change = { currentPass: PASSWORD, newPass: 'a wholly new one', newPassConfirm: 'a wholly new one' }

  test.each([
    [{ currentPass: 'wrong' }, 'surrent_password'],
    [{ newPass: 'short', newPassConfirm: 'short' }, 'new_password'],
    [{ newPass: 'basketball', newPassConfirm: 'basketball' }, 'new_password'],
    [{ newPass: 'WHO@example.org', newPassConfirm: 'WHO@example.org' }, 'new_password'],
    [{ newPass: PASSWORD, newPassConfirm: PASSWORD }, 'new_password'],
    [{ newPassConfirm: 'something else' }, 'confirm_password'],
  ])('change with %j is refused on %s', (part, error_type) =>
    withServer(async (world) => {
      const { api } = await world.as(await aSignedUp(world, ['proposer'], { email: 'who@example.org' }))
      expect(await api.session.changePassword({ body: { ...change, ...part } })).toMatchObject({
        result: 0,
        error_type,
      })
    }),
  )

  test('change with blank or missing fields returns an error for each', () =>
    withServer(async (world) => {
      const { request } = await world.as(await aSignedUp(world, ['proposer']))
      const required = ['This field is required.']
      const errors = { currentPass: required, newPass: required, newPassConfirm: required }
      for (const body of [{}, { currentPass: '', newPass: '', newPassConfirm: '' }]) {
        const reply = await request('POST', '/api/change_password', body)
        expect(reply.statusCode).toBe(400)
        expect(reply.json()).toMatchObject({ errors })
      }
    }))

  test('change ends the other sessions, notifies the owner, and only the new password signs in', () =>
    withServer(async (world) => {
      const user = await aSignedUp(world, ['proposer'])
      const [here, there] = [await world.as(user), await world.as(user)]
      expect(await here.api.session.changePassword({ body: change })).toMatchObject({ result: 1 })
      expect(await here.api.session.loginUser()).not.toBe(0)
      expect(await there.api.session.loginUser()).toBe(0)
      expect(await login(world, user.email)).toEqual({ success: false })
      expect(await login(world, user.email, change.newPass)).toMatchObject({
        success: true,
        redirect: '/mypage',
      })
      expect(await world.db.selectFrom('mails').select('kind').execute()).toEqual([
        { kind: 'password_change' },
      ])
      const entries = world.db.selectFrom('audit_entries').select('after')
      expect(await entries.where('action', '=', 'user.change_password').execute()).toEqual([
        { after: { sessions_ended: 1 } },
      ])
    }))

  test.each([
    'their own password change',
    "the office's change of the address",
    'a confirmed change of the address',
  ])('a reset link becomes invalid with %s', (deed) =>
    withServer(async (world) => {
      const user = await aSignedUp(world, ['panel', 'proposer'], { email: 'who@example.org' })
      const { api } = await world.as(user)
      await world.visitor.api.session.requestReset({ body: { email: user.email } })
      const token = await resetToken(world)
      if (deed.startsWith('their')) await api.session.changePassword({ body: change })
      else if (deed.startsWith('the office')) {
        const office = await world.as(await aUser(world.ctx(), ['admin']))
        const roles = { is_administration_office: 0, is_panel: 1, is_reviewer: 0, disabled: 0 } as const
        const body = { ...aPerson({ email: 'new@example.org' }), ...roles }
        await office.api.users.save({ params: { id: user.id }, body })
      } else {
        const body = { ...aPerson({ email: 'new@example.org' }), password: PASSWORD }
        await api.users.saveMyProfile({ body })
        const { body: mail } = await world.db
          .selectFrom('mails')
          .select('body')
          .where('kind', '=', 'email_confirmation')
          .executeTakeFirstOrThrow()
        const email_token = /confirm=([\w-]+)/u.exec(mail)![1]!
        expect(await api.users.saveMyProfile({ body: { ...body, email_token } })).toMatchObject({ result: 1 })
      }
      const left = await world.db.selectFrom('password_resets').selectAll().execute()
      expect(left).toEqual([])
      const { email } = await world.db
        .selectFrom('users')
        .select('email')
        .where('id', '=', user.id)
        .executeTakeFirstOrThrow()
      expect(await world.visitor.api.session.reset({ body: { email, token } })).toMatchObject({ result: 0 })
    }),
  )

  test('reset without a valid link generates no password, and is limited', () =>
    withServer(async (world) => {
      const user = await aSignedUp(world, ['proposer'])
      Object.assign(world.services.config, { rateLimit: 600 })
      const reset = () =>
        world.visitor.api.session.reset({ body: { email: user.email, token: 'guessed' } }).then(
          ({ result }) => result,
          (fault: Fault) => fault.kind,
        )
      const cost = await processorTime(() => hashPassword(PASSWORD))
      const costs: number[] = []
      for (let i = 0; i < 20; i++) costs.push(await processorTime(async () => expect(await reset()).toBe(0)))
      expect(await reset()).toBe('throttled')
      expect(Math.min(...costs)).toBeLessThan(cost / 2)
    }))

  test('reset request says whether the e-mail is registered', () =>
    withServer(async (world) => {
      const user = await aSignedUp(world, ['proposer'])
      const request = (email: string) => world.visitor.api.session.requestReset({ body: { email } })
      expect(await request('nobody@example.org')).toEqual({
        result: 0,
        message: 'The email address is not registered.',
      })
      expect(await request(user.email)).toEqual({ result: 1, message: 'I sent a password reset email.' })
    }))

  test('reset link works once, within 60 minutes, and mails a password that must be changed', () =>
    withServer(async (world) => {
      world.at('2026-04-01T10:00:00Z')
      const user = await aSignedUp(world, ['proposer'])
      const { api } = world.visitor
      const request = () => api.session.requestReset({ body: { email: user.email } })
      await request()
      const late = await resetToken(world)
      world.at('2026-04-01T11:00:01Z')
      expect(await api.session.reset({ body: { email: user.email, token: late } })).toMatchObject({
        result: 0,
      })
      await request()
      const token = await resetToken(world)
      const other = await aSignedUp(world, ['proposer'])
      expect(await api.session.reset({ body: { email: other.email, token } })).toMatchObject({ result: 0 })
      expect(await api.session.reset({ body: { email: user.email, token } })).toMatchObject({ result: 1 })
      expect(await api.session.reset({ body: { email: user.email, token } })).toMatchObject({ result: 0 })
      const { body } = await world.db
        .selectFrom('mails')
        .select('body')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      const password = /^Password: (\w{16})$/mu.exec(body)![1]!
      expect(await login(world, user.email, password)).toMatchObject({ success: true, redirect: '/password' })
      world.at('2026-04-15T11:00:02Z')
      expect(await login(world, user.email, password)).toEqual({ success: false })
    }))
})

describe('a wrong present password of a signed-in user', () => {
  const WAYS: Record<string, (visit: TestClient) => Promise<number>> = {
    'with a new e-mail address': async ({ request }) =>
      (await request('PUT', '/api/myProfile', { ...aPerson(), password: 'not mine' })).statusCode,
    'with a new password': async ({ request }) => {
      const body = {
        currentPass: 'not mine',
        newPass: 'battery staple horse',
        newPassConfirm: 'battery staple horse',
      }
      return (await request('POST', '/api/change_password', body)).statusCode
    },
    'with a new app': async ({ request }) =>
      (await request('POST', '/api/security/totp/begin', { password: 'not mine' })).statusCode,
    'with a new passkey': async ({ request }) =>
      (await request('POST', '/api/security/passkeys/begin', { password: 'not mine', name: 'Key' }))
        .statusCode,
    'removing the app': async ({ request }) =>
      (await request('POST', '/api/security/totp/remove', { password: 'not mine' })).statusCode,
    'with new recovery codes': async ({ request }) =>
      (await request('POST', '/api/security/recovery_codes', { password: 'not mine' })).statusCode,
  }

  test.each(Object.keys(WAYS))('is audited with its address, and closed at the sixth (%s)', (way) =>
    withServer(async (world) => {
      const user = await aSignedUp(world, ['proposer'])
      const visit = await world.as(user)
      for (let tried = 0; tried < 6; tried++) expect([200, 400]).toContain(await WAYS[way]!(visit))
      expect(await WAYS[way]!(visit)).toBe(429)
      const entries = await world.db
        .selectFrom('audit_entries')
        .select(['user_id', 'object_id', 'after'])
        .where('action', '=', 'user.fail_password')
        .execute()
      expect(entries).toEqual(
        Array(6).fill({ user_id: user.id, object_id: user.id, after: { address: '127.0.0.1' } }),
      )
    }),
  )
})
