import { asBit, done, saved } from '#domain/endpoint.ts'
import { forbidden, invalid, notFound, refusal } from '#domain/errors.ts'
import { officeOf } from '#domain/mail_text.ts'
import { guidanceOf } from '#domain/masters/setting_schemas.ts'
import { termLabel } from '#domain/masters/values.ts'
import type { OwnProgress, ProposalInput, ProposerProgress } from '#domain/proposals/contract.ts'
import {
  missingForSubmission,
  REQUIRED_TO_SUBMIT,
  requestedTotal,
  shortAbstract,
  submissionErrors,
  whatNext,
  whyNotEdit,
  whyNotEditSubmitted,
  whyNotSubmit,
} from '#domain/proposals/rules.ts'
import { countEmptySections } from '#domain/proposals/sections.ts'
import { NOT_CREATED, NOT_SUBMITTED, SUBMITTED } from '#domain/proposals/status.ts'
import { editableUntil, isUnlocked, whyNotLock } from '#domain/proposals/unlock.ts'
import { isDirect, whyNotWithdraw } from '#domain/proposals/withdrawal.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Term } from '#domain/terms/rules.ts'
import type { PersonInput } from '#domain/users/person_schemas.ts'
import { getAllSettings } from '../masters/settings.ts'
import { lockTypedEntries } from '../masters/typed_entries_shared_queries.ts'
import type { Ctx, Db, Tx } from '../platform/context.ts'
import { isLostConnection } from '../platform/database/lost_connection.ts'
import { replaceRows } from '../platform/replace_rows.ts'
import { requireVersion } from '../platform/version_conflict.ts'
import { announce } from '../web_hooks/announce.ts'
import { submittedMails } from './mails.ts'
import {
  addProposal,
  findCurrentProposal,
  findEditState,
  findFileKeys,
  findForSave,
  findOwnById,
  findPastProposals,
} from './queries.ts'
import { checkChoices, chosenEntries, type PdfColumns, writeProposal } from './save.ts'
import { changeProposal, lockProposal, type ReadProposal, toProposal } from './shared_queries.ts'
import { removeFile, storePdf } from './stored_files.ts'
import { keepVersion, versionPdf } from './submitted_versions.ts'

/** The only row, if it belongs to the caller. Throws 'missing' or 'forbidden'. */
function requireOwner<R extends { user_id: number }>(actor: Actor, [row]: readonly R[]): R {
  if (!row) throw notFound()
  if (row.user_id !== actor.id) throw forbidden()
  return row
}

/** The caller's own proposal. Throws 'missing', or 'forbidden' if it is someone else's. */
async function findOwnProposal(db: Db, { actor, now }: Pick<Ctx, 'actor' | 'now'>, id: number) {
  return toProposal(requireOwner(actor, await findOwnById(db, { id })), now())
}

/** Locks the caller's own proposal. Throws 'missing' or 'forbidden'. */
export async function lockOwnProposal(tx: Tx, id: number) {
  await lockProposal(tx, id)
  return findOwnProposal(tx, tx, id)
}
type OwnedProposal = Awaited<ReturnType<typeof findOwnProposal>>

/** The proposer's own proposal, with its confirmed samples once its term is disabled. */
export async function showOwn(ctx: Ctx, id: number) {
  const proposal = await findOwnProposal(ctx.db, ctx, id)
  const { term, under_review } = proposal
  const why_not_edit = whyNotEdit(proposal, term, ctx.now(), under_review)
  const { has_confirmed: confirmed } = proposal
  return {
    ...proposal,
    why_not_withdraw: whyNotWithdraw(proposal),
    withdraws_at_once: isDirect(term, ctx.now(), { underReview: under_review, confirmed }),
    saved_at: proposal.status === NOT_CREATED ? null : proposal.saved_at,
    assigned_samples_status_true: proposal.confirmed,
    why_not_edit,
    why_not_submit: whyNotSubmit(proposal, term, ctx.now()),
    why_not_edit_submitted: whyNotEditSubmitted(term, ctx.now(), under_review),
    editable_until: editableUntil({ ...proposal, why_not_edit }, term, ctx.now(), under_review),
  }
}

/** The same for a past term's proposal that was saved. Throws 'missing' for one of the current term. */
export async function showPast(ctx: Ctx, id: number) {
  const proposal = await showOwn(ctx, id)
  const past = await findPastProposals(ctx.db, ctx.actor.id)
  if (!past.some((one) => one.id === id)) throw notFound()
  return proposal
}

