import { describe, expect, test } from 'vitest'
import { exampleCsv } from '#domain/samples/import_example.ts'
import type { Actor } from '#domain/session/actor.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { anAssignment, aSample } from '../builders/samples.ts'
import { createSubmittedProposal } from '../testing/allocation.ts'
import { sendForm } from '../testing/multipart.ts'
import { type TestClient, type TestServer, withParallelServer, withServer } from '../testing/test_server.ts'
import { readSampleFile } from './import_file.ts'

const HEAD = 'Asteroid,Name,Type,Weight[mg]'
const csv = (...lines: string[]) => [HEAD, ...lines, ''].join('\n')

const send = async (visit: TestClient, file: Uint8Array | string, fields: Record<string, string>) => {
  const answer = await sendForm(visit, '/api/samples/import', { name: 'samples.csv', bytes: file }, fields)
  return { status: answer.statusCode, ...answer.json() }
}
const look = (visit: TestClient, file: Uint8Array | string) => send(visit, file, { dry_run: '1' })
const bring = (visit: TestClient, file: Uint8Array | string, digest?: string) =>
  send(visit, file, { dry_run: '0', ...(digest && { digest }) })

const inOffice = (
  work: (visit: TestClient, world: TestServer, office: Actor) => Promise<void>,
  run = withServer,
) =>
  run(async (world) => {
    await aTerm(world.ctx())
    const office = await aUser(world.ctx(), ['admin'])
    await work(await world.as(office), world, office)
  })

const catalogue = ({ db }: TestServer) =>
  db.selectFrom('samples').select(['db_type', 'name', 'sample_type', 'weight']).orderBy('id').execute()
const entries = ({ db }: TestServer) =>
  db.selectFrom('audit_entries').selectAll().where('action', '=', 'sample.import').orderBy('id').execute()

describe('a file', () => {
  test('is checked first: a dry run reports the effect of every line and writes nothing', () =>
    inOffice(async (visit, world) => {
      await aSample(world.ctx(), { name: 'A0001', weight: 1 })
      await aSample(world.ctx(), { name: 'A0002', weight: 2 })
      const told = await look(
        visit,
        csv('Ryugu,A0001,Particle,1.5', 'Ryugu,A0002,Particle,2', 'Bennu,A0001,Gas,', 'Ryugu,A0003,Dust,x'),
      )
      expect(told).toMatchObject({
        status: 200,
        result: 1,
        message: '1 sample would be added, 1 changed, 1 left unchanged. One line is rejected.',
        report: {
          counts: { added: 1, changed: 1, unchanged: 1, refused: 1 },
          added: [{ line: 4, name: 'Bennu A0001' }],
          changed: [
            { line: 2, name: 'Ryugu A0001', changes: [{ field: 'Weight[mg]', before: '1', after: '1.5' }] },
          ],
          refused: [
            {
              line: 5,
              why: expect.stringMatching(/^Type: “Dust” is none of .* Weight\[mg\]: “x” is not a number/u),
            },
          ],
        },
      })
      expect(await catalogue(world)).toHaveLength(2)
      expect(await entries(world)).toEqual([])
    }))

  test('is imported with one audit entry for all samples; a second import changes nothing', () =>
    inOffice(async (visit, world, office) => {
      const { id } = await aSample(world.ctx(), { name: 'A0001', weight: 1 })
      const file = csv('1,A0001,0,1.5', '2,OREX-800045-103,4,0.2')
      const { report } = await look(visit, file)
      expect(await bring(visit, file, report.digest)).toMatchObject({
        result: 1,
        message: 'The file has been imported: 1 sample added, 1 changed.',
      })
      const rows = await catalogue(world)
      expect(rows).toMatchObject([
        { name: 'A0001', weight: 1.5 },
        { db_type: 2, sample_type: 4, weight: 0.2 },
      ])
      const [entry] = await entries(world)
      expect(entry).toMatchObject({
        user_id: office.id,
        before: { changed: [{ sample_id: id, name: 'A0001', weight: 1 }] },
        after: {
          added: [{ name: 'OREX-800045-103' }],
          changed: [{ sample_id: id, name: 'A0001', weight: 1.5 }],
        },
      })
      expect(await bring(visit, file)).toMatchObject({
        result: 1,
        message: 'No changes: the catalogue already matches the file (2 samples).',
      })
      expect(await entries(world)).toHaveLength(1)
    }))

  test('with one rejected line is not imported', () =>
    inOffice(async (visit, world) => {
      const told = await bring(visit, csv('Ryugu,A0001,Particle,1', 'Ryugu,A0001,Particle,2'))
      expect(told).toMatchObject({
        status: 200,
        result: 0,
        message: 'Nothing was imported: one line is rejected. Correct the file and try again.',
        report: { refused: [{ line: 3, why: 'Ryugu A0001 is already in line 2.' }] },
      })
      expect(await catalogue(world)).toEqual([])
    }))

  test('is a version conflict when the catalogue has changed since the dry run', () =>
    inOffice(async (visit, world) => {
      const file = csv('Ryugu,A0001,Particle,1.5')
      const { report } = await look(visit, file)
      await aSample(world.ctx(), { name: 'A0001', weight: 1 })
      expect(await bring(visit, file, report.digest)).toMatchObject({
        status: 409,
        message: expect.stringContaining('Nothing was imported'),
      })
      expect(await catalogue(world)).toMatchObject([{ weight: 1 }])
    }))

  test('the example can be imported, and the exported sample list changes nothing', () =>
    inOffice(async (visit, world) => {
      expect(await bring(visit, exampleCsv())).toMatchObject({ result: 1, report: { counts: { added: 5 } } })
      const { request } = visit
      const address = (await request('GET', '/api/samples/current/download/1')).json()
      const exported = (await request('GET', address)).rawPayload
      expect(await bring(visit, exported)).toMatchObject({ report: { counts: { unchanged: 5, changed: 0 } } })
      expect(await entries(world)).toHaveLength(1)
    }))

  test('never changes the type of a confirmed, assigned or requested sample', () =>
    inOffice(async (visit, world, office) => {
      const samples = [await aSample(world.ctx()), await aSample(world.ctx()), await aSample(world.ctx())]
      const proposal_id = await createSubmittedProposal(world, office, {
        asks: [{ sample_id: samples[2]!.id }],
      })
      const pair = (sample: { id: number }) => [{ sample_id: sample.id, proposal_id }]
      await anAssignment(world.ctx(office), 1, pair(samples[0]!), { confirmed: true })
      await anAssignment(world.ctx(office), 1, pair(samples[1]!))
      const told = await look(visit, csv(...samples.map(({ name }) => `Ryugu,${name},Aggregate,1`)))
      const why = (what: string) =>
        expect.stringContaining(`${what} proposal ${proposal_id} of AO7: its type`)
      expect(told.report.refused).toMatchObject([
        { why: why('is confirmed for') },
        { why: why('is assigned to') },
        { why: why('is requested by') },
      ])
    }))
})

