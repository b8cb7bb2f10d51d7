import type { Role } from '../access.ts'

/** The signed-in user, as far as rules need to know: who, and with which roles. */
export interface Actor {
  id: number
  email: string
  name: string
  roles: readonly Role[]
  /** Their role asks for a second factor that they have not set up: nothing else is open to them. */
  owes_second_factor?: boolean
  /** Where it is an administrator who looks as this user sees it, reading only: who, and until when. */
  impersonatedBy?: { admin: Actor; until: string }
}

export const isOffice = (actor: Actor) => actor.roles.includes('admin')
export const isStaff = (actor: Actor) => isOffice(actor) || actor.roles.includes('panel')
