import { type Conflict, type ConflictInput, ConflictLiftInput } from '#domain/conflicts/contract.ts'
import {
  ALREADY_DECLARED,
  whyNotDeclare,
  whyNotLift,
  whyNotLiftByCommand,
  whyNotRecordFor,
} from '#domain/conflicts/rules.ts'
import { done, type Outcome } from '#domain/endpoint.ts'
import { forbidden, invalid, notFound } from '#domain/errors.ts'
import { isClosedToReviewer, isHidden } from '#domain/reports/status.ts'
import { isOffice, isStaff } from '#domain/session/actor.ts'
import { StartError } from '../platform/config.ts'
import type { AnyCtx, AnyTx, Ctx, Tx } from '../platform/context.ts'
import { lockTerm } from '../terms/service.ts'
import { findOfficeWithoutConflict, insertConflict } from '../users/conflict_shared_queries.ts'
import { conflictMail } from './mails.ts'
import {
  deleteConflict,
  findByAddress,
  findConflict,
  findDeclared,
  findDeclaredBy,
  findOwnReport,
  findUser,
  findUserByAddress,
  findUserByEmail,
  insertLifting,
  lockProposal,
} from './queries.ts'

/** Throws 'forbidden' unless the caller may know of the proposal: staff, or a requested reviewer. A planned report must not show. */
async function requireVisibleProposal(tx: Tx, proposal_id: number) {
  if (isStaff(tx.actor)) return
  const report = await findOwnReport(tx, tx.actor.id, proposal_id)
  if (!report || isClosedToReviewer(report.status) || isHidden(report.status)) throw forbidden()
}

/** Throws 'forbidden' or 'invalid' unless the office may record a conflict for the user. */
async function requireConcernedUser(tx: Tx, user_id: number, conflict: boolean) {
  // A member of the office with a conflict may record nothing on the proposal except their own conflict.
  if (!isOffice(tx.actor) || conflict) throw forbidden()
  const user = await findUser(tx, user_id)
  const why = user ? whyNotRecordFor(user) : 'There is no such user.'
  if (why) throw invalid({ user_id: why })
}

/** Declares the caller's own conflict of interest with a proposal, or records another user's for the office. */
export const declareConflict = (ctx: Ctx, input: ConflictInput) => ctx.write((tx) => writeConflict(tx, input))

/** Declares or records a conflict of interest, see `declareConflict`. Throws 'missing', 'forbidden' and 'invalid'. */
export async function writeConflict(
  tx: Tx,
  { proposal_id, user_id = tx.actor.id, reason }: ConflictInput,
): Promise<Outcome> {
  const own = user_id === tx.actor.id
  const proposal = await lockProposal(tx, tx.actor, proposal_id)
  if (!proposal) throw notFound()
  await requireVisibleProposal(tx, proposal_id)
  if (!own) await requireConcernedUser(tx, user_id, proposal.conflict)
  tx.refuse(whyNotDeclare(await lockTerm(tx, proposal.term_id)))
  const created_at = tx.now().toISOString()
  const added = await insertConflict(tx, {
    proposal_id,
    user_id,
    reason,
    declared_by: tx.actor.id,
    created_at,
  })
  if (!added) return tx.refuse(ALREADY_DECLARED)
  await tx.audit('conflict.declare', { ...added, proposal_id }, { proposal_id, user_id, reason })
  if (own && !isOffice(tx.actor)) await notifyOffice(tx, proposal, reason)
  return done(`The conflict of interest has been ${own ? 'declared' : 'recorded'}.`)
}

async function notifyOffice(
  tx: Tx,
  proposal: { id: number; term_id: number; title: string },
  reason: string,
) {
  const recipients = await findOfficeWithoutConflict(tx, proposal.id)
  if (recipients.length > 0) await tx.mail(conflictMail(tx.config, recipients, tx.actor, proposal, reason))
}

/** The actor's own declared conflicts; of one proposal, for the office without a conflict, all that anyone has with it. */
export async function listConflicts(
  { db, actor }: Ctx,
  proposal_id: number | undefined,
): Promise<Conflict[]> {
  const declared = await findDeclared(db, actor, proposal_id)
  if (!isOffice(actor) || proposal_id === undefined) return declared
  return [...(await findByAddress(db, actor, proposal_id)), ...declared]
}

