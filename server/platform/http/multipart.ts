import type { FastifyRequest } from 'fastify'
import { Fault } from '#domain/errors.ts'
import type { AnyEndpoint } from '#domain/wire.ts'
import type { Upload } from './handlers.ts'
import { nest } from './query.ts'

/** The fields of a multipart call as a tree, and its file under the field's own name. */
export async function readMultipart(endpoint: AnyEndpoint, request: FastifyRequest) {
  if (endpoint.takes !== 'multipart') throw new Fault('unsupported')
  const fields: [string, string][] = []
  const uploads: Record<string, Upload> = {}
  for await (const part of request.parts()) {
    if (part.type === 'field') fields.push([part.fieldname, String(part.value)])
    else {
      const chunks: Buffer[] = []
      for await (const chunk of part.file) chunks.push(chunk as Buffer)
      uploads[part.fieldname] = {
        name: part.filename ?? '',
        bytes: Buffer.concat(chunks),
        truncated: part.file.truncated,
      }
    }
  }
  return { ...nest(fields), ...uploads }
}
