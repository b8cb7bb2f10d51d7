import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundaryIn, partsOf } from './form_parts.ts'

/** A body that comes in pieces of these lengths. */
async function* inPieces(body: Buffer, lengths: number[]) {
  for (let at = 0, i = 0; at < body.length; i++) {
    const next = at + (lengths[i % lengths.length] ?? 1)
    yield body.subarray(at, next)
    at = next
  }
}

async function read(body: Buffer, lengths = [body.length]) {
  const parts: { name: string; file: string | undefined; text: string }[] = []
  for await (const { name, file, content } of partsOf(inPieces(body, lengths), 'B')) {
    const chunks: Buffer[] = []
    for await (const chunk of content) chunks.push(Buffer.from(chunk))
    parts.push({ name, file, text: Buffer.concat(chunks).toString('latin1') })
  }
  return parts
}

/** What looks like the mark between parts, or like half of it, is content where it is not the mark. */
const content = fc
  .array(fc.constantFrom('\r', '\n', '\r\n', '-', '--', '--B', '\r\n-', '\r\n--', 'B', 'x', '\u00e9', '\0'))
  .map((pieces) => pieces.join(''))
  .filter((text) => !`\r\n${text}`.includes('\r\n--B'))

test('a form is read as it was sent, in whichever pieces it comes', async () => {
  const part = fc.record({
    name: fc.constantFrom('a', 'b[0][c]'),
    file: fc.option(fc.constantFrom('', 'f.pdf'), { nil: undefined }),
    text: content,
  })
  const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 5 }), lengths, async (parts, pieces) => {
      const sent = parts.map(({ name, file, text }) => {
        const called = file === undefined ? '' : `; filename="${file}"`
        return `--B\r\nContent-Disposition: form-data; name="${name}"${called}\r\nX: y\r\n\r\n${text}\r\n`
      })
      expect(await read(Buffer.from(`${sent.join('')}--B--\r\n`, 'latin1'), pieces)).toEqual(parts)
    }),
  )
})

test.each([
  ['form-data; name="a"; filename="Ünï 計画.pdf"', 'a', 'Ünï 計画.pdf'],
  ['form-data; name="a"; filename="say %22yes%22.pdf"', 'a', 'say "yes".pdf'],
  ['form-data; name="a"; filename="say \\"yes\\".pdf"', 'a', 'say "yes".pdf'],
  ['form-data; filename=plain.pdf; name=a', 'a', 'plain.pdf'],
  [`form-data; name="a"; filename="x.pdf"; filename*=UTF-8''%E8%A8%88.pdf`, 'a', '計.pdf'],
  ['FORM-DATA; NAME="a"', 'a', undefined],
])('the names of %s', async (disposition, name, file) => {
  const [part] = await read(Buffer.from(`--B\r\nContent-Disposition: ${disposition}\r\n\r\n\r\n--B--`))
  expect(part).toEqual({ name, file, text: '' })
})

test('the boundary is named by the content type, with or without quotation marks', () => {
  expect(boundaryIn('multipart/form-data; boundary=----WebKitFormBoundaryx')).toBe('----WebKitFormBoundaryx')
  expect(boundaryIn('multipart/form-data; charset=utf-8; Boundary="a b"')).toBe('a b')
})
