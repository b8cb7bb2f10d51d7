import { z } from 'zod'
import { choice, flag } from '../filters.ts'
import { bit, everyone, fileAddress, get, office, post, staff } from '../wire.ts'

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

/** A sample as staff see it: `flg` 1 is a processed one on offer in this call, `type` its sample type. */
export const StaffSample = Sample.extend({ type: z.number(), flg: bit })
export type StaffSample = z.infer<typeof StaffSample>

/** A sample of the current list: who of the term asked for it by name, and who has it. */
export const CurrentSample = StaffSample.extend({
  requested_sample: z.array(z.object({ proposal_id: z.number(), title: z.string(), priority: z.number() })),
  assigned_sample: z.array(z.object({ proposal_id: z.number(), title: z.string(), status: z.number() })),
})
export type CurrentSample = z.infer<typeof CurrentSample>

/** `all`: every available sample instead of those requested or assigned in the term. */
export const CurrentQuery = z.object({ all: flag, term_id: choice })
export type CurrentQuery = z.output<typeof CurrentQuery>

export const samples = {
  ryugu: get('/api/masters/getRyuguSamples', everyone, { reply: Samples }),
  bennu: get('/api/masters/getBennuSamples', everyone, { reply: Samples }),
  everySample: get('/api/masters/getAllSamples', everyone, { reply: Samples }),
  all: get('/api/masters/getSamples', everyone, { reply: Samples }),
  current: get('/api/samples/current', staff, { query: CurrentQuery, reply: z.array(CurrentSample) }),
  currentDownload: get('/api/samples/current/download/:all', staff, {
    params: z.object({ all: z.enum(['0', '1']) }),
    query: z.object({ term_id: choice }),
    reply: fileAddress,
  }),
  importCsv: post('/api/samples/import', office, { takes: 'multipart' }),
}
