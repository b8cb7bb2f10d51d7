import { List, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { type GridSample, StaleGrid } from '#domain/allocation/contract.ts'
import type { Grid } from '#domain/allocation/grid.ts'
import { Fault } from '#domain/errors.ts'
import { exchange } from '#web/lib/api.ts'
import { useBanner } from '#web/lib/banner.tsx'
import { useAction } from '#web/lib/query.ts'
import { SampleName } from '#web/ui/asteroid.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { saveOf } from './kinds.ts'
import type { Change, GridModel } from './model.ts'

interface Saving {
  grid: Exclude<Grid, 0>
  term_id: string
  model: GridModel
  etag: string
  onSaved: (changes: readonly Change[]) => void
  /** Somebody was quicker, or something does not fit any more: the grid is to be loaded again. */
  onOutdated: () => void
}

const LISTED = 15

/** Saves a grid after asking; a save that comes too late keeps the ticks and tells what changed. */
export function useSave({ grid, term_id, model, etag, onSaved, onOutdated }: Saving) {
  const ask = useConfirm()
  const banner = useBanner()
  const [stale, setStale] = useState<StaleGrid | null>(null)
  const sent = useRef<readonly Change[]>([])
  const call = saveOf[grid]
  const save = useAction(call, {
    own: ['stale', 'invalid'],
    send: async (input) => (await exchange(call, input, { 'If-Match': etag })).reply,
    onDone: () => {
      setStale(null)
      onSaved(sent.current)
    },
    onFault: (error) => {
      if (!(error instanceof Fault)) return
      if (error.kind === 'stale') setStale(StaleGrid.safeParse(error.details).data ?? null)
      if (error.kind === 'stale') banner.show('alert', error.message)
      if (error.kind === 'invalid') banner.show('error', reasons(error))
      if (error.kind === 'stale' || error.kind === 'invalid') onOutdated()
    },
  })
  async function run() {
    const question = <Question model={model} changes={[...model.changes(), ...model.lost()]} />
    if (!(await ask({ question }))) return
    sent.current = [...model.changes(), ...model.lost()]
    await save.run({ query: { term_id }, body: model.items() })
  }
  return { run, pending: save.pending, stale, forget: () => setStale(null) }
}

const reasons = (fault: Fault) =>
  [...new Set(Object.values(fault.errors ?? {}).flat())].join(' ') || fault.message

/** What a save will change, pair by pair. */
function Question({ model, changes }: { model: GridModel; changes: readonly Change[] }) {
  const samples = new Map(model.columns.map((sample) => [sample.id, sample]))
  const more = changes.length - LISTED
  return (
    <Stack gap="sm">
      <Text fw={600}>Do you want to save samples?</Text>
      {changes.length === 0 ? (
        <Text size="sm">Nothing has changed since the last save.</Text>
      ) : (
        <List size="sm">
          {changes.slice(0, LISTED).map(({ sample_id, proposal_id, ticked }) => (
            <List.Item key={`${sample_id} ${proposal_id}`}>
              {ticked ? 'Assign' : 'Take away'} <Named sample={samples.get(sample_id)} />{' '}
              {ticked ? 'to' : 'from'} proposal {proposal_id}
            </List.Item>
          ))}
          {more > 0 && <List.Item>and {more} more</List.Item>}
        </List>
      )}
    </Stack>
  )
}

const Named = ({ sample }: { sample: GridSample | undefined }) =>
  sample && <SampleName asteroid={sample.db_type} name={sample.name} />
