import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { LeaveGuard } from '#web/ui/forms/unsaved_work.tsx'
import type { RankEditing } from './-ranks.ts'

const LEAVE =
  'You have ranks that are not saved. They are kept as a draft on this device and come back when you open this page again.'

/** Saves the ranks that were changed, on all pages; asks before they are left behind. */
export function SaveRanks({ ranks }: { ranks: RankEditing }) {
  const ask = useConfirm()
  const save = useAction(api.reports.saveRanks, {
    onDone: () => ranks.saved(ranks.changed),
    onRefused: () => void ranks.refused(),
  })
  const unsaved = Object.keys(ranks.changed).length > 0
  return (
    <>
      <ButtonWithReason
        why={unsaved ? null : 'No rank was changed.'}
        onClick={() =>
          void ask({
            question: 'Do you want to save rank?',
            act: () => save.run({ body: { ranks: ranks.changed } }),
          })
        }
      >
        Save
      </ButtonWithReason>
      <LeaveGuard unsaved={() => unsaved} question={LEAVE} />
    </>
  )
}
