import { z } from 'zod'
import { office, staff } from '../access.ts'
import { byId, fileAddress, get, id, instant, Outcome, post, put } from '../endpoint.ts'
import { idChoice, searchText, wordChoice, yesNo } from '../filters.ts'
import { AsteroidSchema, SampleTypeSchema } from '../masters/value_schemas.ts'
import { AssignedSample, RequestedSample } from '../proposals/requested_samples.ts'
import { StaffSample } from '../samples/contract.ts'
import { ROW_KINDS } from './assigned_list.ts'
import { type Grid, MAX_ITEMS } from './grid.ts'
import { STEPS } from './rules.ts'
import { assignmentStatus } from './status.ts'
import { SuggestionReply, SuggestionWish } from './suggest/contract.ts'

const TermQuery = z.object({ term_id: idChoice })

const grid = (...codes: [string, ...string[]]) =>
  z.object({ grid: z.enum(codes).transform((code) => Number(code) as Grid) })

/** A row of a grid: a submitted proposal. With a conflict it shows neither score nor rank. */
export const GridProposal = z.object({
  id: z.number(),
  name: z.string(),
  title: z.string(),
  properties: z.string(),
  global_score: z.number().nullable(),
  rank: z.number().nullable(),
  conflict: z.boolean(),
  /** `target`: a request that this grid is for. */
  requested_samples: z.array(RequestedSample.extend({ target: z.boolean() })),
  /** Of every grid; `priority` is that of the request which a person chose for it to answer, null for the best fit. */
  assigned_samples: z.array(
    AssignedSample.extend({
      chamber: z.number().nullable(),
      dish: z.number().nullable(),
      priority: z.number().nullable(),
    }),
  ),
})
export type GridProposal = z.infer<typeof GridProposal>

/** A column of a grid: a sample, who of the rows asks for it and who has it. */
export const GridSample = StaffSample.extend({
  /** The zero-based position of a row, to the priority with which it asks for the sample by name. */
  requested: z.record(z.string(), z.number()),
  requested_sample: z.array(
    z.object({
      proposal_id: z.number(),
      position: z.number(),
      priority: z.number(),
      target: z.literal(true),
    }),
  ),
  assigned: z.array(z.number()),
  assigned_sample: z.array(
    z.object({
      main_key: z.number(),
      proposal_id: z.number(),
      status: z.literal(assignmentStatus.codes),
      priority: z.number().nullable(),
    }),
  ),
  /** Assignments in other terms that stand in the way: confirmed ones, and those of terms still open. */
  elsewhere: z.array(
    z.object({ proposal_id: z.number(), term_id: z.number(), status: z.literal(assignmentStatus.codes) }),
  ),
})
export type GridSample = z.infer<typeof GridSample>

/**
 * One ticked cell of a grid. `priority` chooses which request of its proposal the sample answers, null leaves it to the
 * best fit; absent, what stands stays.
 */
export const AllocationItem = z.object({
  sample_id: id,
  proposal_id: id,
  db_type: z.coerce.number<number | string>().int().optional(),
  sample_type: z.coerce.number<number | string>().int().optional(),
  priority: id.nullish(),
})
export type AllocationItem = z.infer<typeof AllocationItem>
const AllocationItems = z.array(AllocationItem).max(MAX_ITEMS)

/** A proposal that has a sample or wants it. With a conflict it shows neither score nor rank. */
const Claimant = z.object({
  proposal_id: z.number(),
  term_id: z.number(),
  /** Its proposer. */
  proposer: z.string(),
  conflict: z.boolean(),
  global_score: z.number().nullable(),
  rank: z.number().nullable(),
})
export type Claimant = z.infer<typeof Claimant>

