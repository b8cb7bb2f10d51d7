import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { contractEndpoints, contractWithoutSummaries } from './scripts/contract_plugin.ts'
import { guides } from './scripts/guides_plugin.ts'
import { mantineStyles } from './scripts/mantine_styles_plugin.ts'
import { pages } from './scripts/pages_plugin.ts'

const inRoot = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * What screens have in common, as far as a list needs it: not zod, nor the parts of the domain that need it, nor what
 * belongs to the grid, to forms with figures, or to one area.
 */
const COMMON = [
  /[\\/]web[\\/](?:[^\\/]+|(?:shell|lib)[\\/].*)$/u,
  /[\\/]web[\\/]ui[\\/](?:actions|dialogs|forms[\\/](?!notice_fields)|layout|lists|report[\\/](?:ask|report_status)|text[\\/](?!qr_code))/u,
  /[\\/]web[\\/]pages[\\/](?:(?!(?:.*[\\/])?-).*\.tsx|proposals[\\/](?:-.*|[^\\/]+\.css))$/u,
  /[\\/]domain[\\/].*(?<!contract|input|schemas?|public_term|report|entries|endpoint|filters|requested_samples|adjusted_scores|leads|events|audit_actions|settings|mail_kinds|mail_templates|mail_merge|catalogue|import|objects)\.ts$/u,
  /[\\/]node_modules[\\/](?!zod|react-number-format|dayjs|uqr|.*[\\/](?:NumberInput|DatePicker|SegmentedControl|FloatingIndicator|Autocomplete)[\\/])/u,
  /virtual:/u,
]

/** The web as files under dist/web; nothing is inlined, so that a strict content security policy holds. */
export default defineConfig({
  root: 'web',
  plugins: [
    contractEndpoints(),
    contractWithoutSummaries(),
    guides(),
    mantineStyles(),
    pages(),
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
      input: { index: inRoot('web/index.html'), login: inRoot('web/login.html') },
      // A schema that nothing reads is removed, and zod with the last one.
      treeshake: { manualPureFunctions: ['z'] },
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // The libraries and the sign-in screen: all that /login needs.
            { name: 'main', tags: ['$initial'], priority: 2 },
            // All that more than one screen needs, in one file instead of one for every button.
            {
              name: 'app',
              test: (id: string) => COMMON.some((part) => part.test(id)),
              minShareCount: 2,
              priority: 1,
            },
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
