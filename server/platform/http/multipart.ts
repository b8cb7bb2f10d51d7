import { existsSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '#domain/endpoint.ts'
import { Fault, invalid } from '#domain/errors.ts'
import { SentFile } from '#domain/upload.ts'
import { throwNotStored } from '../files.ts'
import { nestFields } from './query.ts'

/** One more byte than is accepted of a file: what is longer is known to be, and not kept. */
const MAX_FILE_BYTES = 50_000_001
const MAX_PARTS = 5000
/** The name of a field, and the head of a part; in bytes. */
const MAX_FIELD_NAME_BYTES = 200
const MAX_PART_HEADER_BYTES = 8192
/** A whole body, the heads of its parts included; in bytes. */
export const MAX_FORM_BYTES = 60_000_000

/** A form that was sent, and how to let go of the files that came with it. */
export interface Form {
  body: Record<string, unknown>
  drop(): Promise<void>
}

const brokenForm = () => new Fault('invalid', 'The form did not arrive whole. Please send it again.')

const FORM = 'multipart/form-data'
export const isForm = ({ method, headers }: FastifyRequest) =>
  method !== 'GET' && headers['content-type']?.toLowerCase().startsWith(FORM)

/** Lets forms pass to the call they are sent to, unread. */
export const acceptForms = (app: FastifyInstance) =>
  app.addContentTypeParser(FORM, (_request, _body, done) => done(null))

/** What the body of a call has a field for. */
const fieldsOf = ({ body }: Endpoint) => (body instanceof z.ZodObject ? Object.keys(body.shape) : [])

/**
 * The fields of a multipart call as a tree, and its file under the field's own name, on the disk at `path`. What the
 * call has no field for is passed over. Throws 'too_large' where the fields together, names included, are longer than
 * `most`, and 'invalid' for a second file, one that the call has no field for, or a form that is broken.
 */
export async function readMultipart(
  endpoint: Endpoint,
  request: FastifyRequest,
  most: number,
  path: string,
): Promise<Form> {
  if (endpoint.takes !== 'multipart') throw new Fault('unsupported')
  // Most forms come without a file: to look is less than to ask the disk to take one away.
  const drop = async () => {
    if (existsSync(path)) await rm(path, { force: true })
  }
  try {
    return { body: await readForm(request, fieldsOf(endpoint), most, path), drop }
  } catch (error) {
    await drop()
    throw error instanceof Fault ? error : brokenForm()
  }
}

/** Reads a form as it comes, field by field; a file goes to the disk. */
async function readForm(request: FastifyRequest, known: string[], most: number, path: string) {
  const fields: [string, string][] = []
  const files: Record<string, SentFile> = {}
  let length = 0
  let upload: { file: BusboyFileStream; whole: Promise<void> } | undefined
  const form = openForm(request, most)
  const end = (error: Error) => form.destroy(error)
  form.on('field', (name: string | undefined, value, nameCut, valueCut) => {
    if (name === undefined) return void end(brokenForm())
    length += Buffer.byteLength(name) + Buffer.byteLength(value)
    if (nameCut || valueCut || length > most) end(new Fault('too_large'))
    else if (known.includes(rootOf(name))) fields.push([name, value])
  })
  form.on('file', (name: string | undefined, file, called) => {
    file.on('error', () => undefined)
    if (name === undefined) return void end(brokenForm())
    if (!known.includes(name)) return void end(invalid({ [name]: 'No file can be sent here.' }))
    if (upload) return void end(invalid({ [name]: 'Only one file can be uploaded.' }))
    const whole = writeToDisk(file, path).then((size) => {
      // Browsers write a quotation mark so (WHATWG, multipart/form-data).
      files[name] = new SentFile((called ?? '').replaceAll('%22', '"'), path, size)
    })
    whole.catch(end)
    upload = { file, whole }
  })
  for (const limit of ['partsLimit', 'fieldsLimit'] as const)
    form.on(limit, () => end(new Fault('too_large')))
  try {
    await pipeline(bodyOf(request), form)
    await upload?.whole
  } catch (error) {
    upload?.file.destroy(error as Error)
    await upload?.whole.catch(() => undefined)
    throw error
  }
  return { ...nestFields(fields), ...files }
}

function openForm({ headers }: FastifyRequest, most: number) {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: {
        fieldNameSize: MAX_FIELD_NAME_BYTES,
        fieldSize: most,
        fields: MAX_PARTS,
        parts: MAX_PARTS,
        fileSize: MAX_FILE_BYTES,
        headerSize: MAX_PART_HEADER_BYTES,
      },
    })
  } catch {
    throw brokenForm()
  }
}

/** What `samples[0][size]` belongs to. */
const rootOf = (name: string) => name.split('[', 1)[0]!

/** Writes a file to the disk as it comes; answers how many bytes were kept. */
async function writeToDisk(content: AsyncIterable<Buffer>, path: string): Promise<number> {
  const file = await open(path, 'w', 0o600).catch(throwNotStored)
  let size = 0
  try {
    for await (const chunk of content) {
      size += chunk.length
      await file.appendFile(chunk).catch(throwNotStored)
    }
  } finally {
    await file.close().catch(throwNotStored)
  }
  return size
}

/** The body as it comes. Throws 'too_large' for one that is no form of ours, 'invalid' when the sender goes away. */
async function* bodyOf({ raw, headers }: FastifyRequest): AsyncGenerator<Buffer> {
  if (Number(headers['content-length'] ?? 0) > MAX_FORM_BYTES) throw new Fault('too_large')
  let length = 0
  try {
    // The connection outlives what is not read of it: the answer goes the same way.
    for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
      length += chunk.length
      if (length > MAX_FORM_BYTES) throw new Fault('too_large')
      yield chunk
    }
  } catch (error) {
    throw error instanceof Fault ? error : new Fault('invalid', 'The form was cut off.')
  }
}
