import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { compressFiles } from '../scripts/compress_plugin.ts'

/** Builds a page of the libraries that ours is made of, with one table of proposals in plain cells, into a folder. */
export async function buildBarePage(folder: string) {
  await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('bare_page', import.meta.url)),
    plugins: [react()],
    build: { outDir: folder, emptyOutDir: true, target: 'es2022' },
  })
  await compressFiles(folder)
}
