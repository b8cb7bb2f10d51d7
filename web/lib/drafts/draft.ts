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

/** Kept so long after the last key, and so often while somebody types on and on. */
const KEPT = { delay: 300, maxWait: 2000 }

/** What of a restored draft still holds, and what does not: a sentence each that says why. */
export interface ReconciledDraft<Values> {
  values: Values
  lost: string[]
}

interface DraftForm<Values> {
  /** What the server holds. */
  serverValues: () => Values
  values: () => Values
  setValues: (values: Values) => void
  /** Another tab has saved: what the server holds now, and what of the values here is not in it yet. Read it again. */
  onSavedElsewhere?: (values: Values, left: Values) => void
  /** What can be restored of a draft; null until it is known what it depends on. */
  reconcile?: (values: Values) => ReconciledDraft<Values> | null
}

/** What another tab of the same user did with the same draft, and when. */
export interface RemoteChange {
  what: 'typed' | DraftEnd
  at: string
}

/** A form's draft: how it stands, and what can be done with it. */
export interface DraftState {
  /** When the restored draft was kept; null without one. */
  restoredAt: string | null
  /** What could not be restored, and why. */
  losses: readonly string[]
  /** When what is typed was last kept on this device; null while nothing is. */
  storedAt: string | null
  /** What another tab did last. */
  remoteChange: RemoteChange | null
  /** It was discarded here, and can be had back. */
  discarded: boolean
  /** Something was typed. */
  scheduleSave: () => void
  /** Keeps at once what was typed. */
  flush: () => void
  /** It is saved: the draft goes. */
  clear: () => void
  /** Back to what the server holds. */
  discard: () => void
  /** What was discarded is there again, draft and all. */
  undo: () => void
}

/**
 * Keeps what is typed into a form on this device, per user and `key`, and puts it back when the form opens again.
 * Tabs that show the same form share it while they stand: each top-level field of the values on its own.
 */
export function useDraft<Values extends object>(
  key: string | undefined,
  form: DraftForm<Values>,
): DraftState {
  const user = useOptionalUser()
  // The name stays that of the user who typed, also while an ended session leaves the screen.
  const [name] = useState(() => (key === undefined ? null : draftName(user?.id ?? null, key)))
  const [restored, setRestored] = useState<string | null>(null)
  const [lost, setLost] = useState<readonly string[]>([])
  const [kept, setKept] = useState<string | null>(null)
  const [news, setNews] = useState<RemoteChange | null>(null)
  const [gone, setGone] = useState<{ held: Values; values: Values; restored: string | null } | null>(null)
  // What all tabs hold, as far as this one knows: read, written or heard last.
  const shared = useRef<Values | null>(null)
  const seen = useRef<string | null>(null)

  const hear = ({ values, saved_at, ended }: StoredDraft<Values>) => {
    // Older than what was read before this tab wrote: that has it already.
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

  // Once, as soon as it is known what a restored draft depends on.
  const sieving = useRef(false)
  useEffect(() => {
    if (!sieving.current) return
    const mine = form.values()
    const sieved = form.reconcile ? form.reconcile(mine) : { values: mine, lost: [] }
    if (!sieved) return
    sieving.current = false
    if (sieved.lost.length === 0) return
    // Until something is typed the draft stays as it is, and says the same when it is opened again.
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
      // What was typed since stays.
      form.setValues(mergeDrafts(gone.held, form.values(), gone.values))
      setRestored(gone.restored)
      setGone(null)
      later()
    },
  }
}

/** The draft of a form that is not on this screen, as it stands in any tab; null without one. */
export function useStoredDraft<Values>(form: string): Draft<Values> | null {
  const user = useOptionalUser()?.id ?? null
  const [draft, setDraft] = useState<Draft<Values> | null>(null)
  // Read once the form that has just made room for this has kept what was typed last.
  useEffect(() => {
    const name = draftName(user, form)
    setDraft(readDraft<Values>(name))
    return subscribeToDraft<Values>(name, (told) => setDraft(told.ended ? null : told))
  }, [user, form])
  return draft
}
