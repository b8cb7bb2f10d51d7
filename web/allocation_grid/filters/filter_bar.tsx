import { Button, Group, SimpleGrid, Text } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useId, useState } from 'react'
import type { Grid } from '#domain/allocation/grid.ts'
import { asteroids, BENNU, RYUGU } from '#domain/masters/values.ts'
import { clearedValues, isFiltering } from '#web/lib/lists/filter_values.ts'
import type { Filter, FilterValues } from '#web/lib/lists/filters.ts'
import type { Place } from '#web/ui/grid/axes.ts'
import { NoMatch, SearchPill } from '#web/ui/lists/filter_text.tsx'
import card from '#web/ui/lists/search_card.module.css'
import { SearchField } from '#web/ui/lists/search_card.tsx'
import { AsteroidMark } from '#web/ui/text/asteroid.tsx'
import { GridFinder } from '../navigation/finder.tsx'
import type { GoTo } from '../navigation/go_to.ts'
import type { GridModel } from '../state/model.ts'
import { fieldsHiding, PROPOSAL_FILTERS, SAMPLE_FILTERS, withoutFields } from './apply_filters.ts'
import { FOLD_LABELS, filterFields, type GridFilterValues } from './filter_fields.ts'
import classes from './filters.module.css'
import type { GridFilterState } from './use_filters.ts'

interface FilterBarProps {
  /** The Find field. */
  find: RefObject<HTMLInputElement | null>
  model: GridModel
  grid: Grid
  filters: GridFilterState
  active: Place
  goTo: GoTo
  /** The last message. */
  message: string
  /** The term and other controls of the whole grid. */
  tools: ReactNode
  /** Undo and Redo. */
  children: ReactNode
}

/** Find, and what isFiltering and orders a grid: pills for what it leaves out, the rest behind one button. */
export function FilterBar({
  find,
  model,
  grid,
  filters,
  active,
  goTo,
  message,
  tools,
  children,
}: FilterBarProps) {
  const [open, setOpen] = useState(false)
  const panel = useId()
  const { values: filterValues, set, shown } = filters
  const values = filterValues as unknown as FilterValues
  const activeProposal = model.rows[active.row]?.id
  const near_to = filterValues.order === 'near' ? filterValues.near_to : activeProposal
  const fields = filterFields(grid, `nearest to ${near_to ?? 'the active proposal'}`)
  const put = (change: Partial<GridFilterValues>) =>
    set({ ...filterValues, ...change, ...(change.order === 'near' && { near_to: activeProposal }) })
  const activeFields = fields.filter((filter) => isFiltering(filter, values))
  return (
    <search className={classes.bar}>
      <GridFinder ref={find} model={model} filters={filters} active={active} goTo={goTo} />
      {tools}
      {fields.some(({ names }) => names[0] === 'asteroid') && (
        <Button.Group>
          {([RYUGU, BENNU] as const).map((asteroid) => {
            const on = filterValues.asteroid === String(asteroid)
            return (
              <Button
                key={asteroid}
                variant={on ? 'light' : 'default'}
                aria-pressed={on}
                leftSection={
                  <span aria-hidden>
                    <AsteroidMark asteroid={asteroid} />
                  </span>
                }
                onClick={() => put({ asteroid: on ? '' : asteroid === RYUGU ? '1' : '2' })}
              >
                {asteroids[asteroid]}
              </Button>
            )
          })}
        </Button.Group>
      )}
      {filterValues.asked === '' && (
        <Button variant="default" onClick={() => put({ asked: 'near' })}>
          Asked for or near
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        aria-expanded={open}
        aria-controls={panel}
        onClick={() => setOpen(!open)}
      >
        {FOLD_LABELS[grid]}
      </Button>
      {children}
      {activeFields.map((filter) => (
        <SearchPill
          key={filter.names.join()}
          filter={filter}
          values={values}
          onRemove={() => {
            find.current?.focus()
            put(clearedValues(filter) as Partial<GridFilterValues>)
          }}
        />
      ))}
      {filterValues.order === 'near' && activeProposal !== filterValues.near_to && (
        <Button size="compact-sm" variant="default" onClick={() => put({ order: 'near' })}>
          Nearest to {activeProposal}
        </Button>
      )}
      {activeFields.length > 0 && (
        <Button
          variant="subtle"
          px="xs"
          onClick={() => {
            find.current?.focus()
            filters.reset()
          }}
        >
          Reset
        </Button>
      )}
      <div id={panel} className={`${card.panel} ${classes.panel}`} hidden={!open}>
        {open && <Fields fields={fields} values={values} put={put} />}
      </div>
      {filters.hidden.length > 0 && (
        <Text size="sm">
          {filters.hidden.length} {filters.hidden.length === 1 ? 'assignment' : 'assignments'} hidden by
          filters.{' '}
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              find.current?.focus()
              const rows = filters.hidden.map(({ row }) => row)
              const columns = filters.hidden.map(({ column }) => column)
              set(withoutFields(filterValues, fieldsHiding(model, filterValues, { rows, columns })))
            }}
          >
            Show them
          </Button>
        </Text>
      )}
      {filters.outdatedCount > 0 && shown.rows.length > 0 && (
        <Text size="sm" c="dimmed">
          {filters.outdatedCount} shown no longer {filters.outdatedCount === 1 ? 'matches' : 'match'} the
          filters.{' '}
          <Button size="compact-xs" variant="default" onClick={filters.applyAgain}>
            Apply filters again
          </Button>
        </Text>
      )}
      <Text size="sm" role="status">
        {message}
      </Text>
    </search>
  )
}

