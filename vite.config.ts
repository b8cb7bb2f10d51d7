import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { contractEndpoints, contractWithoutSummaries } from './scripts/contract_plugin.ts'
import { guides } from './scripts/guides_plugin.ts'
import { mantineStyles } from './scripts/mantine_styles_plugin.ts'

const inRoot = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Everything but zod, the domain's modules that need it, and the number field: screens load those later. */
const SHAREABLE =
  /[\\/](?:web|node_modules[\\/](?!zod|react-number-format|.*[\\/]NumberInput[\\/])|domain[\\/].*(?<!contract|input|schemas|public_term|report|entries|endpoint|filters|requested_samples|adjusted_scores)\.ts$)/u

/** The routes of the screens. Their components come later, and the parts beside them, in files and folders with a hyphen. */
const ROUTES = /[\\/]web[\\/](?:routes\.ts|routeTree\.gen\.ts|pages[\\/](?!(?:.*[\\/])?-).*\.tsx)$/u

/** The web as files under dist/web; nothing is inlined, so that a strict content security policy holds. */
export default defineConfig({
  root: 'web',
  plugins: [
    contractEndpoints(),
    contractWithoutSummaries(),
    guides(),
    mantineStyles(),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: inRoot('web/pages'),
      generatedRouteTree: inRoot('web/routeTree.gen.ts'),
      routeFileIgnorePattern: '\\.test\\.tsx?$',
      quoteStyle: 'single',
      semicolons: false,
      addExtensions: true,
    }),
    react(),
    // Fonts and pictures are compressed by their formats; the page is filled in and compressed for each request.
    compression({
      include: /\.(?:js|css|svg|json|txt)$/u,
      algorithms: [defineAlgorithm('brotliCompress'), defineAlgorithm('gzip', { level: 9 })],
      skipIfLargerOrEqual: true,
      threshold: 0,
      logLevel: 'silent',
      scheduler: { limit: 4 },
    }),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // A schema that nothing reads is removed, and zod with the last one.
      treeshake: { manualPureFunctions: ['z'] },
      output: {
        codeSplitting: {
          groups: [
            // The libraries and the sign-in screen: all that /login needs.
            { name: 'main', tags: ['$initial'], priority: 2 },
            // What is known of each screen before its code is there.
            { name: 'routes', test: ROUTES, priority: 1.5 },
            // What many screens share, in one file instead of one for every button.
            { name: 'shared', test: SHAREABLE, minShareCount: 8, priority: 1 },
            // Menus and search around every screen but sign-in, and what lists are made of.
            { name: 'frame', test: /web[\\/](?:shell|ui[\\/]lists)|[\\/]components[\\/]Kbd[\\/]/u },
          ],
        },
      },
    },
  },
  // The host stays as the browser wrote it: it is what the server holds an origin against.
  server: {
    proxy: { '/api': { target: `http://127.0.0.1:${process.env.PORT || 3000}`, changeOrigin: false } },
  },
})
