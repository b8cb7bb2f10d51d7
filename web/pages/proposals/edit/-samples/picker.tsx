import { Button, Checkbox, NativeSelect, NumberInput, Popover, TextInput } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { asteroids, BENNU, GAS, labelOf, listOf, RYUGU } from '#domain/masters/values.ts'
import type { Sample } from '#domain/samples/contract.ts'
import { sizeInForm } from '#domain/samples/size.ts'
import { AsteroidMark, SampleName } from '#web/ui/text/asteroid.tsx'
import { ANY, type SampleRow } from '../-values.ts'
import classes from './picker.module.css'
import { isPristine, PAGE_SIZE, placeOf, type SampleFilter, usePickerList } from './search.ts'

interface PickerProps {
  row: SampleRow
  samples: ReadonlyMap<string, Sample>
  /** The name of the row's choice. */
  name: string
  /** The choices of all rows, comma-separated, so that none is offered twice. */
  chosen: string
  choose: (sample: string) => void
  /** Name, path and error of the field. */
  field: { 'aria-label': string; 'data-path': string; error: ReactNode }
}

/** Chooses Any or a sample: typing and filters narrow the list, arrows move through it, Enter chooses. */
export function SamplePicker({ row, samples, name, chosen, choose, field }: PickerProps) {
  const input = useRef<HTMLInputElement>(null)
  const select = (value: string) => {
    choose(value)
    close()
    input.current?.focus()
  }
  const list = usePickerList(row, samples, chosen, select)
  const { id, open, query, filter, active, limit, values, results, candidates, show, close, search } = list
  const bennu = Number(row.db_type) === BENNU
  const asteroid = bennu ? BENNU : RYUGU
  const more = results.length - limit
  const handleEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    event.stopPropagation()
    close()
    input.current?.focus()
  }
  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) close()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles the focus leaving picker and list
    <div onBlur={handleBlur} onKeyDown={handleEscape}>
      <Popover
        opened={open}
        position="bottom-start"
        width="min(640px, calc(100vw - 32px))"
        withinPortal={false}
        offset={4}
        shadow="md"
        zIndex={11}
        closeOnClickOutside={false}
        closeOnEscape={false}
        withRoles={false}
        transitionProps={{ duration: 0 }}
      >
        <Popover.Target>
          <TextInput
            {...field}
            ref={input}
            className={classes.input}
            role="combobox"
            aria-haspopup="listbox"
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            aria-activedescendant={open && active >= 0 ? `${id}-${active}` : undefined}
            autoComplete="off"
            placeholder="Search, or choose Any"
            title={name}
            value={query ?? name}
            leftSection={row.sample !== '' && query === null && <AsteroidMark asteroid={asteroid} />}
            rightSection={<IconSelector size={14} aria-hidden />}
            leftSectionWidth={26}
            rightSectionWidth={24}
            rightSectionPointerEvents="none"
            // On mouse down, so that a layout shift before mouse up does not close it.
            onMouseDown={show}
            onClick={() => open || show()}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onChange={({ currentTarget: { value } }) => search({ query: value })}
            onKeyDown={list.handleKey}
          />
        </Popover.Target>
        <Popover.Dropdown
          p={0}
          // A press beside the controls must not take the focus away, which would close the list.
          onMouseDown={(event) => {
            if (!(event.target as Element).closest('input, select, button, label')) event.preventDefault()
          }}
        >
          <SampleFilterFields
            filter={filter}
            change={(patch) => search({ filter: { ...filter, ...patch } })}
            bennu={bennu}
            pristine={candidates.some(isPristine)}
          />
          {/* The focus stays in the field, which names the active option. */}
          <div id={id} role="listbox" aria-label={field['aria-label']} className={classes.list}>
            {values.slice(0, limit + 1).map((value, position) => {
              const option = {
                id: `${id}-${position}`,
                active: position === active,
                selected: value === row.sample,
                select: () => select(value),
              }
              return value === ANY ? (
                <AnyOption key={ANY} {...option} row={row} />
              ) : (
                <SampleOption key={value} {...option} sample={samples.get(value)!} />
              )
            })}
          </div>
          <div className={classes.foot}>
            <span aria-live="polite">
              {results.length} of {candidates.length} {labelOf('sample_type', Number(row.type))} samples of{' '}
              {asteroids[asteroid]}
              {more > 0 && `, the first ${limit} shown`}.
            </span>
            {more > 0 && (
              <Button size="compact-xs" variant="default" onClick={list.showMore}>
                {`Show ${Math.min(PAGE_SIZE, more)} more`}
              </Button>
            )}
            {row.sample !== '' && (
              <Button size="compact-xs" variant="default" onClick={() => select('')}>
                Choose none
              </Button>
            )}
          </div>
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}

