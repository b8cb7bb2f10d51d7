import { z } from 'zod'
import { assignmentStatus } from '../allocation/status.ts'
import { bit } from '../endpoint.ts'
import { AsteroidSchema, SampleTypeSchema } from '../masters/values.ts'

/**
 * A requested sample as answered: size in micrometres, weight in mg. sample_id null means Any, and
 * `any` says so; sample_name, sample_weight and sample_description are the listed sample's own.
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
