import type { Flag } from '../endpoint.ts'
import { type GroupMailStatus, groupMailStatus, type MailState, mailState } from './status.ts'

interface GroupMail {
  transmission_status: GroupMailStatus
  disabled: boolean
}
const { SENT } = groupMailStatus.code

/** Why a group mail can not be edited or deleted now, or null. */
export function whyNotChange({ transmission_status, disabled }: GroupMail): string | null {
  if (disabled) return 'This group mail was deleted.'
  return transmission_status === SENT ? 'This group mail was already sent.' : null
}

/** Why a group mail to these destinations can not be sent now, or null; disabled ones are left out when it is. */
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

/** Why nothing of what a search finds may be sent again, or null. */
export const whyNotRetryAll = (failed: number) =>
  failed === 0 ? 'No mail that this search finds has failed.' : null

/** A user whom an address may name. */
interface Addressee {
  id: number
  email: string
  disabled: Flag
}

/** What came of addresses that were pasted: the ids of their users, or what is wrong with them, address by address. */
type ImportResult = { ids: number[] } | { wrong: string[] }

/** Finds the users of pasted addresses, between commas; white space does not count. All of them are found, or none is taken. */
export function importAddresses(text: string, users: readonly Addressee[]): ImportResult {
  const asked = new Set(text.replace(/\s/gu, '').split(',').filter(Boolean))
  if (asked.size === 0) return { wrong: ['No input.'] }
  const byEmail = new Map(users.map((user) => [user.email.toLowerCase(), user]))
  const ids = new Set<number>()
  const wrong: string[] = []
  for (const email of asked) {
    const user = byEmail.get(email.toLowerCase())
    if (!user) wrong.push(`${email} is not registered.`)
    else if (user.disabled) wrong.push(disabledMessage(email))
    else ids.add(user.id)
  }
  return wrong.length > 0 ? { wrong } : { ids: [...ids] }
}

/** What is said of a disabled user who is to be a destination. */
export const disabledMessage = (email: string) => `${email} is disabled.`

/** What a group mail can say of each destination. */
export interface Recipient {
  name: string
  affiliation: string
  /** Of the proposal of the current term; null without one. */
  title: string | null
  /** The names of the samples that are confirmed for that proposal. */
  samples: readonly string[]
}

const PLACEHOLDER_VALUES = {
  name: ({ name }: Recipient) => name,
  affiliation: ({ affiliation }: Recipient) => affiliation,
  title: ({ title }: Recipient) => title ?? '',
  samples: ({ samples }: Recipient) => samples.join(', '),
}
export type Placeholder = keyof typeof PLACEHOLDER_VALUES
/** What is replaced in the content, written between two #. */
export const PLACEHOLDERS = Object.keys(PLACEHOLDER_VALUES) as Placeholder[]

const PLACEHOLDER_PATTERN = new RegExp(`#(${PLACEHOLDERS.join('|')})#`, 'gu')

/** The content as one destination reads it; what a name or title holds is never replaced again. */
export const mergePlaceholders = (content: string, recipient: Recipient): string =>
  content.replace(PLACEHOLDER_PATTERN, (_, placeholder: Placeholder) =>
    PLACEHOLDER_VALUES[placeholder](recipient),
  )

/** The placeholders of the content that are empty for a destination. */
export const emptyPlaceholders = (content: string, recipient: Recipient): Placeholder[] =>
  PLACEHOLDERS.filter((name) => content.includes(`#${name}#`) && PLACEHOLDER_VALUES[name](recipient) === '')
