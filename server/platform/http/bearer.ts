import type { FastifyRequest } from 'fastify'
import type { Fault } from '#domain/errors.ts'

const BEARER = /^bearer(?: +(?<token>.*))?$/isu

/**
 * The token of `Authorization: Bearer …`, '' if none follows; undefined for any other scheme, such as the Basic that a proxy
 * before a test system asks for.
 */
export const bearerToken = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined => {
  const scheme = BEARER.exec(headers.authorization?.trim() ?? '')
  return scheme ? (scheme.groups?.token ?? '') : undefined
}

const REALM = 'Bearer realm="Astromaterials Sample AO System"'

/** The WWW-Authenticate header of a failure, after RFC 6750, section 3; null where it has none. */
export function challengeOf(fault: Fault, request: FastifyRequest): string | null {
  const { required_scope: scope } = fault.details
  if (scope !== undefined)
    return `${REALM}, error="insufficient_scope"${typeof scope === 'string' ? `, scope="${scope}"` : ''}`
  if (fault.kind !== 'unauthenticated') return null
  return bearerToken(request) === undefined ? REALM : `${REALM}, error="invalid_token"`
}
