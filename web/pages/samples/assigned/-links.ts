import { address } from '#domain/address.ts'
import type { AssignedRow } from '#domain/allocation/contract.ts'
import { typesOf } from '#domain/allocation/grid.ts'
import { KINDS, PARTICLE } from '../-grid/kinds.ts'

/** A proposal's own screen. */
export const proposalAt = (id: number) => address('/proposals/detail/$id', { id })

/** The grid of a row's term, at its sample. */
export const gridAt = ({ id, type, term }: AssignedRow) =>
  address(
    (KINDS.find(({ grid }) => typesOf[grid].includes(type)) ?? PARTICLE).path,
    {},
    {
      term_id: term.id,
      sample: id,
    },
  )
