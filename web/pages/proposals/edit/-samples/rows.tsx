import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { SAMPLE_LABEL } from '#domain/proposals/field_texts.ts'
import { LABEL } from '#domain/proposals/fields.ts'
import type { RequestedSample } from '#domain/proposals/requested_samples.ts'
import { requestedTotal } from '#domain/proposals/rules.ts'
import type { Sample } from '#domain/samples/contract.ts'
import { isLimited, MAX_LIMITED } from '#domain/samples/rules.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { focusField } from '../-outline.tsx'
import { NeededToSubmit } from '../-text_fields.tsx'
import { ANY, type FormFields, isTouched, type SampleRow } from '../-values.ts'
import { EmptyRow, SampleRowFields, useRowActions } from './row.tsx'
import classes from './rows.module.css'
import { useRequestableSamples } from './search.ts'

/** The columns of the table and their widths in px; the description takes the rest. */
const COLUMNS: readonly (readonly [head: string, width?: number, figure?: boolean])[] = [
  [SAMPLE_LABEL.priority, 64],
  [SAMPLE_LABEL.database, 104],
  [SAMPLE_LABEL.type, 114],
  [SAMPLE_LABEL.sample, 140],
  ['Weight', 70, true],
  ['Size', 76, true],
  ['Chamber, dish', 88],
  ['Number', 104],
  ['Description'],
  ['Actions', 92],
]

interface SampleRowsProps {
  fields: FormFields
  /** The saved rows. */
  requested: readonly RequestedSample[]
}

/** The Request Sample section: up to ten particles and aggregates, any number of others, by priority. */
export function SampleRows({ fields, requested }: SampleRowsProps) {
  const samples = useRequestableSamples()
  const savedNames = useMemo(
    () => new Map(requested.map(({ sample_id, sample_name }) => [String(sample_id), sample_name ?? ''])),
    [requested],
  )
  const act = useRowActions(fields)
  const rows = fields.getValues().samples
  const chosen = rows.map(({ sample }) => sample).join()
  const open = useOpenRows(rows)
  const unfold = useCallback(
    (position: number) => {
      open.add(fields.getValues().samples[position]!.key)
      focusField(`samples.${position}.sample`)
    },
    [fields.getValues, open],
  )
  return (
    <Section
      title={
        <>
          {LABEL.samples} <NeededToSubmit />
        </>
      }
      flush
      aside={<Totals rows={rows} samples={samples} />}
    >
      <div data-path="samples" data-holds="samples" data-name={LABEL.samples} className={classes.frame}>
        <Text size="xs" c="dimmed" className={classes.help}>
          At most ten samples in total of Particle and Aggregate can be requested; Gas and Previously
          allocated are unlimited. The first row has the highest priority. Rows without a sample are not
          saved.
        </Text>
        {fields.errors.samples && (
          <Text c="var(--mantine-color-error)" role="alert" className={classes.help}>
            {fields.errors.samples}
          </Text>
        )}
        <table className={classes.table} aria-label={LABEL.samples}>
          <thead>
            <tr>
              {COLUMNS.map(([head, width, figure]) => (
                <th key={head} scope="col" style={{ width }} data-figure={figure}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, position) =>
              open.has(row.key) ? (
                <SampleRowFields
                  key={row.key}
                  row={row}
                  position={position}
                  last={position === rows.length - 1}
                  samples={samples}
                  savedNames={savedNames}
                  chosen={chosen}
                  errors={fields.errors}
                  act={act}
                />
              ) : (
                <EmptyRow key={row.key} position={position} open={unfold} />
              ),
            )}
          </tbody>
        </table>
        <div className={classes.foot}>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => unfold(act.add())}
          >
            Add Sample
          </Button>
        </div>
      </div>
    </Section>
  )
}

/** The rows that show their fields: those with a choice, the first empty one, and those that were opened. */
function useOpenRows(rows: readonly SampleRow[]) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const next = rows.find((row) => !isTouched(row))
  const open = rows
    .filter((row) => row === next || isTouched(row) || opened.has(row.key))
    .map(({ key }) => key)
  if (open.some((key) => !opened.has(key))) setOpened(new Set(open))
  const add = useCallback((key: number) => setOpened((before) => new Set([...before, key])), [])
  return useMemo(() => ({ add, has: (key: number) => opened.has(key) }), [add, opened])
}

function Totals({ rows, samples }: { rows: readonly SampleRow[]; samples: ReadonlyMap<string, Sample> }) {
  const requested = rows.filter(({ sample }) => sample !== '')
  const limited = requested.filter(({ type }) => isLimited(Number(type))).length
  const weighed = requested.map(({ sample, unit, amount }) => ({
    sample_id: sample === ANY ? null : Number(sample),
    weight: unit === 'mg' ? Number(amount) || 0 : null,
    sample_weight: samples.get(sample)?.weight ?? null,
  }))
  return (
    <Text size="xs" aria-live="polite" c={limited > MAX_LIMITED ? 'var(--mantine-color-error)' : 'dimmed'}>
      {limited} of {MAX_LIMITED} particles and aggregates, <b>{requestedTotal(weighed).toFixed(1)} mg</b> in
      all
    </Text>
  )
}
