import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: 'pipe' })

/** An ext4 file system in a file, mounted at `folder`. Needs root and a loop device. */
export interface Disk {
  folder: string
  image: string
  mount(): void
  /** Waits until nobody uses it any more. */
  unmount(): Promise<void>
  remove(): Promise<void>
}

export function createDisk(size: string): Disk {
  const base = mkdtempSync(join(tmpdir(), 'ao-disk-'))
  const [image, folder] = [join(base, 'image'), join(base, 'disk')]
  mkdirSync(folder)
  run('truncate', '-s', size, image)
  run('mkfs.ext4', '-q', image)
  const mount = () => void run('mount', '-o', 'loop', image, folder)
  const unmount = async () => {
    for (let tries = 0; ; tries++)
      try {
        return void run('umount', folder)
      } catch (error) {
        if (tries > 100) throw error
        await setTimeout(100)
      }
  }
  mount()
  return {
    folder,
    image,
    mount,
    unmount,
    async remove() {
      await unmount()
      rmSync(base, { recursive: true, force: true })
    },
  }
}

/** A copy of a disk's image as it is now. */
export const copyImage = (image: string, copy: string) => run('cp', '--sparse=always', image, copy)

/** Writes to a file until there is no room left. */
export function fillUp(file: string) {
  try {
    run('dd', 'if=/dev/zero', `of=${file}`, 'bs=64k')
  } catch {
    // It ends when the disk is full.
  }
}
