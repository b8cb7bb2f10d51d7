import { Button, Text } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { type Filter, type FilterValues, narrows, openOf } from '#web/lib/lists/filters.ts'
import { EmptyState } from './empty_state.tsx'
import { FilterText } from './search_pill.tsx'

interface NoMatchProps {
  noun: string | undefined
  filters: readonly Filter[]
  values: FilterValues
  search: (values: FilterValues) => void
  /** What else to do. */
  children: ReactNode
}

/** A list in which nothing was found: what was looked for, and the button that widens it. */
export function NoMatch({ noun, filters, values, search, children }: NoMatchProps) {
  const active = filters.filter((filter) => narrows(filter, values))
  const widest = active.find(({ kind }) => kind !== 'term') ?? active[0]
  return (
    <EmptyState title={noun ? `No ${noun} matches.` : 'Nothing matches this search.'}>
      {active.length > 0 && (
        <Text>
          Looked for{' '}
          {active.map((filter, place) => (
            <Fragment key={filter.label}>
              {place > 0 && ', '}
              {filter.label}{' '}
              <b>
                <FilterText filter={filter} values={values} />
              </b>
            </Fragment>
          ))}
          .
        </Text>
      )}
      {children && <Text>{children}</Text>}
      {widest && (
        <Button
          mt="sm"
          variant="default"
          onClick={() => {
            // The button goes with what it removed: the work goes on at the search.
            document.querySelector<HTMLElement>('search [type=submit]')?.focus()
            search({ ...values, ...openOf(widest) })
          }}
        >
          {`Remove ${widest.label}`}
        </Button>
      )}
    </EmptyState>
  )
}
