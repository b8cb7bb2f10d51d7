import type { ReactNode } from 'react'
import { BENNU, GAS, labelOf, RYUGU } from '#domain/masters/values.ts'
import type { Sample } from '#domain/samples/contract.ts'
import { sizeInForm } from '#domain/samples/size.ts'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import { placeOf } from './-sample_find.ts'
import classes from './-sample_picker.module.css'
import type { SampleRow } from './-values.ts'

interface OptionProps {
  id: string
  active: boolean
  selected: boolean
  take: () => void
}

/** A sample in the picker's list: name, weight, size, chamber or dish, description. */
export const SampleOption = ({ sample, ...option }: OptionProps & { sample: Sample }) => (
  <Option {...option}>
    <b className={classes.name}>
      <SampleName asteroid={sample.db_type} name={sample.name} />
    </b>
    <span className={classes.figure}>{sample.weight !== null && `${sample.weight} mg`}</span>
    <span className={classes.figure}>{sample.size !== null && `${sizeInForm(sample.size)} mm`}</span>
    <span>{placeName(sample)}</span>
    <span className={classes.cut} title={sample.description}>
      {sample.sample_type === GAS && sample.pressure !== null && `${sample.pressure} Pa, `}
      {sample.sample_type === GAS && sample.volume !== null && `${sample.volume} ml; `}
      {sample.description}
    </span>
  </Option>
)

/** The choice that any sample of the row's kind will do. */
export const AnyOption = ({ row, ...option }: OptionProps & { row: SampleRow }) => (
  <Option {...option}>
    <b className={classes.name}>
      <SampleName asteroid={Number(row.db_type) === BENNU ? BENNU : RYUGU} name="Any" />
    </b>
    <span className={classes.cut} style={{ gridColumn: '2 / -1' }}>
      {Number(row.type) === GAS ? 'whichever is free' : 'asks by weight or size instead'}
    </span>
  </Option>
)

const Option = ({ id, active, selected, take, children }: OptionProps & { children: ReactNode }) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
  <div
    id={id}
    role="option"
    aria-selected={selected}
    data-active={active || undefined}
    className={classes.option}
    // The field keeps the focus.
    onMouseDown={(event) => event.preventDefault()}
    onClick={take}
  >
    {children}
  </div>
)

/** The chamber or dish that the catalogue knows a sample is from; '' for none. */
export function placeName(sample: Sample): string {
  const place = placeOf(sample)
  if (place === null || place === 0) return ''
  return labelOf(sample.db_type === BENNU ? 'dish_list' : 'ChamberList', place)
}
