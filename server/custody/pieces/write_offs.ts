import type { PieceAddress } from '#domain/custody/address.ts'
import type { PieceWriteOff } from '#domain/custody/pieces/contract.ts'
import { pieceState } from '#domain/custody/status.ts'
import {
  IN_VAULT,
  type VaultActor,
  type VaultPiece,
  whyNotConfirmHere,
  whyNotProposeHere,
  whyNotWithdrawHere,
  writeOffText,
} from '#domain/custody/write_offs.ts'
import { done } from '#domain/endpoint.ts'
import { Fault } from '#domain/errors.ts'
import { type Actor, isOffice } from '#domain/session/actor.ts'
import { formatUtc } from '#domain/terms/rules.ts'
import type { Ctx, Db } from '../../platform/context.ts'
import { findConflictingIds } from '../../proposals/shared_queries.ts'
import { type Piece, record } from '../events.ts'
import { findWaiting } from '../offers/queries.ts'
import { takeWrittenOff } from '../offers/service.ts'
import { lockAt } from './lock.ts'
import {
  changeWriteOff,
  findHolding,
  findLoansOfPiece,
  findOpenWriteOff,
  findOpenWriteOffs,
  insertWriteOff,
} from './write_off_queries.ts'

type Written = Pick<Piece, 'id' | 'name' | 'unit' | 'present' | 'state' | 'sample_id' | 'holder_kind'>

/** What a write-off of a piece in the vault depends on, for whoever asks. */
async function factsOf(db: Db, actor: Actor, piece: Written) {
  const open = await findOpenWriteOff(db, piece.id)
  const loans = await findLoansOfPiece(db, piece.id)
  const holding = await findHolding(db, piece.id)
  const proposals = [
    ...loans.map(({ proposal_id }) => proposal_id),
    ...(holding ? [holding.proposal_id] : []),
  ]
  const ties = async (id: number) => ({
    own: loans.some(({ borrower_user_id }) => borrower_user_id === id),
    conflict: (await findConflictingIds(db, { id }, proposals)).length > 0,
  })
  const who: VaultActor = { id: actor.id, office: isOffice(actor), ...(await ties(actor.id)) }
  const ruled: VaultPiece = {
    name: piece.name,
    state: piece.state,
    write_off: open
      ? { by: open.proposed_by_id, office: open.office, ...(await ties(open.proposed_by_id)) }
      : null,
  }
  // What it came back from has been fulfilled.
  const isFulfilled = loans.some(
    ({ waiting, proposal_id }) => !waiting && proposal_id === holding?.proposal_id,
  )
  const concerns = {
    ...{ name: piece.name, unit: piece.unit, present: piece.present },
    on_offer: piece.state === pieceState.code.ON_OFFER,
    promised: holding && !isFulfilled ? holding.proposal_id : null,
    waiting_loan: loans.find(({ waiting }) => waiting)?.number ?? null,
    asking: piece.sample_id === null ? [] : await findWaiting(db, piece.sample_id),
  }
  return { open, ruled, who, concerns }
}

/** What the page of a piece says of its write-off; for office and curation. */
export async function writeOffOf(
  db: Db,
  actor: Actor,
  piece: Written,
): Promise<{ write_off: PieceWriteOff | null; why_not: string | null; does: string }> {
  if (!IN_VAULT.includes(piece.state))
    return { write_off: null, why_not: whyNotProposeHere({ ...piece, write_off: null }, NOBODY), does: '' }
  const { open, ruled, who, concerns } = await factsOf(db, actor, piece)
  return {
    write_off: open
      ? {
          ...{ number: open.number, reason: open.reason, by: open.proposed_by, at: open.proposed_at },
          why_not_confirm: whyNotConfirmHere(ruled, who),
        }
      : null,
    why_not: whyNotProposeHere(ruled, who),
    does: writeOffText(concerns, 'before'),
  }
}
const NOBODY: VaultActor = { id: 0, office: false, own: false, conflict: false }

