import { z } from 'zod'
import { ROLES } from '../access.ts'

/** The signed-in user as answered to the browser. */
export const SessionUser = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  affiliation: z.string(),
  role: z.array(z.enum(ROLES)),
  /** A second factor has to be set up before anything else. */
  owes_second_factor: z.boolean().optional(),
  /** The administrator who looks as this user, reading only, and until when. */
  acting: z.object({ id: z.number(), name: z.string(), until: z.string() }).optional(),
})
export type SessionUser = z.infer<typeof SessionUser>
