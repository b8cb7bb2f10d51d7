import { writeEntry } from '../discussions/service.ts'
import type { Ctx } from '../platform/context.ts'

interface EntryOptions {
  proposal_id: number
  text?: string
  to_reviewers?: boolean
  follow?: boolean
}

/** Writes an entry in the discussion of a proposal and returns its number. */
export async function anEntry(
  ctx: Ctx,
  { proposal_id, text = 'Which fallback is there?', ...more }: EntryOptions,
) {
  await writeEntry(ctx, proposal_id, { text, ...more })
  const { number } = await ctx.db
    .selectFrom('discussion_entries')
    .select('number')
    .where('proposal_id', '=', proposal_id)
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow()
  return number
}

/** The next day at 06:00 UTC, when its digests are due. */
export function nextDigestTime(now: Date): Date {
  const at = new Date(now)
  at.setUTCHours(24 + 6, 0, 0, 0)
  return at
}
