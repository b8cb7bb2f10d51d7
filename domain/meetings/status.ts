import { type CodeOf, stateMachine } from '../state_machine.ts'

/** The state of a meeting of the panel. */
export const meetingState = stateMachine({
  PREPARED: { code: 'prepared', label: 'Prepared', colour: 'plain' },
  OPEN: { code: 'open', label: 'Open', colour: 'green' },
  CLOSED: { code: 'closed', label: 'Closed', colour: 'black' },
})
export type MeetingState = CodeOf<typeof meetingState>

/** The state of a proposal in a meeting. `current`: it is on now, as one proposal at most is. */
export const itemState = stateMachine({
  WAITING: { code: 'waiting', label: 'Waiting', colour: 'plain', current: false },
  DISCUSSING: { code: 'discussing', label: 'Discussing', colour: 'blue', current: true },
  BALLOT: { code: 'ballot', label: 'Ballot', colour: 'blue', current: true },
  REVEALED: { code: 'revealed', label: 'Revealed', colour: 'blue', current: true },
  AGREED: { code: 'agreed', label: 'Agreed', colour: 'green', current: false },
  PUT_OFF: { code: 'put_off', label: 'Put off', colour: 'orange', current: false },
})
export type ItemState = CodeOf<typeof itemState>

/** How a proposal goes through a meeting. */
export const TRACKS = ['discussed', 'triage'] as const
export type Track = (typeof TRACKS)[number]
