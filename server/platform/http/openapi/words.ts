import { type Access, ROLES, type Role } from '#domain/access.ts'
import { type Endpoint, fileAddress } from '#domain/endpoint.ts'
import { MAIL_KINDS, type MailKind, type RecipientGroup } from '#domain/mail_kinds.ts'
import { durationText } from '#domain/session/durations.ts'

export const ROLE_WORDS: Record<Role, string> = {
  admin: 'the office',
  panel: 'panel members',
  reviewer: 'reviewers',
  curation: 'curation',
  proposer: 'proposers',
}

const RECIPIENTS: Record<RecipientGroup, string> = {
  user: 'the owner of the account',
  office: 'the office',
  other_administrators: 'the other administrators',
  applicant: 'the applicant',
  proposer: 'the proposer',
  participants: 'the proposer and the collaborators',
  reviewer: 'the reviewers concerned',
  asked: 'the people who are asked',
  attending: 'those expected at the meeting',
  holder: 'who holds the pieces',
  destinations: 'the destinations of the group mail',
}

const FORMAT = new Intl.ListFormat('en', { type: 'conjunction' })
const listed = (words: readonly string[]) => FORMAT.format(words)

const whoMay = (access: Access) => {
  if (access === 'public') return 'For everyone; no sign-in is needed.'
  if (access.length === ROLES.length) return 'For everyone who is signed in.'
  return `For ${listed(access.map((role) => ROLE_WORDS[role]))}.`
}

/** `May mail the proposer (result released) and the office (…).` */
function whomItMails(kinds: readonly MailKind[]): string | null {
  if (kinds.length === 0) return null
  const groups = [...new Set(kinds.map((kind) => MAIL_KINDS[kind].to))]
  const labels = (group: RecipientGroup) =>
    kinds.filter((kind) => MAIL_KINDS[kind].to === group).map((kind) => `“${MAIL_KINDS[kind].label}”`)
  return `May mail ${listed(groups.map((group) => `${RECIPIENTS[group]} (${listed(labels(group))})`))}.`
}

/** What a caller has to know of an endpoint besides its summary, in sentences. */
export function descriptionOf(endpoint: Endpoint, mayRefuse: boolean): string {
  const { access, mails, undoable, duringMaintenance, method, scope, anyScope, gives, refusal } = endpoint
  const sentences = [
    whoMay(access),
    scope && `A token with the scope \`${scope}\` may use it.`,
    anyScope && 'The token that asked for the address may use it.',
    whomItMails(mails),
    endpoint.reply === fileAddress &&
      `Answers the address of a CSV file, which the same caller can get for ${durationText('download')}.`,
    gives === 'file' && 'Answers a file; a refusal is answered in JSON with `result: 0`.',
    mayRefuse && `A refusal is answered with ${refusal}, \`result: 0\` and the reason as \`message\`.`,
    undoable &&
      'With `Prefer: respond-async` it is answered with 202 and carried out some seconds later; until then it can be undone.',
    duringMaintenance && method !== 'GET' && 'Works during maintenance too.',
  ]
  return sentences.filter(Boolean).join(' ')
}
