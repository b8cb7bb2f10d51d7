import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import type { FastifyRequest } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { post } from '#domain/endpoint.ts'
import { SentFile } from '#domain/upload.ts'
import { readMultipart } from './multipart.ts'

const folder = mkdtempSync(join(tmpdir(), 'ao-forms-'))
afterAll(() => rmSync(folder, { recursive: true }))

const endpoint = post('/api/a', ['admin'], {
  summary: 'Takes a form.',
  body: z.object({ a: z.string(), b: z.array(z.string()), file: z.instanceof(SentFile).optional() }),
  takes: 'multipart',
})

function readStream(raw: Readable) {
  const headers = { 'content-type': 'multipart/form-data; boundary="B"' }
  return readMultipart(
    endpoint,
    { raw, headers } as unknown as FastifyRequest,
    1_000_000,
    join(folder, 'file'),
  )
}

/** Reads a body that arrives in chunks of these lengths; returns the file's content as text. */
async function read(body: Buffer, lengths = [body.length]) {
  const pieces: Buffer[] = []
  for (let at = 0, i = 0; at < body.length; i++) {
    const length = lengths[i % lengths.length] ?? 1
    pieces.push(body.subarray(at, at + length))
    at += length
  }
  const form = await readStream(Readable.from(pieces))
  const { file, ...fields } = form.body as { file?: SentFile }
  const text = file && readFileSync(file.path, 'latin1')
  expect(file?.size ?? 0).toBe(text?.length ?? 0)
  await form.drop()
  return { ...fields, ...(file && { file: [file.name, text] }) }
}

const part = (disposition: string, text: string) =>
  `--B\r\nContent-Disposition: form-data; ${disposition}\r\nX: y\r\n\r\n${text}\r\n`

/** Content that contains fragments of the boundary, but not the boundary. */
const content = fc
  .array(fc.constantFrom('\r', '\n', '\r\n', '-', '--', '--B', '\r\n-', '\r\n--', 'B', 'x', '\0'))
  .map((pieces) => pieces.join(''))
  .filter((text) => !`\r\n${text}`.includes('\r\n--B'))

test('a form is read correctly however it is split into chunks', async () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(content, content, content, lengths, async (a, b, file, pieces) => {
      const sent = [
        part('name="a"', a),
        part('name="unknown"', b),
        part('name="file"; filename="f.pdf"', file),
        part('name="b[0]"', b),
      ]
      const got = await read(Buffer.from(`${sent.join('')}--B--\r\n`, 'latin1'), pieces)
      expect(got).toEqual({ a, b: [b], file: ['f.pdf', file] })
    }),
    { numRuns: 60, seed: 26 },
  )
})

test.each([
  ['name="file"; filename="Ünï 計画.pdf"', 'Ünï 計画.pdf'],
  ['name="file"; filename="say %22yes%22.pdf"', 'say "yes".pdf'],
  ['filename=plain.pdf; name=file', 'plain.pdf'],
])('a file with the header %s', async (disposition, name) => {
  expect(await read(Buffer.from(`${part(disposition, 'x')}--B--`))).toMatchObject({ file: [name, 'x'] })
})

test.each(['b[0][0][0]', `b${'[0]'.repeat(25)}`, 'b[1000]', 'b[0'])(
  'a form with the field %s is refused as soon as it is read',
  async (name) => {
    const sent = (function* () {
      yield Buffer.from(part(`name="${name}"`, 'x'))
      for (let i = 0; i < 100; i++) yield Buffer.from(part('name="a"', 'x'.repeat(50)).repeat(100))
      throw new Error('The whole form was read.')
    })()
    await expect(readStream(Readable.from(sent))).rejects.toMatchObject({
      kind: 'invalid',
      message: 'The form has a field that is nested too deeply or numbered too high.',
    })
  },
)

test.each([
  ['nothing', ''],
  ['text that is no form', 'hello'],
  ['a head that is cut off', '--B\r\nContent-Disposition: form-data; name="a"'],
  ['a part that is cut off', '--B\r\nContent-Disposition: form-data; name="a"\r\n\r\nxx'],
  ['a form without its end', part('name="a"', 'xx')],
  ['a file that is cut off', '--B\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\nxx'],
  ['a part without a name', `${part('x="a"', 'xx')}--B--`],
])('%s is rejected, not read as a shorter form', (_, body) =>
  expect(read(Buffer.from(body))).rejects.toMatchObject({ kind: 'invalid' }),
)
