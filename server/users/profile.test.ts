import { describe, expect, test } from 'vitest'
import type { Fault } from '#domain/errors.ts'
import { aPerson, aUser } from '../builders/people.ts'
import { inParallelWorld, inWorld, type World } from '../testing/world.ts'

async function me({ ctx, as }: World, email = 'old@example.org') {
  const actor = await aUser(ctx(), ['proposer'], { email })
  const { api } = await as(actor)
  return { id: actor.id, api: api.users }
}
const tokens = async ({ db }: World) =>
  (
    await db.selectFrom('mails').selectAll().where('kind', '=', 'email_confirmation').orderBy('id').execute()
  ).map(({ body, recipients }) => [/confirm=([\w-]+)/u.exec(body)![1]!, ...recipients] as const)

describe('saving the own profile', () => {
  test('changes what was typed at once, the e-mail not before its link was opened', () =>
    inWorld(async (world) => {
      const { api } = await me(world)
      const body = aPerson({ first_name: 'Jun', affiliation: 'JAXA', email: 'New@example.org' })
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

  test('takes another case of the same e-mail at once', () =>
    inWorld(async (world) => {
      const { api } = await me(world)
      await api.saveMyProfile({ body: aPerson({ email: 'OLD@example.org' }) })
      expect((await api.myProfile()).email).toBe('OLD@example.org')
      expect(await tokens(world)).toEqual([])
    }))

  test("refuses another user's e-mail and bad input, and keeps everything", () =>
    inWorld(async (world) => {
      const { api } = await me(world)
      await aUser(world.ctx(), ['panel'], { email: 'taken@example.org' })
      const before = await api.myProfile()
      const errors = async (person: object) =>
        api.saveMyProfile({ body: aPerson(person) }).then(
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

  test('mails a link that lapses after a day and is of no use to anybody else', () =>
    inWorld(async (world) => {
      world.at('2026-05-01T00:00:00Z')
      const [one, other] = [await me(world), await me(world, 'other@example.org')]
      const body = aPerson({ email: 'new@example.org' })
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

  test('gives an e-mail that two confirm at once to one of them', () =>
    inParallelWorld(async (world) => {
      const both = [await me(world), await me(world, 'other@example.org')]
      const body = aPerson({ email: 'new@example.org' })
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
