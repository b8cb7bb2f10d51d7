import { Button, Group, SimpleGrid } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { type Filter, type FilterValue, type FilterValues, narrows, openOf } from '#web/lib/lists/filters.ts'
import { useIdle } from '#web/lib/screen/timing.ts'
import classes from './search_card.module.css'
import { MainField, SearchField } from './search_fields.tsx'
import { SearchPill } from './search_pill.tsx'

interface SearchCardProps {
  filters: readonly Filter[]
  /** What the list is searched by now. */
  values: FilterValues
  onSearch: (values: FilterValues) => void
  onReset: () => void
}

const wide = ({ kind }: Filter) => kind === 'ticks' || kind === 'flags'

/**
 * The search form of a list: its first field, the others behind 'More filters', and a pill for each that leaves
 * something out. Nothing is looked for until Search or Enter is pressed, but a pill goes at once.
 */
export function SearchCard({ filters, values, onSearch, onReset }: SearchCardProps) {
  const [typed, setTyped] = useState(values)
  const [open, setOpen] = useState(false)
  const idle = useIdle()
  const panel = useId()
  const submit = useRef<HTMLButtonElement>(null)
  const applied = JSON.stringify(values)
  useEffect(() => setTyped(JSON.parse(applied)), [applied])

  const set = (name: string, value: FilterValue) => setTyped((before) => ({ ...before, [name]: value }))
  const search = (event: FormEvent) => {
    event.preventDefault()
    if (document.getElementById(panel)?.contains(document.activeElement)) submit.current?.focus()
    setOpen(false)
    onSearch(typed)
  }
  const field = (filter: Filter) => (
    <SearchField key={filter.names.join()} filter={filter} values={typed} set={set} />
  )
  const [first] = filters
  const main = first?.kind === 'text' ? first : null
  const rest = main ? filters.slice(1) : filters
  const folds = main !== null && rest.length > 0
  return (
    <search>
      <form onSubmit={search} className={classes.line}>
        {main ? (
          <div className={classes.main}>
            <MainField filter={main} values={typed} set={set} />
          </div>
        ) : (
          rest.map(field)
        )}
        {folds && (
          <>
            <Button
              variant="default"
              leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
              aria-expanded={open}
              aria-controls={panel}
              onClick={() => setOpen(!open)}
            >
              More filters
            </Button>
            <div id={panel} className={classes.panel} hidden={!open}>
              {(open || idle) && (
                <>
                  <SimpleGrid cols={{ base: 1, xs: 2, sm: 3, lg: 5 }} spacing="sm" verticalSpacing="xs">
                    {rest.filter((filter) => !wide(filter)).map(field)}
                  </SimpleGrid>
                  <Group gap="xl" align="flex-start">
                    {rest.filter(wide).map(field)}
                  </Group>
                </>
              )}
            </div>
          </>
        )}
        <Button type="submit" ref={submit} variant={open ? 'filled' : 'default'}>
          Search
        </Button>
        {rest
          .filter((filter) => folds && narrows(filter, values))
          .map((filter) => (
            <SearchPill
              key={filter.names.join()}
              filter={filter}
              values={values}
              onRemove={() => {
                submit.current?.focus()
                onSearch({ ...values, ...openOf(filter) })
              }}
            />
          ))}
        <Button variant="subtle" px="xs" onClick={onReset}>
          Reset
        </Button>
      </form>
    </search>
  )
}
