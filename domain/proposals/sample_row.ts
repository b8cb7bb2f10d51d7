import { z } from 'zod'
import { amount } from '../input_schemas.ts'
import {
  AGGREGATE,
  ASTEROIDS,
  type Asteroid,
  BENNU,
  GAS,
  LABELS,
  PARTICLE,
  SAMPLE_TYPES,
  type SampleType,
} from '../masters/values.ts'
import { ASKABLE_TYPES } from '../samples/rules.ts'
import { toMicrometres } from '../samples/size.ts'
import { REQUIRED } from '../text.ts'
import { blank, UNKNOWN, whole, yes } from './wire_values.ts'

const NUMBERS = 'Only numbers can be inputted in this form.'
const NO_SUCH_TYPE = 'This asteroid has no samples of this type.'
/** mm or mg; what is larger than the largest sample of all is a slip. */
const MAX_FIGURE = 1_000_000

const figure = z
  .preprocess(
    blank,
    amount(NUMBERS)
      .refine((n) => n <= MAX_FIGURE, NUMBERS)
      .nullable(),
  )
  .default(null)

const oneOf = (labels: Record<number, string>, message = UNKNOWN) =>
  whole.refine((id) => id in labels, message)
const maybe = <S extends z.ZodType>(schema: S) => z.preprocess(blank, schema.nullable()).default(null)
const BOTTLES = { 1: '1', 2: '2', 3: '3' }
const NECESSARY = { ...BOTTLES, 4: '4', 5: '5' }

/** At most so many particles and aggregates together; gas and previously allocated samples have none. */
export const MAX_LIMITED = 10
export const isLimited = (type: number) => type === PARTICLE || type === AGGREGATE

const Row = z.object({
  db_type: whole.pipe(z.literal([...ASTEROIDS], UNKNOWN)),
  type: whole.pipe(z.literal([...SAMPLE_TYPES], NO_SUCH_TYPE)),
  sample_id: maybe(whole.refine((n) => n > 0, REQUIRED)),
  any: yes,
  chamber: maybe(oneOf(LABELS.ChamberList)),
  dish: maybe(oneOf(LABELS.dish_list)),
  size: figure,
  weight: figure,
  number_of_bottles: maybe(oneOf(BOTTLES)),
  number_of_samples: maybe(oneOf(NECESSARY)),
})

/** Any sample of the type will do: said so, or none is named. */
export const isAny = (row: Pick<z.infer<typeof Row>, 'any' | 'sample_id'>) =>
  row.any === true || row.sample_id === null

/** A row of the sample table: a listed sample, or `any` of a type; size in mm, weight in mg, one of the two. */
export const SampleRowInput = Row.refine((row) => ASKABLE_TYPES[row.db_type].includes(row.type), {
  path: ['type'],
  error: NO_SUCH_TYPE,
})
  .refine((row) => row.any !== false || row.sample_id !== null, { path: ['sample_id'], error: REQUIRED })
  .refine((row) => !isLimited(row.type) || !isAny(row) || row.size === null || row.weight === null, {
    path: ['size'],
    error: 'Only one of size and weight can be inputted.',
  })
export type SampleRowInput = z.infer<typeof SampleRowInput>

/** A requested sample as it is kept: size in whole micrometres. */
export type SampleRequest = Omit<SampleRowInput, 'type' | 'any'> & {
  sample_type: SampleType
  priority: number
}

/** The rows as they are kept: priorities in row order, and only what a row of its kind can say. */
export const asRequests = (rows: readonly SampleRowInput[]): SampleRequest[] =>
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

interface Listed {
  db_type: Asteroid
  sample_type: SampleType
  taken: boolean
}

/** Why a row may not name this sample of the catalogue, or null. */
export function whyNotListed(
  row: Pick<SampleRequest, 'db_type' | 'sample_type'>,
  sample: Listed | undefined,
) {
  if (!sample) return 'This sample does not exist.'
  if (sample.db_type !== row.db_type) return 'This sample is of the other asteroid.'
  if (sample.sample_type !== row.sample_type) return 'This sample is of another type.'
  return sample.taken ? 'This sample has already been promised to someone else.' : null
}
