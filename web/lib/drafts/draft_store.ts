const MAX_AGE = 30 * 24 * 3600_000
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

/** The storage key; it contains the user, so that no other user's drafts are read. */
export const draftName = (user: number | null, form: string) => `ao.draft.${user ?? 'visitor'}.${form}`

/** The draft, or null if there is none, it has ended or is older than thirty days. */
export function readDraft<Values>(name: string): Draft<Values> | null {
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
  try {
    localStorage.setItem(name, kept)
    return saved_at
  } catch {
    // A full or blocked storage must not prevent typing.
    return null
  }
}

/** Removes the draft and lets other tabs know how it ended and what the server holds. */
export function endDraft(name: string, ended: DraftEnd, values: unknown) {
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
  name: string,
  hear: (told: StoredDraft<Values>) => void,
): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    const told = key === name ? parse<Values>(newValue) : null
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
