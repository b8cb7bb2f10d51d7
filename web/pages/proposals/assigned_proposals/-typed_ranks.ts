import type { Ranks } from '#domain/reports/ranks.ts'
import type { Sieved } from '#web/lib/draft.ts'

/** Of these ranks, those that are not as they are saved. */
export const changedRanks = (ranks: Ranks, saved: Ranks): Ranks =>
  Object.fromEntries(Object.entries(ranks).filter(([id, rank]) => rank !== saved[id]))

/** What of restored ranks can still be given: reports leave, and with them the highest rank. */
export function sievedRanks(ranks: Ranks, saved: Ranks): Sieved<Ranks> {
  const count = Object.keys(saved).length
  const entries = Object.entries(ranks)
  const there = entries.filter(([id]) => id in saved)
  const fits = there.filter(([, rank]) => rank === null || rank <= count)
  const left = entries.length - there.length
  const high = there.length - fits.length
  return {
    values: Object.fromEntries(fits),
    lost: [
      left > 0 &&
        `${left === 1 ? 'One rank was' : `${left} ranks were`} not restored: you can no longer rank that report.`,
      high > 0 &&
        `${high === 1 ? 'One rank was' : `${high} ranks were`} not restored: there are only ${count} reports to rank now.`,
    ].filter((sentence) => sentence !== false),
  }
}
