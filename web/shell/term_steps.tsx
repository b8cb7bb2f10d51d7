import { VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { CallState, CallStep } from '#domain/call_state/contract.ts'
import { stepState } from '#domain/terms/status.ts'
import { day, time, timeLeft } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { TermTag } from '#web/ui/text/chips.tsx'
import classes from './term_steps.module.css'

/** The current term in the top bar: its name, its five steps and the end of the present one. */
export function TermSteps() {
  const call = useCall(api.callState.get, { query: { only: 'steps' } }, { own: 'all' }).data
  if (!call?.term) return null
  return (
    <div className={classes.call}>
      <TermTag>{call.term.label}</TermTag>
      <Steps term={call.term} steps={call.steps} />
    </div>
  )
}

const { COMING, OVER } = stepState.code

function Steps({ term, steps }: { term: NonNullable<CallState['term']>; steps: readonly CallStep[] }) {
  const now = new Date()
  // Before the first step opens, the first coming one is marked.
  const key = (steps.find(({ present }) => present) ?? steps.find(({ state }) => state === COMING))?.key
  if (term.disabled) return <span className={classes.closed}>closed</span>
  return (
    <ol className={classes.steps} aria-label={`Steps of ${term.label}`}>
      {steps.map((step) => (
        <Step key={step.key} step={step} present={step.key === key} now={now} />
      ))}
    </ol>
  )
}

function Step({ step, present, now }: { step: CallStep; present: boolean; now: Date }) {
  const { label, state, late } = step
  const told = present || late
  return (
    <li
      className={classes.step}
      data-state={state}
      data-present={present || undefined}
      data-late={late || undefined}
      aria-current={present ? 'step' : undefined}
      title={spanOf(step)}
    >
      {told ? (
        <span className={classes.pill}>
          <span className={classes.dot} />
          <b>{label}</b>{' '}
          <span className={classes.end}>
            {present ? endOf(step, now) : timeLeft(step.to ?? step.from, now)}
          </span>
        </span>
      ) : (
        <>
          {state === OVER ? (
            <IconCheck size={14} stroke={2.2} aria-hidden />
          ) : (
            <span className={classes.dot} />
          )}
          {label} <VisuallyHidden>({stepState.label(state).toLowerCase()})</VisuallyHidden>
        </>
      )}
    </li>
  )
}

const spanOf = ({ label, from, to, ends }: CallStep) =>
  `${label}: ${time(from)} ${to === null ? ends : `to ${time(to)}`}`

/** The verb for the end of a step, before and after it. */
const ENDS: Record<CallStep['key'], readonly [before: string, after: string]> = {
  notices: ['close', 'closed'],
  proposals: ['close', 'closed'],
  reviews: ['are due', 'were due'],
  scoring: ['until', 'ended'],
  allocation: ['is due', 'was due'],
}

/** 'close 2027-02-04 · 75 days', 'were due 2027-04-05 · 4 days late'. */
function endOf({ key, state, from, to, ends }: CallStep, now: Date): string {
  if (state === COMING) return `from ${localDay(from)} · ${timeLeft(from, now)}`
  if (to === null) return ends
  const [before, after] = ENDS[key]
  return `${+now < Date.parse(to) ? before : after} ${localDay(to)} · ${timeLeft(to, now)}`
}

/** The local day of an instant. */
const localDay = (instant: string) => day(time(instant))
