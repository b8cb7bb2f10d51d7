import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { GROUPS } from './scripts/chunks.ts'
import { compress } from './scripts/compress_plugin.ts'
import { contractLines } from './scripts/contract_plugin.ts'
import { guides } from './scripts/guides_plugin.ts'
import { mantineStyles } from './scripts/mantine_styles_plugin.ts'

const inRoot = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The web as files under dist/web, fonts as woff2 only; nothing is inlined, so that a strict content security policy holds. */
export default defineConfig({
  root: 'web',
  plugins: [
    contractLines(),
    guides(),
    mantineStyles(),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: fileURLToPath(new URL('web/pages', import.meta.url)),
      generatedRouteTree: fileURLToPath(new URL('web/routeTree.gen.ts', import.meta.url)),
      routeFileIgnorePattern: '\\.test\\.tsx?$',
      quoteStyle: 'single',
      semicolons: false,
      addExtensions: true,
    }),
    react(),
    compress(),
    {
      name: 'woff2-only',
      enforce: 'pre',
      transform: (code, id) =>
        /@fontsource.*\.css$/u.test(id) ? code.replace(/, url\([^)]*\) format\('woff'\)/gu, '') : undefined,
    },
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // A shape that nothing reads falls out, with zod where none is left.
      treeshake: { manualPureFunctions: ['z'] },
      input: ['web/index.html', 'web/begin.ts'].map(inRoot),
      output: {
        codeSplitting: { groups: GROUPS },
      },
    },
  },
  // The host stays as the browser wrote it: it is what the server holds an origin against.
  server: {
    proxy: { '/api': { target: `http://127.0.0.1:${process.env.PORT || 3000}`, changeOrigin: false } },
  },
})
