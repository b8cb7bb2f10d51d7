import { mkdirSync } from 'node:fs'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'

/** Files in a folder that only this user can read. */
export function openFolder(location: string): Disk {
  mkdirSync(location, { recursive: true, mode: 0o700 })
  return new Disk(new PrivateFolder({ location, visibility: 'private' }))
}

/** A file is in place only when it is whole and on the disk; until then it is called `<key>.part`. */
class PrivateFolder extends FSDriver {
  override put(key: string, contents: string | Uint8Array): Promise<void> {
    return this.#write(key, contents)
  }

  override putStream(key: string, contents: Readable): Promise<void> {
    return this.#write(key, contents)
  }

  async #write(key: string, contents: string | Uint8Array | Readable): Promise<void> {
    const location = String(this.options.location)
    const target = join(location, key)
    const part = `${target}.part`
    try {
      const file = await open(part, 'wx', 0o600)
      await writeFile(file, contents)
        .then(() => file.sync())
        .finally(() => file.close())
      await rename(part, target)
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
    // The name must outlive a power cut too: the database will refer to it.
    const folder = await open(location)
    await folder.sync().finally(() => folder.close())
  }
}
