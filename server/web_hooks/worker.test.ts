import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { WEB_HOOK_PAYLOADS } from '#domain/web_hooks/events.ts'
import { aUser } from '../builders/people.ts'
import { aFailure, aLastFailure, aWebHook } from '../builders/web_hooks.ts'
import { readConfig } from '../platform/config.ts'
import { context, type Services } from '../platform/context.ts'
import { type Answer, aReceiver, TO_RECEIVER } from '../testing/hook_receiver.ts'
import { copyDatabase, withServer } from '../testing/test_server.ts'
import { verified } from '../testing/verified_hook.ts'
import { announce } from './announce.ts'
import { rotateSecret, showHook, switchHook, testHook } from './service.ts'
import { backoff, LEASE_MS, MAX_TRIES, recordResult, sendNext, startWebHookWorker } from './worker.ts'

/** A thousand are sent to a program of its own in test/plan_from_events.test.ts. */
const EVENTS = 200
const LONG = { timeout: 540_000, interval: 200 }
const log = { error: console.error, warn: () => {} }

/** A database with a web hook to a receiver; the services' clock stands and is moved by `later`. */
async function createScene(answer?: Answer, connections = 12) {
  const [{ db, url, close }, receiver] = [await copyDatabase(connections), await aReceiver(answer)]
  let now = Date.now()
  const services = {
    db,
    clock: () => new Date(now),
    config: { ...readConfig({}), webHooks: TO_RECEIVER },
  } as unknown as Services
  const office = context(services, await aUser(context(services, null), ['admin']))
  const { id, secret } = await aWebHook(office, { url: receiver.url })
  /** So many events of pieces, in one transaction. */
  const cause = (count: number) =>
    office.write(async (tx) => {
      tx.skipAudit('Events of a test.')
      await announce(
        tx,
        ...Array.from({ length: count }, (_, n) => ({
          type: 'piece.moved' as const,
          data: { piece: `piece${n}`, sample_id: n, event: 1, kind: 'dispatch' as const },
        })),
      )
    })
  return {
    ...{ db, url, services, office, id, secret, receiver, cause },
    states: () => statesOf(services),
    /** Whether something is due, or on its way. */
    isBusy: async () =>
      (await db
        .selectFrom('web_hook_deliveries')
        .select('id')
        .where('state', '=', 'waiting')
        .where(({ or, eb }) =>
          or([eb('lease', 'is not', null), eb('due_at', '<=', new Date(now).toISOString())]),
        )
        .executeTakeFirst()) !== undefined,
    sendOne: async () => {
      const result = await sendNext(services)
      if (result) await recordResult(services, result)
      return result
    },
    later: (ms: number) => {
      now += ms
    },
    async close() {
      await receiver.close()
      await close()
    },
  }
}

const statesOf = async ({ db }: Services) =>
  Object.fromEntries(
    (
      await db
        .selectFrom('web_hook_deliveries')
        .select(['state', sql<number>`count(*)`.as('count')])
        .groupBy('state')
        .execute()
    ).map(({ state, count }) => [state, count]),
  )

