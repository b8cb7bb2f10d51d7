import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PublicTerm, TERM_META } from '#domain/terms/shown.ts'
import type { Db } from './platform/context.ts'
import { currentTerm } from './terms/service.ts'

const escaped = (text: string) => text.replace(/&/gu, '&amp;').replace(/"/gu, '&quot;').replace(/</gu, '&lt;')

/**
 * The page that every address of the application begins with, or null where the screens are not built. It carries the
 * dates of the current call for who is not signed in, and the nonce of the styles that it makes itself.
 */
export function openShell(folder: string, services: { db: Db }): ((nonce: string) => Promise<string>) | null {
  const path = join(folder, 'index.html')
  if (!existsSync(path)) return null
  return async (nonce) => withNonce(withTerm(await readFile(path, 'utf8'), await told(services.db)), nonce)
}

/** The page with a nonce where Vite's own code looks for it too. */
const withNonce = (html: string, nonce: string) =>
  html.replace('</head>', `<meta property="csp-nonce" nonce="${nonce}" /></head>`)

/** Undefined when the database can not be asked: the page then comes without. */
const told = (db: Db) => currentTerm(db).catch(() => undefined)

/** The page with the term in its head. */
export const withTerm = (html: string, term: PublicTerm | null | undefined) =>
  term === undefined
    ? html
    : html.replace('</head>', () => `<meta name="${TERM_META}" content="${escaped(shown(term))}" /></head>`)

const shown = (term: PublicTerm | null) => JSON.stringify(term && PublicTerm.parse(term))
