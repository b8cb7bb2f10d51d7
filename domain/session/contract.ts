import { z } from 'zod'
import { everyone, ROLES, staff } from '../access.ts'
import { AddressSchema, byId, get, instant, Outcome, post, put } from '../endpoint.ts'
import { checkbox, singleLine } from '../input_schemas.ts'
import { REQUIRED } from '../text.ts'
import { ListViews } from './list_view_schemas.ts'
import { currentPassword } from './password_schema.ts'
import { NO_EMAIL, NO_PASSWORD } from './rules.ts'
import { METHODS, SECURITY_PATH } from './second_factor.ts'

/** The signed-in user, as sent to the browser. */
export const SessionUser = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  affiliation: z.string(),
  role: z.array(z.enum(ROLES)),
  list_views: ListViews,
  /** The user must set up a second factor first. */
  owes_second_factor: z.boolean().optional(),
  /** The administrator who is impersonating this user (read-only), and until when. */
  acting: z.object({ id: z.number(), name: z.string(), until: z.string() }).optional(),
})
export type SessionUser = z.infer<typeof SessionUser>

const encoded = (max: number) => z.string().max(max)
const CREDENTIAL = {
  id: encoded(2000),
  rawId: encoded(2000),
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
}

/** The browser's answer when a passkey is created (WebAuthn, RegistrationResponseJSON). */
const PasskeyRegistration = z.object({
  ...CREDENTIAL,
  response: z.object({
    clientDataJSON: encoded(4000),
    attestationObject: encoded(20_000),
    transports: z.array(encoded(30)).max(10).optional(),
  }),
})
export type PasskeyRegistration = z.infer<typeof PasskeyRegistration>

/** The browser's answer when a passkey is used (WebAuthn, AuthenticationResponseJSON). */
export const PasskeyAssertion = z.object({
  ...CREDENTIAL,
  response: z.object({
    clientDataJSON: encoded(4000),
    authenticatorData: encoded(4000),
    signature: encoded(4000),
    userHandle: encoded(200).optional(),
  }),
})
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

/** Options for the browser's WebAuthn call; the browser knows their schema. */
const PasskeyOptions = z.record(z.string(), z.unknown())

/** An authenticator or recovery code as typed; spaces and dashes are allowed. */
const code = singleLine({ max: 100, required: REQUIRED })
const MAX_PASSKEY_NAME = 60

