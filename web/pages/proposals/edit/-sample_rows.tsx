import { Button, Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { RequestedSample } from '#domain/proposals/requested_sample.ts'
import { requestedTotal } from '#domain/proposals/rules.ts'
import { isLimited, MAX_LIMITED } from '#domain/proposals/sample_row.ts'
import type { Sample } from '#domain/samples/contract.ts'
import { api } from '#web/lib/api.ts'
import { useCall } from '#web/lib/query.ts'
import type { FormFields } from './-form.ts'
import { useRowActions } from './-row_actions.ts'
import { SampleRowFields } from './-sample_row.tsx'
import classes from './-sample_rows.module.css'
import { ANY, type SampleRow } from './-values.ts'

/** The columns and their widths in px where they are shown side by side; the description takes the rest. */
const COLUMNS: readonly (readonly [head: string, width?: number])[] = [
  ['Priority', 60],
  ['Database', 98],
  ['Sample Type', 150],
  ['Sample', 160],
  ['Size or weight', 160],
  ['Chamber / dish', 80],
  ['Number of bottles', 76],
  ['Number of necessary samples', 90],
  ['Description'],
  ['Actions', 98],
]

interface SampleRowsProps {
  fields: FormFields
  /** The rows as they are saved. */
  requested: readonly RequestedSample[]
}

/** The Request Sample section: up to ten particles and aggregates, any number of others, in the order of priority. */
export function SampleRows({ fields, requested }: SampleRowsProps) {
  const samples = useAskable()
  const asked = useMemo(
    () => new Map(requested.map(({ sample_id, sample_name }) => [String(sample_id), sample_name ?? ''])),
    [requested],
  )
  const act = useRowActions(fields)
  const rows = fields.getValues().samples
  const chosen = rows.map(({ sample }) => sample).join()
  return (
    <div data-path="samples">
      <Text mb="xs">
        At most ten samples in total of Particle and Aggregate can be requested; Gas and Previously allocated
        are unlimited. The first row has the highest priority. A row is saved once a sample, or Any, is
        chosen.
      </Text>
      {fields.errors.samples && (
        <Text c="var(--mantine-color-error)" role="alert" mb="xs">
          {fields.errors.samples}
        </Text>
      )}
      <table className={classes.table} aria-label="Request Sample">
        <thead>
          <tr>
            {COLUMNS.map(([head, width]) => (
              <th key={head} scope="col" style={{ width }}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, position) => (
            <SampleRowFields
              key={row.key}
              row={row}
              position={position}
              last={position === rows.length - 1}
              samples={samples}
              asked={asked}
              chosen={chosen}
              errors={fields.errors}
              act={act}
            />
          ))}
        </tbody>
      </table>
      <Group justify="space-between" mt="sm">
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={act.add}>
          Add Sample
        </Button>
        <Totals rows={rows} samples={samples} />
      </Group>
    </div>
  )
}

/** What can be asked for now of both asteroids, by id as text. */
function useAskable(): ReadonlyMap<string, Sample> {
  const ryugu = useCall(api.samples.ryugu).data
  const bennu = useCall(api.samples.bennu).data
  return useMemo(
    () => new Map([...(ryugu ?? []), ...(bennu ?? [])].map((sample) => [String(sample.id), sample])),
    [ryugu, bennu],
  )
}

function Totals({ rows, samples }: { rows: readonly SampleRow[]; samples: ReadonlyMap<string, Sample> }) {
  const asked = rows.filter(({ sample }) => sample !== '')
  const limited = asked.filter(({ type }) => isLimited(Number(type))).length
  const weighed = asked.map(({ sample, unit, amount }) => ({
    sample_id: sample === ANY ? null : Number(sample),
    weight: unit === 'mg' ? Number(amount) || 0 : null,
    sample_weight: samples.get(sample)?.weight ?? null,
  }))
  return (
    <Text aria-live="polite" c={limited > MAX_LIMITED ? 'var(--mantine-color-error)' : undefined}>
      Particle and Aggregate: {limited} of {MAX_LIMITED}. Total: {requestedTotal(weighed).toFixed(1)} mg
    </Text>
  )
}
