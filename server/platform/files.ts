import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Disk } from 'flydrive'
import { openBucket } from './files_bucket.ts'
import { openFolder } from './files_folder.ts'

/** Uploaded files, each under a generated key that carries nothing of what a user typed. */
export interface Files {
  /** Stores a file whole or not at all; answers its key. */
  put(bytes: Uint8Array | Readable): Promise<string>
  /** Brings a file back under the key that it had. */
  putBack(key: string, bytes: Uint8Array): Promise<void>
  exists(key: string): Promise<boolean>
  /** Throws when there is no file of that key; so does `stream`. */
  read(key: string): Promise<Buffer>
  stream(key: string): Promise<Readable>
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>
}

/** The folder `files` of `dataDir`, or the bucket of FILES_URL: `s3://bucket/prefix?endpoint=https://…&region=…`. */
export function openFiles(dataDir: string, filesUrl: string | undefined): Files {
  if (filesUrl) {
    const url = new URL(filesUrl)
    return filesOn(openBucket(url), url.pathname)
  }
  const folder = openFolder(join(dataDir, 'files'))
  return filesOn(() => Promise.resolve(folder), '')
}

/** Files under `prefix` of a disk, which is opened when it is first asked for. */
function filesOn(opened: () => Promise<Disk>, prefix: string): Files {
  const stream = async (key: string) => {
    const disk = await opened()
    if (!(await disk.exists(`${prefix}/${key}`))) throw new Error(`There is no file ${key}`)
    return disk.getStream(`${prefix}/${key}`)
  }
  return {
    async put(bytes) {
      const disk = await opened()
      const key = randomBytes(16).toString('hex')
      if (bytes instanceof Uint8Array) await disk.put(`${prefix}/${key}`, bytes)
      else await disk.putStream(`${prefix}/${key}`, bytes)
      return key
    },
    putBack: async (key, bytes) => (await opened()).put(`${prefix}/${key}`, bytes),
    exists: async (key) => (await opened()).exists(`${prefix}/${key}`),
    stream,
    read: async (key) => buffer(await stream(key)),
    remove: async (key) => (await opened()).delete(`${prefix}/${key}`),
  }
}
