import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { Choices, Filter, FilterValues } from '#web/lib/lists/filters.ts'
import { useChoices, useTerms } from './choices.ts'
import classes from './search_card.module.css'

interface FilterTextProps {
  filter: Filter
  values: FilterValues
}

/** What a field of a search leaves out, as a pill; pressed, it no longer does. */
export const SearchPill = ({ filter, values, onRemove }: FilterTextProps & { onRemove: () => void }) => (
  <UnstyledButton className={classes.pill} onClick={onRemove}>
    <VisuallyHidden>Remove </VisuallyHidden>
    <span>{filter.label}</span> <FilterText filter={filter} values={values} />
    <IconX size={13} aria-hidden />
  </UnstyledButton>
)

/** What a field holds, in the words of its choices. */
export function FilterText({ filter, values }: FilterTextProps) {
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
