import { Button, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import { clearedValues, isFiltering } from '#web/lib/lists/filter_values.ts'
import type { Choices, Filter, FilterValues } from '#web/lib/lists/filters.ts'
import { useChoices, useTerms } from '../forms/choices.ts'
import { EmptyState } from '../text/note.tsx'
import classes from './search_card.module.css'

interface FilterTextProps {
  filter: Filter
  values: FilterValues
}

/** An active filter as a pill; pressing it removes the filter. */
export const SearchPill = ({ filter, values, onRemove }: FilterTextProps & { onRemove: () => void }) => (
  <UnstyledButton className={classes.pill} onClick={onRemove}>
    <VisuallyHidden>Remove </VisuallyHidden>
    <span>{filter.label}</span> <FilterText filter={filter} values={values} />
    <IconX size={13} aria-hidden />
  </UnstyledButton>
)

/** The value of a filter as text. */
function FilterText({ filter, values }: FilterTextProps) {
  const value = values[filter.names[0] as string] as string
  switch (filter.kind) {
    case 'text':
    case 'day':
      return value
    case 'select':
      return <Chosen choices={filter.choices} id={value} />
    case 'term':
      return <Term id={value} />
    case 'ticks':
      return list(
        filter.choices
          .filter(({ id }) => (value as unknown as string[]).includes(String(id)))
          .map(({ label }) => label),
      )
    case 'flags':
      return list(filter.names.filter((name) => values[name] === true).map((name) => filter.labels[name]!))
  }
}

const list = (labels: readonly string[]) => labels.join(', ') || 'none'

const labelIn = (choices: readonly { value: string; label?: string }[], id: string) =>
  choices.find(({ value }) => value === id)?.label ?? id

const Chosen = ({ choices, id }: { choices: Choices; id: string }) => labelIn(useChoices(choices), id)
const Term = ({ id }: { id: string }) => labelIn(useTerms(), id)

interface NoMatchProps {
  noun: string | undefined
  filters: readonly Filter[]
  values: FilterValues
  search: (values: FilterValues) => void
  /** What else to do. */
  children: ReactNode
}

/** An empty search result: the active filters, and a button that removes one; of a whole call, that there is nothing in it. */
export function NoMatch({ noun, filters, values, search, children }: NoMatchProps) {
  const active = filters.filter((filter) => isFiltering(filter, values))
  const widest = active.find(({ kind }) => kind !== 'term') ?? active[0]
  if (widest?.kind === 'term')
    return (
      <EmptyState
        title={
          <>
            {noun ? `No ${noun} in ` : 'Nothing in '}
            <FilterText filter={widest} values={values} />.
          </>
        }
      >
        {children && <Text>{children}</Text>}
        <OtherSearch label="All terms" press={() => search({ ...values, ...clearedValues(widest) })} />
      </EmptyState>
    )
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
        <OtherSearch
          label={`Remove ${widest.label}`}
          press={() => search({ ...values, ...clearedValues(widest) })}
        />
      )}
    </EmptyState>
  )
}

const OtherSearch = ({ label, press }: { label: string; press: () => void }) => (
  <Button
    mt="sm"
    variant="default"
    onClick={() => {
      // This button disappears, so the focus moves to the search.
      document.querySelector<HTMLElement>('search [type=submit]')?.focus()
      press()
    }}
  >
    {label}
  </Button>
)
