import { z } from 'zod'
import { everyone } from '../access.ts'
import { get } from '../endpoint.ts'

const MAX_COLUMNS = 60
const header = z.string().max(100)
const headers = z
  .union([z.array(header).min(1).max(MAX_COLUMNS), header.transform((one) => [one])])
  .optional()

export const downloads = {
  /** The file behind an address that a CSV endpoint returned: for the same user, for ten minutes. */
  get: get('/api/downloads/:token/:name', everyone, {
    summary:
      'Answers the CSV or PDF behind an address that another operation answered, to the same user and for a short time.',
    params: z.object({ token: z.string().max(100), name: z.string().max(200) }),
    /** `columns`: the headers of the columns that a CSV file is to have, in their order; all by default. */
    query: z.object({ columns: headers }),
    gives: 'file',
    anyScope: true,
    media: ['text/csv', 'application/pdf'],
  }),
}
