import { forbidden, notFound } from '#domain/errors.ts'
import { type Guidance, guidanceOf, questionOf } from '#domain/masters/setting_schemas.ts'
import { labelOf, termLabel } from '#domain/masters/values.ts'
import {
  collaboratorLine,
  conditionLabels,
  previousStatusLabels,
  requestTexts,
  SAMPLE_PDF_LABEL,
  type SampleField,
} from '#domain/proposals/field_texts.ts'
import {
  type FieldPlace,
  OTHER_TEXTS,
  PDF_LABEL,
  TEXTS,
  type TextName,
  textsBySection,
} from '#domain/proposals/fields.ts'
import { requestedTotal } from '#domain/proposals/rules.ts'
import { proposalStatus } from '#domain/proposals/status.ts'
import { isTakenOn } from '#domain/reports/status.ts'
import { type Actor, isStaff } from '#domain/session/actor.ts'
import { formatUtc } from '#domain/terms/rules.ts'
import { getAllSettings } from '../masters/settings.ts'
import type { Ctx, Db } from '../platform/context.ts'
import { Attachment } from '../platform/http/handlers.ts'
import { appendPdf } from '../platform/pdf/append.ts'
import { type Column, pdf, type Writer } from '../platform/pdf/document.ts'
import { findReportStates } from './queries.ts'
import { type ReadProposal, readProposal } from './shared_queries.ts'

/** The proposal as a PDF: the Proposal tab and the requested samples. Without `asked` the office's questions of today. */
export async function proposalPdf(ctx: Ctx, proposal: ReadProposal, asked?: Guidance): Promise<Buffer> {
  const guidance = asked ?? guidanceOf(await getAllSettings(ctx.db))
  return pdf(`${termLabel(proposal.term_id)} Proposal ${proposal.id}: ${proposal.title}`, (page) => {
    page.heading(proposal.title)
    writeHead(page, proposal, ctx.now())
    for (const write of Object.values(BODY)) write?.(page, proposal, guidance)
  })
}

type WriteField = (page: Writer, proposal: ReadProposal, guidance: Guidance) => void

/** The fields below the head in order; null for those shown in the head, and for the consents. */
const BODY: Record<FieldPlace, WriteField | null> = {
  title: null,
  early_career: null,
  accepted_terms: null,
  proposal_collaborator: null,
  file: null,
  check_organization: null,
  check_collaborators: null,
  abstract: (page, proposal, guidance) => writeTexts(page, proposal, guidance, ['abstract']),
  keywords: (page, proposal) => {
    page.subheading(PDF_LABEL.keywords)
    page.paragraph(proposal.selected_keywords.map(({ name }) => name).join(', '))
  },
  methods: (page, proposal) => {
    page.subheading(PDF_LABEL.methods)
    page.paragraph(proposal.selected_methods.map(({ name }) => name).join(', '))
  },
  other_texts: (page, proposal, guidance) => writeTexts(page, proposal, guidance, OTHER_TEXTS),
  conditions: (page, proposal) => page.field(PDF_LABEL.conditions, conditionLabels(proposal).join(', ')),
  samples: writeRequests,
}

/** The same followed by the pages of the attached PDF, if there is one. */
export async function proposalPdfWithAttachment(
  ctx: Ctx,
  proposal: ReadProposal,
  asked?: Guidance,
): Promise<Buffer> {
  const main = await proposalPdf(ctx, proposal, asked)
  const { file_key } = proposal
  if (file_key === null) return main
  return Buffer.from(await appendPdf(main, () => ctx.files.read(file_key), ctx.actor.id))
}

