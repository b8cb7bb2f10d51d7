import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { inflateSync } from 'node:zlib'

export type Weight = 'regular' | 'bold'
/** A piece of text in one font. */
export interface Run {
  font: string
  text: string
}

const REPLACEMENT = '\uFFFD'
const LATIN = { regular: 'DejaVuSans', bold: 'DejaVuSans-Bold' } as const
const JAPANESE = { regular: '400', bold: '700' } as const

const require = createRequire(import.meta.url)
const fontCache = new Map<string, Buffer>()
const coverageCache = new Map<string, Set<number>>()
let subsets: Map<number, string> | undefined

/** The font file for pdfkit, read and unpacked once per process. */
export function fontBytes(font: string): Buffer {
  let bytes = fontCache.get(font)
  if (!bytes) {
    bytes = font.startsWith('DejaVu')
      ? readFileSync(join(dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf', `${font}.ttf`))
      : unpackWoff(readFileSync(require.resolve(`@fontsource/noto-sans-jp/files/${font}-normal.woff`)))
    fontCache.set(font, bytes)
  }
  return bytes
}

/** Splits one line into runs by glyph coverage: DejaVu Sans first, then Noto Sans JP; U+FFFD for what neither has. */
export function runsOf(text: string, weight: Weight): Run[] {
  if (/^[ -~]*$/.test(text)) return text ? [{ font: LATIN[weight], text }] : []
  const runs: Run[] = []
  for (const cluster of clusters(text)) {
    const whole = fontOf(cluster, weight)
    if (whole) add(runs, whole, cluster)
    else for (const char of cluster) add(runs, ...drawable(char, weight))
  }
  return runs
}

/** Splits into grapheme clusters, composed (NFC) where they have combining marks. */
export function clusters(text: string): string[] {
  if (!/[\p{M}\p{Default_Ignorable_Code_Point}]/u.test(text)) return Array.from(text)
  return Array.from(graphemes.segment(text), ({ segment }) =>
    // Not all text: NFC would also replace variant kanji in names.
    /\p{M}/u.test(segment) ? segment.normalize('NFC') : segment,
  )
}
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

function drawable(char: string, weight: Weight): [font: string, text: string] {
  const font = fontOf(char, weight)
  if (font) return [font, char]
  const invisible = /[\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(char)
  return [LATIN[weight], invisible ? '' : REPLACEMENT]
}

function add(runs: Run[], font: string, text: string): void {
  const last = runs.at(-1)
  if (!text) return
  if (last?.font === font) last.text += text
  else runs.push({ font, text })
}

/** The first font that has every code point of `cluster`. */
function fontOf(cluster: string, weight: Weight): string | undefined {
  const codes = Array.from(cluster, (char) => char.codePointAt(0)!)
  if (codes.every((code) => coverage(LATIN[weight]).has(code))) return LATIN[weight]
  const subset = subsetOf(codes[0]!)
  if (subset && codes.every((code) => subsetOf(code) === subset)) return `${subset}-${JAPANESE[weight]}`
  return weight === 'bold' ? fontOf(cluster, 'regular') : undefined
}

function coverage(font: string): Set<number> {
  let codes = coverageCache.get(font)
  if (!codes) {
    codes = codePoints(fontBytes(font))
    coverageCache.set(font, codes)
  }
  return codes
}

/**
 * The file of Noto Sans JP with a code point. Only numbered files, because the ranges of the named ones list missing
 * glyphs.
 */
function subsetOf(code: number): string | undefined {
  subsets ??= new Map(
    Object.entries(require('@fontsource/noto-sans-jp/unicode.json') as Record<string, string>)
      .filter(([name]) => name.startsWith('['))
      .flatMap(([name, ranges]) =>
        ranges
          .split(',')
          .flatMap(codesIn)
          .map((code) => [code, `noto-sans-jp-${name.slice(1, -1)}`] as const),
      ),
  )
  return subsets.get(code)
}

/** The code points of one `U+3041-3096` of a unicode-range. */
function codesIn(range: string): number[] {
  const [first, last] = range.slice(2).split('-') as [string, string?]
  const start = Number.parseInt(first, 16)
  const end = last ? Number.parseInt(last, 16) : start
  return Array.from({ length: end - start + 1 }, (_, i) => start + i)
}

const HEADER = 12
const ENTRY = 16
const WOFF_HEADER = 44
const WOFF_ENTRY = 20

/** Unpacks a WOFF 1 font to sfnt, because pdfkit would inflate its tables again for every glyph. */
function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('Not a WOFF font')
  const count = woff.readUInt16BE(12)
  const power = Math.floor(Math.log2(count))
  const head = Buffer.alloc(HEADER + ENTRY * count)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  head.writeUInt16BE(16 << power, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE(16 * count - (16 << power), 10)

  const parts: Buffer[] = [head]
  let offset = head.length
  for (let i = 0; i < count; i++) {
    const from = WOFF_HEADER + WOFF_ENTRY * i
    const start = woff.readUInt32BE(from + 4)
    const packed = woff.subarray(start, start + woff.readUInt32BE(from + 8))
    const length = woff.readUInt32BE(from + 12)
    const table = packed.length < length ? inflateSync(packed) : packed
    const to = HEADER + ENTRY * i
    woff.copy(head, to, from, from + 4)
    woff.copy(head, to + 4, from + 16, from + 20)
    head.writeUInt32BE(offset, to + 8)
    head.writeUInt32BE(length, to + 12)
    const padding = -length & 3
    parts.push(table, Buffer.alloc(padding))
    offset += length + padding
  }
  return Buffer.concat(parts)
}

/** The code points that a font has glyphs for, from the format 12 table of its cmap. */
function codePoints(sfnt: Buffer): Set<number> {
  const cmap = tableStart(sfnt, 'cmap')
  const found = new Set<number>()
  for (let i = 0; i < sfnt.readUInt16BE(cmap + 2); i++) {
    const at = cmap + sfnt.readUInt32BE(cmap + 8 + 8 * i)
    if (sfnt.readUInt16BE(at) !== 12) continue
    for (let group = 0; group < sfnt.readUInt32BE(at + 12); group++) {
      const first = sfnt.readUInt32BE(at + 16 + 12 * group)
      const last = sfnt.readUInt32BE(at + 20 + 12 * group)
      for (let code = first; code <= last; code++) found.add(code)
    }
  }
  return found
}

function tableStart(sfnt: Buffer, tag: string): number {
  for (let i = 0; i < sfnt.readUInt16BE(4); i++) {
    const entry = HEADER + ENTRY * i
    if (sfnt.toString('latin1', entry, entry + 4) === tag) return sfnt.readUInt32BE(entry + 8)
  }
  throw new Error(`The font has no ${tag} table`)
}
