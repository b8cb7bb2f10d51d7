import { z } from 'zod'
import { REQUIRED } from '../text.ts'

/** The password of the caller, asked for again before a change. */
export const currentPassword = z
  .string(REQUIRED)
  .max(1000)
  .refine((text) => text !== '' && !text.includes('\0'), REQUIRED)
