import { z } from 'zod'
import { everyone, office } from '../access.ts'
import { byId, get, id, instant, Outcome, post, put } from '../endpoint.ts'
import { checkbox, singleLine } from '../input_schemas.ts'
import { REQUIRED } from '../text.ts'
import { currentPassword } from './password_schema.ts'
import { SECURITY_PATH } from './second_factor.ts'

const PATH = '/api/providers'

/** A provider that people can sign in with. */
const ProviderChoice = z.object({
  /** Part of the redirect address that is registered with the provider. */
  id: z.string(),
  label: z.string(),
  /** Whether its accounts are ORCID iDs, with which a Notice can be filled in. */
  is_orcid: z.boolean(),
})
export type ProviderChoice = z.infer<typeof ProviderChoice>

/** An account at a provider that belongs to a user. */
export const LinkedIdentity = z.object({
  id: z.number(),
  /** The provider's label; its address where it is no longer configured. */
  provider: z.string(),
  /** What the provider calls the account: a name, an address or an iD. */
  name: z.string(),
  orcid: z.string().nullable(),
  created_at: instant,
  /** Since when it signs the user in; null: not until its user links it with the password. */
  confirmed_at: instant.nullable(),
  last_used_at: instant.nullable(),
})
export type LinkedIdentity = z.infer<typeof LinkedIdentity>

/** The ORCID iD that this browser's visitor has signed in with for a Notice. */
const NoticeIdentity = z.object({ orcid: z.string(), first_name: z.string(), last_name: z.string() })
export type NoticeIdentity = z.infer<typeof NoticeIdentity>

const provider = singleLine({ max: 30, required: REQUIRED })
const ProviderBody = z.object({ provider })
/** The address at the provider to go to, unless it was refused. */
const Visit = Outcome.extend({ url: z.string().optional() })

/** Signing in with an account elsewhere (OpenID Connect), and the accounts that are linked. */
export const providers = {
  list: get(PATH, 'public', {
    reply: z.array(ProviderChoice),
    anonymous: true,
    summary: 'Lists the providers that people can sign in with besides their password.',
  }),
  signIn: post(`${PATH}/sign_in`, 'public', {
    body: ProviderBody,
    reply: Visit,
    duringMaintenance: true,
    summary: 'Begins a sign-in with a provider and answers the address at the provider to go to.',
  }),
  callback: get(`${PATH}/callback/:provider`, 'public', {
    params: z.object({ provider: z.string() }),
    query: z.record(z.string(), z.unknown()),
    mails: ['new_sign_in', 'provider_link'],
    summary: 'Takes what a provider answers and redirects to the screen that the visit was begun on.',
  }),
  /** The one that this browser's visitor signed in with; null without one. */
  noticeIdentity: get(`${PATH}/notice`, 'public', {
    reply: NoticeIdentity.nullable(),
    summary: 'Answers the ORCID iD with which this browser fills in a Notice of Intent, or null.',
  }),
  fillNotice: post(`${PATH}/notice`, 'public', {
    reply: Visit,
    summary: 'Begins a sign-in at ORCID that fills in a Notice of Intent and answers the address to go to.',
  }),
  emptyNotice: post(`${PATH}/notice/remove`, 'public', {
    reply: Outcome,
    summary: 'Forgets the ORCID iD with which this browser fills in a Notice of Intent.',
  }),
  own: get(`${SECURITY_PATH}/providers`, everyone, {
    reply: z.array(LinkedIdentity),
    whileImpersonating: false,
    summary: "Lists the caller's accounts at sign-in providers.",
  }),
  link: post(`${SECURITY_PATH}/providers/link`, everyone, {
    body: ProviderBody.extend({ password: currentPassword }),
    reply: Visit,
    summary: "Begins to link an account at a provider to the caller's and answers the address to go to.",
  }),
  unlink: post(`${SECURITY_PATH}/providers/unlink/:id`, everyone, {
    params: byId,
    body: z.object({ password: currentPassword, end_others: checkbox.default(true) }),
    reply: Outcome,
    mails: ['provider_link'],
    summary: "Unlinks one of the caller's accounts at a provider and e-mails the caller.",
  }),
  unlinkOf: put('/api/users/unlink_provider/:id', office, {
    params: byId,
    body: z.object({ identity: id }),
    reply: Outcome,
    mails: ['provider_link'],
    summary:
      "Unlinks a user's account at a provider, ends their sessions, revokes their API tokens and e-mails them.",
  }),
}
