import { type Cell, lineHeight, Sheet, type Style } from './sheet.ts'

/** Null, undefined and blank text are shown as '-'. */
type Value = string | number | null | undefined

export interface Writer {
  heading(text: string): void
  subheading(text: string): void
  /** A label and its value side by side. */
  field(label: string, value: Value): void
  /** A question, above its answer. */
  question(text: string): void
  /** Line breaks are kept. */
  paragraph(text: Value): void
  /** A column may be given by its label. Each row has one value per column. */
  table(columns: readonly (string | Column)[], rows: readonly (readonly Value[])[]): void
}

const INK = '#1a1f2b'
const HEADING: Style = { weight: 'bold', size: 16, colour: INK }
const SUBHEADING: Style = { weight: 'bold', size: 11, colour: INK }
const LABEL: Style = { weight: 'bold', size: 9, colour: INK }
const BODY: Style = { weight: 'regular', size: 9, colour: INK }
const QUESTION: Style = { weight: 'regular', size: 8, colour: '#525b6b' }
const FOOTER: Style = { weight: 'regular', size: 7.5, colour: '#525b6b' }
/** Points. */
const LABEL_WIDTH = 150

/** An A4 document; its title is in the metadata and, with 'page / pages', at the foot of each page. */
export async function pdf(title: string, write: (page: Writer) => void, made = new Date()): Promise<Buffer> {
  const chunks: Buffer[] = []
  const info = { Title: title, CreationDate: made }
  const document = await openDocument({ info }, (chunk) => chunks.push(chunk))
  write(document.page)
  drawFooters(document.sheet, title)
  await document.end()
  return Buffer.concat(chunks)
}

interface DocumentOptions {
  info: { Title: string; CreationDate?: Date }
  pdfVersion?: '1.7'
}

/** A document that is written step by step; its pages can be switched to until it ends. */
export interface OpenDocument {
  sheet: Sheet
  page: Writer
  /** Resolves when all bytes were sent. */
  end(): Promise<void>
}

/** Opens an A4 document; its bytes are sent as they are written. */
export async function openDocument(
  { info, ...options }: DocumentOptions,
  send: (chunk: Buffer) => void,
): Promise<OpenDocument> {
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    size: 'A4',
    bufferPages: true,
    // The standard fonts only have Latin-1.
    font: '',
    lang: 'en',
    displayTitle: true,
    info: { Creator: 'Astromaterials Sample AO', ...info },
    ...options,
  })
  const done = new Promise<void>((resolve, reject) => {
    doc.on('data', send)
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  const sheet = new Sheet(doc)
  return {
    sheet,
    page: writer(sheet),
    async end() {
      doc.end()
      await done
    },
  }
}

function writer(sheet: Sheet): Writer {
  const whole = (text: string, style: Style) => [{ text, style, x: 0, width: sheet.width }]
  const title = (text: string, style: Style, above: number, below: number) => {
    sheet.gap(above)
    // Keeps a title on the same page as the text below it.
    sheet.reserve(lineHeight(style) + below + 40)
    sheet.flow(whole(text, style))
    sheet.y += below
  }
  return {
    heading: (text) => title(text, HEADING, 16, 8),
    subheading: (text) => title(text, SUBHEADING, 12, 4),
    field(label, value) {
      sheet.flow([
        { text: label, style: LABEL, x: 0, width: LABEL_WIDTH - 10 },
        { text: shown(value), style: BODY, x: LABEL_WIDTH, width: sheet.width - LABEL_WIDTH },
      ])
      sheet.y += 3
    },
    question(text) {
      sheet.gap(2)
      sheet.reserve(lineHeight(QUESTION) + 2 * lineHeight(BODY))
      sheet.flow(whole(text, QUESTION))
    },
    paragraph(text) {
      sheet.gap(2)
      sheet.flow(whole(shown(text), BODY))
      sheet.y += 5
    },
    table(columns, rows) {
      sheet.gap(4)
      drawTable(
        sheet,
        columns.map((column) => (typeof column === 'string' ? { label: column } : column)),
        rows.map((row) => row.map(shown)),
      )
      sheet.y += 8
    },
  }
}

function shown(value: Value): string {
  const text = String(value ?? '')
  return text.trim() ? text : '-'
}

function drawFooters(sheet: Sheet, title: string): void {
  const { doc } = sheet
  const { count } = doc.bufferedPageRange()
  const [first, ...more] = sheet.lines(title, FOOTER, sheet.width - 80)
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    const y = doc.page.height - 40
    const [number] = sheet.lines(`${page + 1} / ${count}`, FOOTER, 70)
    sheet.draw(first!, 0, y, FOOTER)
    if (more.length) sheet.draw(sheet.lines('…', FOOTER, 20)[0]!, first!.width, y, FOOTER)
    sheet.draw(number!, sheet.width - number!.width, y, FOOTER)
  }
}

/** `share` is the column's relative width (default 1). */
export interface Column {
  label: string
  share?: number
  align?: 'left' | 'right'
}

const HEAD: Style = { weight: 'bold', size: 8, colour: '#1a1f2b' }
const TABLE_CELL: Style = { weight: 'regular', size: 8, colour: '#1a1f2b' }
const SHADE = '#e6eaf1'
const RULE = '#b4bcc9'
/** Points. */
const PADDING = 3

/** Repeats the header row on every page. */
function drawTable(sheet: Sheet, columns: readonly Column[], rows: readonly (readonly string[])[]): void {
  const cells = cellsOf(columns, sheet.width)
  const header = () =>
    sheet.flow(
      cells(
        columns.map((column) => column.label),
        HEAD,
      ),
      { padding: PADDING, drawBackground: (height) => sheet.fill(sheet.y, height, SHADE) },
    )
  const rule = (height: number) => sheet.fill(sheet.y + height - 0.5, 0.5, RULE)
  // Avoids a header alone at the bottom of a page.
  sheet.reserve(60)
  header()
  for (const row of rows) {
    sheet.flow(cells(row, TABLE_CELL), { padding: PADDING, drawBackground: rule, onNewPage: header })
  }
}

function cellsOf(columns: readonly Column[], width: number) {
  const total = columns.reduce((sum, column) => sum + (column.share ?? 1), 0)
  let x = 0
  const frames = columns.map((column) => {
    const full = (width * (column.share ?? 1)) / total
    const frame = { x: x + PADDING, width: full - 2 * PADDING, align: column.align }
    x += full
    return frame
  })
  return (texts: readonly string[], style: Style): Cell[] =>
    frames.map((frame, i) => ({ ...frame, style, text: texts[i] ?? '-' }))
}
