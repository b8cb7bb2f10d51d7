import { z } from 'zod'
import { reviewers } from '../access.ts'
import { byId, get, Outcome, post, put, Saved, version } from '../endpoint.ts'
import { checkbox, isStorable, singleLine, UNSTORABLE } from '../input_schemas.ts'
import { REQUIRED } from '../text.ts'
import { VIEW_LISTS } from './rules.ts'

const NAME_LENGTH = 60
/** Characters of a view's query, names and values together. */
const SEARCH_LENGTH = 8000
const list = z.enum(VIEW_LISTS, 'This list has no views.')

/** Columns, filters and sort as the query of the list's address. */
const Search = z
  .record(z.string(), z.union([z.string(), z.array(z.string())]), REQUIRED)
  .refine((search) => Object.entries(search).flat(2).every(isStorable), UNSTORABLE)
  .refine((search) => JSON.stringify(search).length <= SEARCH_LENGTH, 'This view has too many filters.')
export type ViewSearch = z.infer<typeof Search>

const fields = {
  name: singleLine({ max: NAME_LENGTH, required: REQUIRED }),
  /** The office's view, for everyone who may open the list. */
  for_all: checkbox.default(false),
  search: Search,
}

export const NewSavedView = z.object({ list, ...fields })
export type NewSavedView = z.output<typeof NewSavedView>

export const SavedViewInput = z.object({ ...fields, version })
export type SavedViewInput = z.output<typeof SavedViewInput>

/** A named view of a list: the viewer's own, or the office's. */
export const SavedView = z.object({
  id: z.number(),
  list: z.enum(VIEW_LISTS),
  name: z.string(),
  for_all: z.boolean(),
  search: Search,
  /** Whether the viewer may change and delete it. */
  writable: z.boolean(),
  version: z.number(),
})
export type SavedView = z.infer<typeof SavedView>

export const savedViews = {
  /** The viewer's own views of a list and the office's, by name. */
  list: get('/api/saved_views', reviewers, {
    summary: "Lists the caller's own views of a list and the office's, by name.",
    query: z.object({ list }),
    reply: z.array(SavedView),
  }),
  add: post('/api/saved_views', reviewers, {
    summary: "Keeps a list's columns, filters and sort under a name.",
    body: NewSavedView,
    reply: Saved.extend({ id: z.number().optional() }),
  }),
  save: put('/api/saved_views/:id', reviewers, {
    summary: 'Saves a view under its name.',
    params: byId,
    body: SavedViewInput,
    reply: Saved,
  }),
  remove: put('/api/saved_views/delete/:id', reviewers, {
    summary: 'Deletes a view.',
    params: byId,
    reply: Outcome,
  }),
}
