import { type CodeOf, stateMachine } from '../state_machine.ts'

/** The state of a mail in the outbox. */
export const mailState = stateMachine({
  WAITING: { code: 'waiting', label: 'Waiting', colour: 'plain' },
  SENT: { code: 'sent', label: 'Sent', colour: 'green' },
  FAILED: { code: 'failed', label: 'Failed', colour: 'red' },
})
export type MailState = CodeOf<typeof mailState>

/** Whether a group mail has been sent. */
export const groupMailStatus = stateMachine({
  UNSENT: { code: 0, label: 'Unsent', colour: 'hollow-red' },
  SENT: { code: 1, label: 'Sent', colour: 'plain' },
})
export type GroupMailStatus = CodeOf<typeof groupMailStatus>
