import { z } from 'zod'
import { everyone } from '../access.ts'
import { AddressSchema, get, Outcome, post } from '../endpoint.ts'
import { REQUIRED } from '../text.ts'
import { NO_EMAIL, NO_PASSWORD } from './login_words.ts'
import { METHODS } from './second_factor.ts'
import { code, PasskeyOptions, ShownPasskey } from './security.ts'
import { SessionUser } from './session_user.ts'

const text = (max: number, wrong?: string) =>
  z
    .string(wrong)
    .max(max)
    .refine((value) => !value.includes('\0'), wrong)
const email = text(1000, NO_EMAIL).trim().min(1, NO_EMAIL)

export const LoginInput = z.object({
  email,
  password: text(1000, NO_PASSWORD).min(1, NO_PASSWORD),
})

export const LoginReply = z.object({
  success: z.boolean(),
  user: SessionUser.optional(),
  role: z.array(z.string()).optional(),
  redirect: AddressSchema.optional(),
  /** The password is right; one of these is still to be shown. */
  second: z.object({ methods: z.array(z.enum(METHODS)) }).optional(),
  /** The sign-in that was begun lasts no longer: it starts again with the password. */
  over: z.boolean().optional(),
})

/** What is shown beside the password. */
export const SecondInput = z.discriminatedUnion('method', [
  z.object({ method: z.literal('passkey'), response: ShownPasskey }),
  z.object({ method: z.enum(['totp', 'recovery']), code }),
])
export type SecondInput = z.infer<typeof SecondInput>

const password = text(1000, REQUIRED).min(1, REQUIRED)
export const PasswordInput = z.object({
  currentPass: password,
  newPass: password,
  newPassConfirm: password,
})

export const RequestInput = z.object({ email })
export const ResetInput = z.object({ email: text(1000).trim(), token: text(200) })

export const session = {
  csrfCookie: get('/api/sanctum/csrf-cookie', 'public'),
  login: post('/api/admin/login', 'public', { body: LoginInput, reply: LoginReply, mails: ['new_sign_in'] }),
  loginPasskey: post('/api/admin/login/passkey', 'public', {
    reply: z.object({ options: PasskeyOptions.nullable() }),
  }),
  loginSecond: post('/api/admin/login/second', 'public', {
    body: SecondInput,
    reply: LoginReply,
    mails: ['new_sign_in', 'recovery_code_used'],
  }),
  logout: post('/api/admin/logout', 'public', {
    reply: z.object({ success: z.boolean() }),
    whileImpersonating: true,
  }),
  loginUser: get('/api/login_user', 'public', { reply: z.union([SessionUser, z.literal(0)]) }),
  changePassword: post('/api/change_password', everyone, {
    body: PasswordInput,
    reply: Outcome.extend({
      error_type: z.enum(['surrent_password', 'new_password', 'confirm_password']).optional(),
    }),
    mails: ['password_change'],
  }),
  requestReset: post('/api/password/request', 'public', {
    body: RequestInput,
    reply: Outcome,
    mails: ['password_request'],
  }),
  reset: post('/api/password/reset', 'public', {
    body: ResetInput,
    reply: Outcome,
    mails: ['password_reset'],
  }),
}
