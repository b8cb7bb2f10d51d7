import { z } from 'zod'
import { everyone } from '../access.ts'
import { byId, get, instant, Outcome, post } from '../endpoint.ts'
import { singleLine } from '../input_schemas.ts'
import { REQUIRED } from '../text.ts'
import { SECURITY } from './second_factor.ts'

const encoded = (max: number) => z.string().max(max)
const OF_BROWSER = {
  id: encoded(2000),
  rawId: encoded(2000),
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
}

/** What a browser answers with when a passkey is made (WebAuthn, RegistrationResponseJSON). */
const MadePasskey = z.object({
  ...OF_BROWSER,
  response: z.object({
    clientDataJSON: encoded(4000),
    attestationObject: encoded(20_000),
    transports: z.array(encoded(30)).max(10).optional(),
  }),
})
export type MadePasskey = z.infer<typeof MadePasskey>

/** What a browser answers with when a passkey is shown (WebAuthn, AuthenticationResponseJSON). */
export const ShownPasskey = z.object({
  ...OF_BROWSER,
  response: z.object({
    clientDataJSON: encoded(4000),
    authenticatorData: encoded(4000),
    signature: encoded(4000),
    userHandle: encoded(200).optional(),
  }),
})
export type ShownPasskey = z.infer<typeof ShownPasskey>

/** What a browser is asked with, to make or to show a passkey; it knows the shape. */
export const PasskeyOptions = z.record(z.string(), z.unknown())

const password = z
  .string(REQUIRED)
  .max(1000)
  .refine((text) => text !== '' && !text.includes('\0'), REQUIRED)
/** A code of an app or a recovery code as it is typed, blanks and dashes allowed. */
export const code = singleLine({ max: 100, required: REQUIRED })
const PASSKEY_NAME = 60

const Passkey = z.object({
  id: z.number(),
  name: z.string(),
  created_at: instant,
  last_used_at: instant.nullable(),
})
const OwnSession = z.object({
  id: z.number(),
  /** The browser in words, as it names itself. */
  browser: z.string(),
  address: z.string().nullable(),
  created_at: instant,
  last_seen_at: instant,
  /** The session that asks. */
  current: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

/** How one's own account is signed in to. */
export const Security = z.object({
  passkeys: z.array(Passkey),
  totp: z.object({ created_at: instant, last_used_at: instant.nullable() }).nullable(),
  /** How many recovery codes are left. */
  recovery_codes: z.number(),
  /** A second factor is asked of the user's role. */
  required: z.boolean(),
  why_not_passkey: z.string().nullable(),
  sessions: z.array(OwnSession),
})
export type Security = z.infer<typeof Security>

/** With the recovery codes that were made with it; they are told once. */
const WithCodes = Outcome.extend({ recovery_codes: z.array(z.string()).optional() })
const NewApp = Outcome.extend({ secret: z.string().optional(), uri: z.string().optional() })
const NewPasskey = Outcome.extend({ options: PasskeyOptions.optional() })
const byPassword = z.object({ password })

/** The owner's second factor and sessions. */
export const security = {
  /** From where somebody signed in is nobody else's. */
  show: get(SECURITY, everyone, { reply: Security, whileImpersonating: false }),
  beginApp: post(`${SECURITY}/totp/begin`, everyone, { body: byPassword, reply: NewApp }),
  addApp: post(`${SECURITY}/totp`, everyone, {
    body: z.object({ code }),
    reply: WithCodes,
    mails: ['second_factor'],
  }),
  removeApp: post(`${SECURITY}/totp/remove`, everyone, {
    body: byPassword,
    reply: Outcome,
    mails: ['second_factor'],
  }),
  beginPasskey: post(`${SECURITY}/passkeys/begin`, everyone, {
    body: byPassword.extend({ name: singleLine({ max: PASSKEY_NAME, required: REQUIRED }) }),
    reply: NewPasskey,
  }),
  addPasskey: post(`${SECURITY}/passkeys`, everyone, {
    body: z.object({ response: MadePasskey }),
    reply: WithCodes,
    mails: ['second_factor'],
  }),
  removePasskey: post(`${SECURITY}/passkeys/remove/:id`, everyone, {
    params: byId,
    body: byPassword,
    reply: Outcome,
    mails: ['second_factor'],
  }),
  makeCodes: post(`${SECURITY}/recovery_codes`, everyone, {
    body: byPassword,
    reply: WithCodes,
    mails: ['second_factor'],
  }),
  endSession: post(`${SECURITY}/sessions/end/:id`, everyone, { params: byId, reply: Outcome }),
  endOthers: post(`${SECURITY}/sessions/end_others`, everyone, { reply: Outcome }),
}
