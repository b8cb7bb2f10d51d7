import { z } from 'zod'
import { assignmentStatus } from '../allocation/status.ts'
import { bit } from '../endpoint.ts'
import { amount, MAX_ID, wholeNumber } from '../input_schemas.ts'
import { AsteroidSchema, SampleTypeSchema } from '../masters/value_schemas.ts'
import {
  ASTEROIDS,
  type Asteroid,
  BENNU,
  GAS,
  LABELS,
  SAMPLE_TYPES,
  type SampleType,
} from '../masters/values.ts'
import { isLimited, REQUESTABLE_TYPES } from '../samples/rules.ts'
import { toMicrometres } from '../samples/size.ts'
import { REQUIRED } from '../text.ts'

/** Treats an empty or absent form field as null. */
export const emptyToNull = (value: unknown) => (value === '' || value === undefined ? null : value)

export const UNKNOWN_CHOICE = 'This choice does not exist.'

export const wholeId = wholeNumber(MAX_ID, UNKNOWN_CHOICE)

export const optionalFlag = z
  .union(
    [
      z.boolean(),
      z.enum(['1', '0', 'true', 'false', 'on', '']).transform((v) => v === '1' || v === 'true' || v === 'on'),
      z.literal(1).transform(() => true),
      z.literal(0).transform(() => false),
    ],
    UNKNOWN_CHOICE,
  )
  .optional()

/**
 * A requested sample in a reply: size in micrometres, weight in mg. If sample_id is null, any sample of the type is
 * requested and `any` is 1; sample_name, sample_weight and sample_description are the listed sample's.
 */
export const RequestedSample = z.object({
  id: z.number(),
  proposal_id: z.number(),
  priority: z.number(),
  db_type: AsteroidSchema,
  sample_type: SampleTypeSchema,
  sample_id: z.number().nullable(),
  any: bit,
  sample_name: z.string().nullable(),
  sample_weight: z.number().nullable(),
  sample_description: z.string().nullable(),
  number_of_bottles: z.number().nullable(),
  number_of_samples: z.number().nullable(),
  size: z.number().nullable(),
  weight: z.number().nullable(),
  chamber: z.number().nullable(),
  dish: z.number().nullable(),
})
export type RequestedSample = z.infer<typeof RequestedSample>

/** A sample assigned to a proposal. */
export const AssignedSample = z.object({
  sample_id: z.number(),
  name: z.string(),
  db_type: AsteroidSchema,
  sample_type: SampleTypeSchema,
  weight: z.number().nullable(),
  size: z.number().nullable(),
  pressure: z.number().nullable(),
  volume: z.number().nullable(),
  status: z.literal(assignmentStatus.codes),
})
export type AssignedSample = z.infer<typeof AssignedSample>

const ONLY_NUMBERS = 'Only numbers can be inputted in this form.'
const NO_SUCH_TYPE = 'This asteroid has no samples of this type.'
/** In mm or mg; larger than any sample, so a larger number is a typing error. */
const MAX_MEASURE = 1_000_000

const measure = z
  .preprocess(
    emptyToNull,
    amount(ONLY_NUMBERS)
      .refine((n) => n <= MAX_MEASURE, ONLY_NUMBERS)
      .nullable(),
  )
  .default(null)

const oneOf = (labels: Record<number, string>, message = UNKNOWN_CHOICE) =>
  wholeId.refine((id) => id in labels, message)
const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess(emptyToNull, schema.nullable()).default(null)
const BOTTLE_COUNTS = { 1: '1', 2: '2', 3: '3' }
const SAMPLE_COUNTS = { ...BOTTLE_COUNTS, 4: '4', 5: '5' }

const Row = z.object({
  db_type: wholeId.pipe(z.literal([...ASTEROIDS], UNKNOWN_CHOICE)),
  type: wholeId.pipe(z.literal([...SAMPLE_TYPES], NO_SUCH_TYPE)),
  sample_id: optional(wholeId.refine((n) => n > 0, REQUIRED)),
  any: optionalFlag,
  chamber: optional(oneOf(LABELS.ChamberList)),
  dish: optional(oneOf(LABELS.dish_list)),
  size: measure,
  weight: measure,
  number_of_bottles: optional(oneOf(BOTTLE_COUNTS)),
  number_of_samples: optional(oneOf(SAMPLE_COUNTS)),
})

/** Any sample of the type will do: `any` is set, or no sample is named. */
const isAny = (row: Pick<z.infer<typeof Row>, 'any' | 'sample_id'>) =>
  row.any === true || row.sample_id === null

/** A row of the sample table: a listed sample, or `any` of a type; size in mm, weight in mg, one of the two. */
export const SampleRowInput = Row.refine((row) => REQUESTABLE_TYPES[row.db_type].includes(row.type), {
  path: ['type'],
  error: NO_SUCH_TYPE,
})
  .refine((row) => row.any !== false || row.sample_id !== null, { path: ['sample_id'], error: REQUIRED })
  .refine((row) => !isLimited(row.type) || !isAny(row) || row.size === null || row.weight === null, {
    path: ['size'],
    error: 'Only one of size and weight can be inputted.',
  })
export type SampleRowInput = z.infer<typeof SampleRowInput>

/** A requested sample as it is stored: size in whole micrometres. */
export type SampleRequest = Omit<SampleRowInput, 'type' | 'any'> & {
  sample_type: SampleType
  priority: number
}

/** The rows as they are stored: priorities in row order, and only the columns that apply to a row's type. */
export const toSampleRequests = (rows: readonly SampleRowInput[]): SampleRequest[] =>
  rows.map((row, i) => {
    const any = isAny(row)
    const limited = any && isLimited(row.type)
    return {
      priority: i + 1,
      db_type: row.db_type,
      sample_type: row.type,
      sample_id: any ? null : row.sample_id,
      chamber: any && row.db_type !== BENNU ? row.chamber : null,
      dish: any && row.db_type === BENNU ? row.dish : null,
      size: limited && row.size !== null ? toMicrometres(row.size) : null,
      weight: limited ? row.weight : null,
      number_of_bottles: row.type === GAS ? (row.number_of_bottles ?? 1) : null,
      number_of_samples: limited ? row.number_of_samples : null,
    }
  })

interface ListedSample {
  db_type: Asteroid
  sample_type: SampleType
  taken: boolean
}

/** Why a row may not name this sample of the catalogue, or null. */
export function whyNotListed(
  row: Pick<SampleRequest, 'db_type' | 'sample_type'>,
  sample: ListedSample | undefined,
) {
  if (!sample) return 'This sample does not exist.'
  if (sample.db_type !== row.db_type) return 'This sample is of the other asteroid.'
  if (sample.sample_type !== row.sample_type) return 'This sample is of another type.'
  return sample.taken ? 'This sample has already been promised to someone else.' : null
}
