import { notFound } from '#domain/errors.ts'
import { type Guidance, guidanceOf } from '#domain/masters/setting_schemas.ts'
import { TEXT_NAMES } from '#domain/proposals/fields.ts'
import { getAllSettings } from '../masters/settings.ts'
import type { Ctx, Tx } from '../platform/context.ts'
import { Attachment } from '../platform/http/handlers.ts'
import { proposalPdfWithAttachment } from './document.ts'
import type { ReadProposal } from './shared_queries.ts'
import { findVersion, insertVersion } from './version_queries.ts'

/** What a version keeps: the proposal as its PDF needs it. */
const contentOf = (proposal: ReadProposal): ReadProposal => {
  const { id, version, user_id, name, email, affiliation, orcid, early_career } = proposal
  const { term_id, term, status, title } = proposal
  const { is_unlocked, unlocked_until, shortAbstract, check_organization, check_collaborators, file } =
    proposal
  const { proposal_collaborator, accepted_terms, selected_keywords, selected_methods } = proposal
  const { selected_conditions, requested_samples, file_key, submitted_at } = proposal
  const texts = Object.fromEntries(TEXT_NAMES.map((name) => [name, proposal[name]])) as Pick<
    ReadProposal,
    (typeof TEXT_NAMES)[number]
  >
  return {
    ...{
      id,
      version,
      user_id,
      name,
      email,
      affiliation,
      orcid,
      early_career,
      term_id,
      term,
      status,
      title,
      ...texts,
    },
    ...{ is_unlocked, unlocked_until, shortAbstract, check_organization, check_collaborators, file },
    ...{ proposal_collaborator, accepted_terms, selected_keywords, selected_methods },
    ...{ selected_conditions, requested_samples, file_key, submitted_at },
  }
}

/** Keeps a version of a proposal that is in force from `at` on. */
export async function keepVersion(tx: Tx, proposal: ReadProposal, at: string) {
  const guidance = guidanceOf(await getAllSettings(tx))
  await insertVersion(tx, {
    proposal_id: proposal.id,
    submitted_at: at,
    content: JSON.stringify(contentOf(proposal)),
    guidance: JSON.stringify(guidance),
    file_key: proposal.file_key,
  })
}

/**
 * A submitted version as a PDF with its attachment; of a proposal that was submitted before versions were kept, the
 * proposal as it is. Throws 'missing'.
 */
export async function versionPdf(
  ctx: Ctx,
  proposal: ReadProposal,
  id: number | undefined,
): Promise<Attachment> {
  const kept = await findVersion(ctx.db, proposal.id, id)
  if (!kept && (id !== undefined || proposal.submitted_at === null)) throw notFound()
  // Texts that were added to proposals since are empty in an earlier version.
  const empty = Object.fromEntries(TEXT_NAMES.map((name) => [name, '']))
  const content = kept
    ? { ...empty, ...(kept.content as object as ReadProposal), submitted_at: kept.submitted_at }
    : proposal
  const pdf = await proposalPdfWithAttachment(
    ctx,
    content,
    kept ? (kept.guidance as object as Guidance) : undefined,
  )
  const day = (kept?.submitted_at ?? proposal.submitted_at!).slice(0, 10)
  return new Attachment(`proposal_${proposal.id}_${day}.pdf`, 'application/pdf', pdf)
}
