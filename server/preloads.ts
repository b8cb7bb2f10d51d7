import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ScreenPath, screenAt } from '#domain/screens.ts'

/** A built file as Vite's list of them says it. */
interface Built {
  file: string
  name?: string
  imports?: string[]
  css?: string[]
}

const MAIN = 'index.html'
const BEGIN = 'begin.ts'
const FONTS = ['ibm-plex-sans-latin-400-normal.woff2', 'ibm-plex-sans-latin-600-normal.woff2']

/** What the page of an address is told to bring, as tags for its head. */
export interface Preloads {
  /** The script that begins the first calls, to stand in the page itself: a file would be one more step. */
  begin: string
  /** The scripts and styles of the screen at `pathname`, beside those of every page, and the letters that every screen has. */
  of(pathname: string): string
}

/** What each screen is made of, by the list that was written when the web was built in `folder`. */
export function openPreloads(folder: string): Preloads {
  const built = openBuilt(folder)
  const frames = Object.keys(built).find((key) => built[key]!.name === 'frames')
  const everywhere = filesOf(built, [MAIN])
  const begin = built[BEGIN]?.file
  const fonts = FONTS.map((name) => fontTag(built, name)).join('')
  return {
    begin: begin ? readFileSync(join(folder, begin), 'utf8') : '',
    of(pathname) {
      const path = screenAt(pathname)?.path
      if (!path) return fonts
      const keys = [...partsOf(path), ...(frames && path !== '/login' ? [frames] : [])]
      const files = [...filesOf(built, keys)].filter((file) => !everywhere.has(file))
      return `${files.map(tagOf).join('')}${fonts}`
    },
  }
}

/** Vite's list of what it built in `folder`; empty where there is none. */
export function openBuilt(folder: string): Record<string, Built> {
  const list = join(folder, '.vite/manifest.json')
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {}
}

/** Where the part of a screen that is loaded when it is opened may stand in the list. */
export function partsOf(path: ScreenPath): string[] {
  const place = path === '/' ? '' : path
  return [`pages${place}/index.tsx`, `pages${place}.tsx`].map((file) => `${file}?tsr-split=component`)
}

const tagOf = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`

function fontTag(built: Record<string, Built>, name: string) {
  const file = Object.entries(built).find(([key]) => key.endsWith(`/${name}`))?.[1].file
  return file ? `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">` : ''
}

/** All files that these are made of, each before what needs it. */
export function filesOf(built: Record<string, Built>, keys: string[], seen = new Set<string>()): Set<string> {
  for (const key of keys) {
    const chunk = built[key]
    if (!chunk || seen.has(chunk.file)) continue
    seen.add(chunk.file)
    filesOf(built, chunk.imports ?? [], seen)
    for (const sheet of chunk.css ?? []) seen.add(sheet)
  }
  return seen
}