interface FilterProps {
  filter: SampleFilter
  change: (patch: Partial<SampleFilter>) => void
  bennu: boolean
  /** Whether to show the filter for pristine samples. */
  pristine: boolean
}

const SampleFilterFields = ({ filter, change, bennu, pristine }: FilterProps) => (
  <fieldset className={classes.filter} aria-label="Show only">
    <Range name="Weight" unit="mg" step={0.1} from="weight_from" to="weight_to" {...{ filter, change }} />
    <Range name="Size" unit="mm" step={0.01} from="size_from" to="size_to" {...{ filter, change }} />
    <span className={classes.range}>
      <span aria-hidden>{bennu ? 'Dish' : 'Chamber'}</span>
      <NativeSelect
        aria-label={`${bennu ? 'Dish' : 'Chamber'} of the samples shown`}
        size="xs"
        w={66}
        data={listOf(bennu ? 'dish_list' : 'ChamberList').map(({ id, label }) => ({
          value: String(id),
          label,
        }))}
        value={filter.place}
        onChange={({ currentTarget: { value } }) => change({ place: value })}
      />
    </span>
    {pristine && (
      <Checkbox
        size="xs"
        label="Pristine only"
        checked={filter.pristine}
        onChange={({ currentTarget: { checked } }) => change({ pristine: checked })}
      />
    )}
  </fieldset>
)

interface RangeProps extends Pick<FilterProps, 'filter' | 'change'> {
  name: string
  unit: string
  step: number
  from: 'weight_from' | 'size_from'
  to: 'weight_to' | 'size_to'
}

const Range = ({ name, unit, step, from, to, filter, change }: RangeProps) => {
  const limitInput = (field: typeof from | typeof to, label: string) => (
    <NumberInput
      aria-label={`${name} ${label}, ${unit}`}
      size="xs"
      w={52}
      min={0}
      step={step}
      allowNegative={false}
      hideControls
      value={filter[field]}
      onChange={(value) => change({ [field]: value })}
    />
  )
  return (
    <span className={classes.range}>
      <span aria-hidden>{name}</span>
      {limitInput(from, 'from')}
      <span aria-hidden>to</span>
      {limitInput(to, 'to')}
      <span aria-hidden>{unit}</span>
    </span>
  )
}

interface OptionProps {
  id: string
  active: boolean
  selected: boolean
  select: () => void
}

/** '2.004 mg', and of what it was, where something was taken. */
const weightText = ({ weight, initial_weight }: Sample) =>
  weight !== null &&
  `${weight} mg${initial_weight === null || initial_weight === weight ? '' : ` of ${initial_weight}`}`

/** A sample in the picker's list: name, weight, size, chamber or dish, description. */
const SampleOption = ({ sample, ...option }: OptionProps & { sample: Sample }) => (
  <Option {...option}>
    <b className={classes.name}>
      <SampleName asteroid={sample.db_type} name={sample.name} />
    </b>
    <span className={classes.figure}>{weightText(sample)}</span>
    <span className={classes.figure}>{sample.size !== null && `${sizeInForm(sample.size)} mm`}</span>
    <span>{placeName(sample)}</span>
    <span className={classes.cut} title={sample.description}>
      {sample.sample_type === GAS && sample.pressure !== null && `${sample.pressure} Pa, `}
      {sample.sample_type === GAS && sample.volume !== null && `${sample.volume} ml; `}
      {sample.description}
    </span>
  </Option>
)

/** The option for any sample of the row's asteroid and type. */
const AnyOption = ({ row, ...option }: OptionProps & { row: SampleRow }) => (
  <Option {...option}>
    <b className={classes.name}>
      <SampleName asteroid={Number(row.db_type) === BENNU ? BENNU : RYUGU} name="Any" />
    </b>
    <span className={classes.cut} style={{ gridColumn: '2 / -1' }}>
      {Number(row.type) === GAS ? 'any that is available' : 'request by weight or size instead'}
    </span>
  </Option>
)

const Option = ({ id, active, selected, select, children }: OptionProps & { children: ReactNode }) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
  <div
    id={id}
    role="option"
    aria-selected={selected}
    data-active={active || undefined}
    className={classes.option}
    // The field keeps the focus.
    onMouseDown={(event) => event.preventDefault()}
    onClick={select}
  >
    {children}
  </div>
)

/** The sample's chamber or dish; '' if unknown. */
export function placeName(sample: Sample): string {
  const place = placeOf(sample)
  if (place === null || place === 0) return ''
  return labelOf(sample.db_type === BENNU ? 'dish_list' : 'ChamberList', place)
}
