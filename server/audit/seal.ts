import { createHash } from 'node:crypto'

/** An entry of the audit log as it is sealed: every column, `at` in UTC to the microsecond, JSON as PostgreSQL writes it. */
export interface SealedEntry {
  id: number
  at: string
  user_id: number | null
  action: string
  object_type: string
  object_id: number | null
  proposal_id: number | null
  before: string | null
  after: string | null
}

export interface Seal {
  number: number
  first_id: number
  last_id: number
  ids: number[]
  digests: string[]
  hash: string
  made_at: string
}

const sha256 = (told: unknown) => createHash('sha256').update(JSON.stringify(told)).digest('hex')

/** The SHA-256 of an entry, in hexadecimal digits. */
export const digestOf = (e: SealedEntry) =>
  sha256([e.id, e.at, e.user_id, e.action, e.object_type, e.object_id, e.proposal_id, e.before, e.after])

/** The SHA-256 of a seal and the one before it; the first has the empty text before it. */
export const hashOf = (previous: string, seal: Omit<Seal, 'hash'>) =>
  sha256([previous, seal.number, seal.first_id, seal.last_id, seal.ids, seal.digests, seal.made_at])

/** The seal of entries, in the order of their ids, that follows on another. */
export function sealOf(
  previous: Pick<Seal, 'number' | 'hash'> | undefined,
  entries: SealedEntry[],
  at: Date,
): Seal {
  const ids = entries.map(({ id }) => id)
  const seal = {
    number: (previous?.number ?? 0) + 1,
    first_id: ids[0]!,
    last_id: ids.at(-1)!,
    ids,
    digests: entries.map(digestOf),
    made_at: at.toISOString(),
  }
  return { ...seal, hash: hashOf(previous?.hash ?? '', seal) }
}

type Facts = Pick<Seal, 'number' | 'hash' | 'last_id'> | undefined

/** What is wrong with a seal, given the one before it and the entries that lie between their ends; null where it holds. */
export function whyBroken(previous: Facts, seal: Seal, entries: SealedEntry[]): string | null {
  const name = `Seal ${seal.number}`
  if (seal.number !== (previous?.number ?? 0) + 1) return `Seal ${(previous?.number ?? 0) + 1} is missing.`
  if (seal.hash !== hashOf(previous?.hash ?? '', seal))
    return `${name} is broken: it was changed, or does not follow on the seal before it.`
  const sealed = new Map(seal.ids.map((id, i) => [id, seal.digests[i]]))
  const found = new Map(entries.map((entry) => [entry.id, digestOf(entry)]))
  const missing = seal.ids.find((id) => !found.has(id))
  if (missing !== undefined) return `${name} is broken: entry ${missing} is missing.`
  for (const [id, digest] of found) {
    if (!sealed.has(id)) return `${name} is broken: entry ${id} was added between those that were sealed.`
    if (sealed.get(id) !== digest) return `${name} is broken: entry ${id} was changed.`
  }
  return null
}
