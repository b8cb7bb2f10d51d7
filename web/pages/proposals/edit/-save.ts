import { useConfirm } from '#web/ui/confirm.tsx'
import { focusField } from './-focus.ts'
import { type SampleRow, unsentRows } from './-values.ts'

/** Saves, but asks before sample rows are left behind for which no sample is chosen; who wants to choose is led to the first. */
export function useSave(save: () => void) {
  const ask = useConfirm()
  return async (rows: readonly SampleRow[]) => {
    const unsent = unsentRows(rows)
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
