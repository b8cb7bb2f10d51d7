import { groupBy } from '../../group_by.ts'
import { PROCESSED } from '../../masters/values.ts'
import type { GridProposal, GridSample } from '../contract.ts'
import { type Grid, typesOf } from '../grid.ts'
import { distanceToRequest, matchSamples, requestedCount } from '../matching.ts'
import type { Pair } from '../rules.ts'
import { type AssignmentStatus, CONFIRMED, UNCONFIRMED } from '../status.ts'

export type Row = Pick<
  GridProposal,
  'id' | 'global_score' | 'rank' | 'conflict' | 'requested_samples' | 'assigned_samples'
>
export type Column = Omit<
  GridSample,
  'requested' | 'requested_sample' | 'assigned' | 'description' | 'source'
>
export type Request = Row['requested_samples'][number]
type Given = Row['assigned_samples'][number]

/** The state of a grid. `draft`, if given, replaces its saved unconfirmed assignments. */
export interface GridSnapshot {
  grid: Grid
  proposals: readonly Row[]
  samples: readonly Column[]
  draft?: readonly (Pair & { priority?: number | null | undefined })[] | undefined
}

/** A proposal that has a sample; `term_id` is null in the grid's own term. */
export interface Holder {
  proposal_id: number
  term_id: number | null
  status: AssignmentStatus
}

/** The samples that fit a request, nearest first, then by id. Requests with equal criteria share one object. */
export interface FittingSamples {
  /** Indexes into `samples`. */
  at: Int32Array
  /** The distance of each from the request. */
  far: Float64Array
}

/** A request that has fewer samples than it asks for. */
export interface OpenRequest {
  row: Row
  /** Position of its proposal in the grid. */
  position: number
  request: Request
  missing: number
  /** All fitting samples of the grid. */
  fits: FittingSamples
  /** Those of `fits` that no proposal has. */
  free: FittingSamples
}

/** What is left to allocate in a grid: `open` in order of rows and priorities, `samples` by id. */
export interface AllocationProblem {
  grid: Grid
  samples: readonly Column[]
  holders: ReadonlyMap<number, readonly Holder[]>
  open: readonly OpenRequest[]
  /** The open requests by name for each sample, by sample index. */
  namedBy: ReadonlyMap<number, readonly OpenRequest[]>
  /** Number of free samples. */
  free: number
}

/** Row order of the grid: best global score first, then rank, then id; missing values last. */
const byRow = (a: Row, b: Row) =>
  (b.global_score ?? -1) - (a.global_score ?? -1) ||
  (a.rank ?? Number.POSITIVE_INFINITY) - (b.rank ?? Number.POSITIVE_INFINITY) ||
  a.id - b.id

/** Builds the allocation problem of a grid; the order of the snapshot's proposals and samples does not matter. */
export function buildProblem(snapshot: GridSnapshot): AllocationProblem {
  const { grid } = snapshot
  const samples = snapshot.samples.toSorted((a, b) => a.id - b.id)
  const given = givenIn(snapshot, samples)
  const holders = holdersOf(samples, given)
  const isFree = samples.map(
    ({ id, sample_type, flg }) => !holders.has(id) && (sample_type !== PROCESSED || flg === 1),
  )
  const fitsOf = cachedFits(samples, isFree)
  const open = snapshot.proposals.toSorted(byRow).flatMap((row, position) => {
    if (row.conflict) return []
    const left = new Map(row.requested_samples.map((request) => [request, requestedCount(request)]))
    for (const request of matchSamples(row.requested_samples, given.get(row.id) ?? []).values())
      left.set(request, left.get(request)! - 1)
    return row.requested_samples
      .filter((request) => request.answerable && left.get(request)! > 0)
      .sort((a, b) => a.priority - b.priority)
      .map(
        (request): OpenRequest => ({
          row,
          position,
          request,
          missing: left.get(request)!,
          ...fitsOf(request),
        }),
      )
  })
  return { grid, samples, holders, open, namedBy: requestsByName(open), free: isFree.filter(Boolean).length }
}

