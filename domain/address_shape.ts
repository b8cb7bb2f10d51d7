import { z } from 'zod'
import { isOurs } from './address.ts'

/** The address of a screen as it travels. */
export const AddressShape = z.string().refine(isOurs).brand<'Address'>()
