import { z } from 'zod'
import { byId, instant, Outcome } from '../endpoint.ts'
import { wholeNumber } from '../input_schemas.ts'

export const MAX_MINUTES = 240
export const MAX_ITEMS = 2000

export const Person = z.object({ id: z.number(), name: z.string() })
export type Person = z.infer<typeof Person>

/** From the one instant to the other. */
export const Hours = z.object({ starts_at: instant, ends_at: instant })
export type Hours = z.infer<typeof Hours>

/** A whole number of a form. */
export const whole = (from: number, to: number) => {
  const range = `Enter a whole number from ${from} to ${to}.`
  return wholeNumber(to, range).refine((n) => n >= from, range)
}

export const inMeeting = { params: byId, reply: Outcome }
