import type { Role, Scope } from '../access.ts'

/** What an actor who came with a token knows of it. */
export interface ActorToken {
  id: number
  name: string
  ending: string
  scopes: readonly Scope[]
}

/** The signed-in user, as far as rules need to know: who, and with which roles. */
export interface Actor {
  id: number
  email: string
  name: string
  roles: readonly Role[]
  /** The role requires a second factor that is not set up yet: until then everything else is closed. */
  owes_second_factor?: boolean
  /** The administrator who is impersonating this user (read-only), and until when. */
  impersonatedBy?: { admin: Actor; until: string }
  /** The API token with which a script acts as this user: a further limit to their roles. */
  token?: ActorToken
}

export const isOffice = (actor: Actor) => actor.roles.includes('admin')
export const isStaff = (actor: Actor) => isOffice(actor) || actor.roles.includes('panel')
