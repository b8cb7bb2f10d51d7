import { createHash } from 'node:crypto'
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, expect, test } from 'vitest'
import yazl from 'yazl'
import { StartError } from '../config.ts'
import { openArchive } from './archive.ts'

const folder = mkdtempSync(join(tmpdir(), 'ao-archives-'))
afterAll(() => rmSync(folder, { recursive: true }))

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const KEY = '0123456789abcdef0123456789abcdef'
const manifest = (files: object[]) => ({
  ...{ format: 1, made_at: '2026-05-01T00:00:00Z', postgres: '18', migrations: ['0001_initial'] },
  ...{ tables: [], sequences: [], files, missing: [] },
})
const named = (key: string, bytes: Buffer, size = bytes.length) => ({ key, size, sha256: digest(bytes) })
const json = (value: unknown) => Buffer.from(JSON.stringify(value))

/** Writes an archive of these entries, whose manifest is as its comment says; `harm` changes its bytes. */
async function writeZip(entries: [name: string, content: Buffer][], harm = (zip: Buffer) => zip) {
  const file = join(folder, 'archive.zip')
  const zip = new yazl.ZipFile()
  for (const [name, content] of entries) zip.addBuffer(content, name)
  const written = entries.find(([name]) => name === 'manifest.json')
  zip.end({ forceZip64Format: false, comment: written ? digest(written[1]) : '' })
  await pipeline(zip.outputStream, createWriteStream(file))
  writeFileSync(file, harm(readFileSync(file)))
  return file
}

/** Replaces a text everywhere by one of the same length. */
const replaced = (from: string, to: string) => (zip: Buffer) =>
  Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1')

/** Lets every entry of the central directory say that it unpacks to a single byte. */
const understated = (zip: Buffer) => {
  const harmed = Buffer.from(zip)
  for (let at = harmed.indexOf('PK\x01\x02'); at !== -1; at = harmed.indexOf('PK\x01\x02', at + 4))
    if (harmed.subarray(at + 46, at + 51).toString() === 'files') harmed.writeUInt32LE(1, at + 24)
  return harmed
}

const small = Buffer.from('%PDF-1.7')
const bomb = Buffer.alloc(100_000_001)
const good: [string, Buffer][] = [
  ['manifest.json', json(manifest([named(KEY, small)]))],
  [`files/${KEY}`, small],
]

test('an archive whose entries are as its manifest says is opened', async () => {
  const archive = await openArchive(await writeZip(good))
  expect(archive.manifest.files).toEqual([named(KEY, small)])
  archive.close()
})

test.each<[string, [string, Buffer][], string, ((zip: Buffer) => Buffer)?]>([
  ['without a manifest', [['a', small]], 'it has no manifest.json'],
  ['whose manifest unpacks to 100 MB', [['manifest.json', bomb]], 'its manifest is too large'],
  [
    'whose manifest is of something else',
    [['manifest.json', json({ format: 1 })]],
    'not one that this program',
  ],
  [
    'with a file that unpacks to 100 MB',
    [
      ['manifest.json', json(manifest([named(KEY, bomb)]))],
      [`files/${KEY}`, bomb],
    ],
    `files/${KEY} is too large`,
  ],
  [
    'with a file longer than its manifest says',
    [
      ['manifest.json', json(manifest([named(KEY, bomb, 8)]))],
      [`files/${KEY}`, bomb],
    ],
    'is not as long as its manifest says',
  ],
  [
    'with a file longer than archive and manifest say',
    [
      ['manifest.json', json(manifest([named(KEY, bomb, 1)]))],
      [`files/${KEY}`, bomb],
    ],
    'too many bytes',
    understated,
  ],
  [
    'with a file outside its folder in the manifest',
    [
      ['manifest.json', json(manifest([named('../../etc/cron.d/ao', small)]))],
      [`files/${KEY}`, small],
    ],
    'not one that this program',
  ],
  [
    'with a file outside its folder',
    [...good, ['files/aa/aa/escaped', small]],
    'invalid relative path',
    replaced('files/aa/aa/escaped', 'files/../../escaped'),
  ],
  ['with an entry that nobody names', [...good, ['files/other', small]], 'what its manifest does not name'],
  ['with an entry twice', [...good, [`files/${KEY}`, small]], `it has files/${KEY} twice`],
  [
    'with many entries',
    [...good, ...Array.from({ length: 500 }, (_, i): [string, Buffer] => [`files/${i}`, small])],
    'what its manifest does not name',
  ],
])('an archive %s is refused in one sentence', async (_, entries, why, harm) => {
  const refused = openArchive(await writeZip(entries, harm))
  await expect(refused).rejects.toThrow(StartError)
  await expect(refused).rejects.toThrow(why)
  await expect(refused).rejects.toThrow(/^\S+ is not a whole backup: [^{}\n]+\.$/u)
})
