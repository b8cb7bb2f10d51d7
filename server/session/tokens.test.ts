import { describe, expect, test } from 'vitest'
import type { Actor } from '#domain/session/actor.ts'
import { aPerson, aTerm, aUser } from '../builders/people.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'
import { hashPassword } from './password_hash.ts'

const PASSWORD = 'correct horse battery'
const hashed = hashPassword(PASSWORD)
const BEGIN = '2026-05-01T12:00:00.000Z'

/** The token in the link of the newest mail that has one. */
async function tokenInLastMail({ db }: TestServer, link: RegExp) {
  const mails = await db.selectFrom('mails').select('body').orderBy('id', 'desc').execute()
  return mails.map(({ body }) => link.exec(body)?.[1]).find((token) => token !== undefined)!
}

interface Token {
  /** Asks for one. */
  issue(world: TestServer, owner: Actor): Promise<string>
  /** Uses it as someone; whether it was accepted. */
  redeem(world: TestServer, user: Actor, token: string): Promise<boolean>
  lifeMs: number
  /** Works only once. */
  once: boolean
}

const newAddress = ({ id }: Actor) => aPerson({ email: `new-${id}@example.org` })

const TOKENS: Record<string, Token> = {
  'reset link': {
    async issue(world, { email }) {
      await world.visitor.api.session.requestReset({ body: { email } })
      return tokenInLastMail(world, /\/password\/reset\/([\w-]+)\?/u)
    },
    redeem: async ({ visitor }, { email }, token) =>
      (await visitor.api.session.reset({ body: { email, token } })).result === 1,
    lifeMs: 60 * 60_000,
    once: true,
  },
  'link that confirms an e-mail address': {
    async issue(world, owner) {
      const { users } = (await world.as(owner)).api
      await users.saveMyProfile({ body: { ...newAddress(owner), password: PASSWORD } })
      return tokenInLastMail(world, /confirm=([\w-]+)/u)
    },
    async redeem(world, user, email_token) {
      const { users } = (await world.as(user)).api
      return (await users.saveMyProfile({ body: { ...newAddress(user), email_token } })).result === 1
    },
    lifeMs: 24 * 60 * 60_000,
    once: true,
  },
  'address of a CSV file': {
    async issue(world, owner) {
      const path = await (await world.as(owner)).api.applicants.download()
      return /downloads\/([\w-]+)\//u.exec(path)![1]!
    },
    async redeem(world, user, token) {
      const { request } = await world.as(user)
      const { statusCode } = await request('GET', `/api/downloads/${token}/applicants.csv`)
      expect([200, 404]).toContain(statusCode)
      return statusCode === 200
    },
    lifeMs: 10 * 60_000,
    once: false,
  },
}

/** Two users, each with a token of their own, and what either token could change. */
async function twoOwners(world: TestServer, { issue }: Token) {
  world.at(BEGIN)
  await aTerm(world.ctx())
  const owner = async () => aUser(world.ctx(), ['admin', 'proposer'], { password_hash: await hashed })
  const [me, other] = [await owner(), await owner()]
  const [token, theirs] = [await issue(world, me), await issue(world, other)]
  const accounts = () =>
    world.db.selectFrom('users').select(['email', 'password_hash']).orderBy('id').execute()
  return { me, other, token, theirs, accounts, before: await accounts() }
}

describe.each(Object.entries(TOKENS))('a %s', (_, kind) => {
  test('works for its owner, as often as it should', () =>
    withServer(async (world) => {
      const { me, token } = await twoOwners(world, kind)
      expect(await kind.redeem(world, me, token)).toBe(true)
      expect(await kind.redeem(world, me, token)).toBe(!kind.once)
    }))

  test('works for no other user, even one who has a link of their own', () =>
    withServer(async (world) => {
      const { me, other, token, theirs, accounts, before } = await twoOwners(world, kind)
      expect(await kind.redeem(world, other, token)).toBe(false)
      expect(await accounts()).toEqual(before)
      // Neither link is lost by the attempt.
      expect(await kind.redeem(world, other, theirs)).toBe(true)
      expect(await kind.redeem(world, me, token)).toBe(true)
    }))

  test('cannot be guessed by its owner', () =>
    withServer(async (world) => {
      const { me, accounts, before } = await twoOwners(world, kind)
      expect(await kind.redeem(world, me, 'guessed')).toBe(false)
      expect(await accounts()).toEqual(before)
    }))

  test.each([
    ['a millisecond before it expires, and then works', -1, true],
    ['at the moment it expires, and no longer works', 0, false],
  ])('is redeemed %s', (_when, late, works) =>
    withServer(async (world) => {
      const { me, token } = await twoOwners(world, kind)
      world.at(new Date(Date.parse(BEGIN) + kind.lifeMs + late))
      expect(await kind.redeem(world, me, token)).toBe(works)
    }),
  )
})