const Passkey = z.object({
  id: z.number(),
  name: z.string(),
  created_at: instant,
  last_used_at: instant.nullable(),
})
const OwnSession = z.object({
  id: z.number(),
  /** Browser and operating system, from the user agent. */
  browser: z.string(),
  address: z.string().nullable(),
  created_at: instant,
  last_seen_at: instant,
  /** The session of this request. */
  current: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

/** The user's own factors and sessions. */
export const SecurityOverview = z.object({
  passkeys: z.array(Passkey),
  totp: z.object({ created_at: instant, last_used_at: instant.nullable() }).nullable(),
  /** Number of unused recovery codes. */
  recovery_codes: z.number(),
  /** The user's role requires a second factor. */
  required: z.boolean(),
  why_not_passkey: z.string().nullable(),
  sessions: z.array(OwnSession),
})
export type SecurityOverview = z.infer<typeof SecurityOverview>

/** With newly made recovery codes, which are shown only once. */
const WithRecoveryCodes = Outcome.extend({ recovery_codes: z.array(z.string()).optional() })
const NewApp = Outcome.extend({ secret: z.string().optional(), uri: z.string().optional() })
const NewPasskey = Outcome.extend({ options: PasskeyOptions.optional() })
const PasswordBody = z.object({ password: currentPassword })
/** Whether the user's other sessions end too, which were started without the factor or with the one that is removed. */
const EndOthers = z.object({ end_others: checkbox.default(true) })

/** The user's own second factor and sessions. */
export const security = {
  /** Sign-in addresses are private to the user. */
  show: get(SECURITY_PATH, everyone, {
    summary: "Shows one's own second factors, recovery codes left, and sessions.",
    reply: SecurityOverview,
    whileImpersonating: false,
  }),
  beginApp: post(`${SECURITY_PATH}/totp/begin`, everyone, {
    summary: 'Makes the secret of an authenticator app, which a first code then confirms.',
    body: PasswordBody,
    reply: NewApp,
  }),
  addApp: post(`${SECURITY_PATH}/totp`, everyone, {
    summary: 'Adds an authenticator app by its first code, and answers recovery codes if there are none yet.',
    body: EndOthers.extend({ code }),
    reply: WithRecoveryCodes,
    mails: ['second_factor'],
  }),
  removeApp: post(`${SECURITY_PATH}/totp/remove`, everyone, {
    summary: "Removes one's authenticator app.",
    body: PasswordBody.extend(EndOthers.shape),
    reply: Outcome,
    mails: ['second_factor'],
  }),
  beginPasskey: post(`${SECURITY_PATH}/passkeys/begin`, everyone, {
    summary: 'Answers the WebAuthn options for a new passkey.',
    body: PasswordBody.extend({ name: singleLine({ max: MAX_PASSKEY_NAME, required: REQUIRED }) }),
    reply: NewPasskey,
  }),
  addPasskey: post(`${SECURITY_PATH}/passkeys`, everyone, {
    summary: "Adds a passkey by the browser's answer, and answers recovery codes if there are none yet.",
    body: EndOthers.extend({ response: PasskeyRegistration }),
    reply: WithRecoveryCodes,
    mails: ['second_factor'],
  }),
  removePasskey: post(`${SECURITY_PATH}/passkeys/remove/:id`, everyone, {
    summary: "Removes one of one's passkeys.",
    params: byId,
    body: PasswordBody.extend(EndOthers.shape),
    reply: Outcome,
    mails: ['second_factor'],
  }),
  makeCodes: post(`${SECURITY_PATH}/recovery_codes`, everyone, {
    summary: "Replaces one's recovery codes and shows the new ones once.",
    body: PasswordBody,
    reply: WithRecoveryCodes,
    mails: ['second_factor'],
  }),
  endSession: post(`${SECURITY_PATH}/sessions/end/:id`, everyone, {
    summary: "Ends one of one's own sessions.",
    params: byId,
    reply: Outcome,
  }),
  endOthers: post(`${SECURITY_PATH}/sessions/end_others`, everyone, {
    summary: "Ends all of one's own sessions but this one.",
    reply: Outcome,
  }),
}

const text = (max: number, wrong?: string) =>
  z
    .string(wrong)
    .max(max)
    .refine((value) => !value.includes('\0'), wrong)
const email = text(1000, NO_EMAIL).trim().min(1, NO_EMAIL)

const LoginInput = z.object({
  email,
  password: text(1000, NO_PASSWORD).min(1, NO_PASSWORD),
})

const LoginReply = z.object({
  success: z.boolean(),
  user: SessionUser.optional(),
  role: z.array(z.string()).optional(),
  redirect: AddressSchema.optional(),
  /** The password is correct; one of these second factors is still needed. */
  second: z.object({ methods: z.array(z.enum(METHODS)) }).optional(),
  /** The pending sign-in has expired: start again with the password. */
  over: z.boolean().optional(),
})

/** The second factor of a sign-in. */
export const SecondFactorInput = z.discriminatedUnion('method', [
  z.object({ method: z.literal('passkey'), response: PasskeyAssertion }),
  z.object({ method: z.enum(['totp', 'recovery']), code }),
])
export type SecondFactorInput = z.infer<typeof SecondFactorInput>

const password = text(1000, REQUIRED).min(1, REQUIRED)
const PasswordInput = z.object({
  currentPass: password,
  newPass: password,
  newPassConfirm: password,
  /** Also sign in with the accounts at providers that are not confirmed yet: those that came with a Notice, or before a reset. */
  confirm_identities: checkbox.default(false),
})

const RequestInput = z.object({ email })
const ResetInput = z.object({ email: text(1000).trim(), token: text(200) })

export const session = {
  csrfCookie: get('/api/sanctum/csrf-cookie', 'public', {
    summary: 'Sets the cookie with the CSRF token that every write repeats in a header.',
  }),
  login: post('/api/admin/login', 'public', {
    summary: 'Signs in with e-mail and password, or says which second factor is still needed.',
    body: LoginInput,
    reply: LoginReply,
    mails: ['new_sign_in'],
    duringMaintenance: true,
  }),
  loginPasskey: post('/api/admin/login/passkey', 'public', {
    summary: 'Answers the WebAuthn options for a sign-in with a passkey that waits for its second factor.',
    reply: z.object({ options: PasskeyOptions.nullable() }),
    duringMaintenance: true,
  }),
  loginSecond: post('/api/admin/login/second', 'public', {
    summary: 'Completes a sign-in with a passkey, a code of an authenticator app or a recovery code.',
    body: SecondFactorInput,
    reply: LoginReply,
    mails: ['new_sign_in', 'recovery_code_used', 'second_factor_closed'],
    duringMaintenance: true,
  }),
  logout: post('/api/admin/logout', 'public', {
    summary: 'Ends the session.',
    reply: z.object({ success: z.boolean() }),
    whileImpersonating: true,
    duringMaintenance: true,
  }),
  loginUser: get('/api/login_user', 'public', {
    summary: 'Says who is signed in; 0 for nobody.',
    reply: z.union([SessionUser, z.literal(0)]),
  }),
  changePassword: post('/api/change_password', everyone, {
    summary: "Replaces one's own password and ends one's other sessions.",
    body: PasswordInput,
    reply: Outcome.extend({
      error_type: z.enum(['surrent_password', 'new_password', 'confirm_password']).optional(),
    }),
    mails: ['password_change', 'provider_link'],
  }),
  chooseViews: put('/api/list_views', staff, {
    summary: "Saves in which view the caller's lists of proposals, reviewers and assigned samples open.",
    body: ListViews,
    reply: Outcome,
  }),
  requestReset: post('/api/password/request', 'public', {
    summary: 'Mails a link with which a forgotten password can be reset.',
    body: RequestInput,
    reply: Outcome,
    mails: ['password_request'],
  }),
  reset: post('/api/password/reset', 'public', {
    summary: 'Makes a new temporary password with the token of a mailed link, and mails it.',
    body: ResetInput,
    reply: Outcome,
    mails: ['password_reset'],
  }),
}