/** The same for the form, with the office's guidance; if it is closed, with what its proposer can do. */
export async function showForEdit(ctx: Ctx, id: number) {
  const proposal = await showOwn(ctx, id)
  const settings = await getAllSettings(ctx.db)
  return {
    ...proposal,
    guidance: guidanceOf(settings),
    what_next:
      proposal.why_not_edit === null
        ? null
        : whatNext(proposal, proposal.term, ctx.now(), officeOf(settings, ctx.config.mailFrom).email),
  }
}

/** The proposer's proposal of the current term: its status and id, or 0 and null. */
export const showMine = async (ctx: Ctx) =>
  (await findCurrentProposal(ctx.db, ctx.actor.id)) ?? { status: NOT_CREATED, id: null }

/** The id of the caller's proposal of the current term while it can be edited, otherwise null. */
export async function findEditableId(ctx: Ctx): Promise<number | null> {
  const { id } = await showMine(ctx)
  return id !== null && (await showOwn(ctx, id)).why_not_edit === null ? id : null
}

/** The proposer's proposals of past terms, newest first. */
export const listPast = async (ctx: Ctx) =>
  (await findPastProposals(ctx.db, ctx.actor.id)).map(({ abstract, ...proposal }) => ({
    ...proposal,
    shortAbstract: shortAbstract(abstract),
  }))

/** Whether the proposal is complete and not yet submitted. */
export async function checkProposal(ctx: Ctx, id: number): Promise<boolean> {
  const proposal = await findOwnProposal(ctx.db, ctx, id)
  return proposal.status !== SUBMITTED && Object.keys(submissionErrors(proposal)).length === 0
}

/** Throws 'missing', 'forbidden' or 'refused' where the caller cannot save the proposal now. */
export async function requireEditable(ctx: Ctx, id: number) {
  const state = requireOwner(ctx.actor, await findEditState(ctx.db, { id }))
  const proposal = { ...state, is_unlocked: asBit(isUnlocked(state.unlocked_until, ctx.now())) }
  const why = whyNotEdit(proposal, { ...state, id: state.term_id }, ctx.now(), state.under_review)
  if (why) throw refusal(why)
}

/**
 * Saves the form, whole or not at all. Throws 'invalid' with field errors, and 'stale' with who saved when, if the form
 * was loaded before another save.
 */
export async function saveProposal(ctx: Ctx, id: number, input: ProposalInput) {
  const pdf = await storePdf(ctx, input)
  try {
    const { outcome, unused } = await ctx.write((tx) => saveInTransaction(tx, id, input, pdf))
    await removeFile(ctx, unused)
    return outcome
  } catch (error) {
    // After a lost connection the save may have succeeded; unreferenced files are removed later.
    if (!isLostConnection(error)) await removeFile(ctx, pdf.file_key)
    throw error
  }
}

async function saveInTransaction(tx: Tx, id: number, input: ProposalInput, pdf: Partial<PdfColumns>) {
  await lockProposal(tx, id)
  await lockTypedEntries(tx)
  const row = requireOwner(tx.actor, await findForSave(tx, { id, ...chosenEntries(input) }))
  const { choices, ...before } = toProposal(row, tx.now())
  tx.refuse(whyNotEdit(before, before.term, tx.now(), before.under_review))
  requireVersion('This proposal', input.version, before)
  await checkChoices(tx, before, input, choices)
  // Submitted before versions were kept: what was submitted is kept before it changes.
  if (before.submitted_at !== null && before.submitted_versions.length === 0)
    await keepVersion(tx, before, before.submitted_at)
  await writeProposal(tx, before, input, choices, {
    ...pdf,
    status: before.status === SUBMITTED ? SUBMITTED : NOT_SUBMITTED,
    version: before.version + 1,
    updated_by: tx.actor.id,
    updated_at: tx.now().toISOString(),
  })
  const after = await findOwnProposal(tx, tx, id)
  if (after.status === SUBMITTED) {
    requireComplete(after)
    await keepVersion(tx, after, tx.now().toISOString())
  }
  await tx.audit('proposal.save', before, auditedContent(after), auditedContent(before))
  return {
    outcome: saved('The proposal has been saved.', after.version),
    unused: pdf.file_key === undefined ? null : await unusedKey(tx, before.file_key),
  }
}

/** The key, unless a submitted version still needs the file. */
const unusedKey = async (tx: Tx, key: string | null) =>
  key !== null && (await findFileKeys(tx, [key])).length === 0 ? key : null

