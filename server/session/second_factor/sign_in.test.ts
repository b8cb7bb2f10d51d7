import { describe, expect, test } from 'vitest'
import { aTerm, aUser } from '../../builders/people.ts'
import { anApp, codeAt, recoveryCodes } from '../../builders/second_factor.ts'
import { hashToken, newToken } from '../../platform/tokens.ts'
import { aBrowser, type Browser } from '../../testing/browser.ts'
import { type TestServer, withParallelServer, withServer } from '../../testing/test_server.ts'
import { hashPassword } from '../password_hash.ts'
import { insertPendingSignIn } from '../queries.ts'
import { passwordFingerprint } from './sign_in.ts'

const PASSWORD = 'correct horse battery'
const hashed = hashPassword(PASSWORD)
const FAILED = { success: false }
const OVER = { success: false, over: true }

/** A panel member with an authenticator app, at noon. */
async function aMember(world: TestServer) {
  world.at('2026-04-01T12:00:00Z')
  await aTerm(world.ctx())
  const user = await aUser(world.ctx(), ['panel'], { password_hash: await hashed })
  const secret = await anApp(world.ctx(), user)
  const code = (seconds = 0) => codeAt(secret, new Date(Date.UTC(2026, 3, 1, 12, 0, seconds)))
  return { user, code }
}

const password = ({ api }: Browser, { email }: { email: string }) =>
  api.session.login({ body: { email, password: PASSWORD } })
const second = ({ api }: Browser, method: 'totp' | 'recovery', code: string) =>
  api.session.loginSecond({ body: { method, code } })

/** A browser in which the password was right a moment ago; the hashing is left out. */
async function halfway(world: TestServer, { id: user_id }: { id: number }) {
  const browser = aBrowser(world)
  const token = newToken()
  const expires_at = new Date(+world.services.clock() + 300_000).toISOString()
  const password_mark = passwordFingerprint({ password_hash: await hashed })
  await insertPendingSignIn(world.db, { token_hash: hashToken(token), user_id, password_mark, expires_at })
  browser.cookies.set('ao_sign_in', token)
  return browser
}

describe('a sign-in with an authenticator app', () => {
  test('has no session before the code, and one after it', () =>
    withServer(async (world) => {
      const { user, code } = await aMember(world)
      const browser = aBrowser(world)
      expect(await password(browser, user)).toEqual({ success: false, second: { methods: ['totp'] } })
      expect(await browser.api.session.loginUser()).toBe(0)
      expect(await second(browser, 'totp', code())).toMatchObject({
        success: true,
        user: { id: user.id, role: ['panel'] },
        redirect: '/',
      })
      expect(await browser.api.session.loginUser()).toMatchObject({ id: user.id })
      expect(browser.cookies.has('ao_sign_in')).toBe(false)
      const entries = await world.db.selectFrom('audit_entries').selectAll().orderBy('id').execute()
      expect(entries.at(-1)).toMatchObject({ action: 'user.login', after: { second_factor: 'totp' } })
    }))

  test('accepts a code of the previous or next step, once, and none older than one already used', () =>
    withServer(async (world) => {
      const { user, code } = await aMember(world)
      const attempt = async (seconds: number) => {
        const browser = await halfway(world, user)
        return (await second(browser, 'totp', code(seconds))).success
      }
      expect(await attempt(60)).toBe(false)
      expect(await attempt(-60)).toBe(false)
      expect(await attempt(-30)).toBe(true)
      expect(await attempt(-30)).toBe(false)
      expect(await attempt(30)).toBe(true)
      expect(await attempt(0)).toBe(false)
    }))

  test('fails in the same way whatever is wrong, and is audited', () =>
    withServer(async (world) => {
      const { user, code } = await aMember(world)
      const browser = await halfway(world, user)
      expect(await second(browser, 'totp', 'abc')).toEqual(FAILED)
      expect(await second(browser, 'recovery', code())).toEqual(FAILED)
      expect(await second(browser, 'recovery', 'aaaa-bbbb-cccc-dddd')).toEqual(FAILED)
      const entries = await world.db
        .selectFrom('audit_entries')
        .select(['user_id', 'object_id', 'after'])
        .where('action', '=', 'user.fail_second_factor')
        .orderBy('id')
        .execute()
      const address = '127.0.0.1'
      expect(entries.map(({ after }) => after)).toEqual([
        { second_factor: 'totp', address },
        { second_factor: 'recovery', address },
        { second_factor: 'recovery', address },
      ])
      expect(entries[0]).toMatchObject({ user_id: null, object_id: user.id })
      expect(await second(browser, 'totp', code())).toMatchObject({ success: true })
    }))

  test('leaves nothing of the session and the CSRF token that the browser came with', () =>
    withServer(async (world) => {
      const { user, code } = await aMember(world)
      const planted = aBrowser(world)
      const attacker = await aUser(world.ctx(), ['proposer'], { password_hash: await hashed })
      await password(planted, attacker)
      const browser = await halfway(world, user)
      const before = ['ao_session', 'XSRF-TOKEN'].map((name) => planted.cookies.get(name)!)
      browser.cookies.set('ao_session', before[0]!)
      browser.cookies.set('XSRF-TOKEN', before[1]!)
      expect(await second(browser, 'totp', code())).toMatchObject({ success: true })
      expect(before).not.toContain(browser.cookies.get('ao_session'))
      expect(before).not.toContain(browser.cookies.get('XSRF-TOKEN'))
      expect(browser.cookies.get('ao_sign_in') || null).toBeNull()
      expect(await planted.api.session.loginUser()).toBe(0)
    }))

  test('fails once the app that it waits for is removed', () =>
    withServer(async (world) => {
      const { user, code } = await aMember(world)
      const browser = await halfway(world, user)
      await world.db.deleteFrom('authenticator_apps').where('user_id', '=', user.id).execute()
      expect(await second(browser, 'totp', code())).toEqual(FAILED)
    }))

  test('waits five minutes, and becomes invalid when the password changes', () =>
    withServer(async (world) => {
      const { user, code } = await aMember(world)
      expect(await second(aBrowser(world), 'totp', code())).toEqual(OVER)
      const slow = await halfway(world, user)
      world.at('2026-04-01T12:05:00Z')
      expect(await second(slow, 'totp', code(300))).toEqual(OVER)
      const changed = await halfway(world, user)
      await world.db
        .updateTable('users')
        .set({ password_hash: 'another' })
        .where('id', '=', user.id)
        .execute()
      expect(await second(changed, 'totp', code(300))).toEqual(OVER)
      await world.db
        .updateTable('users')
        .set({ password_hash: await hashed, disabled: true })
        .where('id', '=', user.id)
        .execute()
      expect(await second(changed, 'totp', code(300))).toEqual(OVER)
    }))

  test('is blocked after six wrong codes from any address, even for the right one', () =>
    withServer(async (world) => {
      const { user, code } = await aMember(world)
      for (let i = 0; i < 6; i++) await second(await halfway(world, user), 'totp', '000000')
      const browser = await halfway(world, user)
      await expect(second(browser, 'totp', code())).rejects.toMatchObject({ kind: 'throttled' })
    }))

  test('by two at the same time with one code succeeds for one of them', () =>
    withParallelServer(async (world) => {
      const { user, code } = await aMember(world)
      const browsers = [await halfway(world, user), await halfway(world, user)]
      const answers = await Promise.all(browsers.map((browser) => second(browser, 'totp', code())))
      expect(answers.map(({ success }) => success).sort()).toEqual([false, true])
      expect(await world.db.selectFrom('sessions').select('id').execute()).toHaveLength(1)
    }))
})

