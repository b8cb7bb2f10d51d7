import type { samples } from '#domain/samples/contract.ts'
import type { ReadFile } from '#domain/upload.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { importSamples } from './import.ts'
import * as service from './service.ts'

export const sampleRoutes: Handlers<typeof samples> = {
  ryugu: service.ryuguSamples,
  bennu: service.bennuSamples,
  everySample: service.allSamples,
  all: service.allSamples,
  importCsv: (ctx, { body: { file, ...asked } }) =>
    importSamples(ctx, { ...asked, bytes: (file as ReadFile).bytes }),
}
