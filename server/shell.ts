import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PublicTerm } from '#domain/terms/public_term.ts'
import { TERM_META } from '#domain/terms/rules.ts'
import { firstCalls } from './first_calls.ts'
import type { Db } from './platform/context.ts'
import { openPreloads } from './preloads.ts'
import { currentTerm } from './terms/service.ts'

const escaped = (text: string) => text.replace(/&/gu, '&amp;').replace(/"/gu, '&quot;').replace(/</gu, '&lt;')

/** Where a page is asked for, by whom, and with which nonces. */
interface Visit {
  /** The path alone; `query` says whether there is more. */
  pathname: string
  query: boolean
  signedIn: boolean
  nonce: { script: string; style: string }
}

/**
 * The page that every address of the application begins with, or null where the screens are not built. It carries the
 * dates of the current call for who is not signed in, the nonce of the styles that it makes itself, and what its screen
 * is made of and asks first, so that all of it is on its way at once.
 */
export function openShell(folder: string, services: { db: Db }): ((visit: Visit) => Promise<string>) | null {
  const path = join(folder, 'index.html')
  if (!existsSync(path)) return null
  const preloads = openPreloads(folder)
  return async ({ pathname, query, signedIn, nonce }) => {
    const [page, term] = await Promise.all([readFile(path, 'utf8'), told(services.db)])
    const calls = firstCalls(pathname, term?.id ?? null, signedIn && !query)
    const begin = preloads.begin && `<script nonce="${nonce.script}">${preloads.begin}</script>`
    const first = `<meta name="first-calls" content="${escaped(calls.join(' '))}" />${begin}`
    const begun = page.replace('<head>', () => `<head>${first}`)
    const whole = begun.replace('</head>', () => `${preloads.of(pathname)}</head>`)
    return withNonce(withTerm(whole, term), nonce.style)
  }
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
