import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aSample } from '../builders/samples.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'
import { importFile } from './import_command.ts'

const inFolder = (work: (world: TestServer, file: (text: string) => string) => Promise<void>) =>
  withServer(async (world) => {
    const folder = mkdtempSync(join(tmpdir(), 'ao-import-'))
    const path = join(folder, 'samples.csv')
    const file = (text: string) => {
      writeFileSync(path, text)
      return path
    }
    await work(world, file).finally(() => rmSync(folder, { recursive: true }))
  })

const HEAD = 'Asteroid,Name,Type,Weight[mg]\n'

test('the command line checks a file, and imports it with --commit', () =>
  inFolder(async ({ ctx, db }, file) => {
    await aSample(ctx(), { name: 'A0001', weight: 1 })
    const path = file(`${HEAD}Ryugu,A0001,Particle,\nRyugu,A0002,Particle,2\n`)
    const lines: string[] = []
    const say = (line: string) => void lines.push(line)
    await importFile(path, { commit: false, say })(ctx())
    expect(lines).toEqual([
      'line 3: Ryugu A0002 added',
      'line 2: Ryugu A0001 Weight[mg] 1 → -',
      '1 sample would be added, 1 changed, 0 left unchanged.\nNothing has been written; repeat the command with --commit to import.',
    ])
    expect(await db.selectFrom('samples').select('id').execute()).toHaveLength(1)
    await importFile(path, { commit: true, say })(ctx())
    expect(lines.at(-1)).toBe('The file has been imported: 1 sample added, 1 changed.')
    expect(await db.selectFrom('samples').select('id').execute()).toHaveLength(2)
  }))

test('the command line names every rejected line, and why a file cannot be read', () =>
  inFolder(async ({ ctx }, file) => {
    const lines: string[] = []
    const say = (line: string) => void lines.push(line)
    const refused = importFile(file(`${HEAD}Ryugu,A0001,Dust,1\n`), { commit: true, say })(ctx())
    await expect(refused).rejects.toThrow('Nothing was imported: one line is rejected.')
    expect(lines).toEqual([expect.stringContaining('line 2: Ryugu A0001 rejected: Type: “Dust”')])
    await expect(importFile(file('x'), { commit: false, say })(ctx())).rejects.toThrow('The column “x”')
    expect(() => importFile('/nowhere.csv', { commit: false, say })).toThrow('/nowhere.csv cannot be read.')
  }))
