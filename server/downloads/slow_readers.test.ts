import { expect, test } from 'vitest'
import { aTerm, aUser } from '../builders/people.ts'
import { withConnections } from '../testing/connection.ts'
import { insertApplicants, openSlowReader } from '../testing/slow_reader.ts'
import { withParallelServer } from '../testing/test_server.ts'

test(
  'slow downloads block no other request, and each user may have two at a time',
  () =>
    withParallelServer(async (world) => {
      await aTerm(world.ctx())
      await insertApplicants(world.db, 400)
      const readers = await Promise.all(
        Array.from({ length: 6 }, async () => world.as(await aUser(world.ctx(), ['admin']))),
      )
      await withConnections(world, async (_, port) => {
        const address = async ({ request }: (typeof readers)[number]) =>
          (await request('GET', '/api/applicant/download')).json() as string
        const asked = await Promise.all(
          readers
            .slice(0, 2)
            .flatMap((reader) => [0, 1].map(async () => ({ reader, path: await address(reader) }))),
        )
        const slow = await Promise.all(
          asked.map(({ reader, path }) => openSlowReader(port, path, reader.cookie)),
        )
        expect(slow.map(({ status }) => status)).toEqual([200, 200, 200, 200])

        const third = await readers[0]!.request('GET', asked[0]!.path)
        expect(third.statusCode).toBe(429)
        expect(third.headers['retry-after']).toBe('15')
        expect(third.json().message).toBe(
          'Two of your downloads are still running. Please try again when one of them is done.',
        )
        expect((await readers[0]!.request('GET', '/api/applicant/download')).statusCode).toBe(429)

        // More downloads than export connections: they wait, other requests do not.
        const more = readers
          .slice(2)
          .flatMap((reader) =>
            [0, 1].map(async () => openSlowReader(port, await address(reader), reader.cookie)),
          )
        expect((await readers[5]!.request('GET', '/api/login_user')).statusCode).toBe(200)
        expect((await readers[0]!.request('GET', '/api/applicants')).statusCode).toBe(200)

        // An aborted download frees its connection at once.
        for (const { socket } of slow) socket.destroy()
        await Promise.all(slow.map(({ closed }) => closed))
        await Promise.all(more.map(async (one) => (await one).socket.destroy()))
        await expect
          .poll(async () => (await readers[0]!.request('GET', asked[0]!.path)).statusCode, {
            timeout: 60_000,
          })
          .toBe(200)
      })
    }),
  300_000,
)
