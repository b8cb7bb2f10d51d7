import { VisuallyHidden } from '@mantine/core'
import { api } from '#web/lib/http/api.ts'
import { type LiveState, useLiveState } from '#web/lib/http/live.ts'
import classes from './live_sign.module.css'

const clockTime = (at: Date) =>
  [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':')

/** 'Up to date 10:36:52', 'Behind: trying again in 3 s', or that there is no connection. */
function liveText(state: LiveState): string {
  switch (state.is) {
    case 'current':
      return `Up to date ${clockTime(state.at)}`
    case 'behind':
      return `Behind: trying again in ${state.seconds} s`
    case 'lost':
      return 'No connection. What you type is kept here'
  }
}

/** For a screen reader, which is not told every second. */
const HEARD = { current: '', behind: 'Behind', lost: 'No connection' } as const

/** How far the screen of a meeting can be trusted, in its head. */
export const MeetingLiveSign = ({ id }: { id: number }) => (
  <LiveSign state={useLiveState(api.meetings.live, { params: { id: String(id) } })} />
)

/** The same for the wall. */
export const WallLiveSign = ({ id }: { id: number }) => (
  <LiveSign state={useLiveState(api.meetings.wall, { params: { id: String(id) } })} />
)

function LiveSign({ state }: { state: LiveState }) {
  return (
    <>
      <span className={classes.live} data-state={state.is}>
        {liveText(state)}
      </span>
      <VisuallyHidden role="status">{HEARD[state.is]}</VisuallyHidden>
    </>
  )
}
