import { z } from 'zod'
import { everyone } from '../access.ts'
import { AddressSchema, get } from '../endpoint.ts'
import { searchText } from '../filters.ts'
import { AsteroidSchema } from '../masters/value_schemas.ts'
import { MOST_OPENED, OPENED_KEY } from './opened.ts'
import { HIT_KIND_NAMES } from './rules.ts'

/** A search hit: title, a note that distinguishes it, and its screen. */
export const SearchHit = z.object({
  kind: z.enum(HIT_KIND_NAMES),
  /** Id of the object; null for a screen. */
  id: z.number().nullable(),
  title: z.string(),
  note: z.string(),
  href: AddressSchema,
  asteroid: AsteroidSchema.optional(),
})
export type SearchHit = z.output<typeof SearchHit>

const openedKeys = z
  .union([z.array(z.string()), z.string().transform((one) => [one])])
  .default([])
  .transform((keys) => keys.filter((key) => OPENED_KEY.test(key)).slice(0, MOST_OPENED))

export const search = {
  find: get('/api/search', everyone, {
    summary: 'Finds whatever a text matches among what the caller may see.',
    query: z.object({ q: searchText }),
    reply: z.array(SearchHit),
  }),
  /** Of the objects that the user opened last, which the browser remembers, those that they may open now. */
  opened: get('/api/search/opened', everyone, {
    summary: 'Answers which of the named objects the caller may open now.',
    query: z.object({ of: openedKeys }),
    reply: z.array(SearchHit),
  }),
}
