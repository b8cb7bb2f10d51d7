import { useMemo, useRef } from 'react'
import { focusField } from './-focus.ts'
import type { FormFields } from './-form.ts'
import { newRow, type SampleRow } from './-values.ts'

/** What can be done to the sample table: the same functions at every render, so that only the row that changes is drawn anew. */
export function useRowActions(fields: FormFields) {
  const form = useRef(fields)
  form.current = fields
  return useMemo(() => {
    const rows = () => form.current.getValues().samples
    return {
      change(position: number, patch: Partial<SampleRow>) {
        form.current.setFieldValue(`samples.${position}`, { ...rows()[position]!, ...patch })
        for (const name of Object.keys(patch)) form.current.clearFieldError(`samples.${position}.${name}`)
        form.current.clearFieldError('samples')
      },
      remove(position: number) {
        form.current.removeListItem('samples', position)
        focusField(`samples.${Math.min(position, rows().length - 1)}`)
      },
      move(from: number, to: number) {
        form.current.reorderListItem('samples', { from, to })
        focusField(`samples.${to}`)
      },
      /** Adds a row at the end; answers its position. */
      add() {
        form.current.insertListItem('samples', newRow())
        return rows().length - 1
      },
    }
  }, [])
}
export type RowActions = ReturnType<typeof useRowActions>
