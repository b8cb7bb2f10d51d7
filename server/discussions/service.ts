import type {
  Discussion,
  DiscussionEntry,
  EarlierText,
  EntryEdit,
  EntryInput,
  EntryRef,
} from '#domain/discussions/contract.ts'
import { OWES_REPORT, whyNotAskReviewer, whyNotChangeEntry, whyNotWrite } from '#domain/discussions/rules.ts'
import { questionState } from '#domain/discussions/status.ts'
import { done, saved } from '#domain/endpoint.ts'
import { Fault, forbidden, notFound } from '#domain/errors.ts'
import { isOffice } from '#domain/session/actor.ts'
import type { Ctx, Db, Tx } from '../platform/context.ts'
import { requireVersion } from '../platform/version_conflict.ts'
import { lockProposal } from '../proposals/shared_queries.ts'
import { findSubmittedReviewers } from '../reports/shared_queries.ts'
import { currentTermId } from '../terms/service.ts'
import {
  changeEntry,
  decideQuestion,
  type EntryRow,
  findCounts,
  findEarlierTexts,
  findEntry,
  findLastEntries,
  findLastEntry,
  findProposal,
  findReading,
  findWaiting,
  insertEntry,
  insertQuestion,
  keepText,
  setReader,
} from './queries.ts'

/** The proposal of a discussion. Throws 'missing', and 'forbidden' with a conflict of interest. */
async function readProposal(db: Db, { actor }: Pick<Ctx, 'actor'>, id: number) {
  const proposal = await findProposal(db, actor, id)
  if (!proposal) throw notFound()
  if (proposal.conflict) throw forbidden()
  return proposal
}

/** The same for those who read the discussion: throws 'forbidden' too for someone who owes a report. */
async function requireReader(db: Db, ctx: Pick<Ctx, 'actor'>, id: number) {
  const proposal = await readProposal(db, ctx, id)
  if (proposal.owes_report) throw new Fault('forbidden', OWES_REPORT)
  return proposal
}

/** Locks a discussion, with its proposal, for one of its readers. Throws 'missing' or 'forbidden'. */
export async function lockDiscussion(tx: Tx, id: number) {
  await lockProposal(tx, id)
  return requireReader(tx, tx, id)
}

/** An entry of a locked discussion that its sender has read at `version`. Throws 'missing' or 'stale'. */
export async function requireEntry(tx: Tx, proposal_id: number, { number, version }: EntryRef) {
  const entry = await findEntry(tx, proposal_id, number)
  if (!entry) throw notFound()
  if (version !== entry.version)
    requireVersion('This entry', version, {
      version: entry.version,
      saved_by: entry.decided_by ?? entry.name,
      saved_at: [entry.written_at, entry.edited_at, entry.withdrawn_at, entry.decided_at]
        .filter((at) => at !== null)
        .sort()
        .at(-1)!,
    })
  return entry
}

/** An entry as its readers see it. */
const toEntry = ({ user_id, name, editions, ...row }: EntryRow): DiscussionEntry => {
  const { state, words, reason, decided_by, decided_at, recipients, ...entry } = row
  const withdrawn = entry.withdrawn_at !== null
  return {
    ...entry,
    text: withdrawn ? '' : entry.text,
    author: { id: user_id, name },
    earlier_texts: withdrawn ? editions + 1 : editions,
    question:
      state === null
        ? null
        : { state, words: words ?? '', reason: reason ?? '', decided_by, decided_at, recipients },
  }
}

const HIDDEN: Omit<Discussion, 'proposal_id' | 'why_hidden' | 'why_not_write'> = {
  follows: false,
  seen_number: 0,
  count: 0,
  unread: 0,
  before: 0,
  entries: [],
  waiting: [],
  reviewers: [],
}

/** The discussion of a proposal with its last entries. Throws 'missing', and 'forbidden' with a conflict of interest. */
export async function showDiscussion(ctx: Ctx, id: number, last: number): Promise<Discussion> {
  const { db, actor } = ctx
  const proposal = await readProposal(db, ctx, id)
  if (proposal.owes_report)
    return { ...HIDDEN, proposal_id: id, why_hidden: OWES_REPORT, why_not_write: OWES_REPORT }
  const { total, last: _, ...reading } = await findReading(db, actor, id)
  const entries = await findLastEntries(db, id, last)
  const reviewers = isOffice(actor) ? await findSubmittedReviewers(db, id) : []
  return {
    ...reading,
    proposal_id: id,
    why_hidden: null,
    why_not_write: whyNotWrite(proposal),
    before: Math.max(0, total - entries.length),
    entries: entries.map(toEntry),
    waiting: (await findWaiting(db, id)).map(toEntry),
    reviewers: reviewers.map((reviewer) => ({
      report_id: reviewer.report_id,
      user_id: reviewer.user_id,
      name: reviewer.name,
      why_not: whyNotAskReviewer(reviewer),
    })),
  }
}

/** How much is written about each proposal of a term, by default the current one, as far as the actor may read it. */
export async function countEntries(ctx: Ctx, requested: number | undefined) {
  const term_id = requested ?? (await currentTermId(ctx))
  return term_id === null ? [] : findCounts(ctx.db, ctx.actor, term_id)
}

