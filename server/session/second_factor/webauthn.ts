import { isIP } from 'node:net'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { PasskeyAssertion, PasskeyRegistration } from '#domain/session/contract.ts'
import type { Config } from '../../platform/config.ts'

const NAME = 'Astromaterials Sample AO System'
const TIMEOUT_MS = 5 * 60_000
/** Many small files, of which a call without a passkey needs none. */
const library = () => import('@simplewebauthn/server')
type Transports = NonNullable<RegistrationResponseJSON['response']['transports']>

/** Who asks, as browsers and authenticators know it: the name and the origin of BASE_URL. */
function relyingParty({ baseUrl }: Config) {
  const { hostname, origin } = new URL(baseUrl)
  return { rpID: hostname, origin }
}

/** Whether browsers make passkeys here: for a name and over https, or for this very machine. */
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

/** What a browser is asked with to make a passkey beside those that the user has. */
export const passkeyCreationOptions = async (
  config: Config,
  user: { id: number; email: string; name: string },
  kept: StoredCredential[],
) =>
  (await library()).generateRegistrationOptions({
    rpName: NAME,
    rpID: relyingParty(config).rpID,
    userID: new TextEncoder().encode(`ao-user-${user.id}`),
    userName: user.email,
    userDisplayName: user.name,
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: kept.map(credentialDescriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })

/** What a browser is asked with to show one of these passkeys. */
export const passkeyRequestOptions = async (config: Config, kept: StoredCredential[]) =>
  (await library()).generateAuthenticationOptions({
    rpID: relyingParty(config).rpID,
    timeout: TIMEOUT_MS,
    allowCredentials: kept.map(credentialDescriptor),
    userVerification: 'preferred',
  })

/** What cannot be read or does not fit is as good as no answer. */
const nullOnError = <T>(check: Promise<T>) => check.catch(() => null)

/** The passkey that answers the challenge, or null. */
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
  if (!checked?.verified) return null
  const { id, publicKey, counter } = checked.registrationInfo.credential
  return {
    credential_id: id,
    public_key: Buffer.from(publicKey),
    counter,
    transports: response.response.transports ?? [],
  }
}

interface StoredPasskey extends StoredCredential {
  public_key: Buffer
  counter: number
}

/** The passkey's new counter where it answers the challenge, or null; a counter that goes back is a copied key. */
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
  return checked?.verified ? checked.authenticationInfo.newCounter : null
}
