import { VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { goToField } from './-missing.ts'
import classes from './-outline.module.css'
import { sectionsOf } from './-sections.ts'
import type { ProposalValues } from './-values.ts'

const SAYS = { done: 'done', part: 'begun', optional: 'empty, optional', missing: 'missing' } as const

/** The form's sections with how far each is; a press leads to the section's first field that asks for something. */
export const Outline = ({ values, pdf }: { values: ProposalValues; pdf: boolean }) => (
  <nav className={classes.outline} aria-label="Sections">
    <ol>
      {sectionsOf(values, pdf).map(({ label, field, state, count }) => (
        <li key={label}>
          <button type="button" data-state={state} onClick={() => goToField(field, values)}>
            {state === 'done' ? (
              <IconCheck size={16} stroke={2.2} aria-hidden />
            ) : (
              <span className={classes.ring} aria-hidden />
            )}
            <span>{label}</span>
            <VisuallyHidden>, {SAYS[state]}</VisuallyHidden>
            {count && <i>{count}</i>}
          </button>
        </li>
      ))}
    </ol>
  </nav>
)
