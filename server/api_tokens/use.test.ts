import { describe, expect, test } from 'vitest'
import { SCOPES } from '#domain/access.ts'
import type { Actor } from '#domain/session/actor.ts'
import { anApiToken } from '../builders/api_tokens.ts'
import { aConflict } from '../builders/conflicts.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { anApp } from '../builders/second_factor.ts'
import { newApiSecret } from '../platform/tokens.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'
import { tokenClient } from '../testing/token_client.ts'

const NOW = '2026-05-01T12:00:00.000Z'
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const LIST = '/api/proposals'
const LOANS = '/api/loans'

/** An administrator with a token that has every scope. */
async function aScript(world: TestServer, roles: Parameters<typeof aUser>[1] = ['admin']) {
  world.at(NOW)
  await aTerm(world.ctx())
  const maker = await aUser(world.ctx(), roles)
  const made = await anApiToken(world.ctx(), maker, { scopes: [...SCOPES] })
  return { maker, ...made, send: tokenClient(world, made.token) }
}

const change = (world: TestServer, { id }: Pick<Actor, 'id'>, columns: object) =>
  world.db.updateTable('users').set(columns).where('id', '=', id).execute()

describe('a token', () => {
  test('reads as its maker, sets no cookie and keeps no session alive', () =>
    withServer(async (world) => {
      const { send } = await aScript(world)
      const reply = await send('GET', LIST)
      expect([reply.statusCode, reply.json().total, reply.headers['set-cookie']]).toEqual([200, 0, undefined])
      expect(await world.db.selectFrom('sessions').selectAll().execute()).toEqual([])
    }))

  test('answers HEAD as GET', () =>
    withServer(async (world) => {
      const { token } = await aScript(world)
      const reply = await world.app.inject({
        method: 'HEAD',
        url: LIST,
        headers: { authorization: `bearer  ${token}` },
      })
      expect(reply.statusCode).toBe(200)
    }))

  test('is used alone where a cookie comes too, and the session behind it is not touched', () =>
    withServer(async (world) => {
      const { send } = await aScript(world)
      const panel = await aUser(world.ctx(), ['proposer'])
      const { cookie } = await world.as(panel)
      const before = await world.db.selectFrom('sessions').selectAll().execute()
      world.at(new Date(Date.parse(NOW) + 30 * MINUTE))
      // The session's user may not read the list; the token's maker may.
      expect((await send('GET', LIST, undefined, { cookie })).statusCode).toBe(200)
      expect(await world.db.selectFrom('sessions').selectAll().execute()).toEqual(before)
    }))

  test('that is wrong is not helped by a good cookie', () =>
    withServer(async (world) => {
      const { maker } = await aScript(world)
      const { cookie } = await world.as(maker)
      const wrong = tokenClient(world, `ao_token_${newApiSecret()}`)
      expect((await wrong('GET', LIST, undefined, { cookie })).statusCode).toBe(401)
    }))

  test('cannot sign in, sign out or write for a session whose cookie comes with it', () =>
    withServer(async (world) => {
      const { send, maker } = await aScript(world)
      const { cookie, csrf } = await world.as(maker)
      const headers = { cookie, 'x-xsrf-token': csrf }
      for (const path of ['/api/admin/logout', '/api/admin/login', '/api/change_password', '/api/tokens'])
        expect([path, (await send('POST', path, {}, headers)).statusCode]).toEqual([path, 403])
      expect(await world.db.selectFrom('sessions').selectAll().execute()).toHaveLength(1)
    }))

  test('imports samples without a CSRF token, and the audit log says which token did it', () =>
    withServer(async (world) => {
      const { send, maker } = await aScript(world)
      const csv = '--b\r\nContent-Disposition: form-data; name="dry_run"\r\n\r\n1\r\n--b--\r\n'
      const reply = await send('POST', '/api/samples/import', Buffer.from(csv), {
        'content-type': 'multipart/form-data; boundary=b',
      })
      // Without a file: the form was read, and found wanting.
      expect(reply.statusCode).toBe(400)
      const office = world.ctx({
        ...maker,
        token: { id: 1, name: 'Nightly import', ending: 'x7Qz', scopes: ['import_samples'] },
      })
      await office.write((tx) => tx.audit('sample.import', { id: null }, { added: 3 }))
      const entry = await world.db
        .selectFrom('audit_entries')
        .selectAll()
        .orderBy('id', 'desc')
        .executeTakeFirst()
      expect(entry).toMatchObject({
        user_id: maker.id,
        after: { added: 3, api_token: 'Nightly import (…x7Qz)' },
      })
    }))

  test('is ignored where another scheme is sent, as by a proxy with a password of its own', () =>
    withServer(async (world) => {
      const { maker } = await aScript(world)
      const { request } = await world.as(maker)
      const reply = await request('GET', LIST, undefined, { authorization: 'Basic dGVzdDp0ZXN0' })
      expect(reply.statusCode).toBe(200)
    }))

  test('notes its last use, at most once a minute', () =>
    withServer(async (world) => {
      const { send, id } = await aScript(world)
      const used = async () =>
        (
          await world.db
            .selectFrom('api_tokens')
            .select('last_used_at')
            .where('id', '=', id)
            .executeTakeFirst()
        )?.last_used_at
      const at = (ms: number) => new Date(Date.parse(NOW) + ms)
      const entries = () => world.db.selectFrom('audit_entries').select('id').orderBy('id').execute()
      const before = await entries()
      await send('GET', LIST)
      expect(await used()).toBe(NOW)
      world.at(at(MINUTE))
      await send('GET', LIST)
      expect(await used()).toBe(NOW)
      world.at(at(MINUTE + 1))
      await send('GET', LIST)
      expect(await used()).toBe(at(MINUTE + 1).toISOString())
      expect(await entries()).toEqual(before)
    }))
})