function writeHead(page: Writer, proposal: ReadProposal, now: Date) {
  page.field('Proposal ID', proposal.id)
  page.field('Term', termLabel(proposal.term_id))
  page.field('Name', proposal.name)
  page.field('Affiliation', proposal.affiliation)
  page.field('E-mail', proposal.email)
  page.field(PDF_LABEL.early_career, labelOf('early_career_type', proposal.early_career))
  page.field(PDF_LABEL.accepted_terms, previousStatusLabels(proposal).join(', '))
  page.field(PDF_LABEL.proposal_collaborator, proposal.proposal_collaborator.map(collaboratorLine).join('\n'))
  page.field('Status', proposalStatus.label(proposal.status))
  if (proposal.submitted_at) page.field('Submitted', formatUtc(proposal.submitted_at))
  page.field(PDF_LABEL.file, proposal.file?.original_file_name)
  page.field('Exported', formatUtc(now.toISOString()))
}

/** The texts under their sections and the office's questions; a section's only text has no label of its own. */
function writeTexts(page: Writer, proposal: ReadProposal, guidance: Guidance, names: readonly TextName[]) {
  for (const [section, texts] of textsBySection(names)) {
    page.subheading(section)
    for (const name of texts) {
      const { label } = TEXTS[name]
      const question = [label === section ? '' : label, questionOf(guidance, name)].filter(Boolean).join('  ')
      if (question) page.question(question)
      page.paragraph(proposal[name])
    }
  }
}

const SAMPLE_LAYOUT: Record<SampleField, Omit<Column, 'label'>> = {
  priority: { share: 0.8, align: 'right' },
  database: {},
  type: { share: 1.6 },
  sample: { share: 1.6 },
  amount: { share: 1.4, align: 'right' },
  place: { share: 1.2 },
  bottles: {},
  number: {},
}
const SAMPLE_COLUMNS = Object.entries(SAMPLE_LAYOUT) as [SampleField, Omit<Column, 'label'>][]

function writeRequests(page: Writer, { requested_samples }: ReadProposal) {
  page.subheading(PDF_LABEL.samples)
  page.table(
    SAMPLE_COLUMNS.map(([field, layout]) => ({ label: SAMPLE_PDF_LABEL[field], ...layout })),
    requested_samples.map((row) => {
      const texts = requestTexts(row)
      return SAMPLE_COLUMNS.map(([field]) => texts[field])
    }),
  )
  page.field('Total requested', `${requestedTotal(requested_samples).toFixed(1)} mg`)
}

const PDF = 'application/pdf'
const exportAttachment = (proposal: ReadProposal, content: Buffer) =>
  new Attachment(`proposal_${proposal.id}.pdf`, PDF, content)

async function requireProposal(ctx: Ctx, id: number) {
  const proposal = await readProposal(ctx, id)
  if (!proposal) throw notFound()
  return proposal
}

/** Staff, and reviewers who have accepted or submitted a report on the proposal. */
export async function mayExport(db: Db, actor: Actor, proposal_id: number): Promise<boolean> {
  if (isStaff(actor)) return true
  if (!actor.roles.includes('reviewer')) return false
  const reports = await findReportStates(db, proposal_id)
  return reports.some(({ user_id, status }) => user_id === actor.id && isTakenOn(status))
}

/** For its proposer the attached PDF, 404 without one; for everyone else who may see it the export. */
export async function downloadPdf(ctx: Ctx, id: number): Promise<Attachment> {
  const proposal = await requireProposal(ctx, id)
  if (proposal.user_id === ctx.actor.id) return ownAttachment(ctx, proposal)
  if (!(await mayExport(ctx.db, ctx.actor, id))) throw forbidden()
  return exportAttachment(proposal, await proposalPdf(ctx, proposal))
}

async function ownAttachment(ctx: Ctx, { file_key, file }: ReadProposal) {
  if (file_key === null || file === null) throw notFound()
  return new Attachment(file.original_file_name, PDF, await ctx.files.stream(file_key))
}

/** The export followed by the attached PDF, for staff and its reviewers. */
export async function downloadPdfWithAttachment(ctx: Ctx, id: number): Promise<Attachment> {
  const proposal = await requireProposal(ctx, id)
  if (!(await mayExport(ctx.db, ctx.actor, id))) throw forbidden()
  return exportAttachment(proposal, await proposalPdfWithAttachment(ctx, proposal))
}
