import { VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { CheckResult } from '#domain/system/contract.ts'
import { utcTime } from '#web/lib/format/format.ts'
import { Section } from '#web/ui/layout/section.tsx'
import classes from './-system.module.css'

const STATES = { good: 'Good', warning: 'Warning', bad: 'Bad' } as const

/** What the checks found, trouble first. */
export const Checks = ({ result: { at, checks } }: { result: CheckResult }) => (
  <Section
    title="Checks"
    aside={
      <>
        as <code className={classes.code}>npm run admin -- check</code>
        {`, ${utcTime(at).slice(11)} UTC`}
      </>
    }
    flush
  >
    <ul className={classes.checks}>
      {checks.map(({ name, state, detail, advice }) => {
        const Icon = state === 'good' ? IconCheck : IconAlertTriangle
        return (
          <li key={name} data-state={state}>
            <Icon className={classes.sign} size={16} stroke={1.6} aria-hidden />
            <span>
              <VisuallyHidden>{`${STATES[state]}: `}</VisuallyHidden>
              {name}
            </span>
            <span className={classes.detail}>
              {detail}
              {advice && <span className={classes.advice}>{advice}</span>}
            </span>
          </li>
        )
      })}
    </ul>
  </Section>
)
