const MAX_AGE = 30 * 24 * 3600_000

/** What was typed and not yet saved: the values, and when. */
export interface Draft<Values> {
  values: Values
  saved_at: string
}

/** Drafts belong to a user and a form; nobody else's are ever read. */
export const draftName = (user: number | null, form: string) => `ao.draft.${user ?? 'visitor'}.${form}`

/** The draft under `name`, unless there is none or it is older than thirty days. */
export function readDraft<Values>(name: string): Draft<Values> | null {
  try {
    const draft: Draft<Values> | null = JSON.parse(localStorage.getItem(name) ?? 'null')
    if (draft && Date.now() - Date.parse(draft.saved_at) < MAX_AGE) return draft
  } catch {
    // Unreadable is as good as none.
  }
  localStorage.removeItem(name)
  return null
}

/** True when two forms hold the same; a file counts by its name and size. */
export const sameValues = (a: object, b: object) => signature(a) === signature(b)
const signature = (values: object) =>
  JSON.stringify(values, (_, value) => (value instanceof File ? [value.name, value.size] : value))

/** Keeps `values` under `name` and answers when, or null where the device keeps nothing; a file is left out. */
export function writeDraft(name: string, values: unknown): string | null {
  const saved_at = new Date().toISOString()
  const kept = JSON.stringify({ values, saved_at }, (_, value) => (value instanceof Blob ? undefined : value))
  try {
    localStorage.setItem(name, kept)
    return saved_at
  } catch {
    // A full or forbidden storage must not stop anybody from typing.
    return null
  }
}

export const dropDraft = (name: string) => localStorage.removeItem(name)
