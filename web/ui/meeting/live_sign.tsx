import { VisuallyHidden } from '@mantine/core'
import type { EndpointFunction, EndpointInput } from '#domain/client.ts'
import type { Endpoint } from '#domain/endpoint.ts'
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

interface LiveSignProps<E extends Endpoint> {
  call: EndpointFunction<E>
  input: EndpointInput<E>
}

/** How far a live screen can be trusted, in its head. */
export function LiveSign<E extends Endpoint>({ call, input }: LiveSignProps<E>) {
  const state = useLiveState(call, input)
  return (
    <>
      <span className={classes.live} data-state={state.is}>
        {liveText(state)}
      </span>
      <VisuallyHidden role="status">{HEARD[state.is]}</VisuallyHidden>
    </>
  )
}
