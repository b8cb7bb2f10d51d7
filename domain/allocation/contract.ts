import { z } from 'zod'
import { choice } from '../filters.ts'
import { fileAddress, get, id, Outcome, office, post, put, staff } from '../wire.ts'

const TermQuery = z.object({ term_id: choice })

/** The grid codes: 0 all, 1 particle and aggregate, 2 gas, 3 previously allocated, 4 contact pad particle. */
export const GRIDS = [0, 1, 2, 3, 4] as const
export type Grid = (typeof GRIDS)[number]
const grid = (...codes: [string, ...string[]]) =>
  z.object({ grid: z.enum(codes).transform((code) => Number(code) as Grid) })

/** One ticked cell of a grid. */
export const AllocationItem = z.object({
  sample_id: id,
  proposal_id: id,
  db_type: z.coerce.number<number | string>().int().optional(),
  sample_type: z.coerce.number<number | string>().int().optional(),
})
export type AllocationItem = z.infer<typeof AllocationItem>
const AllocationItems = z.array(AllocationItem).max(100_000)

const save = { query: TermQuery, body: AllocationItems, reply: Outcome }

export const allocation = {
  proposals: get('/api/proposals/allocation', staff, { query: TermQuery }),
  proposalsOf: get('/api/proposals/allocation/:grid', staff, {
    params: grid('1', '2', '3', '4'),
    query: TermQuery,
  }),
  samples: get('/api/samples/allocation', staff, { query: TermQuery }),
  samplesOf: get('/api/samples/allocation/:grid', staff, {
    params: grid('0', '1', '2', '3', '4'),
    query: TermQuery,
  }),
  download: get('/api/samples/download', staff, { query: TermQuery, reply: fileAddress }),
  downloadOf: get('/api/samples/download/:grid', staff, {
    params: grid('0', '1', '2', '3', '4'),
    query: TermQuery,
    reply: fileAddress,
  }),
  save: post('/api/samples/allocation', office, save),
  saveGas: post('/api/samples/allocation_gas', office, save),
  saveContactPad: post('/api/samples/allocation_contact_pad', office, save),
  saveProcessed: post('/api/samples/allocation_processed', office, save),
  assigned: get('/api/samples/assigned', staff, { query: TermQuery }),
  assignedDownload: get('/api/samples/download_assigned', staff, { query: TermQuery, reply: fileAddress }),
  confirm: post('/api/samples/assign', office, {
    query: TermQuery,
    body: z.array(z.object({ sample_id: id, proposal_id: id })).max(100_000),
    reply: Outcome,
  }),
  cancel: put('/api/samples/cancel_assign/:main_key', office, {
    params: z.object({ main_key: id }),
    reply: Outcome,
  }),
}
