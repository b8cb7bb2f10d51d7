import { type Grid, typesOf } from '#domain/allocation/grid.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import type { SuggestionRequest } from '#domain/allocation/suggest/contract.ts'
import { ownDraftName, readDraft } from '#web/lib/drafts/draft_store.ts'
import type { GridModel } from '../state/model.ts'
import { type DraftChanges, GRID_DRAFTS, gridDraftKey } from '../state/use_grid.ts'

type Item = NonNullable<SuggestionRequest['others']>[number]

interface OtherGridsInput {
  model: GridModel
  grid: Grid
  term_id: string
  /** The grid itself or a scenario: each has its own drafts. */
  of: string
  user: Parameters<typeof ownDraftName>[0]
}

/** The unconfirmed assignments of the other grids: the saved ones with the unsaved changes that are kept on this device. */
export function otherGridItems({ model, grid, term_id, of, user }: OtherGridsInput): Item[] {
  const items = new Map<string, Item>()
  const key = ({ sample_id, proposal_id }: Item) => `${sample_id} ${proposal_id}`
  for (const { id: proposal_id, assigned_samples } of model.rows)
    for (const { sample_id, sample_type, priority, status } of assigned_samples)
      if (status !== CONFIRMED && !typesOf[grid].includes(sample_type))
        items.set(`${sample_id} ${proposal_id}`, { sample_id, proposal_id, priority })
  for (const other of GRID_DRAFTS.filter((one) => one !== grid)) {
    const draft = readDraft<DraftChanges>(ownDraftName(user, gridDraftKey(of, other, term_id)))
    for (const { sample_id, proposal_id, priority, ticked } of Object.values(draft?.values ?? {}))
      if (ticked) items.set(key({ sample_id, proposal_id }), { sample_id, proposal_id, priority })
      else items.delete(key({ sample_id, proposal_id }))
  }
  return [...items.values()]
}
