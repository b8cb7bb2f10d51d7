import type { Flag } from '../endpoint.ts'
import { type GroupMailStatus, groupMailStatus } from './status.ts'

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
