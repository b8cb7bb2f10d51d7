import { z } from 'zod'

/** A number, or its text as a form sends it; nothing else passes for one. */
export const numeric = (message: string) =>
  z.union(
    [
      z.number(),
      z
        .string()
        .trim()
        .regex(/^[+-]?\d+(\.\d+)?$/u)
        .transform(Number),
    ],
    message,
  )
