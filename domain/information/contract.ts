import { z } from 'zod'
import { byId, day, everyone, get, office, post, put } from '../wire.ts'

/** An announcement as its readers see it: content opens a page, else url a new tab. */
export const InformationItem = z.object({
  id: z.number(),
  title: z.string(),
  date: day,
  content: z.string(),
  url: z.string(),
})
export type InformationItem = z.infer<typeof InformationItem>

export const information = {
  mine: get('/api/myinformation', everyone, { reply: z.array(InformationItem) }),
  show: get('/api/information/show/:id', everyone, { params: byId, reply: InformationItem }),
  list: get('/api/information', office),
  get: get('/api/information/:id', office, { params: byId }),
  add: post('/api/information', office),
  save: put('/api/information/:id', office, { params: byId }),
  remove: put('/api/information/delete/:id', office, { params: byId }),
}
