import { z } from 'zod'
import { catalogueReaders, office, staff } from '../access.ts'
import { byId, fileAddress, get, id, instant, Outcome, post, put } from '../endpoint.ts'
import { idChoice, searchText, wordChoice, yesNo } from '../filters.ts'
import { AsteroidSchema, SampleTypeSchema } from '../masters/value_schemas.ts'
import { AssignedSample, RequestedSample } from '../proposals/requested_samples.ts'
import { StaffSample } from '../samples/contract.ts'
import { ALL_TERMS, ROW_KINDS } from './assigned_list.ts'
import { type Grid, MAX_ITEMS } from './grid.ts'
import { STEPS } from './rules.ts'
import { assignmentStatus } from './status.ts'
import { SuggestionReply, SuggestionRequest } from './suggest/contract.ts'

const TermQuery = z.object({ term_id: idChoice })

const grid = (...codes: [string, ...string[]]) =>
  z.object({ grid: z.enum(codes).transform((code) => Number(code) as Grid) })

/** A row of a grid: a submitted proposal. Score and rank are null when the reader has a conflict of interest. */
export const GridProposal = z.object({
  id: z.number(),
  name: z.string(),
  title: z.string(),
  properties: z.string(),
  global_score: z.number().nullable(),
  rank: z.number().nullable(),
  conflict: z.boolean(),
  /** `target`: the request belongs to this grid. `answerable`: a sample of this grid can answer it, and the grid counts it. */
  requested_samples: z.array(RequestedSample.extend({ target: z.boolean(), answerable: z.boolean() })),
  /** Assignments of all grids. `priority` names the request that a person chose for the sample; null means the best fit. */
  assigned_samples: z.array(
    AssignedSample.extend({
      chamber: z.number().nullable(),
      dish: z.number().nullable(),
      priority: z.number().nullable(),
    }),
  ),
})
export type GridProposal = z.infer<typeof GridProposal>

/** A column of a grid: a sample, the rows that request it and the rows that have it. */
export const GridSample = StaffSample.extend({
  /** From the zero-based position of a row to the priority with which it requests the sample by name. */
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
  /** Blocking assignments of other terms: confirmed ones, and those of terms that are still open. */
  elsewhere: z.array(
    z.object({ proposal_id: z.number(), term_id: z.number(), status: z.literal(assignmentStatus.codes) }),
  ),
})
export type GridSample = z.infer<typeof GridSample>

/**
 * An assigned cell of a grid. `priority` names the request of the proposal that the sample answers; null means the best
 * fit, absent leaves the stored value unchanged.
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

/** A proposal that has or requests a sample. Score and rank are null when the reader has a conflict of interest. */
const Claimant = z.object({
  proposal_id: z.number(),
  term_id: z.number(),
  proposer: z.string(),
  conflict: z.boolean(),
  global_score: z.number().nullable(),
  rank: z.number().nullable(),
})
export type Claimant = z.infer<typeof Claimant>

/** A row of the assigned list, confirmed or not. `id` is the sample, `main_key` the assignment. */
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
  /** What Confirm does next for this reader; null when it is confirmed or the reader has proposed it. */
  step: z.enum(STEPS).nullable(),
  /** Who proposed the confirmation (where two people are required) and who confirmed it. */
  proposed_by: z.string().nullable(),
  proposed_by_id: z.number().nullable(),
  proposed_at: instant.nullable(),
  confirmed_by: z.string().nullable(),
  confirmed_at: instant.nullable(),
  /** When its confirmation was cancelled; null once it is confirmed again. */
  cancelled_at: instant.nullable(),
  /** The request of the proposal that the sample answers, or null. */
  request: RequestedSample.nullable(),
  /** The sample answers no request, or exceeds the number that its request asks for. */
  over_asked: z.boolean(),
  /** Totals over all requests of the proposal: samples, and known weight in mg. */
  asked: z.object({ pieces: z.number(), mg: z.number() }),
  /** Requested and assigned weight of the proposal, compared over the requests that state one; the others are counted. */
  mg: z.object({ asked: z.number(), given: z.number(), bySize: z.number(), unstated: z.number() }),
  /** Blocking assignments of the same sample: confirmed ones, and those of terms that are still open. */
  others: z.array(Claimant.extend({ status: z.literal(assignmentStatus.codes) })),
  /** Proposals of the term that request the sample by name and do not have it, best first. */
  wanted: z.array(Claimant.extend({ priority: z.number() })),
  term: z.object({ id: z.number(), disabled: z.boolean() }),
})
export type AssignedRow = z.infer<typeof AssignedRow>

