import { address } from '#domain/address.ts'
import type { OwnGrid } from '#domain/scenarios/input.ts'
import { KINDS } from '../-grid/kinds.ts'

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
