import { address } from '#domain/address.ts'
import {
  CONTACT_PAD_GRID,
  GAS_GRID,
  type Grid,
  gridLabels,
  PARTICLE_GRID,
  PROCESSED_GRID,
  typesOf,
} from '#domain/allocation/grid.ts'
import type { SampleType } from '#domain/masters/values.ts'
import type { OwnGrid } from '#domain/scenarios/input.ts'
import type { PlainPath } from '#domain/screens.ts'
import type { Crumb } from '#web/ui/layout/page.tsx'

/** A grid screen of its own: which grid, and which way round. */
export interface Kind {
  grid: Exclude<Grid, 0>
  path: PlainPath
  /** Rows are samples and columns proposals. */
  transposed?: boolean
}

export const PARTICLE: Kind = { grid: PARTICLE_GRID, path: '/samples/assign/particle' }
export const GAS: Kind = { grid: GAS_GRID, path: '/samples/assign/gas' }
export const CONTACT_PAD: Kind = { grid: CONTACT_PAD_GRID, path: '/samples/assign/contact_pad' }
export const PROCESSED: Kind = { grid: PROCESSED_GRID, path: '/samples/assign/processed' }
export const TRANSPOSED: Kind = { grid: PARTICLE_GRID, path: '/samples/assign', transposed: true }

export const labelOfKind = ({ grid, transposed }: Kind) =>
  transposed ? `${gridLabels[grid]}, samples as rows` : gridLabels[grid]

/** As the switch between the grids says it: 'Gas', 'Samples as rows'. */
export const shortLabelOf = ({ grid, transposed }: Kind) =>
  transposed ? 'Samples as rows' : gridLabels[grid]

/** The sibling screens, in their order. */
export const KINDS: readonly Kind[] = [PARTICLE, GAS, CONTACT_PAD, PROCESSED, TRANSPOSED]

export const BREADCRUMBS: readonly Crumb[] = [['Sample List', address('/samples')], ['Assign Samples']]

/** Where what is saved in the grids of a term is confirmed. */
export const confirmAt = (term_id: string) => address('/samples/assigned', {}, { term_id })

/** The grid of a term in which a sample is assigned, at that sample. */
export const gridAt = ({ id, type }: { id: number; type: SampleType }, term_id: number | string) =>
  address(
    (KINDS.find(({ grid }) => typesOf[grid].includes(type)) ?? PARTICLE).path,
    {},
    { term_id, sample: id },
  )

interface Of {
  id: number
  grid: OwnGrid
  term_id: number | string
}

const gridOf = (grid: OwnGrid) => KINDS.find((kind) => kind.grid === grid)!.path

/** The grid with a scenario's ticks put into it, not saved yet. */
export const putAddress = ({ id, grid, term_id }: Of) => address(gridOf(grid), {}, { term_id, scenario: id })
/** The grid as the scenario alone, whose ticks are changed there. */
export const editAddress = ({ id, grid, term_id }: Of) =>
  address(gridOf(grid), {}, { term_id, scenario: id, edit: 1 })
/** The grid as a scenario that is not kept yet. */
export const makeAddress = ({ grid, term_id }: Omit<Of, 'id'>) =>
  address(gridOf(grid), {}, { term_id, scenario: 'new' })
/** The list of scenarios of a grid. */
export const listAddress = ({ grid, term_id }: Omit<Of, 'id'>) =>
  address('/samples/scenarios', {}, { term_id, grid })
