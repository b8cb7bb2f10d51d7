import { z } from 'zod'
import { ROLES, type Role } from '../wire.ts'

/** The signed-in user, as far as rules need to know: who, and with which roles. */
export interface Actor {
  id: number
  email: string
  name: string
  roles: readonly Role[]
  /** Their role asks for a second factor that they have not set up: nothing else is open to them. */
  owes_second_factor?: boolean
  /** Where it is an administrator who looks as this user sees it, reading only: who, and until when. */
  actedBy?: { admin: Actor; until: string }
}

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

export const isOffice = (actor: Actor) => actor.roles.includes('admin')
export const isStaff = (actor: Actor) => isOffice(actor) || actor.roles.includes('panel')
