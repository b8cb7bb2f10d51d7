import { inflateSync } from 'node:zlib'

const HEADER = 12
const ENTRY = 16
const WOFF_HEADER = 44
const WOFF_ENTRY = 20

/** Unpacks a WOFF 1 font to the plain sfnt that it wraps; pdfkit would inflate its tables again for every glyph. */
export function unpackWoff(woff: Buffer): Buffer {
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

/** The code points that an sfnt font has a glyph for, from the format 12 table of its cmap. */
export function codePoints(sfnt: Buffer): Set<number> {
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
