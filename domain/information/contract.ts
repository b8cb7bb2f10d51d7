import { z } from 'zod'
import { everyone, office } from '../access.ts'
import { bit, byId, day, get, instant, Outcome, post, put, Saved } from '../endpoint.ts'
import { InformationInput, NewInformation } from './input.ts'

/** An announcement as its readers see it: content opens a page, else url a new tab. */
export const InformationItem = z.object({
  id: z.number(),
  title: z.string(),
  /** Null where the office cleared it: such announcements stand last. */
  date: day.nullable(),
  content: z.string(),
  url: z.string(),
})
export type InformationItem = z.infer<typeof InformationItem>

/** An announcement as the office keeps it. */
export const Announcement = InformationItem.extend({
  target: z.number(),
  published: bit,
  version: z.number(),
  updated_at: instant,
})
export type Announcement = z.infer<typeof Announcement>

export const information = {
  mine: get('/api/myinformation', everyone, { reply: z.array(InformationItem) }),
  show: get('/api/information/show/:id', everyone, { params: byId, reply: InformationItem }),
  list: get('/api/information', office, { reply: z.array(Announcement) }),
  get: get('/api/information/:id', office, { params: byId, reply: Announcement }),
  add: post('/api/information', office, {
    body: NewInformation,
    reply: Outcome.extend({ id: z.number().optional() }),
  }),
  save: put('/api/information/:id', office, { params: byId, body: InformationInput, reply: Saved }),
  remove: put('/api/information/delete/:id', office, { params: byId, reply: Outcome }),
}
