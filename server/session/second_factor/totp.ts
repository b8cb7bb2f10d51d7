import { Secret, TOTP } from 'otpauth'

const ISSUER = 'Astromaterials Sample AO'
/** RFC 6238 as every app has it: SHA-1, six digits, steps of 30 seconds; one step to each side is taken. */
const STEP_MS = 30_000
const SHAPE = { algorithm: 'SHA1', digits: 6, period: STEP_MS / 1000 }
const WINDOW = 1

/** A new secret for an authenticator app: 160 bits in base32. */
export const newSecret = () => new Secret({ size: 20 }).base32

/** What an app reads from the QR code. */
export const addressOf = (secret: string, email: string) =>
  new TOTP({ ...SHAPE, issuer: ISSUER, label: email, secret: Secret.fromBase32(secret) }).toString()

/** The time step whose code this is, or null when it is of none near `now`. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const token = code.replace(/[\s-]/gu, '')
  if (!/^\d{6}$/u.test(token)) return null
  const app = new TOTP({ ...SHAPE, secret: Secret.fromBase32(secret) })
  const delta = app.validate({ token, timestamp: +now, window: WINDOW })
  return delta === null ? null : Math.floor(+now / STEP_MS) + delta
}
