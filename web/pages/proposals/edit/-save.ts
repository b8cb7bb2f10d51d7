import { useBanner } from '#web/lib/screen/banner.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { focusField } from './-focus.ts'
import { type ProposalValues, unsentRows, whyNotSend } from './-values.ts'

export const FAILED =
  'Error: Save failed. If there are red-colored areas on the input form, it may cause this error. Please input information with the proper rule.'

/**
 * Saves, unless the chosen PDF can not be taken; asks before sample rows are left behind for which no sample is chosen.
 * Who has something to mend is led to it.
 */
export function useSave(save: () => void) {
  const ask = useConfirm()
  const banner = useBanner()
  return async (values: ProposalValues) => {
    if (whyNotSend(values) !== null) {
      banner.show('error', FAILED)
      return focusField('file')
    }
    const unsent = unsentRows(values.samples)
    if (unsent.length > 0) {
      const rest = await ask({ question: questionOf(unsent), no: 'CHOOSE', yes: 'SAVE WITHOUT' })
      if (!rest) return focusField(`samples.${unsent[0]}.sample`)
    }
    save()
  }
}

function questionOf(unsent: readonly number[]) {
  const named = unsent.map((position) => position + 1).join(', ')
  return unsent.length === 1
    ? `Priority ${named} of the samples has neither a sample nor Any, and is not saved.`
    : `Priorities ${named} of the samples have neither a sample nor Any, and are not saved.`
}
