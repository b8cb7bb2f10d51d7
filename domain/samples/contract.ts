import { z } from 'zod'
import { flag } from '../filters.ts'
import { everyone, fileAddress, get, office, post, staff } from '../wire.ts'

/** A sample of the catalogue: weight mg, size micrometres, pressure Pa, volume ml. */
export const Sample = z.object({
  id: z.number(),
  db_type: z.number(),
  name: z.string(),
  sample_type: z.number(),
  weight: z.number().nullable(),
  size: z.number().nullable(),
  pressure: z.number().nullable(),
  volume: z.number().nullable(),
  description: z.string(),
  chamber: z.number().nullable(),
  source: z.string(),
})
export type Sample = z.infer<typeof Sample>

const Samples = z.array(Sample)

export const samples = {
  ryugu: get('/api/masters/getRyuguSamples', everyone, { reply: Samples }),
  bennu: get('/api/masters/getBennuSamples', everyone, { reply: Samples }),
  everySample: get('/api/masters/getAllSamples', everyone, { reply: Samples }),
  all: get('/api/masters/getSamples', everyone, { reply: Samples }),
  current: get('/api/samples/current', staff, { query: z.object({ all: flag }) }),
  currentDownload: get('/api/samples/current/download/:all', staff, {
    params: z.object({ all: z.enum(['0', '1']) }),
    reply: fileAddress,
  }),
  importCsv: post('/api/samples/import', office, { takes: 'multipart' }),
}
