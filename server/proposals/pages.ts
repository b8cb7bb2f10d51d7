import { questionOf } from '#domain/masters/guidance.ts'
import type { Guidance } from '#domain/masters/setting_schemas.ts'
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
import { formatUtc } from '#domain/terms/rules.ts'
import type { Column, Writer } from '../platform/pdf/document.ts'
import type { ReadProposal } from './shared_queries.ts'

/** Writes the Proposal tab and the requested samples; `exported` is the moment of the export. */
export function writeProposal(page: Writer, proposal: ReadProposal, guidance: Guidance, exported: Date) {
  page.heading(proposal.title)
  writeHead(page, proposal, exported)
  for (const write of Object.values(BODY)) write?.(page, proposal, guidance)
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
