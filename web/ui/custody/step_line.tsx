import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { Section } from '#web/ui/layout/section.tsx'
import classes from './step_line.module.css'

/** A step of something that goes through several, with what is known of it: its date, when it is due. */
export interface StepOnLine {
  label: string
  state: 'done' | 'present' | 'ahead'
  note?: ReactNode
  /** The note says that it is late. */
  late?: boolean
}

const SPOKEN = { done: ', done', present: '', ahead: ', to come' }

/** The steps of an object in order, with the present one marked; one below the other on a phone. */
export const StepLine = ({ label, steps }: { label: string; steps: readonly StepOnLine[] }) => (
  <Section>
    <ol className={classes.steps} aria-label={label}>
      {steps.map(({ label, state, note, late }) => (
        <li key={label} data-state={state} aria-current={state === 'present' ? 'step' : undefined}>
          <b>
            {label}
            <VisuallyHidden>{SPOKEN[state]}</VisuallyHidden>
          </b>
          <span className={late ? classes.late : undefined}>{note}</span>
        </li>
      ))}
    </ol>
  </Section>
)
