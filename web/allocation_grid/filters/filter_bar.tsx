import { Button, Group, SimpleGrid, Text } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useId, useState } from 'react'
import type { Grid } from '#domain/allocation/grid.ts'
import { asteroids, BENNU, RYUGU } from '#domain/masters/values.ts'
import { clearedValues, type Filter, type FilterValues, isFiltering } from '#web/lib/lists/filters.ts'
import { NoMatch, SearchPill } from '#web/ui/lists/filter_text.tsx'
import card from '#web/ui/lists/search_card.module.css'
import { SearchField } from '#web/ui/lists/search_card.tsx'
import { AsteroidMark } from '#web/ui/text/asteroid.tsx'
import { Finder } from '../navigation/finder.tsx'
import type { GoTo } from '../navigation/go_to.ts'
import type { Place } from '../state/assignments.ts'
import type { GridModel } from '../state/model.ts'
import { hiding, PROPOSALS, SAMPLES, without } from './apply_filters.ts'
import { FOLDED, filtersOf, type Narrowing } from './filter_fields.ts'
import classes from './filters.module.css'
import type { Lens } from './use_filters.ts'

interface LensBarProps {
  /** The field in which one looks for a sample or a proposal. */
  find: RefObject<HTMLInputElement | null>
  model: GridModel
  grid: Grid
  lens: Lens
  active: Place
  goTo: GoTo
  /** What was done last. */
  said: string
  /** The term, and what else belongs to the grid as a whole. */
  tools: ReactNode
  /** Undo and Redo. */
  children: ReactNode
}

/** Find, and what narrows and orders a grid: pills for what it leaves out, the rest behind one button. */
export function LensBar({ find, model, grid, lens, active, goTo, said, tools, children }: LensBarProps) {
  const [open, setOpen] = useState(false)
  const panel = useId()
  const { narrowing, set, shown } = lens
  const values = narrowing as unknown as FilterValues
  const inHand = model.rows[active.row]?.id
  const near_to = narrowing.order === 'near' ? narrowing.near_to : inHand
  const filters = filtersOf(grid, `nearest to ${near_to ?? 'the proposal in hand'}`)
  const put = (change: Partial<Narrowing>) =>
    set({ ...narrowing, ...change, ...(change.order === 'near' && { near_to: inHand }) })
  const narrowed = filters.filter((filter) => isFiltering(filter, values))
  return (
    <search className={classes.bar}>
      <Finder ref={find} model={model} lens={lens} active={active} goTo={goTo} />
      {tools}
      {filters.some(({ names }) => names[0] === 'asteroid') && (
        <Button.Group>
          {([RYUGU, BENNU] as const).map((asteroid) => {
            const on = narrowing.asteroid === String(asteroid)
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
      {narrowing.asked === '' && (
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
        {FOLDED[grid]}
      </Button>
      {children}
      {narrowed.map((filter) => (
        <SearchPill
          key={filter.names.join()}
          filter={filter}
          values={values}
          onRemove={() => {
            find.current?.focus()
            put(clearedValues(filter) as Partial<Narrowing>)
          }}
        />
      ))}
      {narrowing.order === 'near' && inHand !== narrowing.near_to && (
        <Button size="compact-sm" variant="default" onClick={() => put({ order: 'near' })}>
          Nearest to {inHand}
        </Button>
      )}
      {narrowed.length > 0 && (
        <Button
          variant="subtle"
          px="xs"
          onClick={() => {
            find.current?.focus()
            lens.reset()
          }}
        >
          Reset
        </Button>
      )}
      <div id={panel} className={`${card.panel} ${classes.panel}`} hidden={!open}>
        {open && <Fields filters={filters} values={values} put={put} />}
      </div>
      {lens.hidden.length > 0 && (
        <Text size="sm">
          {lens.hidden.length} {lens.hidden.length === 1 ? 'tick' : 'ticks'} hidden by filters.{' '}
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              find.current?.focus()
              const rows = lens.hidden.map(({ row }) => row)
              const columns = lens.hidden.map(({ column }) => column)
              set(without(narrowing, hiding(model, narrowing, { rows, columns })))
            }}
          >
            Show them
          </Button>
        </Text>
      )}
      {lens.stale > 0 && shown.rows.length > 0 && (
        <Text size="sm" c="dimmed">
          {lens.stale} shown {lens.stale === 1 ? 'does' : 'do'} not match any more.{' '}
          <Button size="compact-xs" variant="default" onClick={lens.narrowAgain}>
            Narrow again
          </Button>
        </Text>
      )}
      <Text size="sm" role="status">
        {said}
      </Text>
    </search>
  )
}

interface FieldsProps {
  filters: readonly Filter[]
  values: FilterValues
  put: (change: Partial<Narrowing>) => void
}

/** All fields of the narrowing; made only when they are opened. */
function Fields({ filters, values, put }: FieldsProps) {
  const wide = ({ kind }: Filter) => kind === 'ticks' || kind === 'flags'
  const field = (filter: Filter) => (
    <GridField key={filter.names.join()} filter={filter} values={values} put={put} />
  )
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm" verticalSpacing="xs">
        {filters.filter((filter) => !wide(filter) && filter.names[0] !== 'asteroid').map(field)}
      </SimpleGrid>
      <Group gap="xl" align="flex-start">
        {filters.filter(wide).map(field)}
      </Group>
    </>
  )
}

/** A typed figure narrows the grid so long after the last key, in ms. */
const PAUSE = 400

interface GridFieldProps {
  filter: Filter
  values: FilterValues
  put: (change: Partial<Narrowing>) => void
}

/** A field of the narrowing, which acts at once; what is typed, after a pause. */
export function GridField({ filter, values, put }: GridFieldProps) {
  const [name] = filter.names as [string]
  const [typed, setTyped] = useState(String(values[name]))
  const later = useDebouncedCallback((text: string) => put({ [name]: text }), PAUSE)
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
  lens: Lens
  find: RefObject<HTMLInputElement | null>
}

/** In place of a grid of which the filters leave no row or no column: what they are, and the button that widens one. */
export function NothingShown({ grid, lens, find }: NothingShownProps) {
  const noProposal = lens.shown.rows.length === 0
  const acting = Object.keys(noProposal ? PROPOSALS : SAMPLES)
  return (
    <NoMatch
      noun={noProposal ? 'proposal' : 'sample'}
      filters={filtersOf(grid, '').filter(({ names }) => acting.includes(names[0]!))}
      values={lens.narrowing as unknown as FilterValues}
      search={(values) => {
        find.current?.focus()
        lens.set(values as unknown as Narrowing)
      }}
    >
      {null}
    </NoMatch>
  )
}
