import { stateMachine } from '../../state_machine.ts'

/** The state of a publication: the office confirms it for each of its pieces. */
export const publicationState = stateMachine({
  TO_CONFIRM: { code: 'to_confirm', label: 'To confirm', colour: 'orange' },
  CONFIRMED: { code: 'confirmed', label: 'Confirmed', colour: 'green' },
})
