import { expect, test } from 'vitest'
import { DURATION_NAMES, type DurationName, durationMs, durationText } from '#domain/session/durations.ts'
import { aPerson, aTerm, aUser } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { aReport, aReviewer } from '../builders/reports.ts'
import { anApp } from '../builders/second_factor.ts'
import { aFailure, aWebHook } from '../builders/web_hooks.ts'
import { validSince } from '../platform/session.ts'
import { requestReport } from '../reports/assignment.ts'
import { aBrowser } from '../testing/browser.ts'
import { aHostileProvider } from '../testing/hostile_provider.ts'
import { callback, configureProviders, ORCID } from '../testing/provider_scene.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'
import { rotateSecret, showHook, testHook } from '../web_hooks/service.ts'
import { forgetOldDeliveries } from '../web_hooks/worker.ts'
import { hashPassword } from './password_hash.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOW = '2026-05-01T12:00:00.000Z'

type Expiring =
  | 'password_resets'
  | 'email_changes'
  | 'downloads'
  | 'factor_setups'
  | 'review_answer_links'
  | 'pending_provider_visits'
  | 'notice_identities'
const PASSWORD = 'correct horse battery'

/** Milliseconds from now until the latest row of a table expires. */
async function lifeIn({ db }: TestServer, table: Expiring) {
  const { expires_at } = await db.selectFrom(table).select('expires_at').executeTakeFirstOrThrow()
  return Date.parse(expires_at) - Date.parse(NOW)
}

async function setupLife(world: TestServer, begin: 'beginApp' | 'beginPasskey') {
  // Passkeys are bound to a host name.
  world.services.config = { ...world.services.config, baseUrl: 'https://ao.example.org' }
  const user = await aUser(world.ctx(), ['reviewer'], { password_hash: await hashPassword(PASSWORD) })
  const { api } = await world.as(user)
  await api.security[begin]({ body: { password: PASSWORD, name: 'Laptop' } })
  return lifeIn(world, 'factor_setups')
}

/** How long a visit to ORCID is waited for, or its iD is kept. */
async function visitLife(world: TestServer, table: 'pending_provider_visits' | 'notice_identities') {
  const provider = await aHostileProvider()
  try {
    configureProviders(world, { orcid: provider })
    const browser = aBrowser(world)
    const { url } = await browser.api.providers.fillNotice()
    if (table === 'notice_identities') await browser.follow(callback('orcid', provider.approve(url!, ORCID)))
    return await lifeIn(world, table)
  } finally {
    await provider.close()
  }
}

/** How long an attempt at a second factor counts, to the minute: the limits have the database's clock. */
async function pauseOf(world: TestServer, limit: string) {
  world.at(new Date())
  const user = await aUser(world.ctx(), ['panel'], { password_hash: await hashPassword(PASSWORD) })
  await anApp(world.ctx(), user)
  const { session } = aBrowser(world).api
  await session.login({ body: { email: user.email, password: PASSWORD } })
  await session.loginSecond({ body: { method: 'recovery', code: 'wrong' } })
  const { expire } = await world.db
    .selectFrom('throttles')
    .select('expire')
    .where('key', 'like', `${limit}:%`)
    .executeTakeFirstOrThrow()
  return Math.round((expire! - Date.now()) / MINUTE) * MINUTE
}

