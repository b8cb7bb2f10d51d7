import { Alert } from '@mantine/core'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { Marked } from '#domain/assign_reviewers/contract.ts'
import { Fault } from '#domain/errors.ts'
import { api } from '#web/lib/http/api.ts'
import { exchange } from '#web/lib/http/calls.ts'
import { reasonsOf } from '#web/lib/http/failures.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useBanner } from '#web/lib/screen/banner.tsx'
import { ScrollList } from '#web/ui/text/long_lists.tsx'
import { type AssignModel, type CellIds, cellKey, type MarkValue } from './-model.ts'

interface SaveInput {
  model: AssignModel
  term_id: string
  onSaved: () => void
  /** The grid must be loaded again. */
  onOutdated: () => void
}

/** Saves what is fixed and forbidden; on a version conflict the unsaved marks stay, and what others changed is named. */
export function useSaveMarks({ model, term_id, onSaved, onOutdated }: SaveInput) {
  const banner = useBanner()
  const [conflict, setConflict] = useState<readonly string[] | null>(null)
  const etag = useRef(model.grid.etag)
  const call = api.assignReviewers.saveMarks
  const save = useAction(call, {
    own: ['stale', 'invalid'],
    success: false,
    send: async (input) => (await exchange(call, input, { 'If-Match': etag.current })).reply,
    onDone: () => {
      setConflict(null)
      onSaved()
    },
    onFault: (error) => {
      if (!(error instanceof Fault)) return
      if (error.kind === 'stale' || error.kind === 'invalid') onOutdated()
      if (error.kind === 'invalid') banner.show('error', reasonsOf(error))
      if (error.kind !== 'stale') return
      const { data } = StaleMarks.safeParse(error.details)
      setConflict(data ? changesOfOthers(model, data.marks) : [])
      banner.show('alert', error.message)
    },
  })
  async function run() {
    const changes = model.changes()
    etag.current = model.grid.etag
    const reply = await save.run({ query: { term_id }, body: { marks: model.allMarks() } })
    if (reply?.result === 1)
      banner.show(
        'success',
        `Saved: ${changes.map((change) => markText(model, change, change.value)).join(', ')}.`,
      )
  }
  return { run, pending: save.pending, conflict, forget: () => setConflict(null) }
}

const StaleMarks = z.object({ marks: z.array(Marked) })

const MARK_TEXTS = { fixed: 'fixed', forbidden: 'forbidden' }

/** 'Lars Østergård fixed for 60', 'Lars Østergård no longer fixed or forbidden for 60' */
export function markText(model: AssignModel, { user_id, proposal_id }: CellIds, value: MarkValue): string {
  const name = model.rows.find(({ id }) => id === user_id)?.name ?? 'A reviewer'
  const what = value ? MARK_TEXTS[value.mark] : 'no longer fixed or forbidden'
  return `${name} ${what} for ${proposal_id}`
}

/** How the saved marks differ from those that were loaded. */
export function changesOfOthers(model: AssignModel, now: readonly Marked[]): string[] {
  const before = new Map(model.grid.marks.map((mark) => [cellKey(mark), mark]))
  const after = new Map(now.map((mark) => [cellKey(mark), mark]))
  const set = now.filter((mark) => before.get(cellKey(mark))?.mark !== mark.mark)
  const cleared = model.grid.marks.filter((mark) => !after.has(cellKey(mark)))
  return [
    ...set.map((mark) => markText(model, mark, mark)),
    ...cleared.map((mark) => markText(model, mark, null)),
  ]
}

interface ConflictNoticeProps {
  conflict: readonly string[]
  unsaved: number
  onClose: () => void
}

/** What others fixed and forbade while this grid was open. */
export const ConflictNotice = ({ conflict, unsaved, onClose }: ConflictNoticeProps) => (
  <Alert
    variant="light"
    title={`Someone else changed what is fixed or forbidden.${unsaved > 0 ? ' Your unsaved changes are kept below.' : ''}`}
    withCloseButton
    closeButtonLabel="Close"
    onClose={onClose}
  >
    {conflict.length > 0 && <ScrollList label="Changes of others" items={conflict} />}
    {unsaved > 0 && 'Check them, then press Save again.'}
  </Alert>
)
