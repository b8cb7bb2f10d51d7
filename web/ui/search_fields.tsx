import { Checkbox, Group, Select, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { Filter, FilterValue, FilterValues } from '#web/lib/lists/filters.ts'
import { useChoices, useTerms } from './choices.ts'

interface FieldProps<K extends Filter['kind']> {
  filter: Extract<Filter, { kind: K }>
  values: FilterValues
  set: (name: string, value: FilterValue) => void
}

/** The field of a search card that is always in sight: its label stands in it. */
export const MainField = ({ filter: { label, names }, values, set }: FieldProps<'text'>) => (
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

/** The control of one field of a search card. */
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
  <TextInput
    label={label}
    type="date"
    max="9999-12-31"
    name={names[0]}
    value={String(values[names[0]])}
    onChange={(event) => set(names[0], event.currentTarget.value)}
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
