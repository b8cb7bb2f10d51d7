import { mkdirSync } from 'node:fs'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Store } from './files_store.ts'

/** Files in a folder that only this user can read. */
export function openFolder(location: string): Store {
  mkdirSync(location, { recursive: true, mode: 0o700 })
  return {
    disk: new Disk(new PrivateFolder({ location, visibility: 'private' })),
    move: (file, key) => settle(location, file.path, key),
  }
}

/** A file is in place only when it is whole and on the disk; until then it is called `<key>.part`. */
class PrivateFolder extends FSDriver {
  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    const location = String(this.options.location)
    const part = `${join(location, key)}.part`
    try {
      await writeFile(part, contents, { flag: 'wx', mode: 0o600 })
      await settle(location, part, key)
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
  }
}

/** Puts a whole file of the folder in its place, so that it outlives a power cut under its name too: rows will refer to it. */
async function settle(location: string, part: string, key: string) {
  await synced(part)
  await rename(part, join(location, key))
  await synced(location)
}

async function synced(path: string) {
  const handle = await open(path)
  await handle.sync().finally(() => handle.close())
}