/** Throws 'invalid' with every required field that is missing. */
function requireComplete(proposal: ReadProposal) {
  const errors = submissionErrors(proposal)
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** Submits the proposal, which ends an unlock. The proposer and the collaborators get a mail. */
export const submitProposal = (ctx: Ctx, id: number) =>
  ctx.write(async (tx) => {
    await lockProposal(tx, id)
    const proposal = await findOwnProposal(tx, tx, id)
    tx.refuse(whyNotSubmit(proposal, proposal.term, tx.now()))
    requireComplete(proposal)
    const submitted_at = tx.now().toISOString()
    await changeProposal(tx, id, { status: SUBMITTED, unlocked_until: null, submitted_at })
    await keepVersion(tx, await findOwnProposal(tx, tx, id), submitted_at)
    await tx.audit('proposal.submit', proposal, { status: SUBMITTED, unlocked_until: null }, proposal)
    await announce(tx, {
      type: 'proposal.submitted',
      data: { term_id: proposal.term_id, proposal_id: id },
    })
    for (const mail of submittedMails(tx.config, proposal, tx.now())) await tx.mail(mail)
    return done('The proposal has been submitted.')
  })

/** Ends the unlock of a submitted proposal that its proposer has changed. */
export const lockAgain = (ctx: Ctx, id: number) =>
  ctx.write(async (tx) => {
    await lockProposal(tx, id)
    const proposal = await findOwnProposal(tx, tx, id)
    tx.refuse(whyNotLock(proposal, proposal.term))
    await changeProposal(tx, id, { unlocked_until: null })
    await tx.audit('proposal.lock', proposal, { unlocked_until: null }, proposal)
    return done('The proposal is locked again.')
  })

/** Fields that are not a proposal's content, or that every save replaces. */
const NOT_CONTENT: readonly (keyof OwnedProposal)[] = [
  'shortAbstract',
  'version',
  'is_unlocked',
  'term',
  'submitted_at',
  'created_at',
  'saved_at',
  'saved_by',
  'confirmed',
  'under_review',
  'has_confirmed',
  'withdrawal',
  'submitted_versions',
  'collaborators_may_read',
]

/** The content that a save can change, without the ids that every save replaces. */
function auditedContent(proposal: OwnedProposal) {
  const content = Object.entries(proposal).filter(
    ([name]) => !(NOT_CONTENT as readonly string[]).includes(name),
  )
  const withoutId = <T extends { id: number }>({ id: _, ...row }: T) => row
  return {
    ...Object.fromEntries(content),
    proposal_collaborator: proposal.proposal_collaborator.map(withoutId),
    requested_samples: proposal.requested_samples.map(withoutId),
  }
}

/** A submitted version, by default the last, as a PDF. Throws 'missing' or 'forbidden'. */
export const downloadCopy = async (ctx: Ctx, id: number, version: number | undefined) =>
  versionPdf(ctx, await findOwnProposal(ctx.db, ctx, id), version)

export async function proposerProgress(ctx: Ctx, term: Term): Promise<ProposerProgress> {
  const { proposals_open_at, proposals_close_at, reviews_due_at } = term
  const mine = await findCurrentProposal(ctx.db, ctx.actor.id)
  const proposal = mine ? await ownProgress(ctx, mine.id) : null
  return { proposals_open_at, proposals_close_at, reviews_due_at, proposal }
}

async function ownProgress(ctx: Ctx, id: number): Promise<OwnProgress> {
  const proposal = await showOwn(ctx, id)
  const { status, title, version, why_not_edit, why_not_submit, editable_until } = proposal
  return {
    id,
    title,
    status,
    version,
    registered_at: proposal.created_at,
    saved_at: proposal.saved_at,
    submitted_at: proposal.submitted_at,
    missing: missingForSubmission(proposal).map((field) => ({
      field,
      label: REQUIRED_TO_SUBMIT[field],
      anchor: field,
    })),
    empty_sections: countEmptySections(proposal),
    samples: proposal.requested_samples.length,
    mg: requestedTotal(proposal.requested_samples),
    collaborators: proposal.proposal_collaborator.length,
    is_unlocked: proposal.is_unlocked === 1,
    why_not_edit,
    why_not_submit,
    editable_until,
  }
}

interface NewProposal {
  term_id: number
  user_id: number
  title: string
  abstract: string
  early_career: number
  collaborators: PersonInput[]
}

/** Adds an empty proposal from a Notice of Intent, with status NOT_CREATED; refuses a second one in the term. */
export async function openProposal(tx: Tx, { collaborators, ...proposal }: NewProposal): Promise<void> {
  const created_at = tx.now().toISOString()
  const added = await addProposal(tx, { ...proposal, status: NOT_CREATED, created_at })
  if (!added) return tx.refuse(`This user already has a proposal in ${termLabel(proposal.term_id)}.`)
  await replaceRows(tx, added.id, { proposal_collaborators: collaborators })
  await tx.audit('proposal.open', added, { ...proposal, collaborators })
}
