import { isIP } from 'node:net'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { MadePasskey, ShownPasskey } from '#domain/session/security.ts'
import type { Config } from '../../platform/config.ts'

const NAME = 'Astromaterials Sample AO System'
const TIMEOUT_MS = 5 * 60_000
/** Many small files, of which a call without a passkey needs none. */
const library = () => import('@simplewebauthn/server')
type Transports = NonNullable<RegistrationResponseJSON['response']['transports']>

/** Who asks, as browsers and authenticators know it: the name and the origin of BASE_URL. */
function partyOf({ baseUrl }: Config) {
  const { hostname, origin } = new URL(baseUrl)
  return { rpID: hostname, origin }
}

/** Whether browsers make passkeys here: for a name and over https, or for this very machine. */
export function takesPasskeys({ baseUrl }: Config): boolean {
  const { hostname, protocol } = new URL(baseUrl)
  if (hostname === 'localhost') return true
  return protocol === 'https:' && isIP(hostname.replace(/^\[|\]$/gu, '')) === 0
}

interface Kept {
  credential_id: string
  transports: string[]
}
const named = ({ credential_id, transports }: Kept) => ({
  id: credential_id,
  transports: transports as Transports,
})

/** What a browser is asked with to make a passkey beside those that the user has. */
export const askToMake = async (
  config: Config,
  user: { id: number; email: string; name: string },
  kept: Kept[],
) =>
  (await library()).generateRegistrationOptions({
    rpName: NAME,
    rpID: partyOf(config).rpID,
    userID: new TextEncoder().encode(`ao-user-${user.id}`),
    userName: user.email,
    userDisplayName: user.name,
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: kept.map(named),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })

/** What a browser is asked with to show one of these passkeys. */
export const askToShow = async (config: Config, kept: Kept[]) =>
  (await library()).generateAuthenticationOptions({
    rpID: partyOf(config).rpID,
    timeout: TIMEOUT_MS,
    allowCredentials: kept.map(named),
    userVerification: 'preferred',
  })

/** What cannot be read or does not fit is as good as no answer. */
const orNull = <T>(check: Promise<T>) => check.catch(() => null)

/** The passkey that answers the challenge, or null. */
export async function madePasskey(config: Config, challenge: string, response: MadePasskey) {
  const { rpID, origin } = partyOf(config)
  const { verifyRegistrationResponse } = await library()
  const checked = await orNull(
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

interface KeptPasskey extends Kept {
  public_key: Buffer
  counter: number
}

/** The passkey's new counter where it answers the challenge, or null; a counter that goes back is a copied key. */
export async function shownCounter(
  config: Config,
  challenge: string,
  passkey: KeptPasskey,
  response: ShownPasskey,
): Promise<number | null> {
  const { rpID, origin } = partyOf(config)
  const { verifyAuthenticationResponse } = await library()
  const checked = await orNull(
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: false,
      credential: {
        ...named(passkey),
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
      },
    }),
  )
  return checked?.verified ? checked.authenticationInfo.newCounter : null
}
