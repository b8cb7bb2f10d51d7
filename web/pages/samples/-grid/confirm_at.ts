import { address } from '#domain/address.ts'

/** Where what is saved in the grids of a term is confirmed. */
export const confirmAt = (term_id: string) => address('/samples/assigned', {}, { term_id })