describe('401 with a challenge is the answer to', () => {
  const CHALLENGE = 'Bearer realm="Astromaterials Sample AO System", error="invalid_token"'
  const refused = async (world: TestServer, authorization: string) => {
    const { statusCode, headers } = await world.app.inject({ url: LIST, headers: { authorization } })
    expect([statusCode, headers['www-authenticate']]).toEqual([401, CHALLENGE])
  }

  test.each([
    ['no token', 'Bearer'],
    ['an empty one', 'Bearer '],
    ['another kind of token', 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.x'],
    ['an unknown one', `Bearer ao_token_${'A'.repeat(43)}`],
    ['one with something after it', `Bearer ao_token_${'A'.repeat(43)} x`],
  ])('%s', (_, authorization) => withServer((world) => refused(world, authorization)))

  test('one that has ended, from that moment on', () =>
    withServer(async (world) => {
      const { send, token } = await aScript(world)
      world.at(new Date(Date.parse(NOW) + 30 * DAY - 1))
      expect((await send('GET', LIST)).statusCode).toBe(200)
      world.at(new Date(Date.parse(NOW) + 30 * DAY))
      await refused(world, `Bearer ${token}`)
    }))

  test('one that was revoked', () =>
    withServer(async (world) => {
      const { id, token, maker } = await aScript(world)
      await (await world.as(maker)).api.apiTokens.revoke({ params: { id } })
      await refused(world, `Bearer ${token}`)
    }))

  test('one in other letters, or its hash', () =>
    withServer(async (world) => {
      const { token } = await aScript(world)
      await refused(world, `Bearer ${token.toUpperCase()}`)
      const { token_hash } = await world.db
        .selectFrom('api_tokens')
        .select('token_hash')
        .executeTakeFirstOrThrow()
      await refused(world, `Bearer ${token_hash}`)
    }))

  test('no credentials at all, without an error', () =>
    withServer(async (world) => {
      const { statusCode, headers } = await world.visitor.request('GET', LIST)
      expect([statusCode, headers['www-authenticate']]).toEqual([
        401,
        'Bearer realm="Astromaterials Sample AO System"',
      ])
    }))
})

test('the 31st wrong token from one network within five minutes is 429, also in another form; a good one still works', () =>
  withServer(async (world) => {
    const { send } = await aScript(world)
    world.at(new Date())
    const answers: number[] = []
    for (let n = 0; n < 31; n++)
      answers.push(
        (await tokenClient(world, n % 2 ? 'x' : `ao_token_${newApiSecret()}`)('GET', LIST)).statusCode,
      )
    expect(answers).toEqual([...Array(30).fill(401), 429])
    world.at(NOW)
    expect((await send('GET', LIST)).statusCode).toBe(200)
  }))

describe('what the maker may do now is the limit', () => {
  /** What changes after the token was made, and what it then gets of a staff list and of a custody list. */
  const CASES: Record<
    string,
    [change: (world: TestServer, maker: Actor) => Promise<unknown>, number, number]
  > = {
    nothing: [async () => {}, 200, 200],
    'given the panel too': [(world, maker) => change(world, maker, { is_panel: true }), 200, 200],
    'no longer of the office, but of panel and curation': [
      (world, maker) =>
        change(world, maker, { is_administration_office: false, is_panel: true, is_curation: true }),
      401,
      401,
    ],
    'no longer of anything but proposers': [
      (world, maker) => change(world, maker, { is_administration_office: false, is_proposer: true }),
      401,
      401,
    ],
    disabled: [(world, maker) => change(world, maker, { disabled: true }), 401, 401],
    'owing a second factor': [(world) => requireFactor(world), 403, 403],
    'with the second factor that is required': [
      async (world, maker) => {
        await requireFactor(world)
        await anApp(world.ctx(), maker)
      },
      200,
      200,
    ],
    'impersonating someone in a browser': [
      async (world, maker) => {
        const proposer = await aUser(world.ctx(), ['proposer'])
        await (await world.as(maker)).api.acting.start({ params: { id: proposer.id } })
      },
      200,
      200,
    ],
  }
  const requireFactor = ({ db }: TestServer) =>
    db
      .insertInto('settings')
      .values({ name: 'second_factor_required', value: '1' })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: '1' }))
      .execute()

  test.each(Object.entries(CASES))('%s', (_, [happens, staff, custody]) =>
    withServer(async (world) => {
      const { send, maker } = await aScript(world)
      await happens(world, maker)
      expect((await send('GET', LIST)).statusCode).toBe(staff)
      expect((await send('GET', LOANS)).statusCode).toBe(custody)
    }),
  )

  test('a scope gives no role: what the panel alone may read stays closed to its maker', () =>
    withServer(async (world) => {
      const { send } = await aScript(world)
      expect((await send('GET', '/api/panel/grades')).statusCode).toBe(403)
    }))

  test('a conflict of interest hides the same', () =>
    withServer(async (world) => {
      await aTerm(world.ctx())
      const maker = await aUser(world.ctx(), ['admin'])
      const { proposal_id } = await aSubmittedProposal(world.ctx(await aUser(world.ctx(), ['admin'])))
      const send = tokenClient(world, (await anApiToken(world.ctx(), maker)).token)
      const read = async () => (await send('GET', LIST)).json()
      const clear = await read()
      await aConflict(world.ctx(maker), { proposal_id })
      const hidden = (await (await world.as(maker)).request('GET', LIST)).json()
      expect(await read()).toEqual(hidden)
      expect(await read()).not.toEqual(clear)
    }))

  test('ending all access of the maker revokes their tokens', () =>
    withServer(async (world) => {
      const { send, maker } = await aScript(world)
      const other = await aUser(world.ctx(), ['admin'])
      await anApp(world.ctx(), maker)
      const { api } = await world.as(other)
      expect((await api.users.resetSecondFactor({ params: { id: maker.id } })).result).toBe(1)
      expect((await send('GET', LIST)).statusCode).toBe(401)
      const [token] = await api.apiTokens.list()
      expect(token).toMatchObject({ state: 'revoked', why: "When its maker's access was ended" })
    }))
})

