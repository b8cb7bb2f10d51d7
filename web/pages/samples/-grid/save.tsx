import { Text } from '@mantine/core'
import { Fragment, useRef, useState } from 'react'
import { type GridSample, StaleGrid } from '#domain/allocation/contract.ts'
import type { Grid } from '#domain/allocation/grid.ts'
import { Fault } from '#domain/errors.ts'
import { exchange } from '#web/lib/api.ts'
import { useBanner } from '#web/lib/banner.tsx'
import { useAction } from '#web/lib/query.ts'
import { SampleName } from '#web/ui/asteroid.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { ScrollList } from '#web/ui/scroll_list.tsx'
import type { Change } from './change.ts'
import { saveOf } from './kinds.ts'
import type { GridModel } from './model.ts'

interface Saving {
  grid: Exclude<Grid, 0>
  term_id: string
  model: GridModel
  etag: string
  onSaved: (changes: readonly Change[]) => void
  /** Somebody was quicker, or something does not fit any more: the grid is to be loaded again. */
  onOutdated: () => void
}

/** Saves a grid after asking; a save that comes too late keeps the ticks and tells what changed. */
export function useSave({ grid, term_id, model, etag, onSaved, onOutdated }: Saving) {
  const ask = useConfirm()
  const banner = useBanner()
  const [stale, setStale] = useState<StaleGrid | null>(null)
  const asked = useRef<{ etag: string; changes: readonly Change[] }>({ etag, changes: [] })
  const call = saveOf[grid]
  const save = useAction(call, {
    own: ['stale', 'invalid'],
    send: async (input) => (await exchange(call, input, { 'If-Match': asked.current.etag })).reply,
    onDone: () => {
      setStale(null)
      onSaved(asked.current.changes)
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
    // What the question names is what is saved: ticks of another tab may come, or the grid be loaded again, before YES.
    const changes = [...model.changes(), ...model.lost()]
    const body = model.items()
    const details = <Changes model={model} changes={changes} />
    if (!(await ask({ question: 'Do you want to save samples?', details }))) return
    asked.current = { etag, changes }
    await save.run({ query: { term_id }, body })
  }
  return { run, pending: save.pending, stale, forget: () => setStale(null) }
}

const reasons = (fault: Fault) =>
  [...new Set(Object.values(fault.errors ?? {}).flat())].join(' ') || fault.message

/** What a save will change, pair by pair. */
function Changes({ model, changes }: { model: GridModel; changes: readonly Change[] }) {
  if (changes.length === 0) return <Text size="sm">Nothing has changed since the last save.</Text>
  const samples = new Map(model.columns.map((sample) => [sample.id, sample]))
  return (
    <ScrollList
      label="Changes"
      items={changes.map(({ sample_id, proposal_id, ticked }) => (
        <Fragment key={`${sample_id} ${proposal_id}`}>
          {ticked ? 'Assign' : 'Take away'} <Named sample={samples.get(sample_id)} /> {ticked ? 'to' : 'from'}{' '}
          proposal {proposal_id}
        </Fragment>
      ))}
    />
  )
}

const Named = ({ sample }: { sample: GridSample | undefined }) =>
  sample && <SampleName asteroid={sample.db_type} name={sample.name} />
