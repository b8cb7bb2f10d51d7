import { z } from 'zod'
import { office } from '../access.ts'
import { asBit, bit, byId, get, Outcome, paged, post, put, Saved, version } from '../endpoint.ts'
import { listFilter, searchText } from '../filters.ts'
import { checkbox, MAX_ID, mustBeSent, singleLine, wholeNumber } from '../input_schemas.ts'
import { REQUIRED } from '../text.ts'

/** The two lists, maintained by the office, that proposals choose from. They differ only in their texts. */
export const ENTRY_LISTS = {
  keywords: { noun: 'keyword', title: 'Keyword Master' },
  methods: { noun: 'analysis method', title: 'Analysis Method Master' },
} as const
export type EntryList = keyof typeof ENTRY_LISTS

const NAME_LENGTH = 50
const INVALID_NUMBER = 'Only integer can be inputted in this form.'

const name = singleLine({
  max: NAME_LENGTH,
  long: `This form is limited in ${NAME_LENGTH} words.`,
  required: REQUIRED,
})
/** Position in the list: digits only, as a number or a text. */
const sort = wholeNumber(MAX_ID, INVALID_NUMBER)

/**
 * A new entry; `sort` null puts it last. With `adopt`, proposals that typed its name then point to the entry, even if it
 * exists already.
 */
export const NewEntry = z.object({ name, sort: sort.nullable(), adopt: z.boolean().optional() })
export type NewEntry = z.output<typeof NewEntry>

/** A saved entry. */
export const EntryInput = z.object({
  name,
  sort,
  hidden: mustBeSent(checkbox.transform(asBit)),
  version,
})
export type EntryInput = z.output<typeof EntryInput>

export const EntryFilter = listFilter({ name: searchText }, ['sort', 'name'])
export type EntryFilter = z.output<typeof EntryFilter>

/** A name that proposals typed and that is not in the list, with the number and ids of the proposals. */
export const Candidate = z.object({ name: z.string(), count: z.number(), proposals: z.array(z.number()) })
export type Candidate = z.infer<typeof Candidate>

interface Entry {
  id: number
  name: string
  sort: number
  hidden: 0 | 1
  version: number
}
/** An entry with the ids of the proposals that have chosen it. */
export type EntryRow<L extends EntryList = EntryList> = Entry & { [P in `selected_${L}`]: number[] }

const row = <L extends EntryList>(list: L) =>
  z.object({
    id: z.number(),
    name: z.string(),
    sort: z.number(),
    hidden: bit,
    version: z.number(),
    [`selected_${list}`]: z.array(z.number()),
  }) as unknown as z.ZodType<EntryRow<L>>

/** The endpoints of one of the lists. */
export const entryEndpoints = <L extends EntryList>(list: L) => ({
  list: get(`/api/${list}`, office, {
    summary: `Lists the ${list} with the proposals that chose each, a page at a time.`,
    query: EntryFilter,
    reply: paged(row(list)),
    scope: 'read_lists',
  }),
  notRegistered: get(`/api/${list}/not_registered`, office, {
    summary: `Lists what proposers typed in and is none of the ${list} yet.`,
    reply: z.array(Candidate),
  }),
  add: post(`/api/${list}/add`, office, {
    summary: `Adds one of the ${list}.`,
    body: NewEntry,
    reply: Outcome,
  }),
  get: get(`/api/${list}/:id`, office, {
    summary: `Shows one of the ${list} with the proposals that chose it.`,
    params: byId,
    reply: row(list),
  }),
  save: put(`/api/${list}/:id`, office, {
    summary: `Renames, moves or hides one of the ${list}.`,
    params: byId,
    body: EntryInput,
    reply: Saved,
  }),
})
