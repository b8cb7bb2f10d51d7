import { describe, expect, test } from 'vitest'
import type { Role } from '#domain/access.ts'
import type { Fault } from '#domain/errors.ts'
import { aPerson, aUser } from '../builders/people.ts'
import { hashPassword } from '../session/password_hash.ts'
import { findMails } from '../testing/reviews.ts'
import { type TestServer, withParallelServer, withServer } from '../testing/test_server.ts'

const PASSWORD = 'correct horse battery'

async function me({ ctx, as }: TestServer, email = 'old@example.org', roles: Role[] = ['proposer']) {
  const actor = await aUser(ctx(), roles, { email, password_hash: await hashPassword(PASSWORD) })
  const { api } = await as(actor)
  return { id: actor.id, api: api.users }
}
const tokens = async ({ db }: TestServer) =>
  (
    await db.selectFrom('mails').selectAll().where('kind', '=', 'email_confirmation').orderBy('id').execute()
  ).map(({ body, recipients }) => [/confirm=([\w-]+)/u.exec(body)![1]!, ...recipients] as const)

describe('saving one’s own profile', () => {
  test('takes effect at once, except for the e-mail, which needs its link to be opened', () =>
    withServer(async (world) => {
      const { api } = await me(world)
      const body = {
        ...aPerson({ first_name: 'Jun', affiliation: 'JAXA', email: 'New@example.org' }),
        password: PASSWORD,
      }
      expect(await api.saveMyProfile({ body })).toMatchObject({ result: 1 })
      expect(await api.myProfile()).toMatchObject({ first_name: 'Jun', email: 'old@example.org' })
      const [[token, to]] = (await tokens(world)) as [readonly [string, string]]
      expect(to).toBe('New@example.org')
      expect(await api.saveMyProfile({ body: { ...body, email_token: 'guessed' } })).toMatchObject({
        result: 0,
      })
      expect(await api.saveMyProfile({ body: { ...body, email_token: token } })).toMatchObject({ result: 1 })
      expect((await api.myProfile()).email).toBe('New@example.org')
      expect(await api.saveMyProfile({ body: { ...body, email_token: token } })).toMatchObject({ result: 0 })
      const told = await world.db.selectFrom('mails').selectAll().where('kind', '=', 'email_change').execute()
      expect(told).toMatchObject([{ recipients: ['old@example.org'] }])
    }))

  test('accepts another case of the same e-mail at once', () =>
    withServer(async (world) => {
      const { api } = await me(world)
      await api.saveMyProfile({ body: aPerson({ email: 'OLD@example.org' }) })
      expect((await api.myProfile()).email).toBe('OLD@example.org')
      expect(await tokens(world)).toEqual([])
    }))

  test.each<Role>(['admin', 'panel', 'reviewer'])(
    'of the role %s leaves the e-mail address to the office',
    (role) =>
      withServer(async (world) => {
        const { api } = await me(world, 'old@example.org', [role])
        const body = aPerson({ first_name: 'Jun', affiliation: 'JAXA', email: 'old@example.org' })
        expect(await api.saveMyProfile({ body })).toMatchObject({ result: 1 })
        expect(await api.myProfile()).toMatchObject({ first_name: 'Jun', affiliation: 'JAXA' })
        const other = { ...body, email: 'new@example.org', password: PASSWORD }
        await expect(api.saveMyProfile({ body: other })).rejects.toMatchObject({
          errors: { email: ['Please ask the administration office to change your e-mail address.'] },
        })
      }),
  )

  test("refuses another user's e-mail and bad input, and keeps everything", () =>
    withServer(async (world) => {
      const { api } = await me(world)
      await aUser(world.ctx(), ['panel'], { email: 'taken@example.org' })
      const before = await api.myProfile()
      const errors = async (person: object) =>
        api.saveMyProfile({ body: { ...aPerson(person), password: PASSWORD } }).then(
          () => expect.unreachable(),
          (fault: Fault) => fault.errors,
        )
      expect(await errors({ email: 'TAKEN@example.org' })).toEqual({
        email: ['This e-mail address belongs to another user.'],
      })
      expect(await errors({ email: 'nonsense', first_name: '' })).toEqual({
        first_name: ['This field is required.'],
        email: ['This field have to be email format.'],
      })
      expect(await api.myProfile()).toEqual(before)
    }))

  test('mails a link that expires after a day and works for no one else', () =>
    withServer(async (world) => {
      world.at('2026-05-01T00:00:00Z')
      const [one, other] = [await me(world), await me(world, 'other@example.org')]
      const body = { ...aPerson({ email: 'new@example.org' }), password: PASSWORD }
      await one.api.saveMyProfile({ body })
      const [[token]] = (await tokens(world)) as [readonly [string]]
      expect(await other.api.saveMyProfile({ body: { ...body, email_token: token } })).toMatchObject({
        result: 0,
      })
      world.at('2026-05-02T00:00:00Z')
      const signedIn = '2026-05-02T00:00:00Z'
      await world.db.updateTable('sessions').set({ created_at: signedIn, last_seen_at: signedIn }).execute()
      expect(await one.api.saveMyProfile({ body: { ...body, email_token: token } })).toMatchObject({
        result: 0,
      })
      expect((await one.api.myProfile()).email).toBe('old@example.org')
    }))

  test.each(['changed by its owner', 'reset'])(
    'mails a link that dies when the password is %s: whoever asked may not have been the owner',
    (way) =>
      withServer(async (world) => {
        const { id, api } = await me(world)
        const body = { ...aPerson({ email: 'thief@example.org' }), password: PASSWORD }
        await api.saveMyProfile({ body })
        const [[email_token]] = (await tokens(world)) as [readonly [string]]
        const owner = { id, email: 'old@example.org', name: 'Owner', roles: ['proposer'] as const }
        if (way === 'reset') {
          const { session } = world.visitor.api
          await session.requestReset({ body: { email: owner.email } })
          const [mail] = await findMails(world, 'password_request')
          const token = /reset\/([\w-]+)\?/u.exec(mail!.body)![1]!
          await session.reset({ body: { email: owner.email, token } })
        } else {
          const newPass = 'a wholly new one'
          const { session } = (await world.as(owner)).api
          await session.changePassword({ body: { currentPass: PASSWORD, newPass, newPassConfirm: newPass } })
        }
        const later = (await world.as(owner)).api.users
        expect(await later.saveMyProfile({ body: { ...body, email_token } })).toMatchObject({ result: 0 })
        expect((await later.myProfile()).email).toBe('old@example.org')
      }),
  )

  test('needs the password for another e-mail, and allows five changes an hour', () =>
    withServer(async (world) => {
      const { api } = await me(world)
      const body = aPerson({ email: 'new@example.org' })
      const answer = (fields: object) =>
        api.saveMyProfile({ body: { ...body, ...fields } }).then(
          ({ result }) => result,
          (fault: Fault) => fault.errors ?? fault.kind,
        )
      expect(await answer({})).toEqual({ password: ['Please enter your password'] })
      expect(await answer({ password: 'wrong' })).toEqual({ password: ['The password is not right.'] })
      expect(await world.db.selectFrom('mails').select('id').execute()).toEqual([])
      Object.assign(world.services.config, { rateLimit: 600 })
      for (let i = 0; i < 5; i++) expect(await answer({ password: PASSWORD })).toBe(1)
      expect(await answer({ password: PASSWORD })).toBe('throttled')
      expect(await answer({ email: 'old@example.org' })).toBe(1)
    }))

  test('mails the new address nothing that was typed, not even a name', () =>
    withServer(async (world) => {
      const { api } = await me(world)
      const typed = { first_name: 'Claim', last_name: 'Prize', affiliation: 'https://bad.example' }
      const body = { ...aPerson({ email: 'stranger@example.org' }), ...typed, password: PASSWORD }
      expect(await api.saveMyProfile({ body })).toMatchObject({ result: 1 })
      const [mail] = await findMails(world, 'email_confirmation')
      expect(mail).toMatchObject({ recipients: [body.email], body: expect.stringMatching(/^Dear user,\n/u) })
      expect(`${mail!.subject} ${mail!.body}`).not.toMatch(/Claim|Prize|bad\.example/u)
    }))

  test('mails the old address at the request and at the change, and then the office about staff and reviewers', () =>
    withServer(async (world) => {
      const admin = await aUser(world.ctx(), ['admin'])
      for (const [role, told] of [
        [null, 0],
        ['panel', 1],
        ['reviewer', 1],
      ] as const) {
        await world.db.deleteFrom('mails').execute()
        const email = `${role}@example.org`
        const { api } = await me(world, email, role ? ['proposer', role] : ['proposer'])
        const body = { ...aPerson({ email: `new-${email}` }), password: PASSWORD }
        await api.saveMyProfile({ body })
        expect(await findMails(world, 'email_change_asked')).toMatchObject([{ recipients: [email] }])
        const [[email_token]] = (await tokens(world)) as [readonly [string]]
        await api.saveMyProfile({ body: { ...body, email_token } })
        expect(await findMails(world, 'email_change')).toMatchObject([{ recipients: [email] }])
        expect(await findMails(world, 'address_change')).toMatchObject(
          Array(told).fill({ recipients: [admin.email] }),
        )
      }
    }))

  test('refuses a former e-mail of someone else, and accepts one’s own', () =>
    withServer(async (world) => {
      const [one, other] = [await me(world, 'one@example.org'), await me(world, 'other@example.org')]
      await world.db.updateTable('users').set({ email: 'now@example.org' }).where('id', '=', one.id).execute()
      const body = { ...aPerson({ email: 'One@example.org' }), password: PASSWORD }
      await expect(other.api.saveMyProfile({ body })).rejects.toMatchObject({
        errors: { email: ['This e-mail address belongs to another user.'] },
      })
      expect(await one.api.saveMyProfile({ body })).toMatchObject({ result: 1 })
    }))

  test('gives an e-mail that two users confirm at once to one of them', () =>
    withParallelServer(async (world) => {
      const both = [await me(world), await me(world, 'other@example.org')]
      const body = { ...aPerson({ email: 'new@example.org' }), password: PASSWORD }
      for (const { api } of both) await api.saveMyProfile({ body })
      const mailed = await tokens(world)
      const answers = await Promise.allSettled(
        both.map(({ api }, i) => api.saveMyProfile({ body: { ...body, email_token: mailed[i]![0] } })),
      )
      const done = answers.filter((one) => one.status === 'fulfilled' && one.value.result === 1)
      expect(done).toHaveLength(1)
      const users = await world.db.selectFrom('users').select('email').execute()
      expect(users.filter(({ email }) => email === 'new@example.org')).toHaveLength(1)
    }))
})
