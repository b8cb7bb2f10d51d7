import type { Actor } from '#domain/session/actor.ts'
import { type Ctx, context, type Services } from '../platform/context.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Gives the demonstration the product's own services at any time and on behalf of any user. */
export interface DemonstrationContext {
  today: Date
  /** Sets the clock to `days` after (negative: before) today. */
  at(days: number): void
  as(actor: Actor): Ctx
  /** The administration office; has an actor only once its user is created. */
  office: Ctx
}

export function createDemonstrationContext(services: Services): DemonstrationContext {
  const today = services.clock()
  let now = today
  const adjustable: Services = { ...services, clock: () => now }
  const as = (actor: Actor) => context(adjustable, actor, '127.0.0.1')
  return {
    today,
    at(days) {
      now = new Date(+today + days * DAY_MS)
    },
    as,
    office: context(adjustable, null, '127.0.0.1') as never,
  }
}
