import { defineConfig } from 'vite'

/** The server as a few files of JavaScript in dist/server, its packages left where they are: nothing is compiled at start. */
export default defineConfig({
  publicDir: false,
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
        suggest_worker: 'server/allocation/suggest/suggest_worker.ts',
      },
      output: { chunkFileNames: '[name]-[hash].js', sourcemapExcludeSources: true },
    },
  },
})
