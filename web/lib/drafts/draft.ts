import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useOptionalUser } from '../session/session.ts'
import {
  type Draft,
  type DraftEnd,
  draftName,
  endDraft,
  filesIn,
  mergeDrafts,
  readDraft,
  readStored,
  type StoredDraft,
  sameValues,
  subscribeToDraft,
  writeDraft,
} from './draft_store.ts'

/** Delay after the last key, and the maximum while someone keeps typing, in ms. */
const KEPT = { delay: 300, maxWait: 2000 }

/** The part of a restored draft that is still valid, and a sentence for each part that is not. */
export interface ReconciledDraft<Values> {
  values: Values
  lost: string[]
}

interface DraftForm<Values> {
  /** What the server holds. */
  serverValues: () => Values
  values: () => Values
  setValues: (values: Values) => void
  /** Another tab has saved: `values` are on the server now, `left` are the values here, merged. */
  onSavedElsewhere?: (values: Values, left: Values) => void
  /** Drops what is no longer valid in a restored draft; null until the data it depends on is loaded. */
  reconcile?: (values: Values) => ReconciledDraft<Values> | null
}

/** What another tab of the same user last did with the same draft. */
export interface RemoteChange {
  what: 'typed' | DraftEnd
  at: string
}

export interface DraftState {
  /** When the restored draft was stored; null without one. */
  restoredAt: string | null
  losses: readonly string[]
  /** When the draft was last stored on this device; null without one. */
  storedAt: string | null
  remoteChange: RemoteChange | null
  /** It was discarded here; `undo` restores it. */
  discarded: boolean
  /** Call after each change; stores the draft with a delay. */
  scheduleSave: () => void
  /** Stores the draft at once. */
  flush: () => void
  /** Removes the draft once it is saved on the server. */
  clear: () => void
  /** Resets the form to the values on the server. */
  discard: () => void
  /** Restores what was discarded. */
  undo: () => void
}

/**
 * Stores unsaved form values on this device, per user and `key`, and restores them when the form opens again. Tabs that
 * show the same form share the draft, merged by top-level field.
 */
export function useDraft<Values extends object>(
  key: string | undefined,
  form: DraftForm<Values>,
): DraftState {
  const user = useOptionalUser()
  // The name keeps the user who typed, also after the session has ended.
  const [name] = useState(() => (key === undefined ? null : draftName(user?.id ?? null, key)))
  const [restored, setRestored] = useState<string | null>(null)
  const [lost, setLost] = useState<readonly string[]>([])
  const [kept, setKept] = useState<string | null>(null)
  const [news, setNews] = useState<RemoteChange | null>(null)
  const [gone, setGone] = useState<{ held: Values; values: Values; restored: string | null } | null>(null)
  // The state shared by all tabs, as this tab last read, wrote or received it.
  const shared = useRef<Values | null>(null)
  const seen = useRef<string | null>(null)

  const hear = ({ values, saved_at, ended }: StoredDraft<Values>) => {
    // Older than what this tab read before it wrote; already included.
    if (seen.current !== null && saved_at <= seen.current) return
    seen.current = saved_at
    const mine = form.values()
    const told = { ...form.serverValues(), ...values }
    const theirs = { ...told, ...filesIn(mine) }
    const merged = mergeDrafts({ ...(shared.current ?? form.serverValues()), ...filesIn(mine) }, mine, theirs)
    shared.current = theirs
    if (ended === 'saved') form.onSavedElsewhere?.(told, merged)
    if (!sameValues(merged, mine)) form.setValues(merged)
    setNews({ what: ended ?? 'typed', at: saved_at })
    setKept(ended ? null : saved_at)
    if (ended) setRestored(null)
  }
  const write = () => {
    if (name === null) return
    const unheard = readStored<Values>(name)
    if (unheard) hear(unheard)
    const values = form.values()
    if (sameValues(values, shared.current ?? form.serverValues())) return
    shared.current = values
    const same = sameValues(values, form.serverValues())
    if (same) endDraft(name, 'discarded', values)
    seen.current = same ? (readStored(name)?.saved_at ?? null) : writeDraft(name, values)
    setKept(same ? null : seen.current)
  }
  const later = useDebouncedCallback(write, KEPT)
  const latest = useRef({ write, hear })
  latest.current = { write, hear }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft is put back once, when the form opens
  useEffect(() => {
    const draft = name === null ? null : readDraft<Values>(name)
    if (draft) {
      shared.current = { ...form.serverValues(), ...draft.values }
      seen.current = draft.saved_at
      form.setValues(shared.current)
      sieving.current = true
      setRestored(draft.saved_at)
      setKept(draft.saved_at)
    }
    const deaf =
      name === null ? () => {} : subscribeToDraft<Values>(name, (told) => latest.current.hear(told))
    const now = () => latest.current.write()
    window.addEventListener('pagehide', now)
    return () => {
      deaf()
      window.removeEventListener('pagehide', now)
      now()
    }
  }, [])

  // Once, as soon as the data that a restored draft depends on is loaded.
  const sieving = useRef(false)
  useEffect(() => {
    if (!sieving.current) return
    const mine = form.values()
    const sieved = form.reconcile ? form.reconcile(mine) : { values: mine, lost: [] }
    if (!sieved) return
    sieving.current = false
    if (sieved.lost.length === 0) return
    // Until something is typed the draft stays unchanged and gives the same result when it is opened again.
    if (sameValues(sieved.values, form.serverValues())) {
      setRestored(null)
      later()
    } else if (sameValues(mine, shared.current)) shared.current = sieved.values
    form.setValues(sieved.values)
    setLost(sieved.lost)
  })

  const end = (how: DraftEnd) => {
    later.cancel()
    shared.current = form.serverValues()
    if (name !== null) {
      endDraft(name, how, form.serverValues())
      seen.current = readStored(name)?.saved_at ?? null
    }
    setRestored(null)
    setLost([])
    setKept(null)
    setNews(null)
  }
  return {
    restoredAt: restored,
    losses: lost,
    storedAt: kept,
    remoteChange: news,
    discarded: gone !== null,
    scheduleSave: later,
    flush: write,
    clear: () => end('saved'),
    discard: () => {
      setGone({ held: form.serverValues(), values: form.values(), restored })
      end('discarded')
      form.setValues(form.serverValues())
    },
    undo: () => {
      if (gone === null) return
      // Keeps what was typed since.
      form.setValues(mergeDrafts(gone.held, form.values(), gone.values))
      setRestored(gone.restored)
      setGone(null)
      later()
    },
  }
}

/** The draft of a form that is not on this screen; null without one. */
export function useStoredDraft<Values>(form: string): Draft<Values> | null {
  const user = useOptionalUser()?.id ?? null
  const [draft, setDraft] = useState<Draft<Values> | null>(null)
  // In an effect, after a form that was just unmounted has stored its last changes.
  useEffect(() => {
    const name = draftName(user, form)
    setDraft(readDraft<Values>(name))
    return subscribeToDraft<Values>(name, (told) => setDraft(told.ended ? null : told))
  }, [user, form])
  return draft
}
