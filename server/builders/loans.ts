import type { LoanPiece } from '#domain/custody/loans/contract.ts'
import { markOnPaper, sendAgreements } from '../custody/loans/agreement.ts'
import { createLoan } from '../custody/loans/create.ts'
import { showLoan } from '../custody/loans/list.ts'
import { dispatchLoan, savePacking, saveParcel, signPacked } from '../custody/loans/packing.ts'
import { receive } from '../custody/loans/receipt.ts'
import { confirmReturn, sendBack } from '../custody/loans/returns.ts'
import type { AnyCtx, Ctx } from '../platform/context.ts'

/** How far a loan has come, in order. */
export const LOAN_STEPS = [
  'agreement_due',
  'agreement_sent',
  'ready_to_pack',
  'packed',
  'dispatched',
  'in_use',
  'sent_back',
  'returned',
] as const
export type LoanStep = (typeof LOAN_STEPS)[number]

interface LoanOptions {
  proposal_id: number
  sample_ids: readonly number[]
  /** Default: in use. */
  until?: LoanStep
  /** Who packs and who dispatches; the office by default. */
  packer?: Ctx
  /** Added to what was sent, at receipt; in the unit of each piece, by its name. */
  differences?: Readonly<Record<string, number>>
}

/** A loan that the office takes through its steps, for its borrower too; returns its number. */
export async function aLoan(
  office: Ctx,
  { proposal_id, sample_ids, until = 'in_use', packer = office, differences = {} }: LoanOptions,
): Promise<string> {
  const { number } = await (office as AnyCtx).write((tx) => createLoan(tx, { proposal_id, sample_ids }))
  const reached = (step: LoanStep) => LOAN_STEPS.indexOf(until) >= LOAN_STEPS.indexOf(step)
  if (reached('agreement_sent')) await sendAgreements(office, [number])
  if (reached('ready_to_pack')) await markOnPaper(office, number, undefined)
  if (reached('packed')) await packLoan(packer, number)
  if (reached('dispatched')) await dispatchLoan(office, number, undefined)
  if (reached('in_use')) await receiveLoan(office, number, differences)
  if (reached('sent_back')) {
    const pieces = await piecesIn(office, number, 'in_use')
    await sendBack(office, number, {
      pieces: pieces.map(({ piece, present }) => ({ piece, amount: present, version: undefined })),
      ...{ carrier: 'DHL', tracking_number: '' },
    })
  }
  if (reached('returned'))
    for (const { piece, present } of await piecesIn(office, number, 'sent_back'))
      await confirmReturn(office, number, { piece, found: present, place: 'N2-3, drawer 4', reason: '' })
  return number
}

/** The pieces of a loan that are in a state. */
export const piecesIn = async (ctx: Ctx, number: string, state: LoanPiece['state']) =>
  (await showLoan(ctx, number)).piece_list.filter((piece) => piece.state === state)

/** Weighs every piece as on record, and signs. */
export async function packLoan(packer: Ctx, number: string) {
  const { piece_list } = await showLoan(packer, number)
  for (const [n, { piece, present }] of piece_list.entries())
    await savePacking(packer, number, { piece, weighed: present, container: `B-${n + 1}`, picked: true })
  await saveParcel(packer, number, { carrier: 'DHL', tracking_number: '44 7100 9218', customs_note: '' })
  await signPacked(packer, number, undefined)
}

/** Receives every piece as sent, plus its difference. */
export async function receiveLoan(
  ctx: Ctx,
  number: string,
  differences: Readonly<Record<string, number>> = {},
) {
  const sent = await piecesIn(ctx, number, 'dispatched')
  await receive(ctx, number, {
    pieces: sent.map(({ piece, name, present }) => ({
      piece,
      found: present + (differences[name] ?? 0),
      condition: '',
    })),
  })
}
