import {
  PDF,
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core'
import { Copier } from './copier.ts'
import { pagesOf } from './pages.ts'

/** In points, from the bottom left corner of the page. */
interface Frame {
  x: number
  y: number
  width: number
  height: number
}

/** A page as it is shown: its size in points, turned as its rotation says. */
export interface PlacedPage {
  width: number
  height: number
  /** Draws it on the document's current page, in the middle of the frame, made smaller where it does not fit. */
  draw(frame: Frame): void
}

type Resolve = Copier['resolve']
type Document = PDFKit.PDFDocument

/**
 * The pages of a PDF that `cleanPdf` made, to be drawn on pages of the document. Their objects are written to it at once,
 * so that nothing of them is kept. Throws where the PDF is damaged.
 */
export async function placedPages(doc: Document, bytes: Uint8Array): Promise<PlacedPage[]> {
  const { context } = await PDF.load(bytes)
  const leaves = pagesOf(context)
  if (!leaves) throw new Error('The pages of a document of our own cannot be read.')
  const { resolve } = new Copier(context, context)
  const writer = new ObjectWriter(doc, resolve)
  const placed = leaves.map(({ page, inherited }) => {
    const box = boxOf(inherited, resolve)
    const form = doc.ref({
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [box.left, box.bottom, box.left + box.width, box.bottom + box.height],
      Resources: writer.convert(inherited.Resources) ?? {},
      Group: writer.convert(page.get('Group')) ?? undefined,
    })
    form.end(contentOf(page, resolve))
    return placedPage(doc, form, box)
  })
  writer.finish()
  return placed
}

/** What is visible of a page, in its own coordinates; `turn` is a clockwise rotation in degrees. */
interface Box {
  left: number
  bottom: number
  width: number
  height: number
  turn: number
}

function boxOf(inherited: Readonly<Record<string, PdfObject>>, resolve: Resolve): Box {
  const media = rectOf(inherited.MediaBox, resolve) ?? [0, 0, 595, 842]
  const crop = rectOf(inherited.CropBox, resolve) ?? media
  const [left, bottom] = [Math.max(media[0], crop[0]), Math.max(media[1], crop[1])]
  const [right, top] = [Math.min(media[2], crop[2]), Math.min(media[3], crop[3])]
  const rotate = resolve(inherited.Rotate)
  const quarters = rotate instanceof PdfNumber ? Math.round(rotate.value / 90) : 0
  return {
    left,
    bottom,
    width: Math.max(1, right - left),
    height: Math.max(1, top - bottom),
    turn: (((quarters % 4) + 4) % 4) * 90,
  }
}

function rectOf(value: PdfObject | undefined, resolve: Resolve): [number, number, number, number] | null {
  const rect = resolve(value)
  if (!(rect instanceof PdfArray) || rect.length < 4) return null
  const [a, b, c, d] = [...rect]
    .map((item) => resolve(item))
    .map((item) => (item instanceof PdfNumber ? item.value : 0))
  return [Math.min(a!, c!), Math.min(b!, d!), Math.max(a!, c!), Math.max(b!, d!)]
}

/** The content of a page as one stream: a page may have several, of which none need end a number or a name. */
function contentOf(page: PdfDict, resolve: Resolve): Buffer {
  const contents = resolve(page.get('Contents'))
  const streams = contents instanceof PdfArray ? [...contents].map((one) => resolve(one)) : [contents]
  return Buffer.concat(
    streams.flatMap((one) => (one instanceof PdfStream ? [one.getDecodedData(), Buffer.from('\n')] : [])),
  )
}

/** The name of the form among the resources of its page. */
const FORM = 'PlacedPage'

function placedPage(doc: Document, form: PDFKit.PDFKitReference, box: Box): PlacedPage {
  const turned = box.turn % 180 !== 0
  const [width, height] = turned ? [box.height, box.width] : [box.width, box.height]
  return {
    width,
    height,
    draw(frame) {
      const scale = Math.min(1, frame.width / width, frame.height / height)
      const x = frame.x + (frame.width - scale * width) / 2
      const y = frame.y + (frame.height - scale * height) / 2
      const [a, b, c, d, e, f] = placement(box, scale, x, y)
      doc.page.xobjects[FORM] = form
      // The document's own coordinates begin at the top; the page's begin at the bottom.
      const matrix = [a, -b, c, -d, e, doc.page.height - f].map((n) => +n.toFixed(5))
      doc.addContent(`q ${matrix.join(' ')} cm /${FORM} Do Q`)
    },
  }
}

/** The matrix that puts the box, turned and scaled, with its bottom left corner at (x, y). */
function placement({ left, bottom, width, height, turn }: Box, s: number, x: number, y: number) {
  const [right, top] = [left + width, bottom + height]
  if (turn === 90) return [0, -s, s, 0, x - s * bottom, y + s * right] as const
  if (turn === 180) return [-s, 0, 0, -s, x + s * right, y + s * top] as const
  if (turn === 270) return [0, s, -s, 0, x + s * top, y - s * left] as const
  return [s, 0, 0, s, x - s * left, y - s * bottom] as const
}

/** Bytes that a name may hold as they are (ISO 32000-2, 7.3.5). */
const nameText = (name: string) =>
  name.replace(/[^!-~]|[#()<>[\]{}/%]/gu, (char) =>
    Array.from(Buffer.from(char, 'latin1'), (byte) => `#${byte.toString(16).padStart(2, '0')}`).join(''),
  )

/** Writes objects of another PDF to the document, each once. */
class ObjectWriter {
  readonly #doc: Document
  readonly #resolve: Resolve
  readonly #written = new Map<string, PDFKit.PDFKitReference>()
  readonly #pending: [PdfDict | PdfArray, PDFKit.PDFKitReference][] = []

  constructor(doc: Document, resolve: Resolve) {
    this.#doc = doc
    this.#resolve = resolve
  }

  /** The value as pdfkit writes it: names are strings, strings are bytes. */
  convert(value: PdfObject | undefined): unknown {
    if (value instanceof PdfRef) return this.#reference(value)
    if (value instanceof PdfName) return nameText(value.value)
    if (value instanceof PdfNumber || value instanceof PdfBool) return value.value
    if (value instanceof PdfString) return value.bytes
    if (value instanceof PdfArray) return [...value].map((item) => this.convert(item))
    // A stream is always referred to.
    if (value instanceof PdfDict && !(value instanceof PdfStream)) return this.#entries(value)
    return null
  }

  /** Writes all objects that were referred to. */
  finish() {
    for (let next = this.#pending.pop(); next; next = this.#pending.pop()) {
      const [value, ref] = next
      if (value instanceof PdfStream) {
        const { Length: _, ...entries } = this.#entries(value)
        Object.assign(ref, { data: entries })
        // Its data stay packed as they are; without any it would not be written as a stream.
        ref.end(value.data.length > 0 ? value.data : Buffer.from('\n'))
      } else {
        Object.assign(ref, { data: value instanceof PdfDict ? this.#entries(value) : this.convert(value) })
        ref.end(undefined)
      }
    }
  }

  /** A number, name or string that is referred to is written where it is used; of the rest each only once. */
  #reference(value: PdfRef): unknown {
    const key = `${value.objectNumber} ${value.generation}`
    const known = this.#written.get(key)
    if (known) return known
    const object = this.#resolve(value)
    if (!(object instanceof PdfDict || object instanceof PdfArray)) return this.convert(object ?? undefined)
    // pdfkit packs what has no filter yet.
    const isPacked = object instanceof PdfStream && object.has('Filter')
    const ref = this.#doc.ref(isPacked ? { Filter: true } : {})
    this.#written.set(key, ref)
    this.#pending.push([object, ref])
    return ref
  }

  #entries(value: PdfDict): Record<string, unknown> {
    return Object.fromEntries([...value].map(([name, item]) => [nameText(name.value), this.convert(item)]))
  }
}
