import { createHmac } from 'node:crypto'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  type CustomFetchOptions,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client'
import { isOrcid } from '#domain/orcid.ts'
import type { Config, Provider } from '../../platform/config.ts'

/** More than any answer of a provider has. */
const MAX_ANSWER_BYTES = 256 * 1024
const MAX_SUBJECT = 255
const MAX_NAME = 200

/** The provider's answer is invalid. */
export class UnusableAnswer extends Error {
  override name = 'UnusableAnswer'
}

/** The answer exceeds MAX_ANSWER_BYTES. */
export class EndlessAnswer extends Error {
  override name = 'EndlessAnswer'
}

/** An account at a provider, whose owner has just signed in there. */
export interface Identity {
  issuer: string
  subject: string
  /** What the provider calls it. */
  name: string
  orcid: string | null
  first_name: string
  last_name: string
  /** The provider says that a second factor was used. */
  secondFactor: boolean
}

/** Where the provider sends the browser back to; registered with the provider. */
export const redirectUri = ({ baseUrl }: Config, { id }: Provider) =>
  `${baseUrl}/api/providers/callback/${id}`

/**
 * Nonce and PKCE verifier of a visit. They follow from the cookie of the browser that begins it, so that the database, which
 * stores hashes of state and cookie, does not reveal them.
 */
const derived = (browserToken: string, state: string, use: 'nonce' | 'verifier') =>
  createHmac('sha256', browserToken).update(`${use} ${state}`).digest('base64url')

/** `fetch` that follows no redirect and gives up an answer that does not end. */
async function limitedFetch(url: string, options: CustomFetchOptions): Promise<Response> {
  const response = await fetch(url, { ...options, redirect: 'manual' } as RequestInit)
  let bytes = 0
  const counted = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength
        if (bytes > MAX_ANSWER_BYTES)
          controller.error(new EndlessAnswer('An answer of the provider is too long.'))
        else controller.enqueue(chunk)
      },
    }),
  )
  const { status, statusText, headers } = response
  return new Response(counted ?? null, { status, statusText, headers })
}

/**
 * The provider as it describes itself now, read for each visit: a rotated key or a moved address is known at once. http is
 * taken of an issuer on this machine alone, see readConfig.
 */
async function discover({ providerTimeoutSeconds }: Config, provider: Provider): Promise<Configuration> {
  const isInsecure = new URL(provider.issuer).protocol === 'http:'
  return discovery(new URL(provider.issuer), provider.clientId, provider.clientSecret, undefined, {
    timeout: providerTimeoutSeconds,
    [customFetch]: limitedFetch,
    // By default the signature of an ID token that comes over TLS is not checked.
    execute: [enableNonRepudiationChecks, ...(isInsecure ? [allowInsecureRequests] : [])],
  })
}

/** The address at the provider at which a visit begins. */
export async function visitUrl(
  config: Config,
  provider: Provider,
  visit: { state: string; browserToken: string },
) {
  const { state, browserToken } = visit
  const client = await discover(config, provider)
  const url = buildAuthorizationUrl(client, {
    redirect_uri: redirectUri(config, provider),
    response_type: 'code',
    scope: provider.isOrcid ? 'openid' : 'openid profile',
    state,
    nonce: derived(browserToken, state, 'nonce'),
    code_challenge: await calculatePKCECodeChallenge(derived(browserToken, state, 'verifier')),
    code_challenge_method: 'S256',
  })
  // Whatever the provider's own document says, the browser is sent nowhere but to a web address.
  if (url.protocol !== 'https:' && url.protocol !== new URL(provider.issuer).protocol)
    throw new UnusableAnswer('The authorization endpoint is no https address.')
  return url.href
}

/** Exchanges the code that a provider sent back for the identity that it vouches for. Throws whatever is wrong with it. */
export async function receiveIdentity(
  config: Config,
  provider: Provider,
  { query, ...visit }: { query: URLSearchParams; state: string; browserToken: string },
): Promise<Identity> {
  const { state, browserToken } = visit
  const client = await discover(config, provider)
  const tokens = await authorizationCodeGrant(client, new URL(`${redirectUri(config, provider)}?${query}`), {
    expectedState: state,
    expectedNonce: derived(browserToken, state, 'nonce'),
    pkceCodeVerifier: derived(browserToken, state, 'verifier'),
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new UnusableAnswer('There is no ID token.')
  const text = (name: string) => {
    const value = claims[name]
    return typeof value === 'string' ? oneLine(value) : ''
  }
  const { sub: subject, amr, acr } = claims
  if (subject === '' || subject.length > MAX_SUBJECT || subject.includes('\0'))
    throw new UnusableAnswer('The subject is not usable.')
  if (provider.isOrcid && !isOrcid(subject)) throw new UnusableAnswer('The subject is no ORCID iD.')
  const asserted = provider.secondFactor
  const methods = Array.isArray(amr) ? amr : []
  const [first_name, last_name] = [text('given_name'), text('family_name')]
  const name = text('preferred_username') || text('name') || `${first_name} ${last_name}`.trim() || subject
  return {
    ...{ issuer: provider.issuer, subject, name: provider.isOrcid ? subject : name, first_name, last_name },
    orcid: provider.isOrcid ? subject : null,
    secondFactor:
      asserted.amr.some((value) => methods.includes(value)) ||
      (typeof acr === 'string' && asserted.acr.includes(acr)),
  }
}

/** A name without control characters, and no longer than names are. */
const oneLine = (text: string) => [...text.replaceAll(/\p{C}+/gu, ' ').trim()].slice(0, MAX_NAME).join('')

/** Whether the provider did not answer in time, or not at all, rather than wrongly. */
export function isUnreachable(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof EndlessAnswer) return true
    const { code } = at as { code?: unknown }
    if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT' || at.name === 'TimeoutError') return true
    // What `fetch` throws where there is no connection.
    if (at instanceof TypeError && at.message === 'fetch failed') return true
  }
  return false
}