/** A confirmed or unconfirmed pair, as the assigned list shows it; `id` is the sample, `main_key` the assignment. */
export const AssignedRow = Claimant.omit({ term_id: true }).extend({
  main_key: z.number(),
  id: z.number(),
  type: SampleTypeSchema,
  name: z.string(),
  weight: z.number().nullable(),
  size: z.number().nullable(),
  pressure: z.number().nullable(),
  volume: z.number().nullable(),
  db_type: AsteroidSchema,
  proposal_title: z.string(),
  status: z.literal(assignmentStatus.codes),
  /** What Confirm does with it next for who reads; null where it is confirmed, or the reader has proposed it. */
  step: z.enum(STEPS).nullable(),
  /** Who proposed to confirm it, where the office asks for two, and who confirmed it: names, and when. */
  proposed_by: z.string().nullable(),
  proposed_by_id: z.number().nullable(),
  proposed_at: instant.nullable(),
  confirmed_by: z.string().nullable(),
  confirmed_at: instant.nullable(),
  /** When its confirmation was cancelled, while it is not confirmed anew. */
  cancelled_at: instant.nullable(),
  /** The request of its proposal that it answers; null where it answers none. */
  request: RequestedSample.nullable(),
  /** It answers no request, or comes beyond the number of its request. */
  over_asked: z.boolean(),
  /** What its proposal asks for in all: samples, and the mg that are known. */
  asked: z.object({ pieces: z.number(), mg: z.number() }),
  /** The sample's other assignments that stand in the way: confirmed ones, and those of terms still open. */
  others: z.array(Claimant.extend({ status: z.literal(assignmentStatus.codes) })),
  /** The proposals of its term that ask for the sample by name and do not have it, the best first. */
  wanted: z.array(Claimant.extend({ priority: z.number() })),
  term: z.object({ id: z.number(), disabled: z.boolean() }),
})
export type AssignedRow = z.infer<typeof AssignedRow>

/** `open`: only terms that are not disabled; `show`: only rows of this kind; `find`: in the sample's name and in the proposal's id, title and proposer. */
const AssignedQuery = z.object({
  term_id: idChoice,
  open: yesNo,
  show: wordChoice(ROW_KINDS),
  find: searchText,
})
export type AssignedQuery = z.output<typeof AssignedQuery>

/** What can happen to the pairs of a grid; in one entry, in this order. */
export const GRID_CHANGES = ['removed', 'assigned', 'moved', 'returned', 'confirmed'] as const

/** What changed in a grid since it was loaded, and what stands now: what a 409 on a save tells, and who looks again asks. */
export const StaleGrid = z.object({
  changed: z.array(
    z.object({
      sample_id: z.number(),
      name: z.string(),
      proposal_id: z.number(),
      change: z.enum(GRID_CHANGES),
      by: z.string(),
      by_id: z.number().nullable(),
      at: z.string(),
    }),
  ),
  assignments: z.array(
    z.object({
      main_key: z.number(),
      sample_id: z.number(),
      proposal_id: z.number(),
      status: z.literal(assignmentStatus.codes),
      priority: z.number().nullable(),
    }),
  ),
  etag: z.string(),
})
export type StaleGrid = z.infer<typeof StaleGrid>

/** A sample of the current list: who of the term asked for it by name, and who has it. */
export const CurrentSample = StaffSample.extend({
  /** The zero-based position of a proposal in the grids' order, to its priority. */
  requested: z.record(z.string(), z.number()),
  requested_sample: z.array(z.object({ proposal_id: z.number(), title: z.string(), priority: z.number() })),
  assigned: z.array(z.number()),
  assigned_sample: z.array(
    z.object({ proposal_id: z.number(), title: z.string(), status: z.literal(assignmentStatus.codes) }),
  ),
})
export type CurrentSample = z.infer<typeof CurrentSample>

/** `all`: every available sample instead of those requested or assigned in the term; `clash`: only those assigned to several proposals of it. */
export const CurrentQuery = z.object({ all: yesNo, term_id: idChoice, clash: yesNo })
export type CurrentQuery = z.output<typeof CurrentQuery>

/** What can happen to a sample: to its assignments, or to its entry in the catalogue. */
export const CHANGES = [...GRID_CHANGES, 'proposed', 'taken_back', 'added', 'changed'] as const
export type Change = (typeof CHANGES)[number]

