import { Alert, List } from '@mantine/core'
import { useRef, useState } from 'react'
import { address } from '#domain/address.ts'
import type { StaleGrid } from '#domain/allocation/contract.ts'
import {
  CONTACT_PAD_GRID,
  GAS_GRID,
  type Grid,
  PARTICLE_GRID,
  PROCESSED_GRID,
} from '#domain/allocation/grid.ts'
import { Fault } from '#domain/errors.ts'
import { api, exchange } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useBanner } from '#web/lib/screen/banner.tsx'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { ScrollList } from '#web/ui/text/long_lists.tsx'
import { confirmAt } from '../grid_kinds.ts'
import type { Change, Fallen, Place } from '../state/assignments.ts'
import type { GridModel } from '../state/model.ts'
import { type News, newsLine } from '../state/remote_changes.tsx'
import { changeText } from '../texts.ts'
import { SaveDetails } from './save_details.tsx'
import { savedOf } from './save_plan.ts'

/** The endpoint that saves a grid. */
const SAVE_ENDPOINTS = {
  [PARTICLE_GRID]: api.allocation.save,
  [GAS_GRID]: api.allocation.saveGas,
  [CONTACT_PAD_GRID]: api.allocation.saveContactPad,
  [PROCESSED_GRID]: api.allocation.saveProcessed,
}

interface Saving {
  grid: Exclude<Grid, 0>
  term_id: string
  model: GridModel
  etag: string
  /** What others did in the grid since it was opened. */
  news: readonly News[]
  /** The person's filters do not show this place. */
  hidden?: (place: Place) => boolean
  onSaved: (changes: readonly Change[]) => void
  /** Somebody was quicker, or something does not fit any more: the grid is to be loaded again. */
  onOutdated: () => void
}

/** Saves a grid after asking; a save that comes too late keeps the ticks and tells what changed. */
export function useSave({ grid, term_id, model, etag, news, hidden, onSaved, onOutdated }: Saving) {
  const ask = useConfirm()
  const banner = useBanner()
  const [stale, setStale] = useState<StaleGrid | null>(null)
  const asked = useRef<{ etag: string; changes: readonly Change[] }>({ etag, changes: [] })
  const call = SAVE_ENDPOINTS[grid]
  const save = useAction(call, {
    own: ['stale', 'invalid'],
    send: async (input) => (await exchange(call, input, { 'If-Match': asked.current.etag })).reply,
    next: () => {
      const waiting = model.items().length
      return waiting === 0 ? null : { label: `Confirm ${waiting}`, to: confirmAt(term_id) }
    },
    onDone: () => {
      setStale(null)
      onSaved(asked.current.changes)
    },
    onFault: (error) => {
      if (!(error instanceof Fault)) return
      if (error.kind === 'stale') void tellWhat(error)
      if (error.kind === 'stale') banner.show('alert', error.message)
      if (error.kind === 'invalid') banner.show('error', reasons(error))
      if (error.kind === 'stale' || error.kind === 'invalid') onOutdated()
    },
  })
  async function tellWhat({ details }: Fault) {
    const { StaleGrid } = await import('#domain/allocation/contract.ts')
    setStale(StaleGrid.safeParse(details).data ?? null)
  }
  async function run() {
    // What the question names is what is saved: ticks of another tab may come, or the grid be loaded again, before YES.
    const changes = [...model.changes(), ...model.lost()]
    const body = model.items()
    const details = <SaveDetails saved={savedOf(model, hidden)} news={news} />
    if (!(await ask({ question: 'Do you want to save samples?', details }))) return
    asked.current = { etag, changes }
    await save.run({ query: { term_id }, body })
  }
  return { run, pending: save.pending, stale, forget: () => setStale(null) }
}

const reasons = (fault: Fault) =>
  [...new Set(Object.values(fault.errors ?? {}).flat())].join(' ') || fault.message

interface FallenNoticeProps {
  fallen: readonly Fallen[]
  onClose: () => void
}

/** The person's own ticks that could not be kept, each with the reason and the way to its sample. */
export const FallenNotice = ({ fallen, onClose }: FallenNoticeProps) =>
  fallen.length > 0 && (
    <Alert
      variant="light"
      title={
        fallen.length === 1
          ? 'One of your ticks could not be kept.'
          : `${fallen.length} of your ticks could not be kept.`
      }
      withCloseButton
      closeButtonLabel="Close"
      onClose={onClose}
    >
      <List size="sm">
        {fallen.map((one) => (
          <List.Item key={`${one.sample_id} ${one.proposal_id}`}>
            {changeText(one)}: {one.why}{' '}
            <ScreenLink inherit to={address('/samples/history/$id', { id: one.sample_id })}>
              {`History of ${one.name}`}
            </ScreenLink>
          </List.Item>
        ))}
      </List>
    </Alert>
  )

interface StaleNoticeProps {
  stale: StaleGrid
  /** How many of the own ticks are not saved yet. */
  unsaved: number
  onClose: () => void
}

/** What was changed elsewhere while this grid was open. */
export const StaleNotice = ({ stale, unsaved, onClose }: StaleNoticeProps) => (
  <Alert
    variant="light"
    title={`Someone else changed these assignments meanwhile.${unsaved > 0 ? ' Your ticks are kept below and not saved yet.' : ''}`}
    withCloseButton
    closeButtonLabel="Close"
    onClose={onClose}
  >
    <ScrollList label="Changes of others" items={stale.changed.map(newsLine)} />
    {unsaved > 0 && 'Look at them, then press Save again.'}
  </Alert>
)
