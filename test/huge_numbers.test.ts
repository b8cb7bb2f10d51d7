import { expect, test } from 'vitest'
import type { z } from 'zod'
import { allows } from '#domain/access.ts'
import { contract } from '#domain/contract.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { whyBadAnswer } from '#server/testing/bad_input/answer_check.ts'
import { createCallers } from '#server/testing/bad_input/requests.ts'
import { fieldNames } from '#server/testing/bad_input/values.ts'
import { createMatrixFixture } from '#server/testing/matrix/fixture.ts'
import { withServer } from '#server/testing/test_server.ts'

/** Numbers that a database or JavaScript cannot hold, or that are none. */
const HUGE = [
  '2147483648',
  '-2147483649',
  '9007199254740993',
  '9223372036854775808',
  '1e18',
  '1e400',
  '9'.repeat(250),
  'NaN',
  '-1',
]

const endpoints: [string, Endpoint][] = Object.entries(contract).flatMap(([area, calls]) =>
  Object.entries<Endpoint>(calls).map(([name, endpoint]): [string, Endpoint] => [
    `${area}.${name}`,
    endpoint,
  ]),
)

/** It leads back to a screen that says what is wrong. */
const CALLBACK = contract.providers.callback.path

/** Whether a parameter of the path is a name or a token, of which a number is one like any other. */
const isText = (params: Endpoint['params'], name: string) => {
  const { shape } = params as unknown as { shape: Record<string, z.ZodType> }
  return shape[name]!.safeParse('number').success
}

/** The addresses of an endpoint with such a number in one place each, and what may be answered there. */
function* addressesOf({
  method,
  path,
  params,
  query,
}: Endpoint): Generator<[address: string, statuses: number[]]> {
  const some = path.replace(/:\w+/gu, '1')
  for (const number of HUGE) {
    for (const name of path.match(/:\w+/gu) ?? [])
      yield [
        path.replace(name, number).replace(/:\w+/gu, '1'),
        // What is named by a text is looked up once the body is valid.
        method !== 'GET' && isText(params, name.slice(1)) ? [400, 404] : [path === CALLBACK ? 303 : 404],
      ]
    for (const field of fieldNames(query)) yield [`${some}?${field}=${number}`, [200, 400, 403, 404]]
  }
}

test(
  'a number far too large in an id or a query field of any endpoint is no failure of the server',
  () =>
    withServer(async (world) => {
      const callers = createCallers(await createMatrixFixture(world))
      const wrong: string[] = []
      for (const [name, endpoint] of endpoints) {
        const { method, access } = endpoint
        const { cookie, csrf } = callers.find(({ roles }) => allows(access, roles))!
        for (const [url, statuses] of addressesOf(endpoint)) {
          const headers = { cookie, 'x-xsrf-token': csrf }
          const body = method === 'GET' ? {} : { payload: {} }
          const { statusCode, payload } = await world.app.inject({ method, url, headers, ...body })
          const why = whyBadAnswer({ status: statusCode, type: '', text: payload, ms: 0 })
          if (why !== null || !statuses.includes(statusCode))
            wrong.push(`${name} ${url}: ${statusCode} ${why}`)
        }
      }
      expect(wrong).toEqual([])
    }),
  600_000,
)
