import { z } from 'zod'
import { office, SCOPES } from '../access.ts'
import { byId, get, instant, Outcome, post } from '../endpoint.ts'
import { singleLine, wholeNumber } from '../input_schemas.ts'
import { currentPassword } from '../session/password_schema.ts'
import { REQUIRED } from '../text.ts'
import { MAX_TOKEN_DAYS, MAX_TOKEN_NAME, TOKEN_STATES } from './rules.ts'

const DAYS = `Type a number of days from 1 to ${MAX_TOKEN_DAYS}.`

/** A token without its secret. */
export const ApiToken = z.object({
  id: z.number(),
  name: z.string(),
  maker: z.object({ id: z.number(), name: z.string() }),
  /** Its last four characters. */
  ending: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  created_at: instant,
  expires_at: instant,
  last_used_at: instant.nullable(),
  state: z.enum(TOKEN_STATES),
  /** Why it does not work, or who revoked it; may be empty. */
  why: z.string(),
})
export type ApiToken = z.infer<typeof ApiToken>

/** Tokens with which scripts use the API. No token reaches any of these. */
export const apiTokens = {
  /** All tokens of the office: those that work first, the newest first. */
  list: get('/api/tokens', office, {
    reply: z.array(ApiToken),
    whileImpersonating: false,
    summary: 'Lists the API tokens of all administrators, without their secrets.',
  }),
  /** The reply is the only one with the token itself. */
  make: post('/api/tokens', office, {
    body: z.object({
      name: singleLine({ max: MAX_TOKEN_NAME, required: REQUIRED }),
      scopes: z.array(z.enum(SCOPES)).min(1, 'Choose at least one.').max(SCOPES.length),
      days: wholeNumber(MAX_TOKEN_DAYS, DAYS).pipe(z.number().positive(DAYS)),
      password: currentPassword,
    }),
    reply: Outcome.extend({ token: z.string().optional() }),
    mails: ['api_token'],
    summary: 'Makes an API token that acts as the caller within its scopes, and shows it once.',
  }),
  revoke: post('/api/tokens/revoke/:id', office, {
    params: byId,
    reply: Outcome,
    summary: 'Revokes an API token at once, whoever made it.',
  }),
}
