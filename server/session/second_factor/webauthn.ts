import { isIP } from 'node:net'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { PasskeyAssertion, PasskeyRegistration } from '#domain/session/contract.ts'
import type { Config } from '../../platform/config.ts'

const NAME = 'Astromaterials Sample AO System'
const TIMEOUT_MS = 5 * 60_000
/** Loaded on first use: it is large, and few requests need it. */
const library = () => import('@simplewebauthn/server')
type Transports = NonNullable<RegistrationResponseJSON['response']['transports']>

/** The relying party: host name and origin of BASE_URL. */
function relyingParty({ baseUrl }: Config) {
  const { hostname, origin } = new URL(baseUrl)
  return { rpID: hostname, origin }
}

/** Browsers support passkeys for a host name over https, and for localhost. */
export function supportsPasskeys({ baseUrl }: Config): boolean {
  const { hostname, protocol } = new URL(baseUrl)
  if (hostname === 'localhost') return true
  return protocol === 'https:' && isIP(hostname.replace(/^\[|\]$/gu, '')) === 0
}

interface StoredCredential {
  credential_id: string
  transports: string[]
}
const credentialDescriptor = ({ credential_id, transports }: StoredCredential) => ({
  id: credential_id,
  transports: transports as Transports,
})

export const passkeyCreationOptions = async (
  config: Config,
  user: { id: number; email: string; name: string },
  stored: StoredCredential[],
) =>
  (await library()).generateRegistrationOptions({
    rpName: NAME,
    rpID: relyingParty(config).rpID,
    userID: new TextEncoder().encode(handleOf(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: stored.map(credentialDescriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })

export const passkeyRequestOptions = async (config: Config, stored: StoredCredential[]) =>
  (await library()).generateAuthenticationOptions({
    rpID: relyingParty(config).rpID,
    timeout: TIMEOUT_MS,
    allowCredentials: stored.map(credentialDescriptor),
    userVerification: 'preferred',
  })

/** The library throws for malformed answers. */
const nullOnError = <T>(check: Promise<T>) => check.catch(() => null)

const fromBase64 = (text: string) => Buffer.from(text, 'base64url').toString()

/** The user as the authenticator knows them. */
const handleOf = (user_id: number) => `ao-user-${user_id}`

/** Whether a page of another origin frames the one that asked. Ours is never framed, and the library admits some frames. */
function isFramed({ response: { clientDataJSON } }: { response: { clientDataJSON: string } }): boolean {
  const { crossOrigin, topOrigin } = JSON.parse(fromBase64(clientDataJSON))
  return (crossOrigin ?? false) !== false || topOrigin !== undefined
}

/** The new passkey if the response answers the challenge, otherwise null. */
export async function verifyRegistration(config: Config, challenge: string, response: PasskeyRegistration) {
  const { rpID, origin } = relyingParty(config)
  const { verifyRegistrationResponse } = await library()
  const checked = await nullOnError(
    verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: false,
    }),
  )
  if (!checked?.verified || isFramed(response)) return null
  const { id, publicKey, counter } = checked.registrationInfo.credential
  return {
    credential_id: id,
    public_key: Buffer.from(publicKey),
    counter,
    transports: response.response.transports ?? [],
  }
}

interface StoredPasskey extends StoredCredential {
  user_id: number
  public_key: Buffer
  counter: number
}

/** The passkey's new counter if the response answers the challenge, otherwise null. A counter that goes back means a cloned key. */
export async function verifyAssertion(
  config: Config,
  challenge: string,
  passkey: StoredPasskey,
  response: PasskeyAssertion,
): Promise<number | null> {
  const { rpID, origin } = relyingParty(config)
  const { verifyAuthenticationResponse } = await library()
  const checked = await nullOnError(
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: false,
      credential: {
        ...credentialDescriptor(passkey),
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
      },
    }),
  )
  const { userHandle } = response.response
  const isTheirs = userHandle === undefined || fromBase64(userHandle) === handleOf(passkey.user_id)
  return checked?.verified && isTheirs && !isFramed(response) ? checked.authenticationInfo.newCounter : null
}
