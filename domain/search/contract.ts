import { z } from 'zod'
import { everyone } from '../access.ts'
import { AddressSchema, get } from '../endpoint.ts'
import { searchText as text } from '../filters.ts'
import { AsteroidSchema } from '../masters/values.ts'
import { KIND_NAMES } from './kinds.ts'

/** Something found: what it is called, what tells it from its like, and the screen that shows it. */
export const Found = z.object({
  kind: z.enum(KIND_NAMES),
  /** Of the object; a screen has none. */
  id: z.number().nullable(),
  title: z.string(),
  note: z.string(),
  href: AddressSchema,
  /** Where a sample comes from. */
  asteroid: AsteroidSchema.optional(),
})
export type Found = z.output<typeof Found>

export const search = {
  find: get('/api/search', everyone, { query: z.object({ q: text }), reply: z.array(Found) }),
}
