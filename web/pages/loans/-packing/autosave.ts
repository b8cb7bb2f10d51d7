import { useDebouncedCallback } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { sameValues } from '#web/lib/drafts/draft_store.ts'
import { useRowDrafts } from '#web/lib/drafts/row_drafts.ts'
import { useOnReconnect } from '#web/lib/http/connection.ts'

const PAUSE_MS = 1000

interface Autosave<Value> {
  /** What is typed and not saved, by key. */
  values: Readonly<Record<string, Value>>
  type: (key: string, value: Value) => void
  /** Saves without waiting for a pause. */
  save: () => void
  savedAt: string | null
}

/**
 * Values saved by themselves after a pause, kept on this device until then. `send` resolves to true once the server has one
 * and the screen shows it; false keeps it.
 */
export function useAutosave<Value extends object>(
  name: string,
  send: (key: string, value: Value) => Promise<boolean>,
): Autosave<Value> {
  const drafts = useRowDrafts<Value>(name)
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const values = useRef<Record<string, Value>>({})
  values.current = { ...drafts.values }
  const latest = useRef({ send, drafts })
  latest.current = { send, drafts }
  const busy = useRef(false)
  const again = useRef(false)

  const save = async () => {
    later.cancel()
    again.current = true
    if (busy.current) return
    busy.current = true
    try {
      while (again.current) {
        again.current = false
        for (const [key, value] of Object.entries(values.current)) {
          if (!(await latest.current.send(key, value))) continue
          setSavedAt(new Date().toISOString())
          // What was typed meanwhile is saved in the next round.
          if (sameValues(values.current[key], value)) latest.current.drafts.markSaved([key])
          else again.current = true
        }
      }
    } finally {
      busy.current = false
    }
  }
  const later = useDebouncedCallback(() => void save(), PAUSE_MS)
  useOnReconnect(() => void save())
  return {
    values: drafts.values,
    type: (key, value) => {
      values.current = { ...values.current, [key]: value }
      drafts.setValues(values.current)
      later()
    },
    save: () => void save(),
    savedAt,
  }
}