interface Proposed {
  reason: string
  version?: number | null | undefined
}

/** The first of two persons proposes to write off a piece in the vault. */
export const proposeWriteOffHere = (ctx: Ctx, address: PieceAddress, { reason, version }: Proposed) =>
  ctx.write(async (tx) => {
    const piece = await lockAt(tx, address, version)
    const { ruled, who, concerns } = await factsOf(tx, tx.actor, piece)
    tx.refuse(whyNotProposeHere(ruled, who))
    await insertWriteOff(tx, {
      ...{ piece_id: piece.id, reason, proposed_at: tx.now().toISOString() },
      ...{ proposed_by_id: tx.actor.id, proposed_by: tx.actor.name },
    })
    await tx.audit('piece.propose_write_off', piece, { reason })
    return done(
      `The write-off of ${piece.name} is proposed. Another person confirms it. ${writeOffText(concerns, 'before')}`,
    )
  })

/** The second person confirms: what is left of the piece is lost, and its sample is neither on offer nor assigned any more. */
export const confirmWriteOffHere = (
  ctx: Ctx,
  address: PieceAddress,
  { version, write_off }: { version?: number | null | undefined; write_off?: number | undefined },
) =>
  ctx.write(async (tx) => {
    const piece = await lockAt(tx, address, version)
    // Whoever assigns or confirms the sample has it locked: what is said of them below holds at commit.
    await takeWrittenOff(tx, piece)
    const { open, ruled, who, concerns } = await factsOf(tx, tx.actor, piece)
    tx.refuse(whyNotConfirmHere(ruled, who))
    requireRead(piece, open!, write_off)
    const { number, reason, proposed_by, proposed_by_id } = open!
    await changeWriteOff(
      tx,
      { piece_id: piece.id, number },
      { confirmed_at: tx.now().toISOString(), confirmed_by_id: tx.actor.id, confirmed_by: tx.actor.name },
    )
    await record(tx, piece, { kind: 'write_off', second: { id: proposed_by_id, name: proposed_by }, reason })
    return done(
      `${piece.name} has been written off, by ${proposed_by} and you. ${writeOffText(concerns, 'after')}`,
    )
  })

/** Throws 'stale' when the write-off that the sender read was withdrawn and another one is proposed. */
function requireRead(
  { name }: Piece,
  { number, proposed_by, proposed_at, reason }: NonNullable<Awaited<ReturnType<typeof findOpenWriteOff>>>,
  read: number | undefined,
) {
  if (read === undefined || read === number) return
  const now = `another one is proposed by ${proposed_by} since ${formatUtc(proposed_at)}: “${reason}”`
  throw new Fault('stale', `The write-off of ${name} that you read was withdrawn; ${now}.`)
}

/** The piece is not to be written off after all. */
export const withdrawWriteOffHere = (
  ctx: Ctx,
  address: PieceAddress,
  { reason, write_off }: { reason: string; write_off?: number | undefined },
) =>
  ctx.write(async (tx) => {
    const piece = await lockAt(tx, address, null)
    const { open, ruled } = await factsOf(tx, tx.actor, piece)
    tx.refuse(whyNotWithdrawHere(ruled))
    requireRead(piece, open!, write_off)
    await changeWriteOff(
      tx,
      { piece_id: piece.id, number: open!.number },
      {
        ...{ withdrawn_at: tx.now().toISOString(), withdrawn_by_id: tx.actor.id },
        ...{ withdrawn_by: tx.actor.name, withdrawn_reason: reason },
      },
    )
    await tx.audit('piece.withdraw_write_off', piece, { reason }, { reason: open!.reason })
    return done(`The write-off of ${piece.name} is withdrawn; nothing of it is lost.`)
  })

/** The pieces whose write-off waits for a second person, the longest first. */
export const writeOffsToConfirm = async (ctx: Ctx): Promise<string[]> =>
  (await findOpenWriteOffs(ctx.db)).map(({ name }) => name)