/** Takes back a declared conflict: only the office may, and no one their own. Throws 'missing' and 'forbidden'. */
export const takeConflictBack = (ctx: Ctx, id: number, why: string) =>
  ctx.write(async (tx) => {
    const known = await findConflict(tx, id)
    const proposal = known && (await lockProposal(tx, tx.actor, known.proposal_id))
    const conflict = proposal && (await findConflict(tx, id))
    if (!conflict) throw notFound()
    if (proposal.conflict && conflict.user_id !== tx.actor.id) throw forbidden()
    const term = await lockTerm(tx, proposal.term_id)
    tx.refuse(whyNotLift(tx.actor, { ...conflict, kind: 'declared', lifted: null }, term))
    await takeBack(tx, conflict, why)
    return done('The conflict of interest has been lifted.')
  })

type DeclaredConflict = NonNullable<Awaited<ReturnType<typeof findConflict>>>

async function takeBack(tx: AnyTx, conflict: DeclaredConflict, lifted_because: string) {
  const { proposal_id, user_id, reason } = conflict
  await deleteConflict(tx, conflict.id)
  await tx.audit('conflict.take_back', conflict, { lifted_because }, { proposal_id, user_id, reason })
}

/** Lifts a conflict that comes from the people on the proposal. Throws 'missing', and 'forbidden' with a conflict. */
export const liftConflict = (ctx: Ctx, { proposal_id, user_id, reason }: ConflictLiftInput) =>
  ctx.write(async (tx) => {
    const proposal = await lockProposal(tx, tx.actor, proposal_id)
    if (!proposal) throw notFound()
    if (proposal.conflict && user_id !== tx.actor.id) throw forbidden()
    const conflict = await findUserByAddress(tx, proposal_id, user_id)
    if (!conflict) throw notFound()
    tx.refuse(whyNotLift(tx.actor, conflict, await lockTerm(tx, proposal.term_id)))
    await lift(tx, conflict, reason)
    return done('The conflict of interest has been lifted.')
  })

async function lift(tx: AnyTx, conflict: Pick<Conflict, 'proposal_id' | 'user_id' | 'kind'>, reason: string) {
  const { proposal_id, user_id, kind } = conflict
  const lifting = { proposal_id, user_id, reason, while_collaborator: kind === 'collaborator' }
  const lifted_at = tx.now().toISOString()
  const { id } = await insertLifting(tx, { ...lifting, lifted_by: tx.actor?.id ?? null, lifted_at })
  await tx.audit('conflict.lift', { id, proposal_id }, lifting)
}

/** Where no one of the office can judge a conflict, lifts it from the command line. Throws StartError. */
export function liftConflictCommand(
  { email, proposal, reason }: { email: string; proposal: string; reason: string },
  say: (line: string) => void,
) {
  const checked = ConflictLiftInput.shape.reason.safeParse(reason)
  if (!checked.success) throw new StartError('Please say why it is not a conflict of interest.')
  return (ctx: AnyCtx): Promise<void> =>
    ctx.write(async (tx) => {
      const proposal_id = Number(proposal)
      const user = await findUserByEmail(tx, email)
      if (!user) throw new StartError(`There is no user ${email}.`)
      const locked = Number.isInteger(proposal_id) && (await lockProposal(tx, user, proposal_id))
      if (!locked) throw new StartError(`There is no proposal ${proposal}.`)
      const declared = await findDeclaredBy(tx, proposal_id, user.id)
      const byAddress = await findUserByAddress(tx, proposal_id, user.id)
      if (!locked.conflict) throw new StartError(`${email} has no conflict of interest with ${proposal_id}.`)
      const why =
        whyNotLiftByCommand(await findOfficeWithoutConflict(tx, proposal_id)) ??
        (byAddress &&
          whyNotLift({ id: 0 }, { ...byAddress, lifted: null }, await lockTerm(tx, locked.term_id)))
      if (why) throw new StartError(why)
      if (declared) await takeBack(tx, declared, checked.data)
      if (byAddress && !byAddress.lifted) await lift(tx, byAddress, checked.data)
      say(`The conflict of interest of ${user.name} with proposal ${proposal_id} has been lifted.`)
    })
}
