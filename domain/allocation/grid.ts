import {
  AGGREGATE,
  type Asteroid,
  BENNU,
  CONTACT_PAD,
  GAS,
  PARTICLE,
  PROCESSED,
  type SampleType,
} from '../masters/values.ts'

/** The grid codes, as used in URLs. */
export const GRIDS = [0, 1, 2, 3, 4] as const
export type Grid = (typeof GRIDS)[number]
export const EVERY_TYPE = 0
export const PARTICLE_GRID = 1
export const GAS_GRID = 2
export const PROCESSED_GRID = 3
export const CONTACT_PAD_GRID = 4

/** Maximum assignments in one save: four for each of 5,000 samples. */
export const MAX_ITEMS = 20_000

export const gridLabels: Record<Grid, string> = {
  [EVERY_TYPE]: 'All',
  [PARTICLE_GRID]: 'Particle and Aggregate',
  [GAS_GRID]: 'Gas',
  [PROCESSED_GRID]: 'Previously allocated',
  [CONTACT_PAD_GRID]: 'Contact pad particle',
}

export const typesOf: Record<Grid, readonly SampleType[]> = {
  [EVERY_TYPE]: [PARTICLE, AGGREGATE, GAS, PROCESSED, CONTACT_PAD],
  [PARTICLE_GRID]: [PARTICLE, AGGREGATE],
  [GAS_GRID]: [GAS],
  [PROCESSED_GRID]: [PROCESSED],
  [CONTACT_PAD_GRID]: [CONTACT_PAD],
}

interface Request {
  db_type: Asteroid
  sample_type: SampleType
}

/** Whether a request belongs to a grid. Contact pad samples are allocated against requests for Bennu particles. */
export const isTarget = (grid: Grid, { db_type, sample_type }: Request) =>
  grid === CONTACT_PAD_GRID
    ? db_type === BENNU && typesOf[PARTICLE_GRID].includes(sample_type)
    : typesOf[grid].includes(sample_type)

/**
 * Whether a sample of the grid can answer a request, and the grid therefore counts it. A target that is not: a Bennu particle
 * requested by name, in the contact pad grid.
 */
export const isAnswerable = (grid: Grid, request: Request & { sample_id: number | null }) =>
  isTarget(grid, request) && (request.sample_id === null || typesOf[grid].includes(request.sample_type))
