import type { Size } from '#domain/system/contract.ts'
import { SIZE_KEYS, type SizeKey, YEAR_DAYS, yearlyGrowth } from '#domain/system/sizes.ts'
import type { Db, Services } from '../platform/context.ts'
import { keptBackups } from './backups.ts'
import { findSizes, findSizesSince, insertDailySizes } from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

async function presentSizes(db: Db): Promise<Record<SizeKey, { bytes: number; count: number | null }>> {
  const [{ database, files, attachments, audit, entries }, backups] = await Promise.all([
    findSizes(db),
    keptBackups(db),
  ])
  return {
    database: { bytes: database, count: null },
    files: { bytes: files, count: attachments },
    audit: { bytes: audit, count: entries },
    backups: { bytes: backups.bytes, count: backups.count },
  }
}

/** Records today's sizes, the first time it runs on a day. */
export async function recordDailySizes({ db, clock }: Services) {
  const { database, files, audit, backups } = await presentSizes(db)
  await insertDailySizes(db, dayOf(clock()), {
    database: database.bytes,
    files: files.bytes,
    audit: audit.bytes,
    backups: backups.bytes,
  })
}

/** Present sizes and, once the recorded days allow it, their growth in a year. */
export async function showSizes(db: Db, now: Date): Promise<{ sizes: Size[]; sized_days: number }> {
  const [present, first] = await Promise.all([
    presentSizes(db),
    findSizesSince(db, dayOf(new Date(+now - YEAR_DAYS * DAY_MS))),
  ])
  const sized_days = first ? Math.floor((+now - Date.parse(first.day)) / DAY_MS) : 0
  const sizes = SIZE_KEYS.map((key) => ({
    key,
    ...present[key],
    growth: first ? yearlyGrowth(first[key], present[key].bytes, sized_days) : null,
  }))
  return { sizes, sized_days }
}
