import { NativeSelect } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import { asteroids, BENNU, labelOf, listOf, RYUGU } from '#domain/masters/values.ts'
import { bottlesOf } from '#domain/proposals/shown.ts'
import type { Sample } from '#domain/samples/contract.ts'
import { ASKABLE_TYPES } from '#domain/samples/rules.ts'
import { sameValues } from '#web/lib/drafts/draft_store.ts'
import { AsteroidMark } from '#web/ui/text/asteroid.tsx'
import type { RowActions } from './-row_actions.ts'
import { RowActs } from './-row_acts.tsx'
import { Description } from './-sample_about.tsx'
import { Amount, Cell, Figures } from './-sample_figures.tsx'
import { placeName } from './-sample_option.tsx'
import { SamplePicker } from './-sample_picker.tsx'
import classes from './-sample_rows.module.css'
import { ANY, newRow, placesOf, type SampleRow } from './-values.ts'

interface RowProps {
  row: SampleRow
  position: number
  last: boolean
  samples: ReadonlyMap<string, Sample>
  /** Names of samples that were asked for before, on offer or not. */
  asked: ReadonlyMap<string, string>
  /** The choices of all rows, so that none is offered twice. */
  chosen: string
  errors: Record<string, ReactNode>
  act: RowActions
}

const DATABASES = Object.entries(asteroids).map(([value, label]) => ({ value, label }))
const options = (list: readonly { id: number; label: string }[]) =>
  list.map(({ id, label }) => ({ value: String(id), label }))
const BOTTLES = ['1', '2', '3'].map((value) => ({
  value,
  label: bottlesOf(Number(value)),
}))
const NECESSARY = ['', '1', '2', '3', '4', '5'].map((value) => ({ value, label: value && `×${value}` }))

/** One row of the sample table; drawn anew only when something in it changes, for the form copies all rows at every key. */
export const SampleRowFields = memo(Row, ({ row: before, ...old }, { row, ...now }) => {
  const names = Object.keys(now) as (keyof typeof now)[]
  return sameValues(before, row) && names.every((name) => old[name] === now[name])
})

function Row({ row, position, last, samples, asked, chosen, errors, act }: RowProps) {
  const bennu = Number(row.db_type) === BENNU
  const places = placesOf(row)
  const listed = samples.get(row.sample)
  const change = (patch: Partial<SampleRow>) => act.change(position, patch)
  const field = (name: keyof SampleRow, label: string) => ({
    'aria-label': `${label} of priority ${position + 1}`,
    'data-path': `samples.${position}.${name}`,
    error: errors[`samples.${position}.${name}`],
  })
  const types = ASKABLE_TYPES[bennu ? BENNU : RYUGU].map((id) => ({
    value: String(id),
    label: labelOf('sample_type', id),
  }))
  const place = bennu ? 'Dish' : 'Chamber'
  return (
    <tr>
      <Cell head="Priority">
        <b>{position + 1}</b>
      </Cell>
      <Cell head="Database">
        <NativeSelect
          {...field('db_type', 'Database')}
          leftSection={<AsteroidMark asteroid={bennu ? BENNU : RYUGU} />}
          leftSectionWidth={26}
          rightSectionWidth={24}
          data={DATABASES}
          value={row.db_type}
          onChange={({ currentTarget: { value } }) => change({ ...newRow(), key: row.key, db_type: value })}
        />
      </Cell>
      <Cell head="Sample Type">
        <NativeSelect
          {...field('type', 'Sample Type')}
          data={types}
          value={row.type}
          onChange={({ currentTarget: { value } }) =>
            change({ type: value, sample: row.sample === ANY ? ANY : '', amount: '', number: '' })
          }
        />
      </Cell>
      <Cell head="Sample">
        <SamplePicker
          row={row}
          samples={samples}
          name={nameOf(row, samples, asked)}
          chosen={chosen}
          choose={(sample) => change({ sample })}
          field={field('sample', 'Sample')}
        />
      </Cell>
      {places.amount ? (
        <Amount row={row} position={position} field={field('amount', 'Size or weight')} change={change} />
      ) : (
        <Figures sample={listed} />
      )}
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
      {places.bottles ? (
        <Cell head="Number of bottles">
          <NativeSelect
            {...field('bottles', 'Number of bottles')}
            data={BOTTLES}
            value={row.bottles}
            onChange={({ currentTarget: { value } }) => change({ bottles: value })}
          />
        </Cell>
      ) : (
        <Cell head="Number of necessary samples" unused={!places.amount}>
          <NativeSelect
            {...field('number', 'Number of necessary samples')}
            data={NECESSARY}
            value={row.number}
            onChange={({ currentTarget: { value } }) => change({ number: value })}
          />
        </Cell>
      )}
      <Cell head="Description">
        <Description row={row} samples={samples} />
      </Cell>
      <Cell head="Actions">
        <RowActs position={position} last={last} act={act} />
      </Cell>
    </tr>
  )
}

/** A row that nothing is chosen for yet: one press opens it. */
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

/** What a row's choice is called; a sample that is not on offer any more keeps its name, and the save says why not. */
function nameOf({ sample }: SampleRow, samples: RowProps['samples'], asked: RowProps['asked']): string {
  if (sample === '') return ''
  if (sample === ANY) return 'Any'
  const known = samples.get(sample)?.name ?? asked.get(sample)
  return known ?? (samples.size === 0 ? 'Loading…' : `No. ${sample}`)
}
