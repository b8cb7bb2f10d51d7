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

/** A grid as it stands: `ticks` replaces what is saved and not confirmed in it. */
export interface GridSnapshot {
  grid: Grid
  proposals: readonly Row[]
  samples: readonly Column[]
  ticks?: readonly (Pair & { priority?: number | null | undefined })[] | undefined
}

/** Who has a sample: a proposal of this term, or of another. */
export interface Holder {
  proposal_id: number
  term_id: number | null
  status: AssignmentStatus
}

/** Samples that fit a request by their place in `samples`, the nearest first; equal ones by id. Requests alike share one. */
export interface FittingSamples {
  at: Int32Array
  far: Float64Array
}

/** A request that is not answered by as many samples as it asks for. */
export interface OpenRequest {
  row: Row
  /** The place of its proposal in the grid's order. */
  position: number
  request: Request
  missing: number
  /** Every sample of the grid that fits, and those of them that nobody has. */
  fits: FittingSamples
  free: FittingSamples
}

/** What is still to be decided in a grid; `open` in the order of rows and priorities, `samples` by id. */
export interface AllocationProblem {
  grid: Grid
  samples: readonly Column[]
  holders: ReadonlyMap<number, readonly Holder[]>
  open: readonly OpenRequest[]
  /** How many samples nobody has. */
  free: number
}

/** The grid's order of rows: best global score first, then rank, then id; empty ones last. */
const byRow = (a: Row, b: Row) =>
  (b.global_score ?? -1) - (a.global_score ?? -1) ||
  (a.rank ?? Number.POSITIVE_INFINITY) - (b.rank ?? Number.POSITIVE_INFINITY) ||
  a.id - b.id

/** What is still to be decided, whatever the order in which the scene tells of it. */
export function problemOf(scene: GridSnapshot): AllocationProblem {
  const { grid } = scene
  const samples = scene.samples.toSorted((a, b) => a.id - b.id)
  const given = givenIn(scene, samples)
  const holders = holdersOf(samples, given)
  const isFree = samples.map(
    ({ id, sample_type, flg }) => !holders.has(id) && (sample_type !== PROCESSED || flg === 1),
  )
  const fitsOf = cachedFits(samples, isFree)
  const open = scene.proposals.toSorted(byRow).flatMap((row, position) => {
    if (row.conflict) return []
    const left = new Map(row.requested_samples.map((request) => [request, requestedCount(request)]))
    for (const request of matchSamples(row.requested_samples, given.get(row.id) ?? []).values())
      left.set(request, left.get(request)! - 1)
    return row.requested_samples
      .filter((request) => request.target && left.get(request)! > 0)
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
  return { grid, samples, holders, open, free: isFree.filter(Boolean).length }
}

/** What each proposal is given in every grid, with the ticks in the place of what is saved in this one. */
function givenIn({ grid, proposals, ticks }: GridSnapshot, samples: readonly Column[]): Map<number, Given[]> {
  const here = typesOf[grid]
  const known = new Map(samples.map((sample) => [sample.id, sample]))
  const given = new Map<number, Given[]>()
  for (const { id, assigned_samples } of proposals)
    given.set(
      id,
      assigned_samples.filter((a) => !ticks || a.status === CONFIRMED || !here.includes(a.sample_type)),
    )
  const saved = new Map(
    proposals.flatMap(({ id, assigned_samples }) => assigned_samples.map((a) => [`${id} ${a.sample_id}`, a])),
  )
  for (const { sample_id, proposal_id, priority } of ticks ?? []) {
    const sample = known.get(sample_id)
    const all = given.get(proposal_id)
    // What has left the grid since it was read holds nothing.
    if (!sample || !all || all.some((a) => a.sample_id === sample_id)) continue
    const stood = saved.get(`${proposal_id} ${sample_id}`)
    all.push({
      ...sample,
      sample_id,
      status: UNCONFIRMED,
      priority: (priority === undefined ? stood?.priority : priority) ?? null,
    })
  }
  return given
}

/** Who has each sample: ticked or confirmed in this term, and what stands in the way in others. */
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

/** Distances are equal to so many parts of one: figures of a catalogue have far fewer digits. */
const PARTS = 1e9

type Fitting = Pick<OpenRequest, 'fits' | 'free'>

/** What fits a request, and what of it is free; requests that wish the same are answered once. */
function cachedFits(samples: readonly Column[], isFree: readonly boolean[]) {
  const known = new Map<string, Fitting>()
  return (request: Request): Fitting => {
    const { sample_id, db_type, sample_type, chamber, dish, weight, size } = request
    const wish = [db_type, sample_type, chamber, dish, weight, size]
    const key = sample_id === null ? wish.join() : String(sample_id)
    const found = known.get(key) ?? fitting(request, samples, isFree)
    known.set(key, found)
    return found
  }
}

function fitting(request: Request, samples: readonly Column[], isFree: readonly boolean[]): Fitting {
  const found: Fit[] = []
  for (const [at, sample] of samples.entries()) {
    const far = sample.id === request.sample_id ? 0 : distanceToRequest(sample, request)
    if (far !== null) found.push({ at, far: Math.round(far * PARTS) / PARTS })
  }
  found.sort((a, b) => a.far - b.far || a.at - b.at)
  return { fits: toFittingSamples(found), free: toFittingSamples(found.filter(({ at }) => isFree[at])) }
}

interface Fit {
  at: number
  far: number
}
const toFittingSamples = (found: readonly Fit[]): FittingSamples => ({
  at: Int32Array.from(found, ({ at }) => at),
  far: Float64Array.from(found, ({ far }) => far),
})
