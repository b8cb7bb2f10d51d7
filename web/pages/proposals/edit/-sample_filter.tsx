import { Checkbox, NativeSelect, NumberInput } from '@mantine/core'
import { listOf } from '#domain/masters/values.ts'
import type { SampleFilter } from './-sample_find.ts'
import classes from './-sample_picker.module.css'

interface FilterProps {
  filter: SampleFilter
  change: (patch: Partial<SampleFilter>) => void
  bennu: boolean
  /** Some of the samples are called pristine. */
  pristine: boolean
}

/** What narrows the picker's list: weight, size, chamber or dish, pristine. */
export const SampleFilterFields = ({ filter, change, bennu, pristine }: FilterProps) => (
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
  const end = (field: typeof from | typeof to, label: string) => (
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
      {end(from, 'from')}
      <span aria-hidden>to</span>
      {end(to, 'to')}
      <span aria-hidden>{unit}</span>
    </span>
  )
}
