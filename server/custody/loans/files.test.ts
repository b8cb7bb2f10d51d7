import { expect, test } from 'vitest'
import { pdf } from '../../platform/pdf/document.ts'
import { type LoanScene, loanScene } from '../../testing/loan_scene.ts'
import { sendForm } from '../../testing/multipart.ts'
import { sharedServer } from '../../testing/test_server.ts'

const box = (brand: string) => Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1`, 'latin1')
const riff = (kind: string) => Buffer.from(`RIFF\x10\0\0\0${kind}VP8 `, 'latin1')
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1])
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
const NOT_PHOTO = 'Only photos (JPEG, PNG, WebP, HEIC) can be uploaded.'

interface Made extends LoanScene {
  number: string
  photo(name: string, bytes: Uint8Array | string): ReturnType<typeof sendForm>
  paper(name: string, bytes: Uint8Array | string): ReturnType<typeof sendForm>
  names(): Promise<string[]>
  stored(): Promise<number>
}

/** A loan in use. */
const { scene } = sharedServer(async (world) => {
  const made = await loanScene(world)
  const number = await made.lend('in_use')
  return { ...made, number, own: await made.piece(number) }
})

/** Its holder sends photos of its piece, and reports of use. */
const withLoan = async (work: (made: Made) => Promise<void>) => {
  const { world, number, own, holder, loan } = scene
  const at = `/api/loans/${number}`
  const countFiles = async () => {
    let count = 0
    for await (const keys of world.services.files.keys()) count += keys.length
    return count
  }
  const before = await countFiles()
  await work({
    ...scene,
    photo: (name, bytes) => sendForm(holder, `${at}/photos`, { name, bytes }, { piece: own.piece }),
    paper: (name, bytes) => sendForm(holder, `${at}/report`, { name, bytes }, { note: '' }),
    names: async () => (await loan(number)).files.map(({ name }) => name),
    stored: async () => (await countFiles()) - before,
  })
}

test.each([
  ['JPEG', JPEG, 'image/jpeg', '.jpg'],
  ['PNG', PNG, 'image/png', '.png'],
  ['WebP', riff('WEBP'), 'image/webp', '.webp'],
  ['HEIC of a telephone', box('heic'), 'image/heic', '.heic'],
  ['HEIC of a sequence', box('hevc'), 'image/heic', '.heic'],
  ['HEIF', box('mif1'), 'image/heic', '.heic'],
])('a photo is a %s by its first bytes, and named so', (_, bytes, type, end) =>
  withLoan(async ({ photo, holder, names, loan, number }) => {
    expect((await photo('IMG_0001', bytes)).json()).toMatchObject({ result: 1 })
    expect(await names()).toEqual([`IMG_0001${end}`])
    const [file] = (await loan(number)).files
    expect(file).toMatchObject({ type })
    const got = await holder.request('GET', `/api/loans/${number}/files/${file!.file}`)
    expect([got.statusCode, got.headers['content-type'], got.rawPayload.equals(bytes)]).toEqual([
      200,
      type,
      true,
    ])
    expect(got.headers['content-disposition']).toMatch(/^attachment/u)
    expect(got.headers['x-content-type-options']).toBe('nosniff')
  }),
)

test.each([
  ['a PDF called .jpg', '%PDF-1.7\n', NOT_PHOTO],
  ['a page called .jpg', '<html><script>alert(1)</script>', NOT_PHOTO],
  ['a film', box('isom'), NOT_PHOTO],
  ['a sound', riff('WAVE'), NOT_PHOTO],
  ['two bytes of a JPEG', JPEG.subarray(0, 2), NOT_PHOTO],
  ['an empty file', '', 'This file is empty.'],
  ['25 MB', Buffer.concat([JPEG, Buffer.alloc(25_000_000)]), 'Max file size is 20MB.'],
])('%s is no photo: it is refused, and not stored', (_, bytes, why) =>
  withLoan(async ({ photo, names, stored }) => {
    const answer = await photo('IMG_0001.jpg', bytes)
    expect([answer.statusCode, answer.json().errors.file]).toEqual([400, [why]])
    expect([await names(), await stored()]).toEqual([[], 0])
  }),
)

const LONG = 'é'.repeat(300)

test.each([
  ['folders above', '../../../../etc/passwd.pdf', 'passwd.pdf'],
  ['folders of Windows', '..\\..\\boot.pdf', 'boot.pdf'],
  ['only dots and an ending', '...pdf', /^[^/\\]*\.pdf$/u],
  ['only an ending', '.pdf', 'document.pdf'],
  ['text from right to left', 'report\u202Efdp.exe.pdf', 'reportfdp.exe.pdf'],
  ['300 letters', `${LONG}.pdf`, `${'é'.repeat(196)}.pdf`],
  ['markup', '<img src=x onerror=alert(1)>.pdf', '<img src=x onerror=alert(1)>.pdf'],
])('the name of a paper with %s is a plain one', (_, name, kept) =>
  withLoan(async ({ paper, names, stored, holder, number }) => {
    expect((await paper(name, await pdf('Report', (page) => page.paragraph('Used.')))).json()).toMatchObject({
      result: 1,
    })
    expect(await names()).toEqual([typeof kept === 'string' ? kept : expect.stringMatching(kept)])
    expect(await stored()).toBe(1)
    const got = await holder.request('GET', `/api/loans/${number}/files/1`)
    expect(got.statusCode).toBe(200)
    expect(got.headers['content-disposition']).toMatch(/^attachment; filename="[^"\r\n]*"/u)
  }),
)

test.each([
  ['as they are', 'a.jpg"\r\nX-Header: 1\r\nContent-Disposition: form-data; name="piece', 'a.jpg'],
  ['encoded', `a.jpg"; filename*=UTF-8''..%2Fb%0D%0AX-Header:%201.jpg; x="`, 'a.jpg'],
])('line breaks in the name of a photo, %s, add no header', (_, name, kept) =>
  withLoan(async ({ photo, names, holder, number }) => {
    expect((await photo(name, JPEG)).json()).toMatchObject({ result: 1 })
    expect(await names()).toEqual([kept])
    const { headers } = await holder.request('GET', `/api/loans/${number}/files/1`)
    expect(headers['x-header']).toBeUndefined()
    expect(headers['content-type']).toBe('image/jpeg')
  }),
)