/** The earlier texts of an entry; of a withdrawn one all. Throws 'missing' or 'forbidden'. */
export async function listEarlierTexts(ctx: Ctx, id: number, number: number): Promise<EarlierText[]> {
  await requireReader(ctx.db, ctx, id)
  const entry = await findEntry(ctx.db, id, number)
  if (!entry) throw notFound()
  const earlier = await findEarlierTexts(ctx.db, id, number)
  const { editions, text, edited_at, written_at, withdrawn_at } = entry
  return withdrawn_at === null
    ? earlier
    : [...earlier, { edition: editions + 1, text, written_at: edited_at ?? written_at }]
}

const ASKED = ' The office has it in its to-do list as a question to the reviewers.'
const FOLLOWED = ' You now follow this discussion.'

/** Writes an entry; a repeated one is refused. Throws 'missing' or 'forbidden'. */
export const writeEntry = (
  ctx: Ctx,
  id: number,
  { text, to_reviewers = false, follow = false }: EntryInput,
) =>
  ctx.write(async (tx) => {
    const proposal = await lockDiscussion(tx, id)
    tx.refuse(whyNotWrite(proposal))
    const last = await findLastEntry(tx, id)
    const repeated = last && last.user_id === tx.actor.id && last.withdrawn_at === null && last.text === text
    tx.refuse(repeated ? 'This is already the last entry of the discussion.' : null)
    const number = (last?.number ?? 0) + 1
    const written_at = tx.now().toISOString()
    await insertEntry(tx, { proposal_id: id, number, user_id: tx.actor.id, text, written_at })
    if (to_reviewers) await insertQuestion(tx, id, number)
    if (follow) await setReader(tx, id, tx.actor.id, { follows: true, mailed_number: number })
    await tx.audit('proposal.write_entry', proposal, { entry: number, text, to_reviewers })
    return done(
      `Added to the discussion of proposal ${id}.${to_reviewers ? ASKED : ''}${follow ? FOLLOWED : ''}`,
    )
  })

/** Throws 'forbidden' for an entry of someone else; refuses what the rule refuses. */
function requireOwn(tx: Tx, { user_id, withdrawn_at }: EntryRow, term: { id: number; disabled: boolean }) {
  if (user_id !== tx.actor.id) throw forbidden()
  tx.refuse(whyNotChangeEntry({ user_id, withdrawn_at, term }, tx.actor.id))
}

/** Edits an own entry; the earlier text is kept. Throws 'missing', 'forbidden' or 'stale'. */
export const editEntry = (ctx: Ctx, id: number, { text, ...ref }: EntryEdit) =>
  ctx.write(async (tx) => {
    const proposal = await lockDiscussion(tx, id)
    const entry = await requireEntry(tx, id, ref)
    requireOwn(tx, entry, proposal.term)
    if (text === entry.text) {
      tx.skipAudit('Nothing changed.')
      return saved('The entry is as it was.', entry.version)
    }
    await keepText(tx, id, entry)
    await changeEntry(tx, id, entry, { text, edited_at: tx.now().toISOString() })
    await tx.audit('proposal.edit_entry', proposal, { entry: ref.number, text }, { text: entry.text })
    return saved('The entry has been changed. Its earlier text can still be read.', entry.version + 1)
  })

/** Withdraws an own entry, with its question if that waits; the text can still be read. Throws 'missing', 'forbidden' or 'stale'. */
export const withdrawEntry = (ctx: Ctx, id: number, ref: EntryRef) =>
  ctx.write(async (tx) => {
    const proposal = await lockDiscussion(tx, id)
    const entry = await requireEntry(tx, id, ref)
    requireOwn(tx, entry, proposal.term)
    const withdrawn_at = tx.now().toISOString()
    await changeEntry(tx, id, entry, { withdrawn_at })
    const waits = entry.state === questionState.code.WAITING
    if (waits)
      await decideQuestion(tx, id, ref.number, {
        state: questionState.code.WITHDRAWN,
        decided_at: withdrawn_at,
      })
    await tx.audit('proposal.withdraw_entry', proposal, { entry: ref.number })
    const question = waits ? ' Its question is not put to the reviewers.' : ''
    return done(`The entry has been withdrawn.${question}`)
  })

/** Follows a discussion, or ends it; entries that are there already are not mailed. Throws 'missing' or 'forbidden'. */
export const followDiscussion = (ctx: Ctx, id: number, follows: boolean) =>
  ctx.write(async (tx) => {
    await lockDiscussion(tx, id)
    const { last, follows: before } = await findReading(tx, tx.actor, id)
    if (follows !== before)
      await setReader(tx, id, tx.actor.id, follows ? { follows, mailed_number: last } : { follows })
    tx.skipAudit('What someone follows is their own affair.')
    return done(
      follows
        ? 'You follow this discussion: new entries are counted in one e-mail a day.'
        : 'You no longer follow this discussion.',
    )
  })

/** Records that the entries up to `number` were shown to the actor. Throws 'missing' or 'forbidden'. */
export const markSeen = (ctx: Ctx, id: number, number: number) =>
  ctx.write(async (tx) => {
    await requireReader(tx, tx, id)
    const { last, seen_number } = await findReading(tx, tx.actor, id)
    const seen = Math.min(number, last)
    if (seen > seen_number) await setReader(tx, id, tx.actor.id, { seen_number: seen })
    tx.skipAudit('What someone has read is their own affair.')
    return done('Read.')
  })
