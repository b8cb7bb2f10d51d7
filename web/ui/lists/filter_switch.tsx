import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FilterValues } from '#web/lib/lists/filters.ts'
import classes from './filter_switch.module.css'
import type { FilterSearch } from './list_page.tsx'

interface FilterSwitchProps<N extends string> extends Pick<FilterSearch, 'values' | 'search'> {
  /** The parameters of the filter with their labels; one of them is on at most. */
  labels: Partial<Record<N, string>>
  /** How many rows each has; undefined until loaded. */
  counts: Partial<Record<N | 'all', number>> | undefined
  /** At the end of the line. */
  children?: ReactNode
}

/** Chooses one of a list's views, or all rows. */
export function FilterSwitch<N extends string>({
  labels,
  counts,
  values,
  search,
  children,
}: FilterSwitchProps<N>) {
  const views = Object.entries<string | undefined>(labels) as [N, string][]
  const off: FilterValues = Object.fromEntries(views.map(([view]) => [view, false]))
  const chosen = views.find(([view]) => values[view] === true)?.[0]
  const choice = (label: string, view: N | 'all', on: boolean) => (
    <UnstyledButton
      key={view}
      className={classes.view}
      aria-pressed={on}
      onClick={() => search({ ...values, ...off, ...(view !== 'all' && { [view]: true }) })}
    >
      {label}
      {counts?.[view] !== undefined && <span className={classes.count}> {counts[view]}</span>}
    </UnstyledButton>
  )
  return (
    <div className={classes.line}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
      <div role="group" aria-label="Show" className={classes.switch}>
        {choice('All', 'all', chosen === undefined)}
        {views.map(([view, label]) => choice(label, view, view === chosen))}
      </div>
      {children}
    </div>
  )
}
