import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isRefused, whyBadAnswer } from '#server/testing/bad_input/answer_check.ts'
import { badRequest, chooseCaller, createCallers } from '#server/testing/bad_input/requests.ts'
import { digestTables } from '#server/testing/matrix/digest.ts'
import { createMatrixFixture } from '#server/testing/matrix/fixture.ts'
import { withServer } from '#server/testing/test_server.ts'

const REQUESTS = Number(process.env.REQUESTS ?? 500)
const seed = Number(process.env.SEED ?? 1)

test(
  'whatever is sent is answered in the one shape, and what is refused has changed nothing',
  () =>
    withServer(async (server) => {
      const callers = createCallers(await createMatrixFixture(server))
      const digest = await digestTables(server.db)
      const before = await digest()
      await sql`savepoint cell`.execute(server.db)
      for (const request of fc.sample(badRequest, { numRuns: REQUESTS, seed })) {
        const { endpoint: call, method, path, headers, body } = request
        const { cookie, csrf } = chooseCaller(request, callers)
        const start = performance.now()
        const reply = await server.app.inject({
          method: method as 'GET',
          url: path,
          headers: { cookie, 'x-xsrf-token': csrf, ...Object.fromEntries(headers) },
          ...(body && { payload: body }),
        })
        const answer = {
          status: reply.statusCode,
          type: String(reply.headers['content-type'] ?? ''),
          text: reply.payload,
          ms: performance.now() - start,
        }
        const what = `${call}: ${method} ${path.slice(0, 200)} ${body?.toString().slice(0, 400)}`
        expect.soft([what, whyBadAnswer(answer)]).toEqual([what, null])
        if (isRefused(answer)) expect.soft([what, await digest()]).toEqual([what, before])
        await sql`rollback to savepoint cell`.execute(server.db)
      }
    }),
  300_000,
)
