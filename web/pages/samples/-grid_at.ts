import { address } from '#domain/address.ts'
import { typesOf } from '#domain/allocation/grid.ts'
import type { SampleType } from '#domain/masters/values.ts'
import { KINDS, PARTICLE } from './-grid/kinds.ts'

/** The grid of a term in which a sample is assigned, at that sample. */
export const gridAt = ({ id, type }: { id: number; type: SampleType }, term_id: number | string) =>
  address(
    (KINDS.find(({ grid }) => typesOf[grid].includes(type)) ?? PARTICLE).path,
    {},
    { term_id, sample: id },
  )
