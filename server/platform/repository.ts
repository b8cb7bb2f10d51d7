import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Whether this code runs as it was built for production, and not from its TypeScript. */
export const isBuilt = !import.meta.url.endsWith('.ts')

const findRoot = (folder: string): string =>
  existsSync(join(folder, 'package.json')) ? folder : findRoot(dirname(folder))
const root = findRoot(dirname(fileURLToPath(import.meta.url)))

/** Where a file or folder of the repository lies, whether this code runs from its TypeScript or as it was built. */
export const inRepository = (path: string) => join(root, path)
