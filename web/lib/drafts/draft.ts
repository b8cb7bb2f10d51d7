import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useOptionalUser } from '../session/session.ts'
import {
  type Draft,
  type DraftEnd,
  endDraft,
  filesIn,
  mergeDrafts,
  ownDraftName,
  readDraft,
  readStored,
  type StoredDraft,
  sameValues,
  subscribeToDraft,
  wasRemovedSince,
  writeDraft,
} from './draft_store.ts'

/** Delay after the last key, and the maximum while someone keeps typing, in ms. */
const STORE_DELAY = { delay: 300, maxWait: 2000 }

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
  const [name] = useState(() => (key === undefined ? null : ownDraftName(user, key)))
  const [openedAt] = useState(() => new Date().toISOString())
  const [restoredAt, setRestoredAt] = useState<string | null>(null)
  const [losses, setLosses] = useState<readonly string[]>([])
  const [storedAt, setStoredAt] = useState<string | null>(null)
  const [remoteChange, setRemoteChange] = useState<RemoteChange | null>(null)
  const [discarded, setDiscarded] = useState<{
    serverValues: Values
    values: Values
    restoredAt: string | null
  } | null>(null)
  // The state shared by all tabs, as this tab last read, wrote or received it.
  const shared = useRef<Values | null>(null)
  const seen = useRef<string | null>(null)

  const receive = ({ values, saved_at, ended }: StoredDraft<Values>) => {
    // Older than what this tab read before it wrote; already included.
    if (seen.current !== null && saved_at <= seen.current) return
    seen.current = saved_at
    const mine = form.values()
    const stored = { ...form.serverValues(), ...values }
    const theirs = { ...stored, ...filesIn(mine) }
    const merged = mergeDrafts({ ...(shared.current ?? form.serverValues()), ...filesIn(mine) }, mine, theirs)
    shared.current = theirs
    if (ended === 'saved') form.onSavedElsewhere?.(stored, merged)
    if (!sameValues(merged, mine)) form.setValues(merged)
    setRemoteChange({ what: ended ?? 'typed', at: saved_at })
    setStoredAt(ended ? null : saved_at)
    if (ended) setRestoredAt(null)
  }
  const write = () => {
    if (name === null || wasRemovedSince(name, openedAt)) return
    const unread = readStored<Values>(name)
    if (unread) receive(unread)
    const values = form.values()
    if (sameValues(values, shared.current ?? form.serverValues())) return
    shared.current = values
    const same = sameValues(values, form.serverValues())
    if (same) endDraft(name, 'discarded', values)
    seen.current = same ? (readStored(name)?.saved_at ?? null) : writeDraft(name, values)
    setStoredAt(same ? null : seen.current)
  }
  const later = useDebouncedCallback(write, STORE_DELAY)
  const latest = useRef({ write, receive })
  latest.current = { write, receive }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft is put back once, when the form opens
  useEffect(() => {
    const draft = name === null ? null : readDraft<Values>(name)
    if (draft) {
      shared.current = { ...form.serverValues(), ...draft.values }
      seen.current = draft.saved_at
      form.setValues(shared.current)
      reconciling.current = true
      setRestoredAt(draft.saved_at)
      setStoredAt(draft.saved_at)
    }
    const unsubscribe =
      name === null ? () => {} : subscribeToDraft<Values>(name, (stored) => latest.current.receive(stored))
    const now = () => latest.current.write()
    window.addEventListener('pagehide', now)
    return () => {
      unsubscribe()
      window.removeEventListener('pagehide', now)
      now()
    }
  }, [])

  // Once, as soon as the data that a restored draft depends on is loaded.
  const reconciling = useRef(false)
  useEffect(() => {
    if (!reconciling.current) return
    const mine = form.values()
    const reconciled = form.reconcile ? form.reconcile(mine) : { values: mine, lost: [] }
    if (!reconciled) return
    reconciling.current = false
    if (reconciled.lost.length === 0) return
    // Until something is typed the draft stays unchanged and gives the same result when it is opened again.
    if (sameValues(reconciled.values, form.serverValues())) {
      setRestoredAt(null)
      later()
    } else if (sameValues(mine, shared.current)) shared.current = reconciled.values
    form.setValues(reconciled.values)
    setLosses(reconciled.lost)
  })

  const end = (how: DraftEnd) => {
    later.cancel()
    shared.current = form.serverValues()
    if (name !== null) {
      endDraft(name, how, form.serverValues())
      seen.current = readStored(name)?.saved_at ?? null
    }
    setRestoredAt(null)
    setLosses([])
    setStoredAt(null)
    setRemoteChange(null)
  }
  return {
    restoredAt,
    losses,
    storedAt,
    remoteChange,
    discarded: discarded !== null,
    scheduleSave: later,
    flush: write,
    clear: () => end('saved'),
    discard: () => {
      setDiscarded({ serverValues: form.serverValues(), values: form.values(), restoredAt })
      end('discarded')
      form.setValues(form.serverValues())
    },
    undo: () => {
      if (discarded === null) return
      // Keeps what was typed since.
      form.setValues(mergeDrafts(discarded.serverValues, form.values(), discarded.values))
      setRestoredAt(discarded.restoredAt)
      setDiscarded(null)
      later()
    },
  }
}

/** The draft of a form that is not on this screen; null without one. */
export function useStoredDraft<Values>(form: string): Draft<Values> | null {
  const name = ownDraftName(useOptionalUser(), form)
  const [draft, setDraft] = useState<Draft<Values> | null>(null)
  // In an effect, after a form that was just unmounted has stored its last changes.
  useEffect(() => {
    setDraft(readDraft<Values>(name))
    return subscribeToDraft<Values>(name, (stored) => setDraft(stored.ended ? null : stored))
  }, [name])
  return draft
}
