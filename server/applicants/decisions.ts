import { whyNotDecide } from '#domain/applicants/rules.ts'
import type { RunDecision } from '#domain/applicants/runs.ts'
import { REGISTERED, REJECTED } from '#domain/applicants/status.ts'
import { done } from '#domain/endpoint.ts'
import { notFound } from '#domain/errors.ts'
import { commandOn, type Tx } from '../platform/context.ts'
import { openProposal } from '../proposals/service.ts'
import { keepNoticeIdentity } from '../session/providers/shared_queries.ts'
import { lockTerm } from '../terms/service.ts'
import { makeProposer } from '../users/service.ts'
import { registrationMail, rejectionMail } from './mails.ts'
import { findCollaborators, lockApplicant, setApplicantStatus } from './queries.ts'

/** Locks an applicant and its term. Throws 'missing'. */
export async function lockWithTerm(tx: Tx, id: number) {
  const applicant = await lockApplicant(tx, id)
  if (!applicant) throw notFound()
  return { applicant, term: await lockTerm(tx, applicant.term_id) }
}
type LockedApplicant = Awaited<ReturnType<typeof lockWithTerm>>

const whyNotDecideOn = ({ applicant, term }: LockedApplicant) => whyNotDecide(applicant.status, term)

/**
 * A new user keeps the iD that their Notice came with; it does not sign them in until they confirm it with their password,
 * because whoever sends a Notice may give another person's e-mail. That of a user who had an account stays with the Notice.
 */
async function keepOrcid(
  tx: Tx,
  { orcid, orcid_issuer: issuer }: LockedApplicant['applicant'],
  { user_id, password }: { user_id: number; password: string | null },
) {
  if (password === null || orcid === null || issuer === null) return
  const kept = await keepNoticeIdentity(tx, user_id, { orcid, issuer }, tx.now())
  if (kept)
    await tx.audit(
      'user.link_provider',
      { id: user_id },
      { provider: 'ORCID', account: orcid, confirmed: false },
    )
}

/** Creates or extends the user, adds a proposal to the term and queues the mail. Returns what was done. */
async function registerLocked(tx: Tx, { applicant, term }: LockedApplicant): Promise<string> {
  const proposer = await makeProposer(tx, applicant)
  await openProposal(tx, {
    term_id: term.id,
    user_id: proposer.user_id,
    title: applicant.proposal_title,
    abstract: applicant.proposal_abstract,
    early_career: applicant.early_career,
    collaborators: await findCollaborators(tx, applicant.id),
  })
  await keepOrcid(tx, applicant, proposer)
  await setApplicantStatus(tx, applicant.id, REGISTERED, tx.now(), proposer.user_id)
  await tx.audit('applicant.register', applicant, { status: REGISTERED }, applicant)
  await tx.mail(registrationMail(tx.config, applicant, term, proposer))
  if (proposer.password !== null) return 'New account'
  return proposer.role_added ? 'Role added' : 'Account kept'
}

const rejectLocked =
  (sendMail: boolean) =>
  async (tx: Tx, { applicant, term }: LockedApplicant): Promise<string> => {
    await setApplicantStatus(tx, applicant.id, REJECTED, tx.now())
    const action = sendMail ? 'applicant.reject' : 'applicant.reject_no_mail'
    await tx.audit(action, applicant, { status: REJECTED }, applicant)
    if (sendMail) await tx.mail(rejectionMail(applicant, term))
    return sendMail ? 'Rejected' : 'Rejected without an e-mail'
  }

const DECISIONS: Record<RunDecision, (tx: Tx, locked: LockedApplicant) => Promise<string>> = {
  register: registerLocked,
  reject: rejectLocked(true),
  reject_no_mail: rejectLocked(false),
}

/** Decides on an applicant and returns what was done, in two or three words. Throws 'missing' and refusals. */
export async function decideOnApplicant(tx: Tx, id: number, decision: RunDecision): Promise<string> {
  const locked = await lockWithTerm(tx, id)
  tx.refuse(whyNotDecideOn(locked))
  return DECISIONS[decision](tx, locked)
}

const command = (decision: RunDecision, said: string) =>
  commandOn(lockWithTerm)(whyNotDecideOn, async (tx, locked) => {
    await DECISIONS[decision](tx, locked)
    return done(`${locked.applicant.name} has been ${said}.`)
  })

/** Registers one applicant. */
export const register = command('register', 'registered')
export const reject = command('reject', 'rejected')
export const rejectNoMail = command('reject_no_mail', 'rejected')
