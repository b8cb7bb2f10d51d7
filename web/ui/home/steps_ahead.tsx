import type { ReactNode } from 'react'
import { Section } from '../layout/section.tsx'
import classes from './steps_ahead.module.css'

/** A step with what is known of it: its date, what happens. */
export interface StepAhead {
  head: string
  text: ReactNode
  at: 'was' | 'now' | 'coming'
}

/** What happens next: the steps one below the other, with the present one marked. */
export const StepsAhead = ({ steps }: { steps: readonly StepAhead[] }) => (
  <Section title="What happens next">
    <ol className={classes.line}>
      {steps.map(({ head, text, at }) => (
        <li key={head} data-at={at} aria-current={at === 'now' ? 'step' : undefined}>
          <b>{head}</b>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  </Section>
)
