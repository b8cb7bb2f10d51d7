import { createHash } from 'node:crypto'
import type { CalendarEntry } from '#domain/calendar_entry.ts'
import { CALENDAR_NAME, whyNotRevoke } from '#domain/calendars/rules.ts'
import { done } from '#domain/endpoint.ts'
import { invalid, notFound } from '#domain/errors.ts'
import { subscribedCalendar, type WrittenEntry } from '../platform/calendar.ts'
import type { AnyCtx, Ctx } from '../platform/context.ts'
import { networkOf, spend } from '../platform/http/throttle.ts'
import { hashToken, newToken } from '../platform/tokens.ts'
import { verifyOwnPassword } from '../session/sign_in.ts'
import { findEntries } from './entries.ts'
import {
  deleteAddress,
  findAddress,
  findReader,
  type KnownEntries,
  lockKnown,
  replaceAddress,
  saveKnown,
} from './queries.ts'

export const showAddress = (ctx: Ctx) => findAddress(ctx.db, ctx.actor.id)

/** What an address ends with, because some programs take an address for a calendar by it. */
const EXTENSION = '.ics'

/** Makes an address in place of any earlier one. It asks for the password, because it outlives the session. Throws 'invalid'. */
export async function makeAddress(ctx: Ctx, password: string) {
  if ((await verifyOwnPassword(ctx, password)) === null)
    throw invalid({ password: 'The password is not right.' })
  return ctx.write(async (tx) => {
    const token = newToken()
    const address = {
      user_id: tx.actor.id,
      token_hash: hashToken(token),
      created_at: tx.now().toISOString(),
    }
    const replaced = await replaceAddress(tx, address)
    await tx.audit(replaced ? 'user.replace_calendar' : 'user.make_calendar', tx.actor)
    return {
      ...done(
        replaced
          ? 'The new calendar address is made; the earlier one no longer works.'
          : 'The calendar address is made.',
      ),
      url: `${tx.config.baseUrl}/api/calendar/${token}${EXTENSION}`,
    }
  })
}

export const revokeAddress = (ctx: Ctx) =>
  ctx.write(async (tx) => {
    tx.refuse(whyNotRevoke((await deleteAddress(tx, tx.actor.id)) ? {} : null))
    await tx.audit('user.revoke_calendar', tx.actor)
    return done('The calendar address no longer works.')
  })

/** Addresses from one network that are nobody's, such as revoked ones; the others are always answered. */
const WRONG_ADDRESSES_AN_HOUR = { name: 'calendar_address', points: 60, seconds: 3600 }

const hashOf = (value: unknown) =>
  createHash('sha256')
    .update(typeof value === 'string' ? value : JSON.stringify(value))
    .digest('hex')

/** How long after it was last noted a reading is noted again. */
const NOTED_MS = 60 * 60 * 1000

interface ReadCalendar {
  content: string
  /** Strong, and changes with the content alone. */
  etag: string
  changed_at: string
}

/**
 * The calendar at an address. SEQUENCE, stamps, ETag and Last-Modified follow from what its reader was shown before and is
 * shown now, never from rows that they may not see. Throws 'missing', alike for every address that is nobody's, and
 * 'throttled'.
 */
export async function readCalendar(ctx: AnyCtx, name: string): Promise<ReadCalendar> {
  const token_hash = hashToken(name.endsWith(EXTENSION) ? name.slice(0, -EXTENSION.length) : name)
  const reader = await findReader(ctx.db, token_hash)
  if (!reader) throw await wrongAddress(ctx)
  return ctx.as(reader).write(async (tx) => {
    tx.skipAudit('Reading a calendar changes nothing.')
    const known = await lockKnown(tx, token_hash)
    if (!known) throw notFound()
    const now = tx.now()
    const entries = await findEntries({ db: tx, actor: reader, now })
    const written = withSequences(entries, known.entries, now)
    const content = subscribedCalendar(tx.config, CALENDAR_NAME, written)
    const content_hash = hashOf(content)
    const isChanged = content_hash !== known.content_hash
    const changed_at = isChanged ? now.toISOString() : known.changed_at!
    const isNoted = known.last_read_at !== null && +now - Date.parse(known.last_read_at) < NOTED_MS
    if (isChanged || !isNoted)
      await saveKnown(tx, known.user_id, {
        entries: { ...known.entries, ...knownOf(written) },
        content_hash,
        changed_at,
        last_read_at: isNoted ? known.last_read_at! : now.toISOString(),
      })
    return { content, etag: `"${content_hash}"`, changed_at }
  })
}

async function wrongAddress(ctx: AnyCtx) {
  if (ctx.config.rateLimit > 0) await spend(ctx.db, WRONG_ADDRESSES_AN_HOUR, networkOf(ctx.address))
  return notFound()
}

/** Entries with the SEQUENCE that they had, or the next one if they changed since they were last read. */
const withSequences = (entries: readonly CalendarEntry[], known: KnownEntries, now: Date): WrittenEntry[] =>
  entries.map((entry) => {
    const [hash, sequence, changed_at] = known[entry.key] ?? [null, -1, '']
    return hash === hashOf(entry)
      ? { ...entry, sequence, stamp: new Date(changed_at) }
      : { ...entry, sequence: sequence + 1, stamp: now }
  })

const knownOf = (entries: readonly WrittenEntry[]): KnownEntries =>
  Object.fromEntries(
    entries.map(({ sequence, stamp, ...entry }) => [
      entry.key,
      [hashOf(entry), sequence, stamp.toISOString()] satisfies KnownEntries[string],
    ]),
  )
