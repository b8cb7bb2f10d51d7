import { readFile } from 'node:fs/promises'
import type { samples } from '#domain/samples/contract.ts'
import type { SentFile } from '#domain/upload.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { importSamples } from './import.ts'
import * as service from './service.ts'

export const sampleRoutes: Handlers<typeof samples> = {
  ryugu: service.ryuguSamples,
  bennu: service.bennuSamples,
  everySample: service.allSamples,
  all: service.allSamples,
  importCsv: async (ctx, { body: { file, ...asked } }) =>
    importSamples(ctx, { ...asked, bytes: await readFile((file as SentFile).path) }),
}
