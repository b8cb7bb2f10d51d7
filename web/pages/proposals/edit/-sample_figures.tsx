import { Group, NativeSelect, NumberInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { GAS } from '#domain/masters/values.ts'
import type { Sample } from '#domain/samples/contract.ts'
import { sizeInForm } from '#domain/samples/size.ts'
import type { SampleRow } from './-values.ts'

interface CellProps {
  head: string
  /** Nothing belongs here: where the table is shown as cards, it stays away. */
  unused?: boolean
  span?: number
  figure?: boolean
  children: ReactNode
}

/** A cell that names its column where the table is shown as cards. */
export const Cell = ({ head, unused = false, span, figure = false, children }: CellProps) => (
  <td colSpan={span} data-head={head} data-unused={unused || undefined} data-figure={figure || undefined}>
    {unused ? null : children}
  </td>
)

/** The weight and size of the sample that a row names; of gas pressure and volume. */
export function Figures({ sample }: { sample: Sample | undefined }) {
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

/** How much an Any row asks for: by weight or by size, one of the two. */
export const Amount = ({ row, position, field, change }: AmountProps) => (
  <Cell head="Size or weight" span={2}>
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
