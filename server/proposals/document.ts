import { labelOf, termLabel } from '#domain/masters/values.ts'
import { requestedTotal } from '#domain/proposals/rules.ts'
import { collaboratorLine, conditionsOf, previousStatus, textOfRequest } from '#domain/proposals/shown.ts'
import { proposalStatus } from '#domain/proposals/status.ts'
import { TEXT_NAMES, TEXTS, type TextName } from '#domain/proposals/texts.ts'
import { utc } from '#domain/terms/rules.ts'
import type { Ctx } from '../platform/context.ts'
import { appendPdf } from '../platform/pdf/append.ts'
import { pdf, type Writer } from '../platform/pdf/document.ts'
import type { ReadProposal } from './read_sql.ts'

/** The proposal as a PDF: what its Proposal tab says, and what it asks for. */
export const proposalPdf = (ctx: Ctx, proposal: ReadProposal): Promise<Buffer> =>
  pdf(`${termLabel(proposal.term_id)} Proposal ${proposal.id}: ${proposal.title}`, (page) => {
    page.heading(proposal.title)
    head(page, proposal, ctx.now())
    texts(page, proposal, ['abstract'])
    page.subheading('Keywords')
    page.paragraph(proposal.selected_keywords.map(({ name }) => name).join(', '))
    page.subheading('Analysis methods')
    page.paragraph(proposal.selected_methods.map(({ name }) => name).join(', '))
    const rest = TEXT_NAMES.filter((name) => name !== 'abstract')
    texts(page, proposal, rest)
    page.field('Conditions', conditionsOf(proposal).join(', '))
    requests(page, proposal)
  })

/** The same with the pages of the uploaded PDF behind it, if there is one. */
export async function proposalPdfWithAttachment(ctx: Ctx, proposal: ReadProposal): Promise<Buffer> {
  const main = await proposalPdf(ctx, proposal)
  const { file_key } = proposal
  if (file_key === null) return main
  return Buffer.from(await appendPdf(main, () => ctx.files.read(file_key), ctx.actor.id))
}

function head(page: Writer, proposal: ReadProposal, now: Date) {
  page.field('Proposal ID', proposal.id)
  page.field('Term', termLabel(proposal.term_id))
  page.field('Name', proposal.name)
  page.field('Affiliation', proposal.affiliation)
  page.field('E-mail', proposal.email)
  page.field('Early career', labelOf('early_career_type', proposal.early_career))
  page.field('Previous Status', previousStatus(proposal).join(', '))
  page.field('Collaborators', proposal.proposal_collaborator.map(collaboratorLine).join('\n'))
  page.field('Status', proposalStatus.label(proposal.status))
  if (proposal.submitted_at) page.field('Submitted', utc(proposal.submitted_at))
  page.field('Attached PDF', proposal.file?.original_file_name)
  page.field('Exported', utc(now.toISOString()))
}

/** The texts under their sections; a section's single text needs no label of its own. */
function texts(page: Writer, proposal: ReadProposal, names: readonly TextName[]) {
  for (const [i, name] of names.entries()) {
    const { section, label } = TEXTS[name]
    if (i === 0 || TEXTS[names[i - 1]!].section !== section) page.subheading(section)
    if (label === section) page.paragraph(proposal[name])
    else page.field(label, proposal[name])
  }
}

function requests(page: Writer, { requested_samples }: ReadProposal) {
  page.subheading('Requested samples')
  page.table(
    [
      { label: 'Priority', share: 0.8, align: 'right' },
      'Database',
      { label: 'Type', share: 1.6 },
      { label: 'Sample', share: 1.6 },
      { label: 'Size or weight', share: 1.4, align: 'right' },
      { label: 'Chamber / dish', share: 1.2 },
      'Bottles',
      'Number',
    ],
    requested_samples.map((row) => {
      const text = textOfRequest(row)
      const { database, type, sample, amount, place, bottles, number } = text
      return [row.priority, database, type, sample, amount, place, bottles, number]
    }),
  )
  page.field('Total requested', `${requestedTotal(requested_samples).toFixed(1)} mg`)
}
