import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Whether this is the production build rather than the TypeScript sources. */
export const isBuilt = !import.meta.url.endsWith('.ts')

const findRoot = (folder: string): string =>
  existsSync(join(folder, 'package.json')) ? folder : findRoot(dirname(folder))
const root = findRoot(dirname(fileURLToPath(import.meta.url)))

/** The absolute path of a file or folder in the repository. */
export const inRepository = (path: string) => join(root, path)
