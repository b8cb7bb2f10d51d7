import { z } from 'zod'
import { isScreenAddress } from './address.ts'

/** The address of a screen as it travels. */
export const AddressSchema = z.string().refine(isScreenAddress).brand<'Address'>()