const OfProposal = z.object({
  term_id: z.number(),
  proposal_id: z.number(),
  title: z.string(),
  name: z.string(),
})

/** All about one sample: who asked for it by name, who has it, and what happened to it, newest first. */
export const SampleHistory = z.object({
  sample: StaffSample,
  requests: z.array(OfProposal.extend({ priority: z.number(), global_score: z.number().nullable() })),
  assignments: z.array(
    OfProposal.extend({
      main_key: z.number(),
      status: z.literal(assignmentStatus.codes),
      created_at: instant,
      confirmed_at: instant.nullable(),
    }),
  ),
  events: z.array(
    z.object({
      entry_id: z.number(),
      at: instant,
      by: z.string().nullable(),
      change: z.enum(CHANGES),
      term_id: z.number().nullable(),
      proposal_id: z.number().nullable(),
      title: z.string().nullable(),
      /** Fields of the catalogue, as a file writes them. */
      changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
})
export type SampleHistory = z.infer<typeof SampleHistory>

/** What came of Confirm; where a sample stood in the way, each one with the proposals that it is about. */
const ConfirmOutcome = Outcome.extend({
  obstacles: z
    .array(z.object({ sample_id: z.number(), proposal_ids: z.array(z.number()), why: z.string() }))
    .optional(),
})
export type ConfirmOutcome = z.infer<typeof ConfirmOutcome>

const save = { query: TermQuery, body: AllocationItems, reply: Outcome }
const rows = z.array(GridProposal)
const columns = z.array(GridSample)
/** `all`: previously allocated samples that are not on offer too. */
const ColumnQuery = z.object({ term_id: idChoice, all: yesNo })

export const allocation = {
  current: get('/api/samples/current', staff, { query: CurrentQuery, reply: z.array(CurrentSample) }),
  currentDownload: get('/api/samples/current/download/:all', staff, {
    params: z.object({ all: z.enum(['0', '1']) }),
    query: CurrentQuery.omit({ all: true }),
    reply: fileAddress,
  }),
  proposals: get('/api/proposals/allocation', staff, { query: TermQuery, reply: rows }),
  proposalsOf: get('/api/proposals/allocation/:grid', staff, {
    params: grid('1', '2', '3', '4'),
    query: TermQuery,
    reply: rows,
  }),
  samples: get('/api/samples/allocation', staff, { query: ColumnQuery, reply: columns }),
  samplesOf: get('/api/samples/allocation/:grid', staff, {
    params: grid('0', '1', '2', '3', '4'),
    query: ColumnQuery,
    reply: columns,
  }),
  /** What changed since the state of `etag`; nothing while that still stands, or where none is sent. */
  changes: get('/api/samples/allocation/changes/:grid', staff, {
    params: grid('1', '2', '3', '4'),
    query: TermQuery.extend({ etag: z.string().max(200).optional() }),
    reply: StaleGrid,
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
  /** Who could be given what, as advice; nothing is written. */
  suggest: post('/api/samples/suggest', staff, { body: SuggestionWish, reply: SuggestionReply }),
  assigned: get('/api/samples/assigned', staff, { query: AssignedQuery, reply: z.array(AssignedRow) }),
  assignedDownload: get('/api/samples/download_assigned', staff, {
    query: AssignedQuery,
    reply: fileAddress,
  }),
  history: get('/api/samples/history/:id', staff, { params: byId, reply: SampleHistory }),
  confirm: post('/api/samples/assign', office, {
    /** `step`: what the person was told that it will do; it then does nothing else. */
    query: TermQuery.extend({ step: z.enum(STEPS).optional() }),
    body: z.array(z.object({ sample_id: id, proposal_id: id })).max(MAX_ITEMS),
    reply: ConfirmOutcome,
  }),
  cancel: put('/api/samples/cancel_assign/:main_key', office, {
    params: z.object({ main_key: id }),
    reply: Outcome,
  }),
}
