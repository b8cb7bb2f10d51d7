import type { Flag } from '../endpoint.ts'
import { formatUtc } from '../terms/rules.ts'
import { type GroupMailStatus, groupMailStatus, type MailState, mailState } from './status.ts'

interface GroupMail {
  transmission_status: GroupMailStatus
  disabled: boolean
  /** It is about to be sent; undefined and null: it is not. */
  pending?: { due_at: string; scheduled: boolean } | null
}
const { SENT } = groupMailStatus.code

/** Why a group mail cannot be edited now, or null. A scheduled one can: it is sent as it then is. */
export function whyNotChange({ transmission_status, disabled, pending }: GroupMail): string | null {
  if (disabled) return 'This group mail was deleted.'
  if (transmission_status === SENT) return 'This group mail was already sent.'
  return pending && !pending.scheduled ? 'This group mail is about to be sent. Undo that first.' : null
}

const whyScheduled = ({ pending }: GroupMail): string | null =>
  pending ? `This group mail is scheduled for ${formatUtc(pending.due_at)}. Cancel that first.` : null

/** Why a group mail cannot be deleted now, or null. */
export const whyNotDelete = (mail: GroupMail): string | null => whyNotChange(mail) ?? whyScheduled(mail)

/** Why a group mail cannot be sent to these destinations now, or null. Disabled destinations are left out. */
export const whyNotSend = (mail: GroupMail, destinations: readonly { disabled: Flag }[]): string | null =>
  whyNotChange(mail) ?? whyScheduled(mail) ?? whyNotDestinations(destinations)

/** Why a group mail cannot be set for a time, or for another one, or null. */
export const whyNotSchedule = (mail: GroupMail, destinations: readonly { disabled: Flag }[]): string | null =>
  whyNotChange(mail) ?? whyNotDestinations(destinations)

/** Why the schedule of a group mail cannot be cancelled, or null. */
export const whyNotUnschedule = ({ pending }: GroupMail): string | null =>
  pending?.scheduled ? null : 'This group mail is not scheduled.'

const MINUTE_MS = 60_000
const YEAR_MS = 366 * 24 * 60 * MINUTE_MS

/** Why a group mail cannot be sent at that time, or null. */
export function whyNotSendAt(send_at: string, now: Date): string | null {
  const wait = Date.parse(send_at) - +now
  if (wait < 0) return 'This time has passed.'
  return wait > YEAR_MS ? 'At most one year ahead.' : null
}

function whyNotDestinations(destinations: readonly { disabled: Flag }[]): string | null {
  if (destinations.length === 0) return 'This group mail has no destination.'
  return destinations.every(({ disabled }) => disabled)
    ? 'All destinations of this group mail are disabled users.'
    : null
}

const WHY_NOT_RETRY: Record<MailState, string | null> = {
  [mailState.code.WAITING]: 'This e-mail is already waiting to be sent.',
  [mailState.code.SENT]: 'This e-mail has already been sent.',
  [mailState.code.FAILED]: null,
}

/** Why a mail may not be sent again, or null. */
export const whyNotRetry = (state: MailState) => WHY_NOT_RETRY[state]

/** Why no mail of a search can be sent again, or null. */
export const whyNotRetryAll = (failed: number) =>
  failed === 0 ? 'No e-mail found by this search has failed.' : null

interface Addressee {
  id: number
  email: string
  disabled: Flag
}

/** The ids of the users, or a message per wrong address. */
type ImportResult = { ids: number[] } | { wrong: string[] }

/** Finds the users of comma-separated addresses, ignoring white space. One wrong address fails the whole import. */
export function importAddresses(text: string, users: readonly Addressee[]): ImportResult {
  const addresses = new Set(text.replace(/\s/gu, '').split(',').filter(Boolean))
  if (addresses.size === 0) return { wrong: ['No input.'] }
  const byEmail = new Map(users.map((user) => [user.email.toLowerCase(), user]))
  const ids = new Set<number>()
  const wrong: string[] = []
  for (const email of addresses) {
    const user = byEmail.get(email.toLowerCase())
    if (!user) wrong.push(`${email} is not registered.`)
    else if (user.disabled) wrong.push(disabledMessage(email))
    else ids.add(user.id)
  }
  return wrong.length > 0 ? { wrong } : { ids: [...ids] }
}

/** Message for a disabled user who is chosen as a destination. */
export const disabledMessage = (email: string) => `${email} is disabled.`

/** The values of the placeholders for one destination. */
export interface Recipient {
  name: string
  affiliation: string
  /** Of the proposal of the current term; null without one. */
  title: string | null
  /** Names of the samples confirmed for that proposal. */
  samples: readonly string[]
}

const PLACEHOLDER_VALUES = {
  name: ({ name }: Recipient) => name,
  affiliation: ({ affiliation }: Recipient) => affiliation,
  title: ({ title }: Recipient) => title ?? '',
  samples: ({ samples }: Recipient) => samples.join(', '),
}
export type Placeholder = keyof typeof PLACEHOLDER_VALUES
/** The placeholders, written #name# in the content. */
export const PLACEHOLDERS = Object.keys(PLACEHOLDER_VALUES) as Placeholder[]

/** Anything that is written like a placeholder. */
const LOOKS_LIKE_PLACEHOLDER = /#(\p{L}[\p{L}\p{N}_-]*)#/gu

/** 'Use #name#, #affiliation#, #title# or #samples#.' */
const USE_PLACEHOLDERS = `Use ${PLACEHOLDERS.slice(0, -1)
  .map((name) => `#${name}#`)
  .join(', ')} or #${PLACEHOLDERS.at(-1)}#.`

/** Why the content of a group mail cannot be merged, or null: it names a placeholder that does not exist. */
export function whyNotContent(content: string): string | null {
  const known: readonly string[] = PLACEHOLDERS
  const unknown = [...content.matchAll(LOOKS_LIKE_PLACEHOLDER)].find(([, name]) => !known.includes(name!))
  return unknown ? `${unknown[0]} is not a placeholder. ${USE_PLACEHOLDERS}` : null
}

/** Why a title cannot be used, or null: placeholders are replaced in the content only. */
export const whyNotTitle = (title: string): string | null =>
  new RegExp(LOOKS_LIKE_PLACEHOLDER).test(title) ? 'Placeholders are replaced in the content only.' : null

/** The beginning of the Bcc copy. */
export const bccNote = (recipients: number) =>
  `Copy of a group mail to ${recipients} recipient${recipients === 1 ? '' : 's'}; placeholders are replaced in each.`

const PLACEHOLDER_PATTERN = new RegExp(`#(${PLACEHOLDERS.join('|')})#`, 'gu')

/** The content for one destination. Placeholders within a name or title are not replaced. */
export const mergePlaceholders = (content: string, recipient: Recipient): string =>
  content.replace(PLACEHOLDER_PATTERN, (_, placeholder: Placeholder) =>
    PLACEHOLDER_VALUES[placeholder](recipient),
  )

/** The placeholders of the content that are empty for a destination. */
export const emptyPlaceholders = (content: string, recipient: Recipient): Placeholder[] =>
  PLACEHOLDERS.filter((name) => content.includes(`#${name}#`) && PLACEHOLDER_VALUES[name](recipient) === '')