describe('events for web hooks', () => {
  test('arrive in the end, each once, when three of ten tries fail and two workers send', async () => {
    // Three of ten requests fail: two are refused, and of one the connection breaks.
    const scene = await createScene((n, request) => {
      if (n % 10 === 3) {
        request.socket.destroy()
        return null
      }
      return n % 10 === 6 || n % 10 === 9 ? 500 : 204
    })
    await scene.cause(EVENTS)
    const workers = [startWebHookWorker(scene.services, log), startWebHookWorker(scene.services, log)]
    await vi.waitFor(async () => {
      // What has failed is due again after its wait, which passes once nothing else is due.
      if (!(await scene.isBusy())) scene.later(backoff(MAX_TRIES))
      expect(await scene.states()).toEqual({ delivered: EVENTS })
    }, LONG)
    await Promise.all(workers.map((worker) => worker.stop()))
    const accepted = scene.receiver.received.filter(({ status }) => status === 204)
    expect(accepted).toHaveLength(EVENTS)
    expect(new Set(accepted.map(({ id }) => id)).size).toBe(EVENTS)
    expect(scene.receiver.received.length).toBeGreaterThan(1.4 * EVENTS)
    const events = accepted.map((one) => WEB_HOOK_PAYLOADS['piece.moved'].parse(verified(one, scene.secret)))
    expect(new Set(events.map(({ data }) => data.piece)).size).toBe(EVENTS)
    // Every try of an event has the same id and the same body.
    const bodies = new Map(accepted.map(({ id, body }) => [id, body]))
    for (const { id, body } of scene.receiver.received) expect(body).toBe(bodies.get(id))
    await scene.close()
  }, 600_000)

  test('are sent again, with the same id, when the process was killed between sending and noting it', async () => {
    const scene = await createScene()
    await scene.cause(3)
    const worker = join(import.meta.dirname, '../testing/web_hook_worker.ts')
    const child = spawn(process.execPath, ['--import', 'tsx', worker, scene.url], { stdio: 'pipe' })
    await new Promise<void>((resolve) => child.stdout.once('data', () => resolve()))
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('exit', resolve))
    expect(scene.receiver.received.length).toBeGreaterThan(0)
    expect(await scene.states()).toEqual({ waiting: 3 })
    // What it took is not taken again before its lease ends.
    scene.later(10_000)
    while (await scene.sendOne());
    expect((await scene.states()).waiting).toBeGreaterThan(0)
    scene.later(LEASE_MS + 10 * 60_000)
    while (await scene.sendOne());
    expect(await scene.states()).toEqual({ delivered: 3 })
    const ids = scene.receiver.received.map(({ id }) => id)
    expect(new Set(ids).size).toBe(3)
    expect(ids.length).toBeGreaterThan(3)
    await scene.close()
  }, 120_000)

  test('are tried twenty times with growing waits, then given up; one success is enough', async () => {
    const scene = await createScene(() => 503)
    await scene.cause(1)
    let waited = 0
    for (let n = 1; n <= MAX_TRIES; n++) {
      // Deliveries to others succeed meanwhile, so that the web hook stays on.
      await scene.db.updateTable('web_hooks').set({ failing_since: null }).execute()
      expect((await scene.sendOne())?.failure).toBe('The receiver answered 503.')
      expect(await scene.sendOne()).toBeNull()
      if (n < MAX_TRIES) waited += backoff(n)
      scene.later(backoff(n))
    }
    expect(scene.receiver.received).toHaveLength(MAX_TRIES)
    const row = await scene.db.selectFrom('web_hook_deliveries').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ state: 'failed', tries: MAX_TRIES, http_status: 503, lease: null })
    expect(waited / 3_600_000).toBeGreaterThan(48)
    expect(waited / 3_600_000).toBeLessThan(72)
    await scene.close()
  }, 120_000)

  test('are given up when the results of all tries are lost', async () => {
    const scene = await createScene()
    await scene.cause(1)
    for (let n = 0; n < MAX_TRIES + 3; n++) {
      await sendNext(scene.services)
      scene.later(LEASE_MS)
    }
    expect(scene.receiver.received).toHaveLength(MAX_TRIES)
    expect(await scene.states()).toEqual({ failed: 1 })
    await scene.close()
  }, 120_000)

  test('are signed with both secrets for a day after a rotation, and with the new one from then on', async () => {
    const scene = await createScene()
    const { secret } = await rotateSecret(scene.office, scene.id, { at_once: false })
    await scene.cause(1)
    await scene.sendOne()
    expect(() => verified(scene.receiver.received[0]!, scene.secret)).not.toThrow()
    expect(() => verified(scene.receiver.received[0]!, secret)).not.toThrow()
    const { secret: third } = await rotateSecret(scene.office, scene.id, { at_once: true })
    await scene.cause(1)
    await scene.sendOne()
    expect(() => verified(scene.receiver.received[1]!, third)).not.toThrow()
    expect(() => verified(scene.receiver.received[1]!, secret)).toThrow()
    await scene.close()
  }, 120_000)

  test('wait while a web hook is off, but for the test; of what happens meanwhile nothing is written', async () => {
    const scene = await createScene()
    await scene.cause(1)
    await switchHook(scene.office, scene.id, false)
    await scene.cause(1)
    expect(await scene.sendOne()).toBeNull()
    expect(await scene.states()).toEqual({ waiting: 1 })
    await testHook(scene.office, scene.id)
    expect((await scene.sendOne())?.delivery.event).toBe('web_hook.test')
    await switchHook(scene.office, scene.id, true)
    while (await scene.sendOne());
    expect(await scene.states()).toEqual({ delivered: 2 })
    await scene.close()
  }, 120_000)

  test('to a web hook that fails leave others their turn', async () => {
    const scene = await createScene()
    const silent = await aReceiver(() => null)
    const { id } = await aWebHook(scene.office, { name: 'Silent', url: silent.url })
    await scene.cause(4)
    await scene.db
      .updateTable('web_hooks')
      .set({ failing_since: new Date().toISOString() })
      .where('id', '=', id)
      .execute()
    for (let n = 0; n < 4; n++) expect((await scene.sendOne())?.delivery.hook_id).toBe(scene.id)
    // Of the silent one two are sent at a time.
    const tries = [1, 2, 3].map(() => sendNext(scene.services))
    await vi.waitFor(() => expect(silent.received).toHaveLength(2), LONG)
    await silent.close()
    const results = await Promise.all(tries)
    expect(results.filter((result) => result !== null)).toHaveLength(2)
    await scene.close()
  }, 120_000)
})

test('a web hook is switched off when nothing has succeeded for two days, and the office gets one mail', () =>
  withServer(async (world) => {
    const admin = await aUser(world.ctx(), ['admin'])
    await aUser(world.ctx(), ['admin'], { email: 'gone@example.org', disabled: true })
    const office = world.ctx(admin)
    const { id } = await aWebHook(office, { name: 'Vault' })
    await aFailure(world.services, id)
    expect(await showHook(office, id)).toMatchObject({ state: 'on', waiting: 1 })
    await aLastFailure(world.services, id)
    expect(await showHook(office, id)).toMatchObject({ state: 'failing', waiting: 2 })
    const mails = await world.db.selectFrom('mails').selectAll().where('kind', '=', 'web_hook_off').execute()
    expect(mails.map(({ recipients }) => recipients)).toEqual([[admin.email]])
    const { todo } = await (await world.as(admin)).api.callState.get()
    expect(todo.find(({ key }) => key === 'hooks_off')).toMatchObject({ count: 1, note: 'Vault' })
    await switchHook(office, id, true)
    expect(await showHook(office, id)).toMatchObject({ state: 'on', failing_since: null })
  }))
