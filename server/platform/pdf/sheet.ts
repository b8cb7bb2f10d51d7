import { clusters, fontBytes, type Run, runsOf, type Weight } from './fonts.ts'

export interface Style {
  weight: Weight
  /** Points. */
  size: number
  colour: string
}
/** A column of text, `x` points from the left margin. */
export interface Cell {
  text: string
  style: Style
  x: number
  width: number
  align?: 'left' | 'right'
}
interface FlowOptions {
  /** Points above and below the text. */
  padding?: number
  /** Called before the text is drawn on each page; the area is `height` points high from `sheet.y`. */
  drawBackground?: (height: number) => void
  /** Called at the top of every further page. */
  onNewPage?: () => void
}

/** Points; left, right and top. The bottom leaves room for the footer. */
export const MARGIN = 50
const FOOTER_MARGIN = 62
/** Text of at most this many lines is not split across pages. */
const MIN_BREAKABLE_LINES = 6

/** A4 pages with a cursor `y` that moves down and starts new pages. */
export class Sheet {
  readonly doc: PDFKit.PDFDocument
  readonly width: number
  y = MARGIN

  constructor(doc: PDFKit.PDFDocument) {
    this.doc = doc
    this.width = doc.page.width - 2 * MARGIN
  }

  /** Where text ends, points from the top. */
  get bottom(): number {
    return this.doc.page.height - FOOTER_MARGIN
  }

  startPage(): void {
    this.doc.addPage()
    this.y = MARGIN
  }

  /** Starts a page unless `height` points are left on this one. */
  reserve(height: number): void {
    if (this.y + height > this.bottom) this.startPage()
  }

  /** Leaves `height` points free, except at the top of a page. */
  gap(height: number): void {
    if (this.y > MARGIN) this.y += height
  }

  /** Writes cells side by side, continued on further pages as needed. */
  flow(cells: Cell[], { padding = 0, drawBackground: under, onNewPage: onTurn }: FlowOptions = {}): void {
    const step = Math.max(...cells.map((cell) => lineHeight(cell.style)))
    const laid = cells.map((cell) => ({ cell, lines: this.lines(cell.text, cell.style, cell.width) }))
    const total = Math.max(...laid.map(({ lines }) => lines.length))
    let isNewPage = false
    for (let done = 0; done < total; ) {
      const left = total - done
      const fit = Math.floor((this.bottom - this.y - 2 * padding) / step)
      if (!isNewPage && fit < (left > MIN_BREAKABLE_LINES ? 2 : left)) {
        this.startPage()
        onTurn?.()
        isNewPage = true
        continue
      }
      const count = Math.max(1, Math.min(fit, left))
      const height = count * step + 2 * padding
      under?.(height)
      for (const { cell, lines } of laid) {
        for (const [i, line] of lines.slice(done, done + count).entries()) {
          const indent = cell.align === 'right' ? cell.width - line.width : 0
          this.draw(line, cell.x + indent, this.y + padding + i * step, cell.style)
        }
      }
      this.y += height
      done += count
      isNewPage = false
    }
  }

  lines(text: string, style: Style, width: number): Line[] {
    return breakLines(text, style.weight, width, (runs) =>
      runs.reduce((sum, run) => sum + this.#measure(run, style.size), 0),
    )
  }

  /** Draws one line with its top at `y`, `x` points from the left margin. */
  draw(line: Line, x: number, y: number, style: Style): void {
    let at = MARGIN + x
    for (const run of line.runs) {
      const width = this.#measure(run, style.size)
      this.doc.fillColor(style.colour)
      // Aligned at the baseline, because a line may mix fonts of different heights.
      this.doc.text(run.text, at, y + style.size, { lineBreak: false, baseline: 'alphabetic' })
      at += width
    }
  }

  /** A filled rectangle over the whole width. */
  fill(y: number, height: number, colour: string): void {
    this.doc.rect(MARGIN, y, this.width, height).fill(colour)
  }

  #measure(run: Run, size: number): number {
    if (!this.#registered.has(run.font)) {
      this.doc.registerFont(run.font, fontBytes(run.font))
      this.#registered.add(run.font)
    }
    return this.doc.font(run.font, size).widthOfString(run.text)
  }
  readonly #registered = new Set<string>()
}

/** The distance of two baselines, points. */
export const lineHeight = (style: Style) => style.size * 1.35

/** A line of text and its width in points. */
export interface Line {
  runs: Run[]
  width: number
}
/** The width of runs in points. */
type Measure = (runs: Run[]) => number

const WIDE =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\u3000-\\u303f\\uff00-\\uff9f]'
const NOT_FIRST = '[、。，．・：；？！」』）】］｝〉》〕ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ々]'
const NOT_LAST = '[「『（【［｛〈《〔]'
/** Where a line may end: after spaces, after a hyphen inside a word, and around wide characters. */
const BREAK = new RegExp(
  `(?<= )(?! )|(?<=\\p{L}-)(?=\\p{L})|(?<=${WIDE})(?<!${NOT_LAST})(?! |${NOT_FIRST})|(?<!^|${NOT_LAST})(?!${NOT_FIRST})(?=${WIDE})`,
  'u',
)

/** Breaks `text` into lines of at most `width` points; a word that is wider than a line is cut. */
export function breakLines(text: string, weight: Weight, width: number, measure: Measure): Line[] {
  const paragraphs = text
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', '    ')
    .replace(/[\u00ad\ufeff]/g, '')
    .trimEnd()
    .split('\n')
  const lay = (line: string) => {
    const runs = runsOf(line.replace(/ +$/, ''), weight)
    return { runs, width: measure(runs) }
  }
  const widthOf = (part: string) => measure(runsOf(part, weight))
  return paragraphs.flatMap((paragraph) => fill(paragraph, width, widthOf).map(lay))
}

function fill(paragraph: string, width: number, widthOf: (part: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  const append = (part: string, solid: number, full: number) => {
    if (line && used + solid > width) {
      lines.push(line)
      line = ''
      used = 0
    }
    line += part
    used += full
  }
  for (const piece of paragraph.split(BREAK)) {
    const word = piece.replace(/ +$/, '')
    const solid = widthOf(word)
    if (solid <= width) {
      append(piece, solid, solid + widthOf(piece.slice(word.length)))
      continue
    }
    for (const cluster of clusters(piece)) {
      const one = widthOf(cluster)
      append(cluster, cluster === ' ' ? 0 : one, one)
    }
  }
  return [...lines, line]
}
