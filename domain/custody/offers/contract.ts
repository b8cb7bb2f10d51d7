import { z } from 'zod'
import { custodians } from '../../access.ts'
import { Outcome, post } from '../../endpoint.ts'
import { multiLine } from '../../input_schemas.ts'
import { REQUIRED, tooLong } from '../../text.ts'
import { PieceAddress } from '../address.ts'

const REASON_LENGTH = 1000
const byAddress = z.object({ address: PieceAddress })

export const offers = {
  /** Offers a returned piece again: its sample can be asked for, with what is left of it. */
  offer: post('/api/offers/:address', custodians, {
    summary: 'Offers a returned piece again: its sample can be requested with what is left of it.',
    params: byAddress,
    reply: Outcome,
  }),
  takeOff: post('/api/offers/:address/take_off', custodians, {
    summary: 'Takes a piece off the offer, with a reason.',
    params: byAddress,
    body: z.object({
      reason: multiLine({ max: REASON_LENGTH, required: REQUIRED, long: tooLong(REASON_LENGTH, '.') }),
    }),
    reply: Outcome,
  }),
}