/** `term_id`: one term or all; blank means all that are not disabled. `show`: one kind of row; `find`: search words, see `searchRows`. */
const AssignedQuery = z.object({
  term_id: z.union([z.literal(ALL_TERMS), idChoice]).optional(),
  show: wordChoice(ROW_KINDS),
  find: searchText,
})
export type AssignedQuery = z.output<typeof AssignedQuery>

/** The changes to assignments that a grid reports. Within one audit entry they are listed in this order. */
export const GRID_CHANGES = ['removed', 'assigned', 'moved', 'returned', 'confirmed', 'freed'] as const

/** What changed in a grid since it was loaded, and its present assignments. Also the details of a version conflict on save. */
export const GridChanges = z.object({
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
export type GridChanges = z.infer<typeof GridChanges>

/** A sample of the current list, with the proposals of the term that request it by name and those that have it. */
export const CurrentSample = StaffSample.extend({
  /** From the zero-based position of a proposal in the grids' row order to its priority. */
  requested: z.record(z.string(), z.number()),
  requested_sample: z.array(z.object({ proposal_id: z.number(), title: z.string(), priority: z.number() })),
  assigned: z.array(z.number()),
  assigned_sample: z.array(
    z.object({ proposal_id: z.number(), title: z.string(), status: z.literal(assignmentStatus.codes) }),
  ),
})
export type CurrentSample = z.infer<typeof CurrentSample>

/**
 * `all`: every available sample, not only those requested or assigned in the term; `clash`: only samples assigned to
 * several proposals; `name`: a part of the sample's name.
 */
export const CurrentQuery = z.object({ all: yesNo, term_id: idChoice, clash: yesNo, name: searchText })
export type CurrentQuery = z.output<typeof CurrentQuery>

/** The events of a sample's history: changes to its assignments and to its catalogue entry. */
export const CHANGES = [
  ...GRID_CHANGES,
  'proposed',
  'taken_back',
  'came_back',
  'off_offer',
  'added',
  'changed',
] as const
export type Change = (typeof CHANGES)[number]

const OfProposal = z.object({
  term_id: z.number(),
  proposal_id: z.number(),
  title: z.string(),
  name: z.string(),
})

/** The requests by name, assignments and events of one sample, newest first. */
export const SampleHistory = z.object({
  sample: StaffSample,
  requests: z.array(OfProposal.extend({ priority: z.number(), global_score: z.number().nullable() })),
  assignments: z.array(
    OfProposal.extend({
      main_key: z.number(),
      status: z.literal(assignmentStatus.codes),
      created_at: instant,
      confirmed_at: instant.nullable(),
      /** Since when it no longer holds the sample: it came back and was offered again, or it was freed before it was lent. */
      ended_at: instant.nullable(),
      ended_as: z.enum(['returned', 'freed']).nullable(),
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
      /** Catalogue fields, formatted as in the CSV file. */
      changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
})
export type SampleHistory = z.infer<typeof SampleHistory>

/** Result of Confirm. When refused because of samples, `obstacles` names each with the proposals concerned. */
const ConfirmOutcome = Outcome.extend({
  obstacles: z
    .array(z.object({ sample_id: z.number(), proposal_ids: z.array(z.number()), why: z.string() }))
    .optional(),
})
export type ConfirmOutcome = z.infer<typeof ConfirmOutcome>

const save = { query: TermQuery, body: AllocationItems, reply: Outcome }
const rows = z.array(GridProposal)
const columns = z.array(GridSample)
/** `all`: include previously allocated samples that are not on offer. */
const ColumnQuery = z.object({ term_id: idChoice, all: yesNo })

export const allocation = {
  /** To curation alone neither requests nor what is not confirmed. */
  current: get('/api/samples/current', catalogueReaders, {
    summary: 'Lists the samples that proposals of a call request or are assigned, or all that are available.',
    query: CurrentQuery,
    reply: z.array(CurrentSample),
    scope: 'read_lists',
  }),
  currentDownload: get('/api/samples/current/download/:all', catalogueReaders, {
    summary:
      'Makes a CSV of the samples that proposals of a call request or are assigned, or of all that are available.',
    params: z.object({ all: z.enum(['0', '1']) }),
    query: CurrentQuery.omit({ all: true }),
    reply: fileAddress,
    scope: 'read_lists',
  }),
  proposals: get('/api/proposals/allocation', staff, {
    summary: 'Lists the proposals of a call with what they request of particles and aggregates.',
    query: TermQuery,
    reply: rows,
    scope: 'read_allocation',
  }),
  proposalsOf: get('/api/proposals/allocation/:grid', staff, {
    summary: 'Lists the proposals of a call with what they request of the samples of a grid.',
    params: grid('1', '2', '3', '4'),
    query: TermQuery,
    reply: rows,
    scope: 'read_allocation',
  }),
  samples: get('/api/samples/allocation', staff, {
    summary: 'Lists particles and aggregates with their assignments, and answers the ETag of the grid.',
    query: ColumnQuery,
    reply: columns,
    scope: 'read_allocation',
  }),
  samplesOf: get('/api/samples/allocation/:grid', staff, {
    summary: 'Lists the samples of a grid with their assignments, and answers the ETag of the grid.',
    params: grid('0', '1', '2', '3', '4'),
    query: ColumnQuery,
    reply: columns,
    scope: 'read_allocation',
  }),
  /** Changes since the state of `etag`; none when it is still current or not sent. */
  changes: get('/api/samples/allocation/changes/:grid', staff, {
    summary: 'Answers what changed in a grid since the state of an ETag.',
    params: grid('1', '2', '3', '4'),
    query: TermQuery.extend({ etag: z.string().max(200).optional() }),
    reply: GridChanges,
    scope: 'read_allocation',
  }),
  download: get('/api/samples/download', staff, {
    summary:
      'Makes the distribution plan of particles and aggregates as a CSV, with one row per requested or assigned pair.',
    query: TermQuery,
    reply: fileAddress,
    scope: 'read_allocation',
  }),
  downloadOf: get('/api/samples/download/:grid', staff, {
    summary: 'Makes the distribution plan of a grid as a CSV, with one row per requested or assigned pair.',
    params: grid('0', '1', '2', '3', '4'),
    query: TermQuery,
    reply: fileAddress,
    scope: 'read_allocation',
  }),
  save: post('/api/samples/allocation', office, {
    ...save,
    summary: 'Saves assignments of particles and aggregates, unless the ETag in `If-Match` is outdated.',
  }),
  saveGas: post('/api/samples/allocation_gas', office, {
    ...save,
    summary: 'Saves assignments of gas samples, unless the ETag in `If-Match` is outdated.',
  }),
  saveContactPad: post('/api/samples/allocation_contact_pad', office, {
    ...save,
    summary: 'Saves assignments of contact pad samples, unless the ETag in `If-Match` is outdated.',
  }),
  saveProcessed: post('/api/samples/allocation_processed', office, {
    ...save,
    summary: 'Saves assignments of previously allocated samples, unless the ETag in `If-Match` is outdated.',
  }),
  /** Suggests an allocation; nothing is written. */
  /** Writes nothing. */
  suggest: post('/api/samples/suggest', staff, {
    summary:
      'Suggests an allocation for a grid and writes nothing; with `Accept: application/x-ndjson` progress comes first.',
    body: SuggestionRequest,
    reply: SuggestionReply,
    media: ['application/x-ndjson'],
    duringMaintenance: true,
  }),
  assigned: get('/api/samples/assigned', staff, {
    summary: 'Lists the samples that are assigned in a call, with their proposals.',
    query: AssignedQuery,
    reply: z.array(AssignedRow),
    scope: 'read_allocation',
  }),
  assignedDownload: get('/api/samples/download_assigned', staff, {
    summary: 'Makes a CSV of the samples that are assigned in a call, with their proposals.',
    query: AssignedQuery,
    reply: fileAddress,
    scope: 'read_allocation',
  }),
  /** To curation alone neither requests nor what is not confirmed. */
  history: get('/api/samples/history/:id', catalogueReaders, {
    summary: 'Shows the requests, assignments and events of a sample.',
    params: byId,
    reply: SampleHistory,
    scope: 'read_allocation',
  }),
  confirm: post('/api/samples/assign', office, {
    summary: 'Confirms the assignments that are sent, in one step, or in two steps by two persons.',
    /** `step`: the step that the screen announced; any other step is refused. */
    query: TermQuery.extend({ step: z.enum(STEPS).optional() }),
    body: z.array(z.object({ sample_id: id, proposal_id: id })).max(MAX_ITEMS),
    reply: ConfirmOutcome,
  }),
  cancel: put('/api/samples/cancel_assign/:main_key', office, {
    summary: 'Takes back the confirmation of an assigned sample.',
    params: z.object({ main_key: id }),
    reply: Outcome,
  }),
}
