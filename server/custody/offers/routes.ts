import type { offers } from '#domain/custody/offers/contract.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { offerPiece, takeOffOffer } from './service.ts'

export const offerRoutes: Handlers<typeof offers> = {
  offer: (ctx, { params }) => offerPiece(ctx, params.address),
  takeOff: (ctx, { params, body }) => takeOffOffer(ctx, params.address, body.reason),
}
