import { z } from 'zod'

/**
 * A requested sample as answered: size in micrometres, weight in mg. sample_id null means Any; sample_name and
 * sample_weight are the listed sample's own.
 */
export const RequestedSample = z.object({
  id: z.number(),
  priority: z.number(),
  db_type: z.number(),
  sample_type: z.number(),
  sample_id: z.number().nullable(),
  sample_name: z.string().nullable(),
  sample_weight: z.number().nullable(),
  number_of_bottles: z.number().nullable(),
  number_of_samples: z.number().nullable(),
  size: z.number().nullable(),
  weight: z.number().nullable(),
  chamber: z.number().nullable(),
  dish: z.number().nullable(),
})
export type RequestedSample = z.infer<typeof RequestedSample>

/** A sample assigned to a proposal; status 1 is confirmed. */
export const AssignedSample = z.object({
  sample_id: z.number(),
  name: z.string(),
  db_type: z.number(),
  sample_type: z.number(),
  weight: z.number().nullable(),
  size: z.number().nullable(),
  pressure: z.number().nullable(),
  volume: z.number().nullable(),
  status: z.number(),
})
export type AssignedSample = z.infer<typeof AssignedSample>
