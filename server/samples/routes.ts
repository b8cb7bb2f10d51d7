import type { samples } from '#domain/samples/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import * as service from './service.ts'

export const sampleRoutes: Handlers<typeof samples> = {
  ryugu: service.ryuguSamples,
  bennu: service.bennuSamples,
  everySample: service.allSamples,
  all: service.allSamples,
}
