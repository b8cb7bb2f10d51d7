import type { Actor } from '#domain/session/actor.ts'
import { type Ctx, context, type Services } from '../platform/context.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Where the demonstration is played: the product's own services, at any moment, on behalf of anybody. */
export interface DemonstrationContext {
  /** The day the demonstration is made. */
  today: Date
  /** Sets the clock to so many days before (negative) or after today. */
  at(days: number): void
  as(actor: Actor): Ctx
  /** The administration office; set once its user is made. */
  office: Ctx
}

/** A stage over services whose clock it sets. */
export function createDemonstrationContext(services: Services): DemonstrationContext {
  const today = services.clock()
  let now = today
  const moving: Services = { ...services, clock: () => now }
  const as = (actor: Actor) => context(moving, actor, '127.0.0.1')
  return {
    today,
    at(days) {
      now = new Date(+today + days * DAY_MS)
    },
    as,
    office: context(moving, null, '127.0.0.1') as never,
  }
}
