import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'

/** The store of uploaded files, by generated keys. */
export interface Files {
  put(bytes: Uint8Array): Promise<string>
  read(key: string): Promise<Buffer>
  stream(key: string): Promise<Readable>
  remove(key: string): Promise<void>
}

/** The store in a folder of DATA_DIR. */
export function openFiles(dataDir: string, _filesUrl: string | undefined): Files {
  const disk = new Disk(new FSDriver({ location: join(dataDir, 'files'), visibility: 'private' }))
  return {
    async put(bytes) {
      const key = randomBytes(16).toString('hex')
      await disk.put(key, bytes)
      return key
    },
    read: async (key) => Buffer.from(await disk.getBytes(key)),
    stream: async (key) => Readable.from(await disk.getStream(key)),
    remove: (key) => disk.delete(key),
  }
}