/** For each duration: what it is, its text, and how long the server in fact lets the thing live. */
const CASES: Record<DurationName, [ms: number, text: string, live: (world: TestServer) => Promise<number>]> =
  {
    temporary_password: [
      14 * 24 * HOUR,
      '14 days',
      async (world) => {
        const { api } = await world.as(await aUser(world.ctx(), ['admin']))
        const roles = { is_administration_office: 0, is_panel: 0, is_reviewer: 1 } as const
        await api.users.add({ body: { ...aPerson({ email: 'bo@example.org' }), ...roles, send_mail: 1 } })
        const { until } = await world.db
          .selectFrom('users')
          .select('password_generated_until as until')
          .where('email', '=', 'bo@example.org')
          .executeTakeFirstOrThrow()
        return Date.parse(until!) - Date.parse(NOW)
      },
    ],
    reset_link: [
      60 * MINUTE,
      '60 minutes',
      async (world) => {
        const { email } = await aUser(world.ctx(), ['reviewer'])
        await world.visitor.api.session.requestReset({ body: { email } as never })
        return lifeIn(world, 'password_resets')
      },
    ],
    email_link: [
      24 * HOUR,
      '24 hours',
      async (world) => {
        const user = await aUser(world.ctx(), ['proposer'], { password_hash: await hashPassword(PASSWORD) })
        const { api } = await world.as(user)
        await api.users.saveMyProfile({ body: { ...aPerson(), password: PASSWORD } })
        return lifeIn(world, 'email_changes')
      },
    ],
    idle_session: [
      2 * HOUR,
      'two hours',
      async () => Date.parse(NOW) - +new Date(validSince(new Date(NOW)).used),
    ],
    session: [
      24 * HOUR,
      '24 hours',
      async () => Date.parse(NOW) - +new Date(validSince(new Date(NOW)).begun),
    ],
    authenticator_setup: [15 * MINUTE, '15 minutes', async (world) => setupLife(world, 'beginApp')],
    passkey_setup: [5 * MINUTE, 'five minutes', async (world) => setupLife(world, 'beginPasskey')],
    second_factor_pause: [5 * MINUTE, 'five minutes', (world) => pauseOf(world, 'second_factor')],
    second_factor_long_pause: [24 * HOUR, '24 hours', (world) => pauseOf(world, 'second_factor_day')],
    provider_visit: [10 * MINUTE, '10 minutes', (world) => visitLife(world, 'pending_provider_visits')],
    notice_orcid: [4 * HOUR, 'four hours', (world) => visitLife(world, 'notice_identities')],
    download: [
      10 * MINUTE,
      '10 minutes',
      async (world) => {
        const { api } = await world.as(await aUser(world.ctx(), ['admin']))
        await api.applicants.download()
        return lifeIn(world, 'downloads')
      },
    ],
    api_token: [
      365 * 24 * HOUR,
      '365 days',
      async (world) => {
        const admin = await aUser(world.ctx(), ['admin'], { password_hash: await hashPassword(PASSWORD) })
        const { apiTokens } = (await world.as(admin)).api
        const body = { name: 'Script', scopes: ['read_lists' as const], password: PASSWORD }
        await expect(apiTokens.make({ body: { ...body, days: 366 } })).rejects.toThrow()
        await apiTokens.make({ body: { ...body, days: 365 } })
        const [token] = await apiTokens.list()
        return Date.parse(token!.expires_at) - Date.parse(NOW)
      },
    ],
    answer_link: [
      30 * 24 * HOUR,
      '30 days',
      async (world) => {
        const office = world.ctx(await aUser(world.ctx(), ['admin']))
        world.at(new Date())
        const { proposal_id } = await aSubmittedProposal(office)
        const id = await aReport(office, { proposal_id, reviewer: await aReviewer(office), status: 0 })
        world.at(NOW)
        await requestReport(office, id)
        return lifeIn(world, 'review_answer_links')
      },
    ],
    web_hook_secret: [
      24 * HOUR,
      '24 hours',
      async (world) => {
        const office = world.ctx(await aUser(world.ctx(), ['admin']))
        const { id } = await aWebHook(office)
        await rotateSecret(office, id, { at_once: false })
        return Date.parse((await showHook(office, id)).previous_until!) - Date.parse(NOW)
      },
    ],
    web_hook_failing: [
      2 * 24 * HOUR,
      'two days',
      async (world) => {
        const office = world.ctx(await aUser(world.ctx(), ['admin']))
        const { id } = await aWebHook(office)
        const failAt = (at: number) => {
          world.at(new Date(at))
          return aFailure(world.services, id)
        }
        await failAt(Date.parse(NOW))
        const end = Date.parse(NOW) + 2 * 24 * HOUR
        await failAt(end - 1)
        expect((await showHook(office, id)).state).toBe('on')
        await failAt(end + HOUR)
        const { failing_since, state } = await showHook(office, id)
        expect(state).toBe('failing')
        return end - Date.parse(failing_since!)
      },
    ],
    web_hook_delivery: [
      30 * 24 * HOUR,
      '30 days',
      async (world) => {
        const office = world.ctx(await aUser(world.ctx(), ['admin']))
        await testHook(office, (await aWebHook(office)).id)
        const isKept = async (after: number) => {
          world.at(new Date(Date.parse(NOW) + after))
          await forgetOldDeliveries(world.services)
          return (await world.db.selectFrom('web_hook_deliveries').select('id').execute()).length > 0
        }
        const life = 30 * 24 * HOUR
        expect([await isKept(life), await isKept(life + 1)]).toEqual([true, false])
        return life
      },
    ],
  }

test.each(DURATION_NAMES)('%s lasts as long as its text says', (name) =>
  withServer(async (world) => {
    await aTerm(world.ctx())
    world.at(NOW)
    const [ms, text, live] = CASES[name]
    expect([durationMs(name), durationText(name)]).toEqual([ms, text])
    expect(await live(world)).toBe(ms)
  }),
)
