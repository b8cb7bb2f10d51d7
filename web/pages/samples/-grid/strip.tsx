import { Button, Group, Text } from '@mantine/core'
import { type RefObject, useSyncExternalStore } from 'react'
import { figure } from '#web/lib/format.ts'
import type { Place } from './change.ts'
import { nextTick } from './find.ts'
import type { GridModel } from './model.ts'
import { totalsOf } from './totals.ts'
import type { GridHandle } from './view.tsx'

interface StripProps {
  model: GridModel
  /** How many samples are to be seen. */
  samples: number
  active: Place
  grid: RefObject<GridHandle | null>
  discard: () => void
}

/** What all ticks come to, and the way to the next clash and the next proposal that gets more than it asks for. */
export function TotalsStrip({ model, samples, active, grid, discard }: StripProps) {
  useSyncExternalStore(model.subscribe, model.state)
  const totals = totalsOf(model)
  const go = (wanted: (row: number, column: number) => boolean) => () => {
    const place = nextTick(model, active, wanted)
    if (place) grid.current?.show(place)
  }
  return (
    <Group component="section" aria-label="Totals" gap="md" fz="sm">
      <Total label="Proposals" value={model.rows.length} />
      <Total label="Samples" value={samples} />
      <Total label="Assigned" value={`${totals.samples} (${figure(totals.weight, 1)} mg)`} />
      <Total label="Confirmed" value={totals.confirmed} />
      <Mark
        label="Clashes"
        value={totals.clashes}
        next="Next clash"
        go={go((_, column) => model.clashes(column))}
      />
      <Mark
        label="Over-asked"
        value={totals.overAsked}
        next="Next over-asked"
        go={go((row) => model.answers.row(row).over.length > 0)}
      />
      <Text role="status" fz="sm" fw={totals.changes > 0 ? 700 : 400}>
        {totals.changes > 0 ? `${totals.changes} not saved` : 'All saved'}
      </Text>
      {totals.changes > 0 && (
        <Button size="compact-xs" variant="default" onClick={discard}>
          Discard
        </Button>
      )}
    </Group>
  )
}

const Total = ({ label, value }: { label: string; value: number | string }) => (
  <Text span fz="sm">
    {label} <b>{value}</b>
  </Text>
)

interface MarkProps {
  label: string
  value: number
  next: string
  go: () => void
}

const Mark = ({ label, value, next, go }: MarkProps) => (
  <Group gap={6}>
    <Text span fz="sm" c={value > 0 ? 'var(--mantine-color-error)' : undefined}>
      {label} <b>{value}</b>
    </Text>
    {value > 0 && (
      <Button size="compact-xs" variant="default" onClick={go}>
        {next}
      </Button>
    )}
  </Group>
)
