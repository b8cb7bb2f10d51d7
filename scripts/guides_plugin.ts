import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Marked } from 'marked'

interface Section {
  id: string
  title: string
}

/** A guide as HTML with headings one level lower, its sections, and the pictures it shows. */
interface Read {
  html: string
  sections: Section[]
  pictures: string[]
}

const idOf = (title: string) => title.toLowerCase().replace(/[^a-z0-9]+/gu, '-')
const place = (picture: number) => `{picture ${picture}}`

/** Width and height of a WebP file in pixels. */
function sizeOf(file: string) {
  const bytes = readFileSync(file)
  if (bytes.toString('latin1', 12, 16) === 'VP8X')
    return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
}

/** Converts a guide's Markdown; its pictures are in `folder`. */
export function readGuide(text: string, folder: string): Read {
  const sections: Section[] = []
  const pictures: string[] = []
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: title }) {
        if (depth === 2) sections.push({ id: idOf(title), title })
        return `<h${depth + 1} id="${idOf(title)}">${this.parser.parseInline(tokens)}</h${depth + 1}>\n`
      },
      // A file beside the document has no address in the browser.
      link({ href, tokens }) {
        const said = this.parser.parseInline(tokens)
        return /^(https?:|#)/u.test(href) ? `<a href="${href}">${said}</a>` : said
      },
      image({ href, text: said }) {
        const { width, height } = sizeOf(join(folder, href))
        const source = place(pictures.push(href) - 1)
        return `<img src="${source}" alt="${said}" width="${width}" height="${height}" loading="lazy">`
      },
    },
  })
  return { html: marked.parse(text, { async: false }), sections, pictures }
}

/**
 * Lets the web import a guide as HTML, converted by the build, with its pictures as assets. Published Markdown plugins
 * give neither the sections nor the sizes of the pictures.
 */
export function guides() {
  return {
    name: 'guides',
    enforce: 'pre' as const,
    transform(text: string, id: string) {
      if (!id.endsWith('.md')) return null
      const { html, sections, pictures } = readGuide(text, dirname(id))
      const imports = pictures.map((path, n) => `import picture${n} from './${path}'`)
      const said = pictures.reduce(
        (written, _, n) => written.replaceAll(place(n), `" + picture${n} + "`),
        JSON.stringify(html),
      )
      const code = [
        ...imports,
        `export const html = ${said}`,
        `export const sections = ${JSON.stringify(sections)}`,
      ]
      return { code: code.join('\n'), map: null }
    },
  }
}
