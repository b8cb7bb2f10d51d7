import { type CodeOf, stateMachine } from '../state_machine.ts'

export const assignmentStatus = stateMachine({
  UNCONFIRMED: { code: 0, label: 'Not confirmed', colour: 'plain' },
  CONFIRMED: { code: 1, label: 'Confirmed', colour: 'green' },
})
export type AssignmentStatus = CodeOf<typeof assignmentStatus>

export const { UNCONFIRMED, CONFIRMED } = assignmentStatus.code
