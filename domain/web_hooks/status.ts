import { type CodeOf, stateMachine } from '../state_machine.ts'

/** Whether a web hook is sent events. Switched off by the system when it kept failing, or when a backup was restored. */
export const webHookState = stateMachine({
  ON: { code: 'on', label: 'On', colour: 'green' },
  OFF: { code: 'off', label: 'Off', colour: 'plain' },
  FAILING: { code: 'failing', label: 'Switched off: it kept failing', colour: 'red' },
  RESTORED: { code: 'restored', label: 'Off since a backup was restored', colour: 'orange' },
})
export type WebHookState = CodeOf<typeof webHookState>

/** The state of one delivery of an event to a web hook. */
export const deliveryState = stateMachine({
  WAITING: { code: 'waiting', label: 'Waiting', colour: 'plain' },
  DELIVERED: { code: 'delivered', label: 'Delivered', colour: 'green' },
  FAILED: { code: 'failed', label: 'Failed', colour: 'red' },
})
export type DeliveryState = CodeOf<typeof deliveryState>
