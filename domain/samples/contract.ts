import { z } from 'zod'
import { everyone, office } from '../access.ts'
import { bit, get, Outcome, post } from '../endpoint.ts'
import { upload } from '../input_schemas.ts'
import { AsteroidSchema, SampleTypeSchema } from '../masters/value_schemas.ts'
import { emptyFileAsUndefined } from '../upload.ts'

/**
 * A catalogue entry: weight in mg, size in micrometres, pressure in Pa, volume in ml. `weight` is what is left now,
 * `initial_weight` what there was before anything was taken.
 */
export const Sample = z.object({
  id: z.number(),
  db_type: AsteroidSchema,
  name: z.string(),
  sample_type: SampleTypeSchema,
  weight: z.number().nullable(),
  initial_weight: z.number().nullable(),
  size: z.number().nullable(),
  pressure: z.number().nullable(),
  volume: z.number().nullable(),
  description: z.string(),
  /** Samples of Ryugu have a chamber, samples of Bennu a dish; null when unknown. */
  chamber: z.number().nullable(),
  dish: z.number().nullable(),
  source: z.string(),
})
export type Sample = z.infer<typeof Sample>

const Samples = z.array(Sample)

/** A sample as staff see it: `flg` is 1 for a processed sample on offer in this call, `type` equals `sample_type`. */
export const StaffSample = Sample.extend({ type: SampleTypeSchema, flg: bit })
export type StaffSample = z.infer<typeof StaffSample>

export const MAX_IMPORT_BYTES = 10_000_000
export const IMPORT_TOO_LARGE = 'Max file size is 10MB.'
export const NOT_CSV = 'Only CSV files can be imported.'

/** A CSV file of samples. With `dry_run` nothing is written; `digest` is that of the report of a dry run. */
export const SampleImport = z.object({
  file: z.preprocess(
    emptyFileAsUndefined,
    upload(MAX_IMPORT_BYTES, { wrong: 'Please choose a CSV file.', tooLarge: IMPORT_TOO_LARGE }),
  ),
  dry_run: z
    .union([z.boolean(), z.enum(['1', '0', 'true', 'false']).transform((v) => v === '1' || v === 'true')])
    .describe('1: nothing is written'),
  digest: z.string().max(100).optional(),
})
export type SampleImport = z.output<typeof SampleImport>

const Line = z.object({ line: z.number(), name: z.string() })

/** The effect of a file: all rejected lines, and the first added and changed ones. */
export const ImportReport = z.object({
  digest: z.string(),
  counts: z.object({
    added: z.number(),
    changed: z.number(),
    unchanged: z.number(),
    refused: z.number(),
  }),
  added: z.array(Line),
  changed: z.array(
    Line.extend({
      changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
  refused: z.array(Line.extend({ why: z.string() })),
})
export type ImportReport = z.infer<typeof ImportReport>

export const samples = {
  ryugu: get('/api/masters/getRyuguSamples', everyone, {
    summary: 'Lists the Ryugu samples that the caller may request.',
    reply: Samples,
  }),
  bennu: get('/api/masters/getBennuSamples', everyone, {
    summary: 'Lists the Bennu samples that the caller may request.',
    reply: Samples,
  }),
  everySample: get('/api/masters/getAllSamples', everyone, {
    summary: 'Lists the whole catalogue of samples; the same as getSamples.',
    reply: Samples,
  }),
  all: get('/api/masters/getSamples', everyone, {
    summary: 'Lists the whole catalogue of samples.',
    reply: Samples,
  }),
  importCsv: post('/api/samples/import', office, {
    summary:
      'Imports samples into the catalogue from a CSV, or with `dry_run` only says what it would change.',
    takes: 'multipart',
    body: SampleImport,
    reply: Outcome.extend({ report: ImportReport.optional() }),
    scope: 'import_samples',
  }),
}