/** The requests by name for each sample, by sample index. */
function requestsByName(open: readonly OpenRequest[]): Map<number, OpenRequest[]> {
  const named = open.filter(({ request }) => request.sample_id !== null)
  const pairs = named.flatMap((one) => Array.from(one.fits.at, (at) => ({ at, one })))
  return new Map([...groupBy(pairs, ({ at }) => at)].map(([at, all]) => [at, all.map(({ one }) => one)]))
}

/** The assignments of each proposal in all grids, with the draft in place of what is saved in this one. */
function givenIn({ grid, proposals, draft }: GridSnapshot, samples: readonly Column[]): Map<number, Given[]> {
  const here = typesOf[grid]
  const known = new Map(samples.map((sample) => [sample.id, sample]))
  const given = new Map<number, Given[]>()
  for (const { id, assigned_samples } of proposals)
    given.set(
      id,
      assigned_samples.filter((a) => !draft || a.status === CONFIRMED || !here.includes(a.sample_type)),
    )
  const saved = new Map(
    proposals.flatMap(({ id, assigned_samples }) => assigned_samples.map((a) => [`${id} ${a.sample_id}`, a])),
  )
  for (const { sample_id, proposal_id, priority } of draft ?? []) {
    const sample = known.get(sample_id)
    const all = given.get(proposal_id)
    // The sample or proposal may have left the grid since the draft was made.
    if (!sample || !all || all.some((a) => a.sample_id === sample_id)) continue
    const stored = saved.get(`${proposal_id} ${sample_id}`)
    all.push({
      ...sample,
      sample_id,
      status: UNCONFIRMED,
      priority: (priority === undefined ? stored?.priority : priority) ?? null,
    })
  }
  return given
}

/** The proposals that have each sample: assigned in this term, or blocking from another term. */
function holdersOf(samples: readonly Column[], given: ReadonlyMap<number, readonly Given[]>) {
  const here = [...given].flatMap(([proposal_id, all]) =>
    all.map(({ sample_id, status }) => ({ sample_id, proposal_id, term_id: null, status })),
  )
  const elsewhere = samples.flatMap(({ id, elsewhere: others }) =>
    others.map((other) => ({ ...other, sample_id: id })),
  )
  const all = [...here, ...elsewhere].sort((a, b) => b.status - a.status || a.proposal_id - b.proposal_id)
  return groupBy<number, Holder & { sample_id: number }>(all, ({ sample_id }) => sample_id)
}

/** Distances are rounded, so that equal ones compare equal; catalogue figures have far fewer digits. */
const DISTANCE_PRECISION = 1e9

type Fitting = Pick<OpenRequest, 'fits' | 'free'>

/** Fitting and free samples of a request, computed once for requests with equal criteria. */
function cachedFits(samples: readonly Column[], isFree: readonly boolean[]) {
  const cache = new Map<string, Fitting>()
  return (request: Request): Fitting => {
    const { sample_id, db_type, sample_type, chamber, dish, weight, size } = request
    const criteria = [db_type, sample_type, chamber, dish, weight, size]
    const key = sample_id === null ? criteria.join() : String(sample_id)
    const fits = cache.get(key) ?? findFits(request, samples, isFree)
    cache.set(key, fits)
    return fits
  }
}

function findFits(request: Request, samples: readonly Column[], isFree: readonly boolean[]): Fitting {
  const fits: Fit[] = []
  for (const [at, sample] of samples.entries()) {
    const far = sample.id === request.sample_id ? 0 : distanceToRequest(sample, request)
    if (far !== null) fits.push({ at, far: Math.round(far * DISTANCE_PRECISION) / DISTANCE_PRECISION })
  }
  fits.sort((a, b) => a.far - b.far || a.at - b.at)
  return { fits: toFittingSamples(fits), free: toFittingSamples(fits.filter(({ at }) => isFree[at])) }
}

interface Fit {
  at: number
  far: number
}
const toFittingSamples = (fits: readonly Fit[]): FittingSamples => ({
  at: Int32Array.from(fits, ({ at }) => at),
  far: Float64Array.from(fits, ({ far }) => far),
})
