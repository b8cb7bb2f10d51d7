import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { PasskeyAssertion, PasskeyRegistration } from '#domain/session/contract.ts'

type Options = Record<string, unknown> | null | undefined
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
const number = (value: number, bytes: 2 | 4) => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}
/** User present; attested credential data included. */
const [PRESENT, WITH_KEY] = [0x01, 0x41]

/** What differs from an honest page and authenticator. */
export interface Forgery {
  /** The relying party that the authenticator was asked for. */
  rpId?: string
  /** Fields of the client data. */
  client?: Record<string, unknown>
  /** The user whom the authenticator names at sign-in. */
  userHandle?: string
}

/** An authenticator with one passkey (ES256, no attestation) for pages of `origin`. It signs whatever it is told. */
export const anAuthenticator = (origin: string, forgery: Forgery = {}) =>
  authenticatorWith(
    { ...generateKeyPairSync('ec', { namedCurve: 'P-256' }), id: randomBytes(16) },
    origin,
    forgery,
  )

interface Keys {
  privateKey: KeyObject
  publicKey: KeyObject
  id: Buffer
}

function authenticatorWith(keys: Keys, origin: string, { rpId, client: forged, userHandle }: Forgery) {
  const { privateKey, publicKey, id } = keys
  const key = publicKey.export({ format: 'jwk' })
  const about = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const }
  const party = sha256(rpId ?? new URL(origin).hostname)
  const answerTo = (type: string, options: Options) =>
    Buffer.from(
      JSON.stringify({ type, challenge: options!.challenge, origin, crossOrigin: false, ...forged }),
    )
  const point = (part: string | undefined) => Buffer.from(part!, 'base64url')

  return {
    /** The same passkey, used by another page or told otherwise. */
    forging: (other: Forgery, at = origin) => authenticatorWith(keys, at, other),
    /** Registers the passkey. */
    make(options: Options): PasskeyRegistration {
      const cose = isoCBOR.encode(
        new Map<number, number | Uint8Array<ArrayBuffer>>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(point(key.x))],
          [-3, new Uint8Array(point(key.y))],
        ]),
      )
      const made = [Buffer.alloc(16), number(id.length, 2), id, cose]
      const authData = new Uint8Array(Buffer.concat([party, Buffer.from([WITH_KEY]), number(0, 4), ...made]))
      const attestation = isoCBOR.encode(
        new Map<string, string | Map<string, string> | Uint8Array<ArrayBuffer>>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      )
      return {
        ...about,
        clientExtensionResults: {},
        response: {
          clientDataJSON: answerTo('webauthn.create', options).toString('base64url'),
          attestationObject: Buffer.from(attestation).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** Signs in with the passkey; `counter` is its signature counter. */
    show(options: Options, counter: number): PasskeyAssertion {
      const client = answerTo('webauthn.get', options)
      const data = Buffer.concat([party, Buffer.from([PRESENT]), number(counter, 4)])
      return {
        ...about,
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
          ...(userHandle !== undefined && { userHandle: Buffer.from(userHandle).toString('base64url') }),
        },
      }
    },
  }
}
