import type { ApplicantFilter, ApplicantInput, SentNotice } from '#domain/applicants/contract.ts'
import { whyDuplicate, whyNotCancelReject, whyNotEdit } from '#domain/applicants/rules.ts'
import { NOT_REGISTERED } from '#domain/applicants/status.ts'
import { done, saved } from '#domain/endpoint.ts'
import { notFound, refusal } from '#domain/errors.ts'
import { whyNotNotice } from '#domain/terms/rules.ts'
import { fullName } from '#domain/users/person.ts'
import { getSetting } from '../masters/settings.ts'
import { type AnyCtx, type Ctx, commandOn, type Db } from '../platform/context.ts'
import { exportAddress } from '../platform/csv.ts'
import { networkOf, spend } from '../platform/http/throttle.ts'
import { replaceRows } from '../platform/replace_rows.ts'
import { hashToken } from '../platform/tokens.ts'
import { requireVersion } from '../platform/version_conflict.ts'
import { deleteNoticeIdentity, findNoticeIdentity } from '../session/providers/shared_queries.ts'
import { currentTerm, lockCurrentTerm } from '../terms/service.ts'
import { lockAddress } from '../users/shared_queries.ts'
import { lockWithTerm } from './decisions.ts'
import { applicantExport } from './exports.ts'
import { receiptMail } from './mails.ts'
import {
  addApplicant,
  changeApplicant,
  countNotRegistered,
  findApplicant,
  findApplicants,
  findCollaborators,
  findDuplicate,
  findNamesakes,
  setApplicantStatus,
} from './queries.ts'

const HOUR = 3600
const NOTICES_AN_HOUR = { name: 'notice', points: 5, seconds: HOUR }
/** Each is mailed to its address, which may be a stranger's. */
const NOTICES_TO_AN_ADDRESS = { name: 'notice_to', points: 3, seconds: HOUR }

/** Spends from the limits of the sender's network and of the address that is mailed to. */
async function spendNotice({ db, config, address }: AnyCtx, email: string) {
  if (config.rateLimit === 0) return
  await spend(db, NOTICES_AN_HOUR, networkOf(address))
  await spend(db, NOTICES_TO_AN_ADDRESS, email.toLowerCase())
}

const NOT_AUTHENTICATED =
  'The ORCID iD of this Notice is no longer confirmed. Fill it in from ORCID again, or remove it.'

/** The iD that the sender's browser has signed in with, if the Notice is to have it. Refuses one that it has not. */
async function authenticatedOrcid(db: Db, orcid: string | null | undefined, token: string, now: Date) {
  if (!orcid) return {}
  const identity = await findNoticeIdentity(db, hashToken(token), now)
  if (identity?.orcid !== orcid) throw refusal(NOT_AUTHENTICATED)
  return { orcid, orcid_issuer: identity.issuer }
}

/**
 * Checks a Notice of Intent ('validate') or stores it ('add'); both only within the term's window. `token` is that of the
 * browser's ORCID iD.
 */
export async function createApplicant(
  ctx: AnyCtx,
  { methods, collaborators, orcid, ...person }: SentNotice,
  token = '',
) {
  const notice = { ...person, ...(await authenticatedOrcid(ctx.db, orcid, token, ctx.now())) }
  const current = await currentTerm(ctx.db)
  const why =
    whyNotNotice(current, ctx.now()) ??
    whyDuplicate(current ? await findDuplicate(ctx.db, notice, current.id) : undefined)
  if (why) throw refusal(why)
  if (methods === 'validate') return done('The input is complete.')
  await spendNotice(ctx, notice.email)
  return ctx.write(async (tx) => {
    const term = await lockCurrentTerm(tx)
    // Two of the same at once wait for each other.
    await lockAddress(tx, notice.email)
    tx.refuse(whyNotNotice(term, tx.now()) ?? whyDuplicate(await findDuplicate(tx, notice, term.id)))
    const applicant = await addApplicant(tx, notice, term.id, tx.now())
    if (orcid) await deleteNoticeIdentity(tx, hashToken(token))
    await replaceRows(tx, applicant.id, { applicant_collaborators: collaborators })
    await tx.audit('applicant.create', applicant, { ...notice, collaborators, term_id: term.id })
    const answerDays = await getSetting(tx, 'notice_answer_days')
    await tx.mail(receiptMail({ ...notice, name: fullName(notice) }, term, answerDays))
    return done('This application has been sent successfully')
  })
}

export const notRegisteredCount = async (ctx: Ctx) => (await countNotRegistered(ctx.db)).count

export const listApplicants = (ctx: Ctx, filter: ApplicantFilter) => findApplicants(ctx.db, filter)

export const downloadApplicants = (ctx: Ctx, filter: ApplicantFilter) =>
  exportAddress(ctx, applicantExport, filter)

/** One applicant with neighbours and namesakes. Throws 'missing'. */
export async function showApplicant(ctx: Ctx, id: number) {
  const applicant = await findApplicant(ctx.db, id)
  if (!applicant) throw notFound()
  const namesakes = (await findNamesakes(ctx.db, id)).map(({ same_email, same_name, ...other }) => ({
    ...other,
    shares: [...(same_email ? (['email'] as const) : []), ...(same_name ? (['name'] as const) : [])],
  }))
  return { ...applicant, namesakes }
}

const command = commandOn(lockWithTerm)

/**
 * Saves the office's corrections to a Notice before the decision, while its term accepts notices. Throws 'missing' and
 * 'stale'.
 */
export const saveApplicant = (
  ctx: Ctx,
  id: number,
  { methods: _, version, collaborators, ...notice }: ApplicantInput,
) =>
  command(
    ({ applicant, term }, tx) => whyNotEdit(applicant.status, term, tx.now()),
    async (tx, { applicant }) => {
      requireVersion('This notice', version, applicant)
      const before = { ...applicant, collaborators: await findCollaborators(tx, id) }
      await changeApplicant(tx, id, notice, tx.actor.id, tx.now())
      await replaceRows(tx, id, { applicant_collaborators: collaborators })
      await tx.audit('applicant.edit', applicant, { ...notice, collaborators }, before)
      return saved(`${fullName(notice)} has been saved.`, applicant.version + 1)
    },
  )(ctx, id)

export const cancelReject = command(
  ({ applicant, term }) => whyNotCancelReject(applicant.status, term),
  async (tx, { applicant }) => {
    await setApplicantStatus(tx, applicant.id, NOT_REGISTERED, tx.now())
    await tx.audit('applicant.cancel_reject', applicant, { status: NOT_REGISTERED }, applicant)
    return done(`The rejection of ${applicant.name} has been cancelled.`)
  },
)
