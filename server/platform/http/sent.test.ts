import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { SHOWN_USER_HEADER } from '#domain/impersonation/refusals.ts'
import { aProposer, aTerm, aUser, daysFrom } from '../../builders/people.ts'
import { withConnections } from '../../testing/connection.ts'
import { type TestServer, withServer } from '../../testing/test_server.ts'
import type { Ctx } from '../context.ts'

const FORM = { 'content-type': 'multipart/form-data; boundary=B' }
const field = (name: string, value: string) =>
  `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const FILE = '--B\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n'
const MEGABYTE = 1024 * 1024
/** How long is waited for what happens at once. */
const SOON = { timeout: 60_000 }

/** A proposer with a draft, and the URL of the form. */
async function atTheForm(world: TestServer) {
  await aTerm(world.ctx())
  const office = world.ctx(await aUser(world.ctx(), ['admin']))
  const { actor, proposal_id } = await aProposer(office)
  const folder = join(world.services.config.dataDir, 'files')
  const held = () => readdir(folder)
  return { visit: await world.as(actor), actor, path: `/api/proposals/edit/${proposal_id}`, office, held }
}

describe('a form', () => {
  test('of 5,000 fields of a megabyte is cut off at the limit for fields', () =>
    withServer(async (world) => {
      const { visit, path } = await atTheForm(world)
      await withConnections(world, async (open) => {
        const connection = await open(visit)
        connection.sendHead('POST', path, { ...FORM, 'transfer-encoding': 'chunked' })
        const one = field('a', 'x'.repeat(MEGABYTE))
        const chunk = `${one.length.toString(16)}\r\n${one}\r\n`
        let sent = 0
        while (sent < 200 && (await connection.send(chunk))) sent++
        expect(sent).toBeLessThan(40)
        expect((await connection.answer()).status).toBe(413)
      })
    }))

  test('whose Content-Length is too large is refused before it is sent', () =>
    withServer(async (world) => {
      const { visit, path } = await atTheForm(world)
      await withConnections(world, async (open) => {
        const connection = await open(visit)
        connection.sendHead('POST', path, { ...FORM, 'content-length': String(200 * MEGABYTE) })
        expect((await connection.answer()).status).toBe(413)
      })
    }))

  test('is refused before it is sent: from another user, for no proposal, after the deadline', () =>
    withServer(async (world) => {
      const { visit, path, office, actor } = await atTheForm(world)
      const stranger = await world.as((await aProposer(office)).actor)
      const ask = (who: typeof visit, where: string) =>
        withConnections(world, async (open) => {
          const connection = await open(who)
          connection.sendHead('POST', where, { ...FORM, 'content-length': String(50 * MEGABYTE) })
          return connection.answer()
        })
      expect((await ask(stranger, path)).status).toBe(403)
      expect((await ask(visit, '/api/proposals/edit/2000000000')).status).toBe(404)
      world.at(daysFrom(new Date(), 365))
      const late = await ask(await world.as(actor), path)
      expect([late.status, late.body]).toEqual([
        200,
        expect.stringContaining('The deadline of AO7 has passed'),
      ])
    }))

  test.each([
    ['without a boundary', { 'content-type': 'multipart/form-data' }, field('title', 'T')],
    ['whose boundary never comes', FORM, 'x'.repeat(5000)],
    ['that is cut off in a field', FORM, field('title', 'T').slice(0, -6)],
    ['that is cut off in a file', FORM, `${field('title', 'T')}${FILE}`],
    ['that is cut off between its parts', FORM, field('title', 'T')],
    ['with a head that is none', FORM, `--B\r\n\0\u0001 garbage\r\n\r\nT\r\n--B--\r\n`],
    ['with a part that has no name', FORM, `--B\r\nContent-Disposition: form-data\r\n\r\nT\r\n--B--\r\n`],
    ['with a head that does not end', FORM, `--B\r\n${'A: b\r\n'.repeat(20_000)}`],
    ['of nothing', FORM, ''],
  ])('%s is 400, and nothing of it stays', async (_, headers, body) =>
    withServer(async (world) => {
      const { visit, path, held } = await atTheForm(world)
      const reply = await visit.request('POST', path, body, headers)
      expect([reply.statusCode, reply.json().message]).toEqual([
        400,
        expect.stringMatching(/form|input data/u),
      ])
      expect(await held()).toEqual([])
    }),
  )

  test('whose sender disconnects in the middle of the file leaves nothing on the disk', () =>
    withServer(async (world) => {
      const { visit, path, held } = await atTheForm(world)
      await withConnections(world, async (open) => {
        const connection = await open(visit)
        connection.sendHead('POST', path, { ...FORM, 'content-length': String(10 * MEGABYTE) })
        await connection.send(`${field('title', 'T')}${FILE}${'x'.repeat(MEGABYTE)}`)
        await vi.waitFor(async () => expect(await held()).toHaveLength(1), SOON)
        connection.disconnect()
        await vi.waitFor(async () => expect(await held()).toEqual([]), SOON)
      })
    }))
})

describe('a sender', () => {
  const beginning = `${field('title', 'T')}${FILE}`

  test('that falls silent is disconnected after a minute, one that waits for the answer is not', () =>
    withServer(async (world) => {
      const { visit, path } = await atTheForm(world)
      const { server } = world.app
      await withConnections(world, async (open) => {
        const accepted = once(server, 'connection')
        const connection = await open(visit)
        const [socket] = (await accepted) as [Socket]
        const whole = `${field('title', 'T')}--B--\r\n`
        connection.sendHead('POST', path, { ...FORM, 'content-length': String(whole.length) })
        await connection.send(whole.slice(0, 9))
        await vi.waitFor(() => expect(socket.timeout).toBe(60_000), SOON)
        await connection.send(whole.slice(9))
        expect((await connection.answer()).status).toBe(200)
        expect(socket.timeout).not.toBe(60_000)
      })
      // 50 MB at 450 kbit/s.
      expect([server.requestTimeout, server.headersTimeout]).toEqual([900_000, 20_000])
    }))

  test.each<[string, number, (world: TestServer, office: Ctx) => Promise<unknown>]>([
    ['whose session ends meanwhile', 401, ({ db }) => db.deleteFrom('sessions').execute()],
    [
      'whose browser is signed in as another user meanwhile',
      403,
      async ({ db }, office) => {
        const { actor } = await aProposer(office)
        await db.updateTable('sessions').set({ user_id: actor.id }).execute()
      },
    ],
    [
      'during which maintenance begins',
      503,
      ({ db }) =>
        db.insertInto('maintenance').values({ until: '2099-01-01T00:00:00Z', reason: '' }).execute(),
    ],
  ])('%s is refused after sending the form, and nothing of it stays', (_, status, happen) =>
    withServer(async (world) => {
      const { visit, actor, path, office, held } = await atTheForm(world)
      await withConnections(world, async (open) => {
        const connection = await open(visit)
        const rest = '\r\n--B--\r\n'
        connection.sendHead('POST', path, {
          ...FORM,
          [SHOWN_USER_HEADER]: String(actor.id),
          'content-length': String(beginning.length + rest.length),
        })
        await connection.send(beginning)
        await vi.waitFor(async () => expect(await held()).toHaveLength(1), SOON)
        await happen(world, office)
        await connection.send(rest)
        expect((await connection.answer()).status).toBe(status)
      })
      expect(await held()).toEqual([])
    }),
  )

  test('sends at most four forms at once, and another when one of them ends', () =>
    withServer(async (world) => {
      const { visit, path, held } = await atTheForm(world)
      await withConnections(world, async (open) => {
        const begin = async () => {
          const connection = await open(visit)
          connection.sendHead('POST', path, { ...FORM, 'content-length': String(MEGABYTE) })
          await connection.send(beginning)
          return connection
        }
        const four = [await begin(), await begin(), await begin(), await begin()]
        await vi.waitFor(async () => expect(await held()).toHaveLength(4), SOON)
        expect((await (await begin()).answer()).status).toBe(429)
        four[0]!.disconnect()
        await vi.waitFor(async () => expect(await held()).toHaveLength(3), SOON)
        await begin()
        await vi.waitFor(async () => expect(await held()).toHaveLength(4), SOON)
      })
    }))
})

describe('a request body', () => {
  test('is not read without permission to send it', () =>
    withServer(async (world) => {
      const { visit } = await atTheForm(world)
      const json = { 'content-type': 'application/json' }
      const send = async ({ request }: typeof visit) =>
        (await request('POST', '/api/samples/allocation', '{ broken', json)).statusCode
      expect(await send(world.visitor)).toBe(401)
      expect(await send(visit)).toBe(403)
      expect(await send(await world.as(await aUser(world.ctx(), ['admin'])))).toBe(400)
    }))

  test('is at most a megabyte where proposers and reviewers write, and is not read where there is no endpoint', () =>
    withServer(async (world) => {
      const visit = await world.as(await aUser(world.ctx(), ['reviewer']))
      const of = (bytes: number) => ({ title: 'x'.repeat(bytes) })
      expect((await visit.request('PUT', '/api/reports/1', of(2 * MEGABYTE))).statusCode).toBe(413)
      expect((await visit.request('POST', '/api/nowhere', of(100_000))).statusCode).toBe(413)
    }))
})
