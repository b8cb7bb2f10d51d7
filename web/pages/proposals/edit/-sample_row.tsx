import { ActionIcon, Group, NativeSelect, NumberInput, Select, Text, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { memo, type ReactNode, useMemo } from 'react'
import { asteroids, BENNU, labelOf, listOf, RYUGU } from '#domain/masters/values.ts'
import type { Sample } from '#domain/samples/contract.ts'
import { ASKABLE_TYPES } from '#domain/samples/rules.ts'
import { sameValues } from '#web/lib/draft_store.ts'
import { SampleName } from '#web/ui/proposal/sample_name.tsx'
import type { RowActions } from './-row_actions.ts'
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
const BOTTLES = ['1', '2', '3']
const NECESSARY = ['', '1', '2', '3', '4', '5']
const OPTIONS_SHOWN = 200

/** One row of the sample table; drawn anew only when something in it changes, for the form copies all rows at every key. */
export const SampleRowFields = memo(Row, ({ row: before, ...old }, { row, ...now }) => {
  const names = Object.keys(now) as (keyof typeof now)[]
  return sameValues(before, row) && names.every((name) => old[name] === now[name])
})

function Row({ row, position, last, samples, asked, chosen, errors, act }: RowProps) {
  const bennu = Number(row.db_type) === BENNU
  const places = placesOf(row)
  const listed = samples.get(row.sample)
  const choices = useChoices(row, samples, asked, chosen)
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
  return (
    <tr>
      <Cell head="Priority">
        <b>{position + 1}</b>
      </Cell>
      <Cell head="Database">
        <NativeSelect
          {...field('db_type', 'Database')}
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
        <Select
          {...field('sample', 'Sample')}
          data={choices}
          value={row.sample || null}
          onChange={(value) => change({ sample: value ?? '' })}
          placeholder="Sample or Any"
          searchable
          clearable
          limit={OPTIONS_SHOWN}
          nothingFoundMessage="No such sample"
          w="100%"
        />
      </Cell>
      <Cell head="Size or weight" unused={!places.amount}>
        <Group gap={4} wrap="nowrap">
          <NumberInput
            {...field('amount', 'Size or weight')}
            value={row.amount}
            onChange={(amount) => change({ amount })}
            min={0}
            step={row.unit === 'mm' ? 0.01 : 0.1}
            decimalScale={row.unit === 'mm' ? 2 : undefined}
            allowNegative={false}
            hideControls
            w={72}
          />
          <NativeSelect
            aria-label={`Unit of priority ${position + 1}`}
            data={['mg', 'mm']}
            value={row.unit}
            onChange={({ currentTarget: { value } }) =>
              change({ unit: value === 'mm' ? 'mm' : 'mg', amount: '' })
            }
            w={78}
          />
        </Group>
      </Cell>
      <Cell head={bennu ? 'Dish' : 'Chamber'} unused={!places.place}>
        <NativeSelect
          {...field('place', bennu ? 'Dish' : 'Chamber')}
          data={options(listOf(bennu ? 'dish_list' : 'ChamberList'))}
          value={row.place}
          onChange={({ currentTarget: { value } }) => change({ place: value })}
        />
      </Cell>
      <Cell head="Number of bottles" unused={!places.bottles}>
        <NativeSelect
          {...field('bottles', 'Number of bottles')}
          data={BOTTLES}
          value={row.bottles}
          onChange={({ currentTarget: { value } }) => change({ bottles: value })}
        />
      </Cell>
      <Cell head="Number of necessary samples" unused={!places.amount}>
        <NativeSelect
          {...field('number', 'Number of necessary samples')}
          data={NECESSARY}
          value={row.number}
          onChange={({ currentTarget: { value } }) => change({ number: value })}
        />
      </Cell>
      <Cell head="Description" unused={!listed}>
        {listed && (
          <>
            {listed.description && (
              <Text size="xs" lineClamp={2} title={listed.description}>
                {listed.description}
              </Text>
            )}
            <SampleName db_type={listed.db_type} name={listed.name}>
              {'>>detail'}
            </SampleName>
          </>
        )}
      </Cell>
      <Cell head="Actions">
        <Group gap={0} wrap="nowrap">
          <Act
            label={`Raise priority ${position + 1}`}
            disabled={position === 0}
            onClick={() => act.move(position, position - 1)}
          >
            <IconArrowUp size={16} aria-hidden />
          </Act>
          <Act
            label={`Lower priority ${position + 1}`}
            disabled={last}
            onClick={() => act.move(position, position + 1)}
          >
            <IconArrowDown size={16} aria-hidden />
          </Act>
          <Act label={`Delete sample ${position + 1}`} onClick={() => act.remove(position)}>
            <IconTrash size={16} aria-hidden />
          </Act>
        </Group>
      </Cell>
    </tr>
  )
}

/** A cell that names its column where the table is shown as cards, and stays away there while it has no use. */
const Cell = ({
  head,
  unused = false,
  children,
}: {
  head: string
  unused?: boolean
  children: ReactNode
}) => (
  <td data-head={head} data-unused={unused || undefined}>
    {unused ? null : children}
  </td>
)

interface ActProps {
  label: string
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}
const Act = ({ label, disabled = false, onClick, children }: ActProps) => (
  <Tooltip label={label}>
    <ActionIcon aria-label={label} disabled={disabled} onClick={onClick}>
      {children}
    </ActionIcon>
  </Tooltip>
)

/** Any, and the samples of the row's asteroid and type that no other row names. */
function useChoices(
  { db_type, type, sample }: SampleRow,
  samples: ReadonlyMap<string, Sample>,
  asked: ReadonlyMap<string, string>,
  chosen: string,
) {
  return useMemo(() => {
    const elsewhere = new Set(chosen.split(',').filter((id) => id !== sample))
    const fit = [...samples.values()].filter(
      (s) => String(s.db_type) === db_type && String(s.sample_type) === type && !elsewhere.has(String(s.id)),
    )
    const listed = fit.map(({ id, name }) => ({ value: String(id), label: name }))
    // A sample that was asked for and is not on offer any more keeps its place, and the save says why not.
    const gone =
      sample && sample !== ANY && !samples.has(sample)
        ? [{ value: sample, label: asked.get(sample) ?? (samples.size === 0 ? 'Loading…' : `No. ${sample}`) }]
        : []
    return [{ value: ANY, label: 'Any' }, ...gone, ...listed]
  }, [db_type, type, sample, samples, asked, chosen])
}
