import type { Disk } from 'flydrive'

/** A file on this machine's disk, and its size in bytes. */
export interface HeldFile {
  path: string
  size: number
}

/** A place for files: a folder or a bucket. `move` brings a file that lies on the disk. */
export interface Store {
  disk: Disk
  move(file: HeldFile, key: string): Promise<void>
}