const latin1 = Buffer.from(csv('Ryugu,A0001,Particle,1', 'Ryugu,Größe,Particle,1'), 'latin1')
const utf16 = Buffer.from(`\uFEFF${csv('Ryugu,A0001,Particle,1')}`, 'utf16le')

test.each<[string, Uint8Array | string, string]>([
  ['that is empty', '', 'The file is empty.'],
  ['with a head alone', csv(), 'The file has no sample below its first line.'],
  ['in UTF-16', utf16, 'The file is written in UTF-16: save it as “CSV UTF-8” and import that.'],
  ['in UTF-16 without its mark', utf16.subarray(2), 'The file contains bytes that are not text'],
  ['in Latin-1', latin1, 'The file is not UTF-8: line 3 contains a character in another encoding.'],
  ['that is a workbook', Buffer.from('504b0304140006000800', 'hex'), 'The file is a workbook, not CSV'],
  ['with semicolons', csv('Ryugu').replaceAll(',', ';'), 'The columns are separated by semicolons'],
  ['with a column that is not known', 'Asteroid,Name,Type,Taste\n1,A1,0,x\n', 'The column “Taste” cannot be'],
  ['without a column', 'Asteroid,Name\n1,A1\n', 'The column Type is missing in the first line.'],
  ['with a quotation mark left open', csv('Ryugu,"A0001,Particle,1'), 'a quotation mark is opened and never'],
  [
    'with too many lines',
    csv(...Array.from({ length: 20_001 }, (_, n) => `1,A${n},0,1`)),
    'more than 20000 lines',
  ],
  ['of empty lines', csv('\n'.repeat(9_900_000)), 'more than 100000 lines'],
  ['of old line ends', csv('\r'.repeat(200_000)), 'more than 100000 lines'],
  [
    'with too many lines before another encoding',
    Buffer.concat([Buffer.alloc(200_000, '\n'), latin1]),
    'lines',
  ],
  ['of 50 MB', Buffer.alloc(50_000_000, 'a'), 'Max file size is 10MB.'],
])('a file %s is refused in one sentence', (_, bytes, why) =>
  inOffice(async (visit) => {
    const told = await look(visit, bytes)
    expect(told.status).toBe(400)
    expect(told.errors.file).toEqual([expect.stringContaining(why)])
  }),
)

