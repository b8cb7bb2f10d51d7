import { z } from 'zod'
import { everyone } from '../access.ts'
import { get } from '../endpoint.ts'

export const downloads = {
  /** The file behind an address that a CSV endpoint returned: for the same user, for ten minutes. */
  get: get('/api/downloads/:token/:name', everyone, {
    params: z.object({ token: z.string().max(100), name: z.string().max(200) }),
    gives: 'file',
  }),
}
