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
import type { AssignmentGrid } from '#domain/scenarios/input.ts'
import type { PlainPath } from '#domain/screens.ts'
import type { Crumb } from '#web/ui/layout/page.tsx'

/** A grid screen: which grid, and its orientation. */
export interface GridKind {
  grid: Exclude<Grid, 0>
  path: PlainPath
  /** Rows are samples and columns proposals. */
  transposed?: boolean
}

export const PARTICLE_KIND: GridKind = { grid: PARTICLE_GRID, path: '/samples/assign/particle' }
export const GAS_KIND: GridKind = { grid: GAS_GRID, path: '/samples/assign/gas' }
export const CONTACT_PAD_KIND: GridKind = { grid: CONTACT_PAD_GRID, path: '/samples/assign/contact_pad' }
export const PROCESSED_KIND: GridKind = { grid: PROCESSED_GRID, path: '/samples/assign/processed' }
export const TRANSPOSED_KIND: GridKind = { grid: PARTICLE_GRID, path: '/samples/assign', transposed: true }

export const gridKindLabel = ({ grid, transposed }: GridKind) =>
  transposed ? `${gridLabels[grid]}, samples as rows` : gridLabels[grid]

/** The label in the switch between grids: 'Gas', 'Samples as rows'. */
export const shortGridKindLabel = ({ grid, transposed }: GridKind) =>
  transposed ? 'Samples as rows' : gridLabels[grid]

/** All grid screens in their order. */
export const GRID_KINDS: readonly GridKind[] = [
  PARTICLE_KIND,
  GAS_KIND,
  CONTACT_PAD_KIND,
  PROCESSED_KIND,
  TRANSPOSED_KIND,
]

export const BREADCRUMBS: readonly Crumb[] = [['Sample List', address('/samples')], ['Assign Samples']]

/** The list where the saved assignments of a term are confirmed. */
export const confirmAddress = (term_id: string) => address('/samples/assigned', {}, { term_id })

/** The grid of a term that a sample belongs to, opened at that sample. */
export const gridAddress = ({ id, type }: { id: number; type: SampleType }, term_id: number | string) =>
  address(
    (GRID_KINDS.find(({ grid }) => typesOf[grid].includes(type)) ?? PARTICLE_KIND).path,
    {},
    { term_id, sample: id },
  )

interface ScenarioRef {
  id: number
  term_id: number | string
}

const gridPath = (grid: AssignmentGrid) => GRID_KINDS.find((kind) => kind.grid === grid)!.path

/** A grid with the assignments of a scenario put into it as unsaved changes. */
export const putScenarioAddress = ({ id, term_id }: ScenarioRef, grid: AssignmentGrid) =>
  address(gridPath(grid), {}, { term_id, scenario: id })
/** A grid showing a scenario to edit it. */
export const editScenarioAddress = ({ id, term_id }: ScenarioRef, grid: AssignmentGrid = PARTICLE_GRID) =>
  address(gridPath(grid), {}, { term_id, scenario: id, edit: 1 })
/** A grid showing a new scenario. */
export const newScenarioAddress = ({ grid, term_id }: { grid: AssignmentGrid; term_id: number | string }) =>
  address(gridPath(grid), {}, { term_id, scenario: 'new' })
/** The list of scenarios of a term. */
export const scenarioListAddress = ({ term_id }: { term_id: number | string }) =>
  address('/samples/scenarios', {}, { term_id })

/** The grids in which samples are assigned, each once. */
export const ASSIGNMENT_GRIDS: readonly AssignmentGrid[] = GRID_KINDS.filter(
  ({ transposed }) => !transposed,
).map(({ grid }) => grid)
