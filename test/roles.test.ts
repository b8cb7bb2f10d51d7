import { describe, expect, test } from 'vitest'
import { contract } from '#domain/contract.ts'
import { type AnyEndpoint, allows, ROLES } from '#domain/wire.ts'
import { aTerm, aUser } from '#server/builders/people.ts'
import { inWorld } from '#server/testing/world.ts'

const lines = Object.values<Record<string, AnyEndpoint>>(contract)
  .flatMap((endpoints) => Object.values(endpoints))
  .map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint }))

/** The address with every parameter at one that no object has; a user's own id where it must be that. */
const address = (endpoint: AnyEndpoint, own = 0) =>
  endpoint.path.replace(':userId', String(own)).replace(/:(\w+)/gu, '2000000000')
const status = (request: { statusCode: number }) => request.statusCode

describe('every call lets in exactly its roles', () => {
  test('nobody, and each role alone', () =>
    inWorld(async ({ ctx, as, visitor, at, services }) => {
      at(services.clock())
      await aTerm(ctx())
      for (const { endpoint, name } of lines) {
        if (endpoint.access === 'public') continue
        const answer = await visitor.request(endpoint.method, address(endpoint), {})
        expect([name, status(answer)]).toEqual([name, 401])
        expect(answer.json()).toEqual({ message: 'Unauthenticated.' })
      }
      for (const role of ROLES) {
        const user = await aUser(ctx(), [role])
        const visit = await as(user)
        for (const { endpoint, name } of lines) {
          if (name.endsWith('/logout')) continue
          const method = endpoint.method
          const answer = await visit.request(
            method,
            address(endpoint, user.id),
            method === 'GET' ? undefined : {},
          )
          const who = `${role}: ${name}`
          if (!allows(endpoint.access, [role])) expect([who, status(answer)]).toEqual([who, 403])
          else expect([who, [401, 403, 500].includes(status(answer))]).toEqual([who, false])
        }
      }
    }))
})
