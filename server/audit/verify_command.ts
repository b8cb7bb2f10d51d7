import type { AnyCtx } from '../platform/context.ts'
import { StartError } from '../platform/start_error.ts'
import { whyBroken } from './seal.ts'
import { countEntriesAfter, findEntriesBetween, type findLastSeal, findSealAfter } from './seal_queries.ts'

interface Asked {
  /** A hash that the office has kept: one of the seals must have it. */
  expect?: string | undefined
  say(line: string): void
}

const EVERY = Number.MAX_SAFE_INTEGER

/** Goes through the chain of seals and says how far it holds. Throws StartError with the first seal that is broken. */
export const verify =
  ({ expect, say }: Asked) =>
  async ({ db }: AnyCtx) => {
    let last: Awaited<ReturnType<typeof findLastSeal>>
    let entries = 0
    let expected = expect === undefined
    for (;;) {
      const seal = await findSealAfter(db, last?.number ?? 0)
      if (!seal) break
      const between = { after: last?.last_id ?? null, to: seal.last_id, limit: EVERY }
      const why = whyBroken(last, seal, await findEntriesBetween(db, between))
      if (why) throw new StartError(why)
      expected ||= seal.hash === expect?.toLowerCase()
      entries += seal.ids.length
      last = seal
    }
    if (!expected)
      throw new StartError(`No seal has the hash ${expect}: the chain was written anew, or cut off.`)
    const waiting = await countEntriesAfter(db, last?.last_id ?? null)
    if (!last) return say(`Nothing is sealed yet. Entries that wait for the first seal: ${waiting}.`)
    say(`The chain holds: seals 1 to ${last.number} over ${entries} entries. Not sealed yet: ${waiting}.`)
    say(`Last seal: ${last.number} of ${last.made_at}\n${last.hash}`)
    say(
      'Keep this hash elsewhere: with --expect HASH this command finds out whether the chain was written anew.',
    )
  }
