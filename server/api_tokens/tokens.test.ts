import { describe, expect, test } from 'vitest'
import { SCOPES } from '#domain/access.ts'
import { TOKEN_PATTERN } from '#domain/api_tokens/rules.ts'
import { Fault } from '#domain/errors.ts'
import { anApiToken } from '../builders/api_tokens.ts'
import { aUser } from '../builders/people.ts'
import { hashToken } from '../platform/tokens.ts'
import { hashPassword } from '../session/password_hash.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'

const PASSWORD = 'correct horse battery'
const hashed = hashPassword(PASSWORD)
const NOW = '2026-05-01T12:00:00.000Z'
const BODY = { name: ' Nightly export ', scopes: ['read_custody', 'read_lists'] as const, days: 30 }
const body = { ...BODY, scopes: [...BODY.scopes], password: PASSWORD }

async function anOffice(world: TestServer) {
  world.at(NOW)
  const maker = await aUser(world.ctx(), ['admin'], { password_hash: await hashed })
  const other = await aUser(world.ctx(), ['admin'])
  return { maker, other, api: (await world.as(maker)).api, others: (await world.as(other)).api }
}

/** Everything that is stored or sent, as one text. */
async function everything({ db }: TestServer) {
  const [tokens, entries, mails] = await Promise.all([
    db.selectFrom('api_tokens').selectAll().orderBy('id').execute(),
    db.selectFrom('audit_entries').selectAll().orderBy('id').execute(),
    db.selectFrom('mails').selectAll().orderBy('id').execute(),
  ])
  return JSON.stringify([tokens, entries, mails])
}

describe('a new token', () => {
  test('is shown once, and only its hash and last characters are kept', () =>
    withServer(async (world) => {
      const { api, maker } = await anOffice(world)
      const { token, result } = await api.apiTokens.make({ body })
      expect([result, token]).toEqual([1, expect.stringMatching(TOKEN_PATTERN)])
      expect(await everything(world)).not.toContain(token!.slice(0, -4))
      const stored = await world.db.selectFrom('api_tokens').selectAll().executeTakeFirstOrThrow()
      expect(stored).toMatchObject({ token_hash: hashToken(token!), ending: token!.slice(-4) })
      const [listed] = await api.apiTokens.list()
      expect(listed).toEqual({
        id: stored.id,
        name: 'Nightly export',
        maker: { id: maker.id, name: maker.name },
        ending: token!.slice(-4),
        scopes: ['read_lists', 'read_custody'],
        created_at: NOW,
        expires_at: '2026-05-31T12:00:00.000Z',
        last_used_at: null,
        state: 'active',
        why: '',
      })
    }))

  test('is another one each time', () =>
    withServer(async (world) => {
      const { api } = await anOffice(world)
      const [one, two] = [await api.apiTokens.make({ body }), await api.apiTokens.make({ body })]
      expect(one.token).not.toBe(two.token)
    }))

  test.each([
    ['no name', { name: '  ' }, 'name'],
    ['a name of 61 characters', { name: 'n'.repeat(61) }, 'name'],
    ['no scope', { scopes: [] }, 'scopes'],
    ['an unknown scope', { scopes: ['write_lists'] }, 'scopes.0'],
    ['no end', { days: undefined }, 'days'],
    ['an end today', { days: 0 }, 'days'],
    ['an end in 366 days', { days: 366 }, 'days'],
    ['half a day', { days: '1.5' }, 'days'],
    ['no password', { password: '' }, 'password'],
    ['a wrong password', { password: 'wrong horse' }, 'password'],
  ])('with %s is refused at its field', (_, wrong, field) =>
    withServer(async (world) => {
      const { api } = await anOffice(world)
      const making = api.apiTokens.make({ body: { ...body, ...wrong } as never })
      await expect(making).rejects.toMatchObject({
        kind: 'invalid',
        errors: { [field]: [expect.any(String)] },
      })
      expect(await world.db.selectFrom('api_tokens').selectAll().execute()).toEqual([])
    }),
  )

  test('is not made while impersonating', () =>
    withServer(async (world) => {
      const { maker } = await anOffice(world)
      const proposer = await aUser(world.ctx(), ['proposer'])
      const { api } = await world.as(maker)
      await api.acting.start({ params: { id: proposer.id } })
      await expect(api.apiTokens.make({ body })).rejects.toBeInstanceOf(Fault)
      await expect(api.apiTokens.list()).rejects.toMatchObject({ kind: 'forbidden' })
    }))

  test('may be the twentieth that works, and not the twenty-first', () =>
    withServer(async (world) => {
      const { api, maker, other } = await anOffice(world)
      await anApiToken(world.ctx(), other)
      for (let n = 0; n < 19; n++) await anApiToken(world.ctx(), maker)
      expect((await api.apiTokens.make({ body })).result).toBe(1)
      const refused = await api.apiTokens.make({ body })
      expect(refused).toMatchObject({
        result: 0,
        message: 'You have 20 tokens that work. Revoke one first.',
      })
      const [newest] = await api.apiTokens.list()
      await api.apiTokens.revoke({ params: { id: newest!.id } })
      expect((await api.apiTokens.make({ body })).result).toBe(1)
    }))
})

describe('the tokens of the office', () => {
  test('are all shown to every administrator, those that work first', () =>
    withServer(async (world) => {
      const { maker, other, others } = await anOffice(world)
      const ended = await anApiToken(world.ctx(), maker)
      await world.db
        .updateTable('api_tokens')
        .set({ created_at: '2026-01-01T00:00:00Z', expires_at: NOW })
        .execute()
      const mine = await anApiToken(world.ctx(), maker, { scopes: [...SCOPES] })
      const theirs = await anApiToken(world.ctx(), other)
      const shown = (await others.apiTokens.list()).map(({ id, state }) => [id, state])
      expect(shown).toEqual([
        [theirs.id, 'active'],
        [mine.id, 'active'],
        [ended.id, 'ended'],
      ])
    }))

  test.each(['maker', 'other'] as const)('are revoked by %s, once, and the list says by whom', (who) =>
    withServer(async (world) => {
      const office = await anOffice(world)
      const { id } = await anApiToken(world.ctx(), office.maker)
      const api = who === 'maker' ? office.api : office.others
      const { apiTokens } = api
      expect(await apiTokens.revoke({ params: { id } })).toEqual({
        result: 1,
        message: 'The token Nightly export has been revoked.',
      })
      expect(await apiTokens.list()).toMatchObject([{ state: 'revoked', why: `By ${office[who].name}` }])
      expect((await apiTokens.revoke({ params: { id } })).message).toBe('This token is already revoked.')
    }),
  )

  test.each([
    ['Its maker is disabled', { disabled: true }],
    ['Its maker is no longer an administrator', { is_administration_office: false, is_panel: true }],
  ])('that do not work say why: %s', (why, columns) =>
    withServer(async (world) => {
      const { maker, others } = await anOffice(world)
      await anApiToken(world.ctx(), maker)
      await world.db.updateTable('users').set(columns).where('id', '=', maker.id).execute()
      expect(await others.apiTokens.list()).toMatchObject([{ state: 'unusable', why }])
    }),
  )
})
