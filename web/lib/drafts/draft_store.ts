import { storeItem } from '../session/local_storage.ts'

export const DRAFT_DAYS = 30
const MAX_AGE = DRAFT_DAYS * 24 * 3600_000
/** How long the end of a draft stays in storage for other tabs to read. */
const END_SHOWN_MS = 5_000

/** Unsaved values, and when they were stored. */
export interface Draft<Values> {
  values: Values
  saved_at: string
}

/** How a draft ended; its values are then those on the server. */
export type DraftEnd = 'saved' | 'discarded'

/** An entry in storage: a draft, or for a few seconds how it ended. */
export interface StoredDraft<Values> extends Draft<Values> {
  ended?: DraftEnd
}

const PREFIX = 'ao.draft.'

/** The storage key; it contains the user, so that no other user's drafts are read. */
export const draftName = (user: number | null, form: string) => `${PREFIX}${user ?? 'visitor'}.${form}`

/** The storage key of the user's own draft; null while an administrator views as them, when none is read or written. */
export const ownDraftName = (user: { id: number; acting?: object | undefined } | null, form: string) =>
  user?.acting ? null : draftName(user?.id ?? null, form)

/** The storage keys of a user's drafts on this device. */
export const draftsOf = (user: number): string[] =>
  Object.keys(localStorage).filter((name) => name.startsWith(draftName(user, '')) && readDraft(name) !== null)

/** Where it is noted when a user's drafts were removed, so that a form still open in some tab does not store them again. */
const removalName = (user: string) => `ao.drafts_removed.${user}`

/** Removes a user's drafts from this device. */
export function removeDrafts(user: number) {
  const note = () => storeItem(removalName(String(user)), new Date().toISOString())
  const noted = note()
  for (const name of draftsOf(user)) localStorage.removeItem(name)
  // The drafts themselves may have filled the storage.
  if (!noted) note()
}

/** Whether the drafts of this one's user have been removed since `openedAt`. */
export function wasRemovedSince(name: string, openedAt: string): boolean {
  const user = name.slice(PREFIX.length).split('.')[0]!
  return (localStorage.getItem(removalName(user)) ?? '') >= openedAt
}

/** The draft, or null if there is none, it has ended or is older than thirty days. */
export function readDraft<Values>(name: string | null): Draft<Values> | null {
  if (name === null) return null
  const told = readStored<Values>(name)
  if (told && !told.ended && Date.now() - Date.parse(told.saved_at) < MAX_AGE) return told
  localStorage.removeItem(name)
  return null
}

/** The stored draft or its end, whatever its age; null if there is neither. */
export const readStored = <Values>(name: string) => parse<Values>(localStorage.getItem(name))

function parse<Values>(kept: string | null): StoredDraft<Values> | null {
  try {
    return JSON.parse(kept ?? 'null')
  } catch {
    // An unreadable entry counts as none.
    return null
  }
}

/** Compares form values; files by name and size. */
export const sameValues = (a: unknown, b: unknown) => signature(a) === signature(b)
const signature = (values: unknown) =>
  JSON.stringify(values, (_, value) => (value instanceof File ? [value.name, value.size] : value))

/** Stores `values` without files and returns the time, or null if the storage refuses. */
export const writeDraft = (name: string, values: unknown) => write<unknown>(name, { values })

function write<Values>(name: string, told: Omit<StoredDraft<Values>, 'saved_at'>): string | null {
  const saved_at = new Date().toISOString()
  const kept = JSON.stringify({ ...told, saved_at }, (_, value) =>
    value instanceof Blob ? undefined : value,
  )
  return storeItem(name, kept) ? saved_at : null
}

/** Removes the draft and lets other tabs know how it ended and what the server holds. */
export function endDraft(name: string | null, ended: DraftEnd, values: unknown) {
  if (name === null) return
  const at = write<unknown>(name, { values, ended })
  // Without room for the end, remove the draft at once.
  if (at === null) return localStorage.removeItem(name)
  const storage = localStorage
  setTimeout(() => {
    if (parse(storage.getItem(name))?.saved_at === at) storage.removeItem(name)
  }, END_SHOWN_MS)
}

/** Calls back for what other tabs store under `name`; returns a function that unsubscribes. */
export function subscribeToDraft<Values>(
  name: string | null,
  hear: (told: StoredDraft<Values>) => void,
): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    const told = key !== null && key === name ? parse<Values>(newValue) : null
    if (told) hear(told)
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

/**
 * Three-way merge by field: a field that only one side changed since `base` gets that side's value; if both did, mine
 * wins because it was typed last.
 */
export function mergeDrafts<Values extends object>(base: Values, mine: Values, theirs: Values): Values {
  const merged = { ...mine }
  for (const field of new Set([...Object.keys(base), ...Object.keys(theirs)]) as Set<keyof Values>) {
    if (!sameValues(mine[field], base[field]) || sameValues(theirs[field], base[field])) continue
    if (field in theirs) merged[field] = theirs[field]
    else delete merged[field]
  }
  return merged
}

/** The fields that hold a file; files are not shared between tabs. */
export const filesIn = <Values extends object>(values: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value instanceof Blob)) as Partial<Values>
