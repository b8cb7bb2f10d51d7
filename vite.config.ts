import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compress } from './scripts/compress_plugin.ts'
import { guides } from './scripts/guides_plugin.ts'

/** The web as files under dist/web, fonts as woff2 only; nothing is inlined, so that a strict content security policy holds. */
export default defineConfig({
  root: 'web',
  plugins: [
    guides(),
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
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
  },
  // The host stays as the browser wrote it: it is what the server holds an origin against.
  server: {
    proxy: { '/api': { target: `http://127.0.0.1:${process.env.PORT || 3000}`, changeOrigin: false } },
  },
})
