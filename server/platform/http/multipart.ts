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
import { isFieldName, nestFields } from './query.ts'

/** One byte more than is accepted, so that a file that is too large is recognized. */
const MAX_FILE_BYTES = 50_000_001
const MAX_PARTS = 5000
const MAX_FIELD_NAME_BYTES = 100
const MAX_PART_HEADER_BYTES = 8192
/** A whole body including the headers of its parts. */
export const MAX_FORM_BYTES = 60_000_000

/** A form that was sent; `drop` removes its file. */
export interface Form {
  body: Record<string, unknown>
  drop(): Promise<void>
}

const brokenForm = () => new Fault('invalid', 'The form did not arrive whole. Please send it again.')

const wrongFieldName = () =>
  new Fault('invalid', 'The form has a field that is nested too deeply or numbered too high.')

const FORM = 'multipart/form-data'
export const isForm = ({ method, headers }: FastifyRequest) =>
  method !== 'GET' && headers['content-type']?.toLowerCase().startsWith(FORM)

/** Leaves multipart bodies unread for `readMultipart`. */
export const acceptForms = (app: FastifyInstance) =>
  app.addContentTypeParser(FORM, (_request, _body, done) => done(null))

const fieldsOf = ({ body }: Endpoint) => (body instanceof z.ZodObject ? Object.keys(body.shape) : [])

/**
 * Reads the fields as a tree and writes the file to `path`; fields that the endpoint does not have are ignored. Throws
 * 'too_large' when the fields, names included, exceed `maxBytes`, and 'invalid' for a second or unexpected file or a
 * malformed form.
 */
export async function readMultipart(
  endpoint: Endpoint,
  request: FastifyRequest,
  maxBytes: number,
  path: string,
): Promise<Form> {
  if (endpoint.takes !== 'multipart') throw new Fault('unsupported')
  // Most forms have no file, and checking is cheaper than removing.
  const drop = async () => {
    if (existsSync(path)) await rm(path, { force: true })
  }
  try {
    return { body: await readForm(request, fieldsOf(endpoint), maxBytes, path), drop }
  } catch (error) {
    await drop()
    throw error instanceof Fault ? error : brokenForm()
  }
}

async function readForm(request: FastifyRequest, known: string[], maxBytes: number, path: string) {
  const fields: [string, string][] = []
  const files: Record<string, SentFile> = {}
  let length = 0
  let upload: { file: BusboyFileStream; whole: Promise<void> } | undefined
  const form = openForm(request, maxBytes)
  const end = (error: Error) => form.destroy(error)
  form.on('field', (name: string | undefined, value, nameCut, valueCut) => {
    if (name === undefined) return void end(brokenForm())
    length += Buffer.byteLength(name) + Buffer.byteLength(value)
    if (nameCut || valueCut || length > maxBytes) end(new Fault('too_large'))
    else if (!known.includes(rootOf(name))) return
    else if (isFieldName(name)) fields.push([name, value])
    else end(wrongFieldName())
  })
  form.on('file', (name: string | undefined, file, called) => {
    file.on('error', () => undefined)
    if (name === undefined) return void end(brokenForm())
    if (!known.includes(name)) return void end(invalid({ [name]: 'No file can be sent here.' }))
    if (upload) return void end(invalid({ [name]: 'Only one file can be uploaded.' }))
    const whole = writeToDisk(file, path).then((size) => {
      // Browsers escape a quotation mark this way (WHATWG, multipart/form-data).
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

function openForm({ headers }: FastifyRequest, maxBytes: number) {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: {
        fieldNameSize: MAX_FIELD_NAME_BYTES,
        fieldSize: maxBytes,
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

/** `samples` for `samples[0][size]`. */
const rootOf = (name: string) => name.split('[', 1)[0]!

/** Streams a file to the disk and returns its size in bytes. */
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

/** Throws 'too_large' for a body over the limit, and 'invalid' when the client disconnects. */
async function* bodyOf({ raw, headers }: FastifyRequest): AsyncGenerator<Buffer> {
  if (Number(headers['content-length'] ?? 0) > MAX_FORM_BYTES) throw new Fault('too_large')
  let length = 0
  try {
    // The connection stays open when reading stops early, because the answer is sent on it.
    for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
      length += chunk.length
      if (length > MAX_FORM_BYTES) throw new Fault('too_large')
      yield chunk
    }
  } catch (error) {
    throw error instanceof Fault ? error : new Fault('invalid', 'The form was cut off.')
  }
}
