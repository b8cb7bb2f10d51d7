import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, inject, test, vi } from 'vitest'
import { anAnsweredResult } from '../builders/results.ts'
import { openArchive } from '../platform/backup/archive.ts'
import { backUp } from '../platform/backup/backup.ts'
import { restore } from '../platform/backup/restore.ts'
import { openDatabase } from '../platform/database/database.ts'
import { openFiles } from '../platform/files.ts'
import { pdf } from '../platform/pdf/document.ts'
import { readAllTables } from '../testing/all_tables.ts'
import { databaseUrl } from '../testing/database_server.ts'
import { withEmptyDatabase } from '../testing/empty_database.ts'
import { loanScene } from '../testing/loan_scene.ts'
import { sendForm } from '../testing/multipart.ts'
import { withParallelServer } from '../testing/test_server.ts'
import { findCustodyFaults } from './verify.ts'

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1])
const FILLED = [
  ...['results', 'result_samples', 'loans', 'loan_pieces', 'loan_files', 'loan_events', 'pieces'],
  ...['custody_events', 'inventories', 'inventory_pieces', 'publications', 'publication_pieces'],
]

vi.setConfig({ testTimeout: 600_000 })
afterAll(() => vi.resetConfig())

test('results, loans with their papers and photos, pieces and inventories are restored as they were, and verified', () =>
  withParallelServer(async (world) => {
    const { lend, piece, holder, office, officeCtx, loan } = await loanScene(world)
    await anAnsweredResult(officeCtx, { declined: [1] })
    const number = await lend('agreement_sent')
    const bytes = await pdf('Agreement', (page) => page.paragraph('Signed.'))
    const send = async (path: string, name: string, content: Buffer, fields = {}) =>
      expect((await sendForm(holder, path, { name, bytes: content }, fields)).json().result).toBe(1)
    await send(`/api/loans/${number}/signed`, 'signed.pdf', bytes)
    const used = await lend('in_use', [2.004, 3])
    const [one, two] = [await piece(used), await piece(used, 1)]
    await send(`/api/loans/${used}/photos`, 'a.jpg', JPEG, { piece: one.piece })
    const part = { amount: 1500, form: 'Chip' }
    const split = { piece: two.piece, parts: [part, part], consumed: 0, lost: 0, method: '' }
    await holder.api.loans.split({ params: { number: used }, body: split })
    const publication = { doi: '10.5555/ao.1', title: 'Fluids', year: 2026, pieces: [one.piece] }
    await holder.api.publications.add({ body: publication })
    await office.api.inventories.ask({ body: { name: 'Inventory 2027', days: 30 } })

    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(world.db)
    const url = databaseUrl(inject('databaseServer'), rows[0]!.name)
    const folder = await mkdtemp(join(tmpdir(), 'custody-backup-'))
    try {
      const file = join(folder, 'ao.zip')
      const { files } = world.services
      await backUp(file, { url, files, signal: new AbortController().signal })
      await withEmptyDatabase(async (copy) => {
        const restored = openFiles(folder, undefined)
        const archive = await openArchive(file)
        await restore(archive, { url: copy, files: restored, sendWaiting: true }).finally(archive.close)
        const [before, after] = [await readAllTables(url), await readAllTables(copy)]
        for (const table of FILLED) expect(before[table], table).not.toHaveLength(0)
        expect(after).toEqual(before)
        const { db, close } = openDatabase(copy)
        try {
          expect(await findCustodyFaults(db)).toEqual([])
          const kept = await db
            .selectFrom('loan_files')
            .select(['kind', 'file_key'])
            .orderBy('kind')
            .execute()
          const contents = await Promise.all(kept.map(({ file_key }) => restored.read(file_key)))
          expect(kept.map(({ kind }) => kind)).toEqual(['photo', 'signed'])
          expect(contents.map((each, n) => each.equals([JPEG, bytes][n]!))).toEqual([true, true])
          // The triggers are back: what follows from events is not written by hand.
          await expect(sql`update pieces set present = present + 1`.execute(db)).rejects.toThrow(
            'holds and who has it',
          )
        } finally {
          await close()
        }
      })
    } finally {
      await rm(folder, { recursive: true })
    }
    expect((await loan(number)).files).toMatchObject([{ kind: 'signed' }])
  }))
