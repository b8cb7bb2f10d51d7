import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test, vi } from 'vitest'
import {
  CONTACT_PAD_GRID,
  GAS_GRID,
  type Grid,
  PARTICLE_GRID,
  PROCESSED_GRID,
} from '#domain/allocation/grid.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import {
  AGGREGATE,
  BENNU,
  CONTACT_PAD,
  GAS,
  PARTICLE,
  PROCESSED,
  RYUGU,
  type SampleType,
} from '#domain/masters/values.ts'
import type { Actor } from '#domain/session/actor.ts'
import { buildApp } from '#server/app.ts'
import { anApiToken } from '#server/builders/api_tokens.ts'
import { aTerm, aUser } from '#server/builders/people.ts'
import { anAssignment, aSample } from '#server/builders/samples.ts'
import { aWebHook } from '#server/builders/web_hooks.ts'
import { context } from '#server/platform/context.ts'
import { createSubmittedProposal } from '#server/testing/allocation.ts'
import { TO_RECEIVER } from '#server/testing/hook_receiver.ts'
import { type TestServer, withParallelServer } from '#server/testing/test_server.ts'
import { seededRandom } from '#server/testing/two_in_a_grid/tab.ts'
import { startWebHookWorker } from '#server/web_hooks/worker.ts'

const EVENTS = 1000
const TERM = 7
const EARLIER_TERM = 6
const CERTIFICATE = join(import.meta.dirname, '../server/testing/certificates/trusted.pem')

interface Counts {
  requests: number
  failed: number
  events: number
  repeated: number
  unsigned: number
}

/** Starts the program, which is given an address, two secrets and the number of the call. */
async function startProgram(environment: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, 'plan_from_events.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...environment, TERM: String(TERM), TLS: CERTIFICATE },
  })
  const lines = createInterface({ input: child.stdout! })
  const nextLine = async () => JSON.parse((await once(lines, 'line'))[0]) as unknown
  const ask = async (what: string) => {
    const answer = nextLine()
    child.stdin!.write(`${what}\n`)
    return answer
  }
  const { hook } = (await nextLine()) as { hook: string }
  return {
    url: hook,
    counts: async () => (await ask('counts')) as Counts,
    plan: async () => Buffer.from(((await ask('plan')) as { plan: string }).plan, 'base64'),
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

const TYPES: readonly { grid: Grid; sample_type: SampleType; db_type: 1 | 2; count: number }[] = [
  { grid: PARTICLE_GRID, sample_type: PARTICLE, db_type: RYUGU, count: 40 },
  { grid: PARTICLE_GRID, sample_type: AGGREGATE, db_type: BENNU, count: 12 },
  { grid: GAS_GRID, sample_type: GAS, db_type: RYUGU, count: 8 },
  { grid: PROCESSED_GRID, sample_type: PROCESSED, db_type: RYUGU, count: 8 },
  { grid: CONTACT_PAD_GRID, sample_type: CONTACT_PAD, db_type: BENNU, count: 8 },
]
const NAMES = ['=A1', 'comma, "quotes"', '＠wide', 'O\u2019Neill “x”', '隕石 ', '-1']

/** A call with every kind of request, sample and assignment, in which some samples are assigned twice. */
async function aFullCall(world: TestServer, office: Actor) {
  const random = seededRandom(26)
  const oneOf = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)]!
  await aTerm(world.ctx(), { id: TERM })
  await aTerm(world.ctx(), { id: EARLIER_TERM, is_current: false })
  const samples = []
  for (const { count, grid, ...kind } of TYPES)
    for (let n = 0; n < count; n++) {
      const name = `${oneOf(NAMES)}${kind.sample_type}.${n}`
      const isGas = kind.sample_type === GAS
      const [weight, size] = [Math.ceil(random() * 90) / 10, Math.ceil(random() * 4000)]
      const place = { chamber: oneOf([null, 1, 2]), dish: oneOf([null, 3, 4]) }
      const figures = isGas
        ? { weight: null, size: null, pressure: 101.5, volume: 0.3 }
        : { weight: oneOf([weight, null]), size }
      samples.push({
        grid,
        ...kind,
        ...(await aSample(world.ctx(), { ...kind, ...place, ...figures, name, flg: true })),
      })
    }
  const requestable = samples.filter(({ sample_type }) => sample_type !== CONTACT_PAD)
  const proposals: number[] = []
  for (let n = 0; n < 20; n++) {
    const asks = [
      { sample_type: PARTICLE, sample_id: null, weight: 4.25, size: null, number_of_samples: 3 },
      { sample_type: PARTICLE, sample_id: null, weight: null, size: 1500, chamber: 1, number_of_samples: 4 },
      { sample_type: GAS, sample_id: null, number_of_bottles: 2 },
      { sample_type: AGGREGATE, db_type: BENNU, sample_id: null, dish: 3, number_of_samples: null },
      { sample_type: PARTICLE, db_type: BENNU, sample_id: null, number_of_samples: 2 },
      ...[oneOf(requestable), oneOf(requestable)].map(({ id: sample_id, sample_type, db_type }) => ({
        sample_id,
        sample_type,
        db_type,
      })),
    ].filter(() => random() < 0.7)
    const wish = { score: oneOf([5, 4.5, 4.5, 3]), rank: n + 1, asks }
    const id = await createSubmittedProposal(world, office, n % 7 === 6 ? { asks } : wish)
    await world.db
      .updateTable('proposals')
      .set({ title: `${oneOf(NAMES)}, ${n}` })
      .where('id', '=', id)
      .execute()
    proposals.push(id)
  }
  // The first sample went to a proposal of an earlier call, and is asked for again.
  const [lent, ...free] = samples
  const earlier = await createSubmittedProposal(world, office)
  await world.db.updateTable('proposals').set({ term_id: EARLIER_TERM }).where('id', '=', earlier).execute()
  const pair = { sample_id: lent!.id, proposal_id: earlier }
  await anAssignment(world.ctx(office), PARTICLE_GRID, [pair], { term_id: EARLIER_TERM, confirmed: true })
  await createSubmittedProposal(world, office, { asks: [{ sample_id: lent!.id }] })
  for (const grid of new Set(TYPES.map((one) => one.grid))) {
    const pairs = free
      .filter((sample) => sample.grid === grid)
      .flatMap((sample) =>
        [...new Set([oneOf(proposals), ...(random() < 0.3 ? [oneOf(proposals)] : [])])].map(
          (proposal_id) => ({ sample_id: sample.id, proposal_id }),
        ),
      )
      .filter(() => random() < 0.9)
    await anAssignment(world.ctx(office), grid, pairs)
  }
  return random
}

