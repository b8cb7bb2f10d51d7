import { z } from 'zod'
import { singleLine } from '../input_schemas.ts'
import { LABELS } from '../masters/values.ts'
import { REQUIRED } from '../text.ts'
import { emptyFileAsUndefined, type FileKind, upload } from '../upload.ts'
import { NAME_LENGTH, PersonInput } from '../users/person.ts'
import { isLimited, MAX_LIMITED, SampleRowInput } from './sample_row.ts'
import { textsInput } from './text_shapes.ts'
import { blank, UNKNOWN, whole, yes } from './wire_values.ts'

export const TITLE_LENGTH = 200
export const OTHER_LENGTH = 50
/** The file that goes with a proposal. */
export const PDF: FileKind = {
  type: 'application/pdf',
  end: '.pdf',
  wrong: 'Only PDF files can be uploaded.',
  maxBytes: 50_000_000,
  tooLarge: 'Max file size is 50MB.',
}
const MAX_ROWS = 200

/** An absent list is an empty one. */
const list = <S extends z.ZodType>(item: S) =>
  z
    .array(item, 'This field must be a list.')
    .max(MAX_ROWS, `At most ${MAX_ROWS} can be inputted.`)
    .nullish()
    .transform((items) => items ?? [])
const ids = list(whole.refine((id) => id > 0, UNKNOWN))
const chosen = (labels: Record<number, string>) => list(whole.refine((id) => id in labels, UNKNOWN))
const others = list(z.object({ name: singleLine({ max: OTHER_LENGTH, required: REQUIRED }) }))

/** A PDF, if there is one. */
const Pdf = z.preprocess(emptyFileAsUndefined, upload(PDF.maxBytes, PDF).optional())

const samples = list(SampleRowInput).refine(
  (rows) => rows.filter((row) => isLimited(row.type)).length <= MAX_LIMITED,
  `At most ${MAX_LIMITED} samples of Particle and Aggregate can be requested in total.`,
)

/** A collaborator; of a draft the texts that may be empty may be absent too. */
const Collaborator = PersonInput.extend({
  middle_name: singleLine({ max: NAME_LENGTH }),
  suffix: singleLine({ max: NAME_LENGTH }),
})

/** What the edit form sends. An absent list empties it, an absent text stays, the PDF stays unless file or remove_file. */
export const ProposalInput = z.object({
  version: z.preprocess(blank, whole.nullable()).optional(),
  early_career: whole.refine((id) => id in LABELS.early_career_type, UNKNOWN).optional(),
  check_organization: yes,
  check_collaborators: yes,
  title: singleLine({ max: TITLE_LENGTH, required: REQUIRED }),
  ...textsInput,
  proposal_collaborator: list(Collaborator),
  samples,
  accepted_terms: ids,
  accepted_terms_other: chosen(LABELS.proposal_previos_accepted_status),
  keywords: ids,
  keywords_other: others,
  methods: ids,
  methods_other: others,
  conditions: chosen(LABELS.EnvironmentalCondition),
  file: Pdf,
  remove_file: yes,
})
export type ProposalInput = z.infer<typeof ProposalInput>
