import { type CodeOf, stateMachine } from '../state_machine.ts'

/** The state of an act that is kept until the time to undo it is over, or until the time it is set for. */
export const keptActState = stateMachine({
  WAITING: { code: 'waiting', label: 'About to happen', colour: 'blue' },
  DONE: { code: 'done', label: 'Done', colour: 'green' },
  /** It could not be carried out at its time. */
  REFUSED: { code: 'refused', label: 'Not done', colour: 'red' },
  /** A backup was restored while it waited. */
  HELD: { code: 'held', label: 'Held', colour: 'orange' },
})
export type KeptActState = CodeOf<typeof keptActState>
