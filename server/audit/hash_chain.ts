import { createHash } from 'node:crypto'
import { StartError } from '../platform/config.ts'
import { type AnyCtx, context, type Db, type Services } from '../platform/context.ts'
import {
  addBlock,
  type ChainBlock,
  type ChainedEntry,
  countEntriesAfter,
  findBlockAfter,
  findEntriesBetween,
  findLastBlock,
  findLastEntryId,
  findUnsealed,
  tryLockHashChain,
} from './hash_chain_queries.ts'

const sha256 = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

export const digestEntry = (e: ChainedEntry) =>
  sha256([e.id, e.at, e.user_id, e.action, e.object_type, e.object_id, e.proposal_id, e.before, e.after])

/** Covers the previous block's hash; that of the first block is ''. */
const hashBlock = (previous: string, seal: Omit<ChainBlock, 'hash'>) =>
  sha256([previous, seal.number, seal.first_id, seal.last_id, seal.ids, seal.digests, seal.made_at])

/** `entries` are sorted by id. */
function nextBlock(
  previous: Pick<ChainBlock, 'number' | 'hash'> | undefined,
  entries: ChainedEntry[],
  at: Date,
): ChainBlock {
  const ids = entries.map(({ id }) => id)
  const seal = {
    number: (previous?.number ?? 0) + 1,
    first_id: ids[0]!,
    last_id: ids.at(-1)!,
    ids,
    digests: entries.map(digestEntry),
    made_at: at.toISOString(),
  }
  return { ...seal, hash: hashBlock(previous?.hash ?? '', seal) }
}

type PreviousBlock = Pick<ChainBlock, 'number' | 'hash' | 'last_id'> | undefined

/** What is wrong with a block, or null. `entries` are all present entries after the previous block's last one up to its own. */
function whyBroken(previous: PreviousBlock, seal: ChainBlock, entries: ChainedEntry[]): string | null {
  const name = `Seal ${seal.number}`
  if (seal.number !== (previous?.number ?? 0) + 1) return `Seal ${(previous?.number ?? 0) + 1} is missing.`
  if (seal.hash !== hashBlock(previous?.hash ?? '', seal))
    return `${name} is broken: it was changed, or does not follow on the seal before it.`
  const sealed = new Map(seal.ids.map((id, i) => [id, seal.digests[i]]))
  const found = new Map(entries.map((entry) => [entry.id, digestEntry(entry)]))
  const missing = seal.ids.find((id) => !found.has(id))
  if (missing !== undefined) return `${name} is broken: entry ${missing} is missing.`
  for (const [id, digest] of found) {
    if (!sealed.has(id)) return `${name} is broken: entry ${id} was added between those that were sealed.`
    if (sealed.get(id) !== digest) return `${name} is broken: entry ${id} was changed.`
  }
  return null
}

/** Maximum number of entries in a block. */
const BATCH = 1_000

/** PostgreSQL error of a lock timeout; see findLastEntryId. */
const LOCK_NOT_AVAILABLE = '55P03'

/** Adds every entry written so far to the chain. Does nothing while a long write is running; the next run comes soon. */
export async function extendHashChain(services: Services): Promise<void> {
  const ctx = context(services, null)
  const to = await lastEntryId(ctx)
  if (to !== null) while (await addNextBlock(ctx, to));
}

const lastEntryId = (ctx: AnyCtx) =>
  ctx
    .write((tx) => {
      tx.skipAudit('Nothing is written.')
      return findLastEntryId(tx)
    })
    .catch((error: { code?: unknown }) => {
      if (error.code === LOCK_NOT_AVAILABLE) return null
      throw error
    })

/** Adds a block with the next entries up to an id. Returns whether there may be more. */
const addNextBlock = (ctx: AnyCtx, to: number) =>
  ctx.write(async (tx) => {
    tx.skipAudit('A seal is over entries, and none itself.')
    if (!(await tryLockHashChain(tx))) return false
    const last = await findLastBlock(tx)
    const entries = await findEntriesBetween(tx, { after: last?.last_id ?? null, to, limit: BATCH })
    if (entries.length > 0) await addBlock(tx, nextBlock(last, entries, tx.now()))
    return entries.length === BATCH
  })

export interface ChainEnd {
  /** Null before the first block. */
  last: { number: number; at: string } | null
  /** What is wrong with the blocks that were checked, or null. */
  broken: string | null
  /** Number of entries that no block covers yet, and the time of the first of them. */
  unsealed: { count: number; since: string | null }
}

/** Verifies the last `blocks` blocks, without those before them. */
export async function checkEndOfChain(db: Db, blocks: number): Promise<ChainEnd> {
  const last = await findLastBlock(db)
  const unsealed = await findUnsealed(db, last?.last_id ?? null)
  if (!last) return { last: null, broken: null, unsealed }
  const end = { last: { number: last.number, at: last.made_at }, unsealed }
  const start = last.number - blocks
  let previous: PreviousBlock = start > 0 ? await findBlockAfter(db, start - 1) : undefined
  for (;;) {
    const seal = await findBlockAfter(db, previous?.number ?? 0)
    if (!seal) return { ...end, broken: null }
    const between = { after: previous?.last_id ?? null, to: seal.last_id, limit: ALL_ENTRIES }
    const broken = whyBroken(previous, seal, await findEntriesBetween(db, between))
    if (broken) return { ...end, broken }
    previous = seal
  }
}

/** Number and time of the last block; null before the first. */
export async function showLastBlock(ctx: AnyCtx) {
  const last = await findLastBlock(ctx.db)
  return last ? { number: last.number, at: last.made_at } : null
}

interface VerifyOptions {
  /** A hash that the office has stored elsewhere: one of the blocks must have it. */
  expect?: string | undefined
  say(line: string): void
}

const ALL_ENTRIES = Number.MAX_SAFE_INTEGER

/** Verifies the whole chain and prints the result. Throws StartError with the first broken block. */
export const verifyHashChain =
  ({ expect, say }: VerifyOptions) =>
  async ({ db }: AnyCtx) => {
    let last: Awaited<ReturnType<typeof findLastBlock>>
    let entries = 0
    let expected = expect === undefined
    for (;;) {
      const seal = await findBlockAfter(db, last?.number ?? 0)
      if (!seal) break
      const between = { after: last?.last_id ?? null, to: seal.last_id, limit: ALL_ENTRIES }
      const why = whyBroken(last, seal, await findEntriesBetween(db, between))
      if (why) throw new StartError(why)
      expected ||= seal.hash === expect?.toLowerCase()
      entries += seal.ids.length
      last = seal
    }
    if (!expected)
      throw new StartError(`No seal has the hash ${expect}: the chain was rewritten, or cut off.`)
    const waiting = await countEntriesAfter(db, last?.last_id ?? null)
    if (!last) return say(`Nothing is sealed yet. Entries that wait for the first seal: ${waiting}.`)
    say(`The chain holds: seals 1 to ${last.number} over ${entries} entries. Not sealed yet: ${waiting}.`)
    say(`Last seal: ${last.number} of ${last.made_at}\n${last.hash}`)
    say(
      'Keep this hash elsewhere: with --expect HASH this command finds out whether the chain was rewritten.',
    )
  }
