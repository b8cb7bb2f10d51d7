import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Fault, invalid } from '#domain/errors.ts'
import type { AnyEndpoint } from '#domain/wire.ts'
import type { Upload } from './handlers.ts'
import { nest } from './query.ts'

/** What the body of a call has a field for. */
const fieldsOf = ({ body }: AnyEndpoint) => (body instanceof z.ZodObject ? Object.keys(body.shape) : [])

/**
 * The fields of a multipart call as a tree, and its file under the field's own name. Throws 'too_large' where the fields
 * together are longer than `most`, and 'invalid' for a second file, or one that the call has no field for.
 */
export async function readMultipart(endpoint: AnyEndpoint, request: FastifyRequest, most: number) {
  if (endpoint.takes !== 'multipart') throw new Fault('unsupported')
  const fields: [string, string][] = []
  const uploads: Record<string, Upload> = {}
  let length = 0
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      const value = String(part.value)
      length += part.fieldname.length + Buffer.byteLength(value)
      if (length > most) throw new Fault('too_large')
      fields.push([part.fieldname, value])
    } else if (!fieldsOf(endpoint).includes(part.fieldname)) {
      throw invalid({ [part.fieldname]: 'No file can be sent here.' })
    } else if (Object.keys(uploads).length > 0) {
      throw invalid({ [part.fieldname]: 'Only one file can be uploaded.' })
    } else {
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
