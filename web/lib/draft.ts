import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { draftName, dropDraft, readDraft, sameValues, writeDraft } from './draft_store.ts'
import { useVisitor } from './session.tsx'

const PAUSE = 300

interface Drafted<Values> {
  /** What the server holds. */
  held: () => Values
  values: () => Values
  put: (values: Values) => void
}

/**
 * Keeps what is typed into a form on this device, per user and `key`, and puts it back when the form opens again.
 * Answers when the restored draft was kept (or null), when the present one was, and how to note, drop and discard one.
 */
export function useDraft<Values extends object>(key: string | undefined, form: Drafted<Values>) {
  const user = useVisitor()
  // The name stays that of the user who typed, also while an ended session leaves the screen.
  const [name] = useState(() => (key === undefined ? null : draftName(user?.id ?? null, key)))
  const [restored, setRestored] = useState<string | null>(null)
  const [kept, setKept] = useState<string | null>(null)
  const waiting = useRef(false)

  const write = () => {
    if (name === null || !waiting.current) return
    waiting.current = false
    const same = sameValues(form.values(), form.held())
    if (same) dropDraft(name)
    setKept(same ? null : writeDraft(name, form.values()))
  }
  const later = useDebouncedCallback(write, PAUSE)
  const flush = useRef(write)
  flush.current = write

  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft is put back once, when the form opens
  useEffect(() => {
    const draft = name === null ? null : readDraft<Values>(name)
    if (draft) {
      form.put({ ...form.held(), ...draft.values })
      setRestored(draft.saved_at)
      setKept(draft.saved_at)
    }
    const now = () => flush.current()
    window.addEventListener('pagehide', now)
    return () => {
      window.removeEventListener('pagehide', now)
      now()
    }
  }, [])

  const drop = () => {
    waiting.current = false
    later.cancel()
    if (name !== null) dropDraft(name)
    setRestored(null)
    setKept(null)
  }
  return {
    restored,
    kept,
    /** Something was typed. */
    note: () => {
      waiting.current = true
      later()
    },
    /** It is saved, or of no use: the draft goes. */
    drop,
    /** Back to what the server holds. */
    discard: () => {
      drop()
      form.put(form.held())
    },
  }
}
