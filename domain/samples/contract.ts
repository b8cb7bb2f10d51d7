import { z } from 'zod'
import { Asteroid, SampleType } from '../masters/values.ts'
import { bit, everyone, get, office, post } from '../wire.ts'

/** A sample of the catalogue: weight mg, size micrometres, pressure Pa, volume ml. */
export const Sample = z.object({
  id: z.number(),
  db_type: Asteroid,
  name: z.string(),
  sample_type: SampleType,
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
export const StaffSample = Sample.extend({ type: SampleType, flg: bit })
export type StaffSample = z.infer<typeof StaffSample>

export const samples = {
  ryugu: get('/api/masters/getRyuguSamples', everyone, { reply: Samples }),
  bennu: get('/api/masters/getBennuSamples', everyone, { reply: Samples }),
  everySample: get('/api/masters/getAllSamples', everyone, { reply: Samples }),
  all: get('/api/masters/getSamples', everyone, { reply: Samples }),
  importCsv: post('/api/samples/import', office, { takes: 'multipart' }),
}
