import type { Flag } from '../endpoint.ts'
import { type GroupMailStatus, groupMailStatus, type MailState, mailState } from './status.ts'

interface GroupMail {
  transmission_status: GroupMailStatus
  disabled: boolean
}
const { SENT } = groupMailStatus.code

/** Why a group mail cannot be edited or deleted now, or null. */
export function whyNotChange({ transmission_status, disabled }: GroupMail): string | null {
  if (disabled) return 'This group mail was deleted.'
  return transmission_status === SENT ? 'This group mail was already sent.' : null
}

/** Why a group mail cannot be sent to these destinations now, or null. Disabled destinations get no mail. */
export function whyNotSend(mail: GroupMail, destinations: readonly { disabled: Flag }[]): string | null {
  const why = whyNotChange(mail)
  if (why) return why
  if (destinations.length === 0) return 'This group mail has no destination.'
  return destinations.every(({ disabled }) => disabled)
    ? 'Every destination of this group mail is a disabled user.'
    : null
}

const WHY_NOT_RETRY: Record<MailState, string | null> = {
  [mailState.code.WAITING]: 'This mail is waiting to be sent already.',
  [mailState.code.SENT]: 'This mail has been sent.',
  [mailState.code.FAILED]: null,
}

/** Why a mail may not be sent again, or null. */
export const whyNotRetry = (state: MailState) => WHY_NOT_RETRY[state]

/** Why no mail of a search can be sent again, or null. */
export const whyNotRetryAll = (failed: number) =>
  failed === 0 ? 'No mail that this search finds has failed.' : null

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

const PLACEHOLDER_PATTERN = new RegExp(`#(${PLACEHOLDERS.join('|')})#`, 'gu')

/** The content for one destination. Placeholders within a name or title are not replaced. */
export const mergePlaceholders = (content: string, recipient: Recipient): string =>
  content.replace(PLACEHOLDER_PATTERN, (_, placeholder: Placeholder) =>
    PLACEHOLDER_VALUES[placeholder](recipient),
  )

/** The placeholders of the content that are empty for a destination. */
export const emptyPlaceholders = (content: string, recipient: Recipient): Placeholder[] =>
  PLACEHOLDERS.filter((name) => content.includes(`#${name}#`) && PLACEHOLDER_VALUES[name](recipient) === '')
