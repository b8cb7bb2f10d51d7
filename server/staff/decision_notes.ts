import { saved } from '#domain/endpoint.ts'
import { forbidden } from '#domain/errors.ts'
import type { DecisionNotes, DecisionNotesInput } from '#domain/staff/contract.ts'
import { whyNotNoteDecision } from '#domain/staff/rules.ts'
import { type Ctx, commandOn, type Db, type Tx } from '../platform/context.ts'
import { requireVersion } from '../platform/version_conflict.ts'
import { findDecisionNotes, writeDecisionNotes } from './decision_note_queries.ts'
import { lockForOffice, readProposal } from './service.ts'

const NONE: DecisionNotes = { for_proposer: '', internal: '', version: 0, saved_by: null, saved_at: null }

/** The decision notes on a proposal, whoever asks: the caller has checked that they may be read. */
export const readDecisionNotes = async (db: Db, proposal_id: number): Promise<DecisionNotes> =>
  (await findDecisionNotes(db, proposal_id)) ?? NONE

/** The decision notes on a proposal. Throws 'missing', and 'forbidden' with a conflict. */
export async function showDecisionNotes(ctx: Ctx, id: number): Promise<DecisionNotes> {
  const { conflict } = await readProposal(ctx.db, ctx, id)
  if (conflict) throw forbidden()
  return readDecisionNotes(ctx.db, id)
}

/**
 * Saves the decision notes on a proposal and returns their new version. The caller has locked the proposal, and has checked
 * that the actor may write and has no conflict with it. Unchanged notes keep their version and leave no entry. Throws
 * 'stale' when someone else saved them since the sender read them.
 */
export async function saveDecisionNotes(
  tx: Tx,
  proposal: { id: number },
  { version, ...notes }: DecisionNotesInput,
): Promise<number> {
  const before = await readDecisionNotes(tx, proposal.id)
  if (version !== before.version)
    requireVersion('The decision notes', version, {
      ...before,
      saved_at: before.saved_at ?? tx.now().toISOString(),
    })
  if (notes.for_proposer === before.for_proposer && notes.internal === before.internal) return before.version
  const next = before.version + 1
  const saved_at = tx.now().toISOString()
  await writeDecisionNotes(tx, {
    ...notes,
    proposal_id: proposal.id,
    version: next,
    saved_by: tx.actor.id,
    saved_at,
  })
  await tx.audit('proposal.decision_notes', proposal, notes, before)
  return next
}

/** Saves both decision notes, by the office. Throws 'missing', 'forbidden' or 'stale'. */
export const saveNotes = (ctx: Ctx, id: number, input: DecisionNotesInput) =>
  commandOn(lockForOffice)(
    ({ proposal, term }) => whyNotNoteDecision({ status: proposal.status, term }),
    async (tx, { proposal }) => {
      const version = await saveDecisionNotes(tx, proposal, input)
      tx.skipAudit('Unchanged notes are not saved again.')
      return saved(`The decision notes on proposal ${id} have been saved.`, version)
    },
  )(ctx, id)
