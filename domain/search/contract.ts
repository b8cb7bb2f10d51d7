import { z } from 'zod'
import { everyone } from '../access.ts'
import { AddressSchema, get } from '../endpoint.ts'
import { searchText } from '../filters.ts'
import { AsteroidSchema } from '../masters/values.ts'
import { KIND_NAMES } from './rules.ts'

/** Something found: what it is called, what tells it from its like, and the screen that shows it. */
export const SearchHit = z.object({
  kind: z.enum(KIND_NAMES),
  /** Of the object; a screen has none. */
  id: z.number().nullable(),
  title: z.string(),
  note: z.string(),
  href: AddressSchema,
  /** Where a sample comes from. */
  asteroid: AsteroidSchema.optional(),
})
export type SearchHit = z.output<typeof SearchHit>

export const search = {
  find: get('/api/search', everyone, { query: z.object({ q: searchText }), reply: z.array(SearchHit) }),
}
