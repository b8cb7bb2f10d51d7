import { type MailState, mailState } from './status.ts'

const WHY_NOT: Record<MailState, string | null> = {
  [mailState.code.WAITING]: 'This mail is waiting to be sent already.',
  [mailState.code.SENT]: 'This mail has been sent.',
  [mailState.code.FAILED]: null,
}

/** Why a mail may not be sent again, or null. */
export const whyNotRetry = (state: MailState) => WHY_NOT[state]

/** Why nothing of what a search finds may be sent again, or null. */
export const whyNotRetryAll = (failed: number) =>
  failed === 0 ? 'No mail that this search finds has failed.' : null
