import type { information } from '#domain/information/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import * as service from './service.ts'

export const informationRoutes: Handlers<typeof information> = {
  mine: service.myInformation,
  show: (ctx, { params }) => service.showInformation(ctx, params.id),
}
