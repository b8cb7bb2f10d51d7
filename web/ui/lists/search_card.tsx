import { Button, Checkbox, Group, Select, SimpleGrid, TextInput } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { clearedValues, isFiltering } from '#web/lib/lists/filter_values.ts'
import type { Filter, FilterValue, FilterValues } from '#web/lib/lists/filters.ts'
import { useAfterIdle } from '#web/lib/screen/timing.ts'
import { useChoices, useTerms } from '../forms/choices.ts'
import { DateField } from '../forms/date_field.tsx'
import { SearchPill } from './filter_text.tsx'
import classes from './search_card.module.css'

interface SearchCardProps {
  filters: readonly Filter[]
  /** The current search. */
  values: FilterValues
  onSearch: (values: FilterValues) => void
  onReset: () => void
  /** A switch shows the filter that is chosen in one. */
  switched?: boolean
  /** At the end of the line, outside its form. */
  end?: ReactNode
}

const wide = ({ kind }: Filter) => kind === 'ticks' || kind === 'flags'
const inSwitch = (filter: Filter) => filter.kind === 'flags' && filter.inSwitch === true

/**
 * The search form of a list: its first field, the others behind 'More filters', and a pill for each that leaves
 * something out. Nothing is looked for until Search or Enter is pressed, but a pill goes at once.
 */
export function SearchCard({ filters, values, onSearch, onReset, switched = false, end }: SearchCardProps) {
  const [typed, setTyped] = useState(values)
  const [open, setOpen] = useState(false)
  const idle = useAfterIdle()
  const panel = useId()
  const submit = useRef<HTMLButtonElement>(null)
  const applied = JSON.stringify(values)
  const lastApplied = useRef(values)
  // What was changed and not searched yet stays: the current term, for one, may arrive after the first click.
  useEffect(() => {
    const [before, now] = [lastApplied.current, JSON.parse(applied) as FilterValues]
    lastApplied.current = now
    setTyped((typed) =>
      Object.fromEntries(
        Object.entries(now).map(([name, value]) => [
          name,
          String(typed[name]) === String(before[name]) ? value : typed[name]!,
        ]),
      ),
    )
  }, [applied])

  const set = (name: string, value: FilterValue) => setTyped((before) => ({ ...before, [name]: value }))
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const invalid = event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (invalid) return invalid.focus()
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
  const fields = rest.filter((filter) => !inSwitch(filter))
  const folds = main !== null && fields.length > 0
  return (
    <search className={classes.whole}>
      <form onSubmit={search} className={classes.line}>
        {main ? (
          <div className={classes.main}>
            <MainField filter={main} values={typed} set={set} />
          </div>
        ) : (
          fields.map(field)
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
                    {fields.filter((filter) => !wide(filter)).map(field)}
                  </SimpleGrid>
                  <Group gap="xl" align="flex-start">
                    {fields.filter(wide).map(field)}
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
          .filter((filter) => folds && !(switched && inSwitch(filter)) && isFiltering(filter, values))
          .map((filter) => (
            <SearchPill
              key={filter.names.join()}
              filter={filter}
              values={values}
              onRemove={() => {
                submit.current?.focus()
                onSearch({ ...values, ...clearedValues(filter) })
              }}
            />
          ))}
        <Button
          variant="subtle"
          px="xs"
          onClick={() => {
            setTyped(lastApplied.current)
            onReset()
          }}
        >
          Reset
        </Button>
      </form>
      {end}
    </search>
  )
}

interface FieldProps<K extends Filter['kind']> {
  filter: Extract<Filter, { kind: K }>
  values: FilterValues
  set: (name: string, value: FilterValue) => void
}

/** The first field of a search card, with its label as placeholder. */
const MainField = ({ filter: { label, names }, values, set }: FieldProps<'text'>) => (
  <TextInput
    aria-label={label}
    placeholder={label}
    leftSection={<IconSearch size={16} aria-hidden />}
    name={names[0]}
    maxLength={200}
    value={String(values[names[0]])}
    onChange={(event) => set(names[0], event.currentTarget.value)}
  />
)

export function SearchField({
  filter,
  ...rest
}: Omit<FieldProps<Filter['kind']>, 'filter'> & { filter: Filter }) {
  switch (filter.kind) {
    case 'text':
      return <TextField filter={filter} {...rest} />
    case 'select':
      return <SelectField filter={filter} {...rest} />
    case 'day':
      return <DayField filter={filter} {...rest} />
    case 'term':
      return <TermField filter={filter} {...rest} />
    case 'ticks':
      return <TicksField filter={filter} {...rest} />
    case 'flags':
      return <FlagsField filter={filter} {...rest} />
  }
}

const TextField = ({ filter: { label, names }, values, set }: FieldProps<'text'>) => (
  <TextInput
    label={label}
    name={names[0]}
    maxLength={200}
    value={String(values[names[0]])}
    onChange={(event) => set(names[0], event.currentTarget.value)}
  />
)

function SelectField({ filter: { label, names, choices, blank }, values, set }: FieldProps<'select'>) {
  const data = useChoices(choices)
  return (
    <Select
      label={label}
      data={blank === null ? data : [{ value: '', label: blank }, ...data]}
      value={String(values[names[0]])}
      onChange={(value) => set(names[0], value ?? '')}
      allowDeselect={false}
      searchable={data.length > 12}
    />
  )
}

const DayField = ({ filter: { label, names }, values, set }: FieldProps<'day'>) => (
  <DateField
    label={label}
    name={names[0]}
    value={String(values[names[0]])}
    onChange={(value) => set(names[0], value)}
  />
)

function TermField({ filter: { label, names }, values, set }: FieldProps<'term'>) {
  return (
    <Select
      label={label}
      data={[{ value: '', label: 'All' }, ...useTerms()]}
      value={String(values[names[0]])}
      onChange={(value) => set(names[0], value ?? '')}
      allowDeselect={false}
    />
  )
}

const TicksField = ({ filter: { label, names, choices }, values, set }: FieldProps<'ticks'>) => (
  <Checkbox.Group
    label={label}
    value={values[names[0]] as string[]}
    onChange={(value) => set(names[0], value)}
  >
    <Group gap="md" mt={6}>
      {choices.map((choice) => (
        <Checkbox key={choice.id} value={String(choice.id)} label={choice.label} />
      ))}
    </Group>
  </Checkbox.Group>
)

const FlagsField = ({ filter: { label, labels, names }, values, set }: FieldProps<'flags'>) => (
  <Checkbox.Group
    label={label}
    value={names.filter((name) => values[name] === true)}
    onChange={(on) => {
      for (const name of names) set(name, on.includes(name))
    }}
  >
    <Group gap="md" mt={6}>
      {names.map((name) => (
        <Checkbox key={name} value={name} label={labels[name]} />
      ))}
    </Group>
  </Checkbox.Group>
)
