import { ActionIcon, Group, NativeSelect, NumberInput, Text, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { Fragment, memo, type ReactNode, useMemo, useRef } from 'react'
import { asteroids, BENNU, GAS, labelOf, listOf, RYUGU } from '#domain/masters/values.ts'
import { bottlesText, SAMPLE_LABEL, type SampleField } from '#domain/proposals/field_texts.ts'
import type { Sample } from '#domain/samples/contract.ts'
import { REQUESTABLE_TYPES } from '#domain/samples/rules.ts'
import { sizeInForm } from '#domain/samples/size.ts'
import { sameValues } from '#web/lib/drafts/draft_store.ts'
import { SampleName } from '#web/ui/proposal/sample_tables.tsx'
import { AsteroidMark } from '#web/ui/text/asteroid.tsx'
import { focusField } from '../-outline.tsx'
import { ANY, type FormFields, inputsOf, isTouched, newRow, type SampleRow } from '../-values.ts'
import { placeName, SamplePicker } from './picker.tsx'
import classes from './rows.module.css'
import { nearestSamples, samplesOfKind } from './search.ts'

interface RowProps {
  row: SampleRow
  position: number
  last: boolean
  samples: ReadonlyMap<string, Sample>
  /** Names of the samples in the saved rows, offered or not. */
  savedNames: ReadonlyMap<string, string>
  /** The choices of all rows, comma-separated, so that none is offered twice. */
  chosen: string
  errors: Record<string, ReactNode>
  act: RowActions
}

const DATABASES = Object.entries(asteroids).map(([value, label]) => ({ value, label }))
const options = (list: readonly { id: number; label: string }[]) =>
  list.map(({ id, label }) => ({ value: String(id), label }))
const BOTTLES = ['1', '2', '3'].map((value) => ({
  value,
  label: bottlesText(Number(value)),
}))
const SAMPLE_COUNTS = ['', '1', '2', '3', '4', '5'].map((value) => ({ value, label: value && `×${value}` }))

/** A row of the sample table. Memoized by value, since the form copies all rows on every key. */
export const SampleRowFields = memo(Row, ({ row: before, ...old }, { row, ...now }) => {
  const names = Object.keys(now) as (keyof typeof now)[]
  return sameValues(before, row) && names.every((name) => old[name] === now[name])
})

function Row({ row, position, last, samples, savedNames, chosen, errors, act }: RowProps) {
  const bennu = Number(row.db_type) === BENNU
  const places = inputsOf(row)
  const listed = samples.get(row.sample)
  const change = (patch: Partial<SampleRow>) => act.change(position, patch)
  const field = (name: keyof SampleRow, label: string) => ({
    'aria-label': `${label} of priority ${position + 1}`,
    'data-path': `samples.${position}.${name}`,
    error: errors[`samples.${position}.${name}`],
  })
  const types = REQUESTABLE_TYPES[bennu ? BENNU : RYUGU].map((id) => ({
    value: String(id),
    label: labelOf('sample_type', id),
  }))
  const place = bennu ? 'Dish' : 'Chamber'
  const cells: Record<SampleField, ReactNode> = {
    priority: (
      <Cell head={SAMPLE_LABEL.priority}>
        <b>{position + 1}</b>
      </Cell>
    ),
    database: (
      <Cell head={SAMPLE_LABEL.database}>
        <NativeSelect
          {...field('db_type', SAMPLE_LABEL.database)}
          leftSection={<AsteroidMark asteroid={bennu ? BENNU : RYUGU} />}
          leftSectionWidth={26}
          rightSectionWidth={24}
          data={DATABASES}
          value={row.db_type}
          onChange={({ currentTarget: { value } }) => change({ ...newRow(), key: row.key, db_type: value })}
        />
      </Cell>
    ),
    type: (
      <Cell head={SAMPLE_LABEL.type}>
        <NativeSelect
          {...field('type', SAMPLE_LABEL.type)}
          data={types}
          value={row.type}
          onChange={({ currentTarget: { value } }) =>
            change({ type: value, sample: row.sample === ANY ? ANY : '', amount: '', number: '' })
          }
        />
      </Cell>
    ),
    sample: (
      <Cell head={SAMPLE_LABEL.sample}>
        <SamplePicker
          row={row}
          samples={samples}
          name={nameOf(row, samples, savedNames)}
          chosen={chosen}
          choose={(sample) => change({ sample })}
          field={field('sample', SAMPLE_LABEL.sample)}
        />
      </Cell>
    ),
    amount: places.amount ? (
      <Amount row={row} position={position} field={field('amount', SAMPLE_LABEL.amount)} change={change} />
    ) : (
      <CatalogueMeasures sample={listed} />
    ),
    place: (
      <Cell head={place} unused={!places.place && !listed}>
        {places.place ? (
          <NativeSelect
            {...field('place', place)}
            data={options(listOf(bennu ? 'dish_list' : 'ChamberList'))}
            value={row.place}
            onChange={({ currentTarget: { value } }) => change({ place: value })}
          />
        ) : (
          listed && placeName(listed)
        )}
      </Cell>
    ),
    // Bottles of gas, or samples of anything else: one cell.
    bottles: places.bottles && (
      <Cell head={SAMPLE_LABEL.bottles}>
        <NativeSelect
          {...field('bottles', SAMPLE_LABEL.bottles)}
          data={BOTTLES}
          value={row.bottles}
          onChange={({ currentTarget: { value } }) => change({ bottles: value })}
        />
      </Cell>
    ),
    number: !places.bottles && (
      <Cell head={SAMPLE_LABEL.number} unused={!places.amount}>
        <NativeSelect
          {...field('number', SAMPLE_LABEL.number)}
          data={SAMPLE_COUNTS}
          value={row.number}
          onChange={({ currentTarget: { value } }) => change({ number: value })}
        />
      </Cell>
    ),
  }
  return (
    <tr>
      {Object.entries(cells).map(([name, cell]) => (
        <Fragment key={name}>{cell}</Fragment>
      ))}
      <Cell head="Description">
        <Description row={row} samples={samples} />
      </Cell>
      <Cell head="Actions">
        <RowButtons position={position} last={last} act={act} />
      </Cell>
    </tr>
  )
}

/** An empty row; a press opens its fields. */
export const EmptyRow = memo(({ position, open }: { position: number; open: (position: number) => void }) => (
  <tr className={classes.empty}>
    <td>{position + 1}</td>
    <td colSpan={9}>
      <button
        type="button"
        aria-label={`Priority ${position + 1} is empty: choose a sample`}
        data-path={`samples.${position}.open`}
        onClick={() => open(position)}
      >
        empty
      </button>
    </td>
  </tr>
))

/** The name of a row's choice, also of a sample that is no longer offered. */
function nameOf(
  { sample }: SampleRow,
  samples: RowProps['samples'],
  savedNames: RowProps['savedNames'],
): string {
  if (sample === '') return ''
  if (sample === ANY) return 'Any'
  const known = samples.get(sample)?.name ?? savedNames.get(sample)
  return known ?? (samples.size === 0 ? 'Loading…' : `No. ${sample}`)
}

interface DescriptionProps {
  row: SampleRow
  samples: ReadonlyMap<string, Sample>
}

/** The description in the catalogue; for an Any row the samples nearest to its request. */
function Description({ row, samples }: DescriptionProps) {
  const listed = samples.get(row.sample)
  const near = useMemo(
    () => (inputsOf(row).amount ? nearestSamples(samplesOfKind(samples.values(), row), row) : []),
    [row, samples],
  )
  if (listed)
    return (
      <div className={classes.about}>
        <Text className={classes.cut} title={listed.description}>
          {listed.description}
        </Text>
        <SampleName db_type={listed.db_type} name={listed.name}>
          {'>>detail'}
        </SampleName>
      </div>
    )
  if (row.sample === '')
    return isTouched(row) ? (
      <Text className={classes.warn}>not saved without a sample or Any</Text>
    ) : (
      <Text className={classes.hint}>not chosen</Text>
    )
  if (!inputsOf(row).amount)
    return Number(row.type) === GAS ? <Text className={classes.hint}>45 mL cylinders</Text> : null
  const names = near.slice(0, 3).map(({ name }) => name)
  const text =
    row.amount === ''
      ? near.length === 1
        ? '1 sample matches'
        : `${near.length} samples match`
      : names.length > 0
        ? `nearest: ${names.join(', ')}`
        : 'no sample is near it'
  return (
    <Text className={classes.hint} title={text}>
      {text}
    </Text>
  )
}

interface CellProps {
  head: string
  /** The cell does not apply: it is empty, and hidden where the table is shown as cards. */
  unused?: boolean
  span?: number
  figure?: boolean
  children: ReactNode
}

/** A cell that names its column where the table is shown as cards. */
const Cell = ({ head, unused = false, span, figure = false, children }: CellProps) => (
  <td colSpan={span} data-head={head} data-unused={unused || undefined} data-figure={figure || undefined}>
    {unused ? null : children}
  </td>
)

/** Weight and size of the chosen sample; pressure and volume of gas. */
function CatalogueMeasures({ sample }: { sample: Sample | undefined }) {
  const gas = sample?.sample_type === GAS
  const first = gas ? withUnit(sample.pressure, 'Pa') : withUnit(sample?.weight, 'mg')
  const second = gas
    ? withUnit(sample.volume, 'ml')
    : sample?.size != null
      ? `${sizeInForm(sample.size)} mm`
      : null
  return (
    <>
      <Cell head={gas ? 'Pressure' : 'Weight'} unused={first === null} figure>
        {first}
      </Cell>
      <Cell head={gas ? 'Volume' : 'Size'} unused={second === null} figure>
        {second}
      </Cell>
    </>
  )
}

const withUnit = (value: number | null | undefined, unit: string) =>
  value == null ? null : `${value} ${unit}`

interface AmountProps {
  row: SampleRow
  position: number
  field: { 'aria-label': string; 'data-path': string; error: ReactNode }
  change: (patch: Partial<SampleRow>) => void
}

/** The requested weight or size of an Any row. */
const Amount = ({ row, position, field, change }: AmountProps) => (
  <Cell head={SAMPLE_LABEL.amount} span={2}>
    <Group gap={4} wrap="nowrap" align="flex-start">
      <NumberInput
        {...field}
        value={row.amount}
        onChange={(amount) => change({ amount })}
        min={0}
        step={row.unit === 'mm' ? 0.01 : 0.1}
        decimalScale={row.unit === 'mm' ? 2 : undefined}
        allowNegative={false}
        hideControls
        flex={1}
        miw={60}
      />
      <NativeSelect
        aria-label={`Unit of priority ${position + 1}`}
        data={['mg', 'mm']}
        value={row.unit}
        onChange={({ currentTarget: { value } }) =>
          change({ unit: value === 'mm' ? 'mm' : 'mg', amount: '' })
        }
        w={74}
      />
    </Group>
  </Cell>
)

interface RowButtonsProps {
  position: number
  last: boolean
  act: RowActions
}

const RowButtons = ({ position, last, act }: RowButtonsProps) => (
  <Group gap={0} wrap="nowrap" justify="flex-end">
    <RowButton
      label={`Raise priority ${position + 1}`}
      disabled={position === 0}
      onClick={() => act.move(position, position - 1)}
    >
      <IconArrowUp size={16} aria-hidden />
    </RowButton>
    <RowButton
      label={`Lower priority ${position + 1}`}
      disabled={last}
      onClick={() => act.move(position, position + 1)}
    >
      <IconArrowDown size={16} aria-hidden />
    </RowButton>
    <RowButton label={`Delete sample ${position + 1}`} onClick={() => act.remove(position)}>
      <IconTrash size={16} aria-hidden />
    </RowButton>
  </Group>
)

interface RowButtonProps {
  label: string
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}
const RowButton = ({ label, disabled = false, onClick, children }: RowButtonProps) => (
  <Tooltip label={label}>
    <ActionIcon size={26} aria-label={label} disabled={disabled} onClick={onClick}>
      {children}
    </ActionIcon>
  </Tooltip>
)

/** The actions of the sample table, with a stable identity for the memoized rows. */
export function useRowActions(fields: FormFields) {
  const form = useRef(fields)
  form.current = fields
  return useMemo(() => {
    const rows = () => form.current.getValues().samples
    return {
      change(position: number, patch: Partial<SampleRow>) {
        form.current.setFieldValue(`samples.${position}`, { ...rows()[position]!, ...patch })
        for (const name of Object.keys(patch)) form.current.clearFieldError(`samples.${position}.${name}`)
        form.current.clearFieldError('samples')
      },
      remove(position: number) {
        form.current.removeListItem('samples', position)
        focusField(`samples.${Math.min(position, rows().length - 1)}`)
      },
      move(from: number, to: number) {
        form.current.reorderListItem('samples', { from, to })
        focusField(`samples.${to}`)
      },
      /** The position of the first empty row; of a new one at the end where none is empty. */
      add() {
        const empty = rows().findIndex((row) => !isTouched(row))
        if (empty >= 0) return empty
        form.current.insertListItem('samples', newRow())
        return rows().length - 1
      },
    }
  }, [])
}
type RowActions = ReturnType<typeof useRowActions>
