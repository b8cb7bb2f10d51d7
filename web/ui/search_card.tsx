import { Button, Group, Paper, SimpleGrid, Stack } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import type { Filter, FilterValue, FilterValues } from '#web/lib/filters.ts'
import { SearchField } from './search_fields.tsx'

interface SearchCardProps {
  filters: readonly Filter[]
  /** What the list is searched by now. */
  values: FilterValues
  onSearch: (values: FilterValues) => void
  onReset: () => void
  /** More buttons beside Search and Reset. */
  children?: ReactNode
}

const wide = ({ kind }: Filter) => kind === 'ticks' || kind === 'flags'

/** The search form of a list: nothing is looked for until Search is pressed. */
export function SearchCard({ filters, values, onSearch, onReset, children }: SearchCardProps) {
  const [typed, setTyped] = useState(values)
  const applied = JSON.stringify(values)
  useEffect(() => setTyped(JSON.parse(applied)), [applied])

  const set = (name: string, value: FilterValue) => setTyped((before) => ({ ...before, [name]: value }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(typed)
  }
  const field = (filter: Filter) => (
    <SearchField key={filter.names.join()} filter={filter} values={typed} set={set} />
  )
  return (
    <Paper component="search" withBorder p="md" bg="var(--ao-surface)">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <SimpleGrid cols={{ base: 2, sm: 3, lg: 5, xl: 6 }} spacing="sm" verticalSpacing="xs">
            {filters.filter((filter) => !wide(filter)).map(field)}
          </SimpleGrid>
          <Group gap="xl" align="flex-start">
            {filters.filter(wide).map(field)}
          </Group>
          <Group gap="sm">
            <Button type="submit">Search</Button>
            <Button variant="default" onClick={onReset}>
              Reset
            </Button>
            {children}
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}