interface FieldsProps {
  fields: readonly Filter[]
  values: FilterValues
  put: (change: Partial<GridFilterValues>) => void
}

/** All filter fields; rendered only while they are open. */
function Fields({ fields, values, put }: FieldsProps) {
  const wide = ({ kind }: Filter) => kind === 'ticks' || kind === 'flags'
  const field = (filter: Filter) => (
    <GridField key={filter.names.join()} filter={filter} values={values} put={put} />
  )
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm" verticalSpacing="xs">
        {fields.filter((filter) => !wide(filter) && filter.names[0] !== 'asteroid').map(field)}
      </SimpleGrid>
      <Group gap="xl" align="flex-start">
        {fields.filter(wide).map(field)}
      </Group>
    </>
  )
}

/** How long after the last key a typed figure filters the grid, in ms. */
const TYPING_PAUSE_MS = 400

interface GridFieldProps {
  filter: Filter
  values: FilterValues
  put: (change: Partial<GridFilterValues>) => void
}

/** A filter field that acts at once, a typed one after a pause. */
export function GridField({ filter, values, put }: GridFieldProps) {
  const [name] = filter.names as [string]
  const [typed, setTyped] = useState(String(values[name]))
  const later = useDebouncedCallback((text: string) => put({ [name]: text }), TYPING_PAUSE_MS)
  useEffect(() => setTyped(String(values[name])), [values, name])
  if (filter.kind !== 'text')
    return <SearchField filter={filter} values={values} set={(field, value) => put({ [field]: value })} />
  return (
    <SearchField
      filter={filter}
      values={{ [name]: typed }}
      set={(_, text) => {
        setTyped(String(text))
        later(String(text))
      }}
    />
  )
}

interface NothingShownProps {
  grid: Grid
  filters: GridFilterState
  find: RefObject<HTMLInputElement | null>
}

/** Shown when the filters leave no row or no column: the active filters, each with a button to remove it. */
export function NothingShown({ grid, filters, find }: NothingShownProps) {
  const noProposal = filters.shown.rows.length === 0
  const acting = Object.keys(noProposal ? PROPOSAL_FILTERS : SAMPLE_FILTERS)
  return (
    <NoMatch
      noun={noProposal ? 'proposal' : 'sample'}
      filters={filterFields(grid, '').filter(({ names }) => acting.includes(names[0]!))}
      values={filters.values as unknown as FilterValues}
      search={(values) => {
        find.current?.focus()
        filters.set(values as unknown as GridFilterValues)
      }}
    >
      {null}
    </NoMatch>
  )
}
