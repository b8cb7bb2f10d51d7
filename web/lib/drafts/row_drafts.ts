import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type DraftState, type ReconciledDraft, useDraft } from './draft.ts'

/** Unsaved values of single rows by key, stored as one draft. */
export interface RowDrafts<Value> {
  values: Readonly<Record<string, Value>>
  draft: DraftState
  /** Replaces all unsaved values. */
  setValues: (values: Record<string, Value>) => void
  /** Removes the saved keys; other tabs read them again. */
  markSaved: (keys: readonly string[]) => void
}

/** Unsaved row values under the draft `name`, shared by all tabs key by key. */
export function useRowDrafts<Value>(
  name: string,
  reconcile?: (values: Record<string, Value>) => ReconciledDraft<Record<string, Value>> | null,
): RowDrafts<Value> {
  const queries = useQueryClient()
  const [values, setValues] = useState<Record<string, Value>>({})
  const now = useRef(values)
  const show = (next: Record<string, Value>) => {
    now.current = next
    setValues(next)
  }
  const draft = useDraft<Record<string, Value>>(name, {
    serverValues: () => ({}),
    values: () => now.current,
    setValues: show,
    onSavedElsewhere: () => void queries.invalidateQueries(),
    ...(reconcile && { reconcile }),
  })
  return {
    values,
    draft,
    setValues: (next) => {
      show(next)
      draft.scheduleSave()
    },
    markSaved: (keys) => {
      const gone = new Set(keys)
      const left = Object.entries(now.current).filter(([key]) => !gone.has(key))
      show(Object.fromEntries(left))
      draft.clear()
      if (left.length > 0) draft.scheduleSave()
    },
  }
}
