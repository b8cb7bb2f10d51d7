import { address } from '#domain/address.ts'

/** Where the pieces of a loan are weighed, labelled, signed for and dispatched. */
export const packingAddress = (number: string) => address('/loans/$id/packing', { id: number })
