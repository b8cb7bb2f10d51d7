import { readdir, utimes } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { aTerm, aUser } from '../builders/people.ts'
import { aPdf, aSavedProposal, aSentFile } from '../builders/proposals.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'
import { removeStrayFiles } from './stored_files.ts'

const HOUR_MS = 60 * 60 * 1000

/** A store with the file of one proposal. */
async function storeWithOneFile({ ctx, services }: TestServer) {
  await aTerm(ctx())
  const office = ctx(await aUser(ctx(), ['admin']))
  await aSavedProposal(office, { input: { file: await aSentFile(ctx(), await aPdf()) } })
  const folder = join(services.config.dataDir, 'files')
  const age = async (name: string, hours: number) => {
    const at = new Date(Date.now() - hours * HOUR_MS)
    await utimes(join(folder, name), at, at)
  }
  const stored = () => readdir(folder)
  const [referenced] = await stored()
  await age(referenced!, 48)
  return { files: services.files, age, stored, referenced: referenced! }
}

test('removes unreferenced files after a day, and abandoned uploads after two hours', () =>
  withServer(async (world) => {
    const { files, age, stored, referenced } = await storeWithOneFile(world)
    const put = async (hours: number) => {
      const key = await files.put(Buffer.from('x'))
      await age(key, hours)
      return key
    }
    const partialUpload = async (hours: number) => {
      const { path } = await aSentFile(world.ctx(), { name: 'a.pdf', bytes: Buffer.from('x') })
      await age(basename(path), hours)
      return basename(path)
    }
    await put(25)
    await partialUpload(3)
    const remaining = [referenced, await put(23), await partialUpload(1)]
    await removeStrayFiles(world.services)
    expect((await stored()).sort()).toEqual(remaining.sort())
  }))

test('removes nothing from a store that is mostly unreferenced', () =>
  withServer(async (world) => {
    const { files, age, stored } = await storeWithOneFile(world)
    for (let i = 0; i < 12; i++) await age(await files.put(Buffer.from('x')), 48)
    await expect(removeStrayFiles(world.services)).rejects.toThrow('12 of 13 files')
    expect(await stored()).toHaveLength(13)
  }))
