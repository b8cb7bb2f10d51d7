import { type CodeOf, stateMachine } from '../state_machine.ts'

/** The state of a step of a term. */
export const stepState = stateMachine({
  COMING: { code: 'coming', label: 'To come', colour: 'plain' },
  OPEN: { code: 'open', label: 'Open', colour: 'green' },
  OVER: { code: 'over', label: 'Over', colour: 'black' },
})
export type StepState = CodeOf<typeof stepState>

/** The state of a term, shown in the list of terms. */
export const termState = stateMachine({
  CURRENT: { code: 'current', label: 'Current', colour: 'green' },
  CURRENT_CLOSED: { code: 'current closed', label: 'Current, closed', colour: 'black' },
  OTHER: { code: 'other', label: 'Not current', colour: 'plain' },
  CLOSED: { code: 'closed', label: 'Closed', colour: 'black' },
})

export const termStateOf = ({ is_current, disabled }: { is_current: boolean; disabled: boolean }) =>
  is_current
    ? termState.code[disabled ? 'CURRENT_CLOSED' : 'CURRENT']
    : termState.code[disabled ? 'CLOSED' : 'OTHER']
