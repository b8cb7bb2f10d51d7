import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './-assigned.module.css'

interface PillsProps<K extends string> {
  /** What they choose, spoken: 'Show'. */
  label: string
  choices: readonly { key: K; label: ReactNode }[]
  chosen: K
  choose: (key: K) => void
}

/** A choice of one, as pills in a line. */
export const Pills = <K extends string>({ label, choices, chosen, choose }: PillsProps<K>) => (
  <fieldset className={classes.pills}>
    <legend>{label}</legend>
    {choices.map((choice) => (
      <UnstyledButton
        key={choice.key}
        className={classes.pill}
        aria-pressed={choice.key === chosen}
        onClick={() => choose(choice.key)}
      >
        {choice.label}
      </UnstyledButton>
    ))}
  </fieldset>
)
