import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

/** Smaller style sheets of screens cost less than a request each, in bytes. */
const SMALL = 6_000

/**
 * What each page loads at once. login.html needs the first script and its styles; index.html the scripts of all other
 * screens besides, which the first one imports once it runs, and one style sheet for all of them.
 */
export function pages(): Plugin {
  let app: Rolldown.OutputChunk
  let loginSheets: string[] = []
  return {
    name: 'pages',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const named = (name: string) => chunks.find((chunk) => chunk.name === name)!
        app = named('app')
        const main = named('main')
        loginSheets = [...sheetsOf(main)]
        const parts = chunks.filter((chunk) => chunk !== main && chunk !== app)
        const styles = [main, app, ...parts].flatMap((chunk) =>
          [...sheetsOf(chunk)].flatMap((file) => {
            const { source } = bundle[file] as Rolldown.OutputAsset
            if (parts.includes(chunk) && source.length > SMALL) return []
            sheetsOf(chunk).delete(file)
            if (chunk !== main) delete bundle[file]
            return [source]
          }),
        )
        const sheet = this.emitFile({ type: 'asset', name: 'app.css', source: styles.join('\n') })
        sheetsOf(app).add(this.getFileName(sheet))
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler(_, { path }) {
        if (path === '/login.html') return loginSheets.map(styleSheet)
        return [...[...sheetsOf(app)].map(styleSheet), preload(app.fileName)]
      },
    },
  }
}

const sheetsOf = (chunk: Rolldown.OutputChunk) => chunk.viteMetadata!.importedCss

const tag = (attrs: Record<string, string>): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { crossorigin: '', ...attrs },
  injectTo: 'head',
})
const styleSheet = (file: string) => tag({ rel: 'stylesheet', href: `/${file}` })
const preload = (file: string) => tag({ rel: 'modulepreload', href: `/${file}` })
