import { ActionIcon } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './layout.module.css'

/** The line of totals above a grid; `help` is at its end. */
export const Totals = ({ help, children }: { help: ReactNode; children: ReactNode }) => (
  <section aria-label="Totals" className={classes.totals}>
    {children}
    <span className={classes.help}>{help}</span>
  </section>
)

interface TotalProps {
  label: string
  value: number
  /** Red unless it is 0. */
  bad?: boolean
  /** The button to the next one. */
  children?: ReactNode
}

export const Total = ({ label, value, bad = false, children }: TotalProps) => (
  <span className={`${classes.mark} ${bad && value > 0 ? classes.bad : ''}`}>
    <span>
      {label} <b>{value}</b>
    </span>
    {value > 0 && children}
  </span>
)

/** The button that goes to the next one. */
export const Next = ({ of, go }: { of: string; go: () => void }) => (
  <ActionIcon size={24} variant="default" aria-label={`Next ${of}`} title={`Next ${of}`} onClick={go}>
    <IconChevronRight size={16} aria-hidden />
  </ActionIcon>
)
