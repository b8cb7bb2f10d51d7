import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Pictures and fonts are compressed as they are; the page is written anew for each visitor. */
const TEXT = /\.(?:js|css|svg|json|txt)$/u

const brotli = (bytes: Buffer) =>
  promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })

/** Lays each built file of text beside itself as brotli and gzip, where that is shorter, for the server to send as it is. */
export async function compressFiles(folder: string) {
  const files = await readdir(folder, { recursive: true })
  await Promise.all(
    files
      .filter((file) => TEXT.test(file))
      .map(async (file) => {
        const path = join(folder, file)
        const bytes = await readFile(path)
        const [br, gz] = await Promise.all([brotli(bytes), promisify(gzip)(bytes, { level: 9 })])
        if (br.length < bytes.length) await writeFile(`${path}.br`, br)
        if (gz.length < bytes.length) await writeFile(`${path}.gz`, gz)
      }),
  )
}

/** Compresses the web once it is built. */
export function compress() {
  let folder = ''
  return {
    name: 'compress',
    apply: 'build' as const,
    configResolved: (config: { root: string; build: { outDir: string } }) => {
      folder = resolve(config.root, config.build.outDir)
    },
    closeBundle: () => compressFiles(folder),
  }
}
