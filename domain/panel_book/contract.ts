import { z } from 'zod'
import { staff } from '../access.ts'
import { fileAddress, get } from '../endpoint.ts'
import { rowIds, termFilter } from '../filters.ts'

/** The call, by default the current one; with `ids` only these of its proposals. */
export const BookFilter = z.object({ ...termFilter, ids: rowIds })
export type BookFilter = z.output<typeof BookFilter>

/** The book: a call's submitted proposals with their reports as one PDF, made for its reader. */
export const panelBook = {
  download: get('/api/panel_book', staff, {
    summary:
      'Makes one PDF of the ranking, the submitted proposals and their reports, and answers its address.',
    query: BookFilter,
    reply: fileAddress,
  }),
}
