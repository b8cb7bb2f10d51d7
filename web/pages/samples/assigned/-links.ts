import { address } from '#domain/address.ts'
import type { AssignedRow } from '#domain/allocation/contract.ts'
import { gridAt as gridOf } from '../-grid_at.ts'

/** A proposal's own screen. */
export const proposalAt = (id: number) => address('/proposals/detail/$id', { id })

/** The grid of a row's term, at its sample. */
export const gridAt = (row: AssignedRow) => gridOf(row, row.term.id)