describe('a file that a token asked for', () => {
  const ask = async (send: ReturnType<typeof tokenClient>) =>
    (await send('GET', '/api/proposals/download')).json() as string

  test('is fetched with it, and what leaves with scores is audited as its export', () =>
    withServer(async (world) => {
      const { send, maker } = await aScript(world)
      const reply = await send('GET', await ask(send))
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
      const entry = await world.db
        .selectFrom('audit_entries')
        .selectAll()
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      expect(entry).toMatchObject({
        action: 'export.reviews',
        user_id: maker.id,
        after: { api_token: 'Nightly export (…x7Qz)' },
      })
    }))

  test('is not for another token of the same maker, nor for a session, nor without either', () =>
    withServer(async (world) => {
      const { send, maker } = await aScript(world)
      const other = await anApiToken(world.ctx(), maker, { scopes: [...SCOPES] })
      const path = await ask(send)
      expect((await tokenClient(world, other.token)('GET', path)).statusCode).toBe(404)
      expect((await (await world.as(maker)).request('GET', path)).statusCode).toBe(404)
      expect((await world.visitor.request('GET', path)).statusCode).toBe(401)
      expect((await send('GET', path)).statusCode).toBe(200)
    }))

  test("of the maker's session is not for the token", () =>
    withServer(async (world) => {
      const { send, maker } = await aScript(world)
      const path = await (await world.as(maker)).api.staff.download()
      expect((await send('GET', path)).statusCode).toBe(404)
    }))

  test('is gone once the token is revoked', () =>
    withServer(async (world) => {
      const { send, maker, id } = await aScript(world)
      const path = await ask(send)
      await (await world.as(maker)).api.apiTokens.revoke({ params: { id } })
      expect((await send('GET', path)).statusCode).toBe(401)
    }))
})
