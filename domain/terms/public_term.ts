import { z } from 'zod'
import { instant } from '../endpoint.ts'

/** What is public about a term. */
export const PublicTerm = z.object({
  id: z.number(),
  noi_opens_at: instant,
  noi_closes_at: instant,
  proposals_open_at: instant,
  proposals_close_at: instant,
  reviews_due_at: instant,
  disabled: z.boolean(),
})
export type PublicTerm = z.output<typeof PublicTerm>
