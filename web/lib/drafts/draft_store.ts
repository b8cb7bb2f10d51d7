const MAX_AGE = 30 * 24 * 3600_000
/** How long what became of a draft is kept for the other tabs: longer than any of them is busy. */
const END_SHOWN_MS = 5_000

/** What was typed and not yet saved: the values, and when. */
export interface Draft<Values> {
  values: Values
  saved_at: string
}

/** What became of a draft: it was saved, or given up; its values are then what the server holds. */
export type DraftEnd = 'saved' | 'discarded'

/** What a tab reads under the name of a draft: the draft, or for a moment how it ended in another tab. */
export interface StoredDraft<Values> extends Draft<Values> {
  ended?: DraftEnd
}

/** Drafts belong to a user and a form; nobody else's are ever read. */
export const draftName = (user: number | null, form: string) => `ao.draft.${user ?? 'visitor'}.${form}`

/** The draft under `name`, unless there is none, it has ended, or it is older than thirty days. */
export function readDraft<Values>(name: string): Draft<Values> | null {
  const told = readStored<Values>(name)
  if (told && !told.ended && Date.now() - Date.parse(told.saved_at) < MAX_AGE) return told
  localStorage.removeItem(name)
  return null
}

/** The draft under `name` or how it ended, of whatever age; null when there is neither. */
export const readStored = <Values>(name: string) => parse<Values>(localStorage.getItem(name))

function parse<Values>(kept: string | null): StoredDraft<Values> | null {
  try {
    return JSON.parse(kept ?? 'null')
  } catch {
    // Unreadable is as good as none.
    return null
  }
}

/** True when two forms hold the same; a file counts by its name and size. */
export const sameValues = (a: unknown, b: unknown) => signature(a) === signature(b)
const signature = (values: unknown) =>
  JSON.stringify(values, (_, value) => (value instanceof File ? [value.name, value.size] : value))

/** Keeps `values` under `name` and answers when, or null where the device keeps nothing; a file is left out. */
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
    // A full or forbidden storage must not stop anybody from typing.
    return null
  }
}

/** The draft under `name` goes; the other tabs learn how it ended, and what the server holds. */
export function endDraft(name: string, ended: DraftEnd, values: unknown) {
  const at = write<unknown>(name, { values, ended })
  // Where it can not be told it goes at once.
  if (at === null) return localStorage.removeItem(name)
  const storage = localStorage
  setTimeout(() => {
    if (parse(storage.getItem(name))?.saved_at === at) storage.removeItem(name)
  }, END_SHOWN_MS)
}

/** Hears what other tabs write under `name`, until the answer is called. */
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
 * What was typed at two places since both held `base`, field by field: what only one changed is as that one has it;
 * where both did, mine stays, for it was typed last.
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

/** The fields that hold a file: no other tab has it. */
export const filesIn = <Values extends object>(values: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value instanceof Blob)) as Partial<Values>
