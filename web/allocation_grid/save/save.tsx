import { Alert, List } from '@mantine/core'
import { useRef, useState } from 'react'
import { address } from '#domain/address.ts'
import type { GridChanges } from '#domain/allocation/contract.ts'
import {
  CONTACT_PAD_GRID,
  GAS_GRID,
  type Grid,
  PARTICLE_GRID,
  PROCESSED_GRID,
} from '#domain/allocation/grid.ts'
import { Fault } from '#domain/errors.ts'
import { api } from '#web/lib/http/api.ts'
import { exchange } from '#web/lib/http/calls.ts'
import { reasonsOf } from '#web/lib/http/failures.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useBanner } from '#web/lib/screen/banner.tsx'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import type { Place } from '#web/ui/grid/axes.ts'
import { ScrollList } from '#web/ui/text/long_lists.tsx'
import { confirmAddress } from '../grid_kinds.ts'
import type { Change, RejectedChange } from '../state/assignments.ts'
import type { GridModel } from '../state/model.ts'
import { type RemoteChange, remoteChangeText } from '../state/remote_changes.tsx'
import { changeText } from '../texts.ts'
import { SaveDetails } from './save_details.tsx'
import { planSave } from './save_plan.ts'
import { itemsWithout, savedChangesText, type UndoableChange } from './undo_save.ts'

/** The endpoint that saves a grid. */
const SAVE_ENDPOINTS = {
  [PARTICLE_GRID]: api.allocation.save,
  [GAS_GRID]: api.allocation.saveGas,
  [CONTACT_PAD_GRID]: api.allocation.saveContactPad,
  [PROCESSED_GRID]: api.allocation.saveProcessed,
}

interface SaveInput {
  grid: Exclude<Grid, 0>
  term_id: string
  model: GridModel
  etag: string
  /** Changes of others since the grid was opened. */
  remoteChanges: readonly RemoteChange[]
  /** Whether the filters hide a place. */
  hidden?: (place: Place) => boolean
  onSaved: (changes: readonly Change[]) => void
  /** Called on a version conflict or an invalid item: the grid must be loaded again. */
  onOutdated: () => void
}

/** Saves a grid after a confirmation; a version conflict keeps the unsaved changes and says what others changed. */
export function useSave({
  grid,
  term_id,
  model,
  etag,
  remoteChanges,
  hidden,
  onSaved,
  onOutdated,
}: SaveInput) {
  const ask = useConfirm()
  const banner = useBanner()
  const [stale, setStale] = useState<GridChanges | null>(null)
  const asked = useRef<Asked>({ etag, changes: [], undoable: [] })
  const call = SAVE_ENDPOINTS[grid]
  const undo = useUndoSave(grid, term_id)
  const save = useAction(call, {
    own: ['stale', 'invalid'],
    success: false,
    send: async (input) => (await exchange(call, input, { 'If-Match': asked.current.etag })).reply,
    onDone: ({ message }) => {
      setStale(null)
      const { changes, undoable } = asked.current
      onSaved(changes)
      const waiting = model.itemsToSave().length
      const saved =
        changes.length > 0 ? `${message.replace(/\.$/u, '')}: ${savedChangesText(changes)}.` : message
      banner.show('success', saved, {
        next: waiting === 0 ? null : { label: `Confirm ${waiting}`, to: confirmAddress(term_id) },
        undo: undoable.length === 0 ? null : { run: () => undo(undoable) },
      })
    },
    onFault: (error) => {
      if (!(error instanceof Fault)) return
      if (error.kind === 'stale') void showConflict(error)
      if (error.kind === 'stale') banner.show('alert', error.message)
      if (error.kind === 'invalid') banner.show('error', reasonsOf(error))
      if (error.kind === 'stale' || error.kind === 'invalid') onOutdated()
    },
  })
  async function showConflict({ details }: Fault) {
    const { GridChanges } = await import('#domain/allocation/contract.ts')
    setStale(GridChanges.safeParse(details).data ?? null)
  }
  async function run() {
    // Save what the question names: another tab may add changes, or the grid be reloaded, before YES.
    const undoable = model.changes().map((change) => ({
      ...change,
      before: model.assignments.savedValueAt(model.assignments.placeOf(change)!),
    }))
    const changes = [...model.changes(), ...model.lostAssignments()]
    const body = model.itemsToSave()
    const details = <SaveDetails saved={planSave(model, hidden)} remoteChanges={remoteChanges} />
    if (!(await ask({ question: 'Do you want to save samples?', details }))) return
    asked.current = { etag, changes, undoable }
    await save.run({ query: { term_id }, body })
  }
  return { run, pending: save.pending, stale, forget: () => setStale(null) }
}

/** What the question named. */
interface Asked {
  etag: string
  changes: readonly Change[]
  undoable: readonly UndoableChange[]
}

/** Takes back a save; what others have changed since stays. */
function useUndoSave(grid: Exclude<Grid, 0>, term_id: string) {
  const latest = useRef('')
  const call = SAVE_ENDPOINTS[grid]
  const { run } = useAction(call, {
    success: 'The save has been undone.',
    send: async (input) => (await exchange(call, input, { 'If-Match': latest.current })).reply,
  })
  return async (changes: readonly UndoableChange[]) => {
    const { reply, etag } = await exchange(api.allocation.samplesOf, {
      params: { grid: String(grid) },
      query: { term_id, all: '1' },
    })
    latest.current = etag
    await run({ query: { term_id }, body: itemsWithout(reply, changes) })
  }
}

interface RejectedChangesNoticeProps {
  rejected: readonly RejectedChange[]
  onClose: () => void
}

/** The user's changes that were rejected, each with the reason and a link to its sample. */
export const RejectedChangesNotice = ({ rejected, onClose }: RejectedChangesNoticeProps) =>
  rejected.length > 0 && (
    <Alert
      variant="light"
      title={
        rejected.length === 1
          ? 'One of your assignments could not be kept.'
          : `${rejected.length} of your assignments could not be kept.`
      }
      withCloseButton
      closeButtonLabel="Close"
      onClose={onClose}
    >
      <List size="sm">
        {rejected.map((one) => (
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

interface VersionConflictNoticeProps {
  stale: GridChanges
  /** The number of the user's unsaved changes. */
  unsaved: number
  onClose: () => void
}

/** What others changed while this grid was open. */
export const VersionConflictNotice = ({ stale, unsaved, onClose }: VersionConflictNoticeProps) => (
  <Alert
    variant="light"
    title={`Someone else changed these assignments.${unsaved > 0 ? ' Your unsaved changes are kept below.' : ''}`}
    withCloseButton
    closeButtonLabel="Close"
    onClose={onClose}
  >
    <ScrollList label="Changes of others" items={stale.changed.map(remoteChangeText)} />
    {unsaved > 0 && 'Check them, then press Save again.'}
  </Alert>
)