test('no file, and no word on whether it is a dry run, are 400', () =>
  inOffice(async (visit) => {
    expect(Object.keys((await send(visit, csv('1,A1,0,1'), {})).errors)).toEqual(['dry_run'])
    const { request } = visit
    expect((await request('POST', '/api/samples/import', { dry_run: 1 })).statusCode).toBe(400)
  }))

test('while a large file is read other requests get their turn, and its characters stay whole', async () => {
  const names = Array.from({ length: 2000 }, (_, n) => `鉱物${n}`)
  const row = (name: string) => `Ryugu,${name},Particle,1,${'鉱'.repeat(60)}`
  const bytes = Buffer.from([`${HEAD},Description`, ...names.map(row)].join('\n'))
  let turns = 0
  const count = () => {
    turns++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  const lines = await readSampleFile(bytes)
  clearImmediate(next)
  expect(turns).toBeGreaterThanOrEqual(Math.floor(bytes.length / 65_536))
  expect(lines.map(({ read }) => ('why' in read ? read.why : read.name))).toEqual(names)
  expect(new Set(lines.map(({ read }) => 'description' in read && read.description))).toEqual(
    new Set(['鉱'.repeat(60)]),
  )
})

test('the report of ten thousand lines has every rejection, and the first of the others', () =>
  inOffice(async (visit) => {
    const lines = Array.from({ length: 10_000 }, (_, n) => `Ryugu,A${n},Particle,${n % 10 === 0 ? 'x' : n}`)
    const { report } = await look(visit, csv(...lines))
    expect(report.counts).toMatchObject({ added: 9000, refused: 1000 })
    expect(report.refused).toHaveLength(1000)
    expect(report.added).toHaveLength(100)
    const good = csv(...lines.filter((line) => !line.endsWith('x')))
    expect(await bring(visit, good)).toMatchObject({ result: 1, report: { counts: { added: 9000 } } })
    expect(await bring(visit, good)).toMatchObject({ result: 1, report: { counts: { unchanged: 9000 } } })
  }))

test('concurrent imports are serialized', () =>
  inOffice(async (visit, world) => {
    const file = csv('Ryugu,A0001,Particle,1', 'Ryugu,A0002,Particle,2')
    const told = await Promise.all([bring(visit, file), bring(visit, file)])
    expect(told.map(({ report }) => report.counts.added).sort()).toEqual([0, 2])
    expect(await catalogue(world)).toHaveLength(2)
    expect(await entries(world)).toHaveLength(1)
  }, withParallelServer))

test('a confirmation and an import that changes the type do not both succeed', () =>
  inOffice(async (visit, world, office) => {
    for (let round = 0; round < 5; round++) {
      const sample = await aSample(world.ctx())
      const proposal_id = await createSubmittedProposal(world, office)
      const [grid, file] = await Promise.all([
        visit.request('POST', '/api/samples/allocation_gas', [{ sample_id: sample.id, proposal_id }]),
        bring(visit, csv(`Ryugu,${sample.name},Gas,`)),
      ])
      // Before the import the sample is not gas and cannot be assigned as such; after it, it can.
      expect(file.result).toBe(1)
      expect([200, 400]).toContain(grid.statusCode)
      const stray = await world.db
        .selectFrom('assignments as a')
        .innerJoin('samples as s', 's.id', 'a.sample_id')
        .select('a.id')
        .where('s.sample_type', '!=', 2)
        .execute()
      expect(stray).toEqual([])
      const ticked = await visit.request('POST', '/api/samples/allocation_gas', [
        { sample_id: sample.id, proposal_id },
      ])
      expect(ticked.statusCode).toBe(200)
      const [confirm, back] = await Promise.all([
        visit.request('POST', '/api/samples/assign', [{ sample_id: sample.id, proposal_id }]),
        bring(visit, csv(`Ryugu,${sample.name},Particle,`)),
      ])
      expect(confirm.json()).toMatchObject({ result: 1 })
      expect(back).toMatchObject({ result: 0, report: { refused: [{ line: 2 }] } })
    }
  }, withParallelServer))
