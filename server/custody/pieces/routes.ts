import type { pieces } from '#domain/custody/pieces/contract.ts'
import { exportAddress } from '../../platform/csv.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { pieceEventExport, pieceExport } from './exports.ts'
import { downloadLabels } from './labels.ts'
import * as service from './service.ts'
import { confirmWriteOffHere, proposeWriteOffHere, withdrawWriteOffHere } from './write_offs.ts'

export const pieceRoutes: Handlers<typeof pieces> = {
  list: (ctx, { query }) => service.listPieces(ctx, query),
  download: (ctx, { query }) => exportAddress(ctx, pieceExport, query),
  labels: (ctx, { query }) => downloadLabels(ctx, query.addresses),
  ofSample: (ctx, { params }) => service.pieceOfSample(ctx, params.id),
  get: (ctx, { params }) => service.showPiece(ctx, params.address),
  async eventsDownload(ctx, { params }) {
    await service.showPiece(ctx, params.address)
    return exportAddress(ctx, pieceEventExport, params)
  },
  split: (ctx, { params, body }) => service.splitHere(ctx, params.address, body),
  weigh: (ctx, { params, body }) => service.weighHere(ctx, params.address, body),
  loss: (ctx, { params, body }) => service.loseHere(ctx, params.address, body),
  proposeWriteOff: (ctx, { params, body }) => proposeWriteOffHere(ctx, params.address, body),
  confirmWriteOff: (ctx, { params, body }) => confirmWriteOffHere(ctx, params.address, body),
  withdrawWriteOff: (ctx, { params, body }) => withdrawWriteOffHere(ctx, params.address, body),
  counter: (ctx, { params, body }) => service.takeBack(ctx, params.address, body),
  place: (ctx, { params, body }) => service.movePlace(ctx, params.address, body),
}