describe('a recovery code', () => {
  test('works once, however it is typed, and its owner is told how many are left', () =>
    withServer(async (world) => {
      const { user } = await aMember(world)
      const codes = await recoveryCodes(world.ctx(), user)
      expect(new Set(codes).size).toBe(10)
      const typed = codes[3]!.toUpperCase().replaceAll('-', ' ')
      const browser = aBrowser(world)
      expect((await password(browser, user)).second).toEqual({ methods: ['totp', 'recovery'] })
      expect(await second(browser, 'recovery', typed)).toMatchObject({ success: true })
      expect(await second(await halfway(world, user), 'recovery', codes[3]!)).toEqual(FAILED)
      const mails = await world.db
        .selectFrom('mails')
        .select('body')
        .where('kind', '=', 'recovery_code_used')
        .execute()
      expect(mails.map(({ body }) => /\d+ codes are left/u.exec(body)?.[0])).toEqual(['9 codes are left'])
      expect(mails[0]!.body).not.toContain(codes[3])
      const kept = await world.db.selectFrom('recovery_codes').select('code_hash').execute()
      for (const { code_hash } of kept) expect(code_hash).toMatch(/^[\da-f]{64}$/u)
    }))
})

describe('the owner is told by e-mail', () => {
  const told = async ({ db }: TestServer) =>
    (await db.selectFrom('mails').select('body').where('kind', '=', 'second_factor_closed').execute()).map(
      ({ body }) => /for (.*)\.$/mu.exec(body)?.[1],
    )

  test('once, when six wrong ones have closed the second step', () =>
    withServer(async (world) => {
      const { user } = await aMember(world)
      const wrong = async () => second(await halfway(world, user), 'recovery', 'wrong')
      for (let tried = 0; tried < 5; tried++) await wrong()
      expect(await told(world)).toEqual([])
      await wrong()
      expect(await told(world)).toEqual(['five minutes'])
      await expect(wrong()).rejects.toMatchObject({ kind: 'throttled' })
      expect(await told(world)).toHaveLength(1)
    }))

  test('not when the sixth is right', () =>
    withServer(async (world) => {
      const { user, code } = await aMember(world)
      for (let tried = 0; tried < 5; tried++) await second(await halfway(world, user), 'recovery', 'wrong')
      expect(await second(await halfway(world, user), 'totp', code())).toMatchObject({ success: true })
      expect(await told(world)).toEqual([])
    }))

  test('at most three times a day of short pauses, and always of the long one', () =>
    withServer(async (world) => {
      const { user } = await aMember(world)
      for (let tried = 0; tried < 30; tried++) {
        // Five minutes are over.
        if (tried % 6 === 0)
          await world.db.deleteFrom('throttles').where('key', 'like', 'second_factor:%').execute()
        if (tried === 29) expect(await told(world)).toHaveLength(3)
        await second(await halfway(world, user), 'recovery', 'wrong')
      }
      expect(await told(world)).toEqual(['five minutes', 'five minutes', 'five minutes', '24 hours'])
    }))
})
