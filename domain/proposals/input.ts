import { z } from 'zod'
import { line, prose, REQUIRED } from '../fields.ts'
import { PersonInput } from '../users/person.ts'

export const TITLE_LENGTH = 200
export const TEXT_WORDS = 200
const TEXT_LENGTH = 20_000
const MAX_ROWS = 200
export const OTHER_LENGTH = 50

/** Absent stays as it is; what is sent must be valid. */
const text = prose({ max: TEXT_LENGTH, words: TEXT_WORDS }).optional()
const number = z.coerce.number<number | string>()
const blank = (value: unknown) => (value === '' || value === undefined ? null : value)
const yes = z
  .union([
    z.boolean(),
    z.enum(['1', '0', 'true', 'false', '']).transform((v) => v === '1' || v === 'true'),
    z.literal(1).transform(() => true),
    z.literal(0).transform(() => false),
  ])
  .optional()
const figure = z.preprocess(blank, number.min(0).max(1_000_000).nullable()).default(null)
const position = z.preprocess(blank, number.int().min(0).max(100).nullable()).default(null)

/** A row of the sample table: size in mm, weight in mg; no sample_id with `any` means Any. */
export const SampleRowInput = z.object({
  type: number.int().min(0).max(3),
  db_type: number.int().min(1).max(2),
  sample_id: z.preprocess(blank, number.int().positive().nullable()).default(null),
  any: yes,
  chamber: position,
  dish: position,
  size: figure,
  weight: figure,
  number_of_bottles: z.preprocess(blank, number.int().min(1).max(3).nullable()).default(null),
  number_of_samples: z.preprocess(blank, number.int().min(1).max(5).nullable()).default(null),
})
export type SampleRowInput = z.infer<typeof SampleRowInput>

const ids = z.array(number.int().positive()).max(MAX_ROWS).default([])
const others = z
  .array(z.object({ name: line({ max: OTHER_LENGTH, required: REQUIRED }) }))
  .max(MAX_ROWS)
  .default([])

/** The uploaded PDF as the server reads it; the browser sends a File. */
const Upload = z.custom<{ name: string; bytes: Uint8Array; truncated: boolean }>(
  (value) => typeof value === 'object' && value !== null,
)

/** What the edit form sends. An absent list empties it, an absent text stays, the PDF stays unless file or remove_file. */
export const ProposalInput = z.object({
  version: z.preprocess(blank, number.int().positive().nullable()).optional(),
  early_career: number.int().min(0).max(2).optional(),
  check_organization: yes,
  check_collaborators: yes,
  title: line({ max: TITLE_LENGTH, required: REQUIRED }),
  abstract: text,
  properties: prose({ max: TEXT_LENGTH }).optional(),
  post_analysis_alternation: text,
  methods_to_handle_of_sample: text,
  environmental_condition_other: text,
  sample_description_1_1: text,
  sample_description_1_2: text,
  sample_description_2_1: text,
  sample_description_2_2: text,
  sample_description_2_3: text,
  sample_description_3_1: text,
  proposal_collaborator: z.array(PersonInput).max(MAX_ROWS).default([]),
  samples: z.array(SampleRowInput).max(MAX_ROWS).default([]),
  accepted_terms: ids,
  accepted_terms_other: ids,
  keywords: ids,
  keywords_other: others,
  methods: ids,
  methods_other: others,
  conditions: ids,
  file: Upload.optional(),
  remove_file: yes,
})
export type ProposalInput = z.infer<typeof ProposalInput>
