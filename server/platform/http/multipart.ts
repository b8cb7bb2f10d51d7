import { open, rm } from 'node:fs/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Fault, invalid } from '#domain/errors.ts'
import { SentFile } from '#domain/upload.ts'
import type { AnyEndpoint } from '#domain/wire.ts'
import { notStored } from '../files.ts'
import { boundaryIn, type Part, partsOf } from './form_parts.ts'
import { nest } from './query.ts'

/** One more byte than is accepted of a file: what is longer is known to be, and not kept. */
const MOST_OF_FILE = 50_000_001
const MOST_PARTS = 5000
/** A whole body, the heads of its parts included; in bytes. */
export const MOST_OF_FORM = 60_000_000

/** A form that was sent, and how to let go of the files that came with it. */
export interface Form {
  body: Record<string, unknown>
  drop(): Promise<void>
}

const FORM = 'multipart/form-data'
export const isForm = ({ method, headers }: FastifyRequest) =>
  method !== 'GET' && headers['content-type']?.toLowerCase().startsWith(FORM)

/** Lets forms pass to the call they are sent to, unread. */
export const takeForms = (app: FastifyInstance) =>
  app.addContentTypeParser(FORM, (_request, _body, done) => done(null))

/** What the body of a call has a field for. */
const fieldsOf = ({ body }: AnyEndpoint) => (body instanceof z.ZodObject ? Object.keys(body.shape) : [])

/**
 * The fields of a multipart call as a tree, and its file under the field's own name, on the disk at `path`. What the
 * call has no field for is passed over. Throws 'too_large' where the fields together, names included, are longer than
 * `most`, and 'invalid' for a second file, one that the call has no field for, or a form that is broken.
 */
export async function readMultipart(
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  most: number,
  path: string,
): Promise<Form> {
  if (endpoint.takes !== 'multipart') throw new Fault('unsupported')
  const drop = () => rm(path, { force: true })
  try {
    const parts = partsOf(bodyOf(request), boundaryIn(request.headers['content-type'] ?? ''))
    return { body: await readParts(parts, fieldsOf(endpoint), most, path), drop }
  } catch (error) {
    await drop()
    throw error
  }
}

async function readParts(parts: AsyncIterable<Part>, known: string[], most: number, path: string) {
  const fields: [string, string][] = []
  const files: Record<string, SentFile> = {}
  let length = 0
  let count = 0
  const spend = (bytes: number) => {
    length += bytes
    if (length > most) throw new Fault('too_large')
  }
  for await (const { name, file, content } of parts) {
    if (++count > MOST_PARTS) throw new Fault('too_large')
    spend(Buffer.byteLength(name))
    if (file === undefined) {
      const value = await textOf(content, known.includes(rootOf(name)), spend)
      if (value !== null) fields.push([name, value])
    } else if (!known.includes(name)) {
      throw invalid({ [name]: 'No file can be sent here.' })
    } else if (Object.keys(files).length > 0) {
      throw invalid({ [name]: 'Only one file can be uploaded.' })
    } else {
      files[name] = new SentFile(file, path, await keep(content, path))
    }
  }
  return { ...nest(fields), ...files }
}

/** What `samples[0][size]` belongs to. */
const rootOf = (name: string) => name.split('[', 1)[0]!

/** The text of a field; of one that is not wanted nothing is kept. */
async function textOf(content: AsyncIterable<Buffer>, wanted: boolean, spend: (bytes: number) => void) {
  const chunks: Buffer[] = []
  for await (const chunk of content) {
    spend(chunk.length)
    if (wanted) chunks.push(Buffer.from(chunk))
  }
  return wanted ? Buffer.concat(chunks).toString() : null
}

/** Writes a file to the disk as it comes; answers how long it is, in bytes. Of one that is too long the rest is not kept. */
async function keep(content: AsyncIterable<Buffer>, path: string): Promise<number> {
  const file = await open(path, 'w', 0o600).catch(notStored)
  let size = 0
  try {
    for await (const chunk of content) {
      size += chunk.length
      if (size <= MOST_OF_FILE) await file.appendFile(chunk).catch(notStored)
    }
  } finally {
    await file.close().catch(notStored)
  }
  return size
}

/** The body as it comes. Throws 'too_large' for one that is no form of ours, 'invalid' when the sender goes away. */
async function* bodyOf({ raw, headers }: FastifyRequest): AsyncGenerator<Buffer> {
  if (Number(headers['content-length'] ?? 0) > MOST_OF_FORM) throw new Fault('too_large')
  let length = 0
  try {
    // The connection outlives what is not read of it: the answer goes the same way.
    for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
      length += chunk.length
      if (length > MOST_OF_FORM) throw new Fault('too_large')
      yield chunk
    }
  } catch (error) {
    throw error instanceof Fault ? error : new Fault('invalid', 'The form was cut off.')
  }
}
