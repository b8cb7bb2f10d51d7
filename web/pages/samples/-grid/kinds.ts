import { address } from '#domain/address.ts'
import {
  CONTACT_PAD_GRID,
  GAS_GRID,
  type Grid,
  gridLabels,
  PARTICLE_GRID,
  PROCESSED_GRID,
} from '#domain/allocation/grid.ts'
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