/** Confirms and cancels by chance, as the office could, until so many events have been caused. */
async function causeEvents(world: TestServer, office: Actor, random: () => number, causes: number) {
  const { api } = await world.as(office)
  const count = async () => {
    const { events } = await world.db
      .selectFrom('web_hook_deliveries')
      .select(({ fn }) => fn.countAll<number>().as('events'))
      .executeTakeFirstOrThrow()
    return events
  }
  while ((await count()) < causes) {
    const rows = await api.allocation.assigned({ query: { term_id: TERM } })
    for (let n = 0; n < 20 && (await count()) < causes; n++) {
      const row = rows[Math.floor(random() * rows.length)]!
      // Of one that is confirmed elsewhere, and of one that has changed since the list was read, it is refused.
      if (row.status === CONFIRMED) await api.allocation.cancel({ params: { main_key: row.main_key } })
      else await api.allocation.confirm({ body: [{ sample_id: row.id, proposal_id: row.proposal_id }] })
    }
  }
}

/** The file that the office downloads. */
async function downloadedPlan(world: TestServer, office: Actor) {
  const { api, request } = await world.as(office)
  const address = await api.allocation.downloadOf({ params: { grid: '0' }, query: { term_id: TERM } })
  return (await request('GET', address)).rawPayload
}

test(
  'a program that knows only the API document rebuilds the distribution plan from a token and a web hook',
  () =>
    withParallelServer(async (world) => {
      const office = await aUser(world.ctx(), ['admin'])
      const random = await aFullCall(world, office)
      const services = { ...world.services, config: { ...world.services.config, webHooks: TO_RECEIVER } }
      const app = await buildApp(services)
      const address = await app.listen({ port: 0, host: '127.0.0.1' })
      const { token } = await anApiToken(world.ctx(), office, { scopes: ['read_lists', 'read_allocation'] })
      // The secret is known once the web hook is there, and its address once the program runs.
      const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
      const program = await startProgram({ ADDRESS: address, TOKEN: token, SECRET: secret })
      const events = ['allocation.confirmed', 'allocation.confirmation_cancelled'] as const
      const hook = await aWebHook(context(services, office), { url: program.url, events: [...events] })
      await world.db.updateTable('web_hooks').set({ secret }).where('id', '=', hook.id).execute()
      const worker = startWebHookWorker(services, { error: console.error, warn() {} })
      try {
        await causeEvents(world, office, random, EVENTS)
        await vi.waitFor(
          async () => {
            // What has failed would be sent again after its wait.
            await world.db
              .updateTable('web_hook_deliveries')
              .set({ due_at: new Date().toISOString() })
              .where('state', '=', 'waiting')
              .where('lease', 'is', null)
              .execute()
            const waiting = await world.db
              .selectFrom('web_hook_deliveries')
              .select('id')
              .where('state', '=', 'waiting')
              .execute()
            expect(waiting).toHaveLength(0)
          },
          { timeout: 1_500_000, interval: 300 },
        )
        const counts = await program.counts()
        expect(counts).toMatchObject({ events: EVENTS, unsigned: 0 })
        expect(counts.failed / counts.requests).toBeCloseTo(0.3, 1)
        expect(counts.repeated).toBeGreaterThan(100)
        const plan = await downloadedPlan(world, office)
        const confirmed = plan.toString().match(/,x,x,/gu)
        expect(confirmed?.length).toBeGreaterThan(10)
        expect(plan.toString()).toContain(` of AO${EARLIER_TERM} (confirmed)`)
        expect((await program.plan()).toString()).toBe(plan.toString())
        expect((await program.plan()).equals(plan)).toBe(true)
      } finally {
        await worker.stop()
        await program.stop()
        await app.close()
      }
    }),
  1_800_000,
)
