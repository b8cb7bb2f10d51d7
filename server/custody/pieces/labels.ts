import { encode } from 'uqr'
import type { PieceAddress } from '#domain/custody/address.ts'
import { formatAmount } from '#domain/custody/amounts.ts'
import { notFound } from '#domain/errors.ts'
import { asteroids } from '#domain/masters/values.ts'
import type { Config } from '../../platform/config.ts'
import type { Ctx } from '../../platform/context.ts'
import { Attachment } from '../../platform/http/handlers.ts'
import { openDocument } from '../../platform/pdf/document.ts'
import { MARGIN, type Sheet, type Style } from '../../platform/pdf/sheet.ts'
import { findLabelled } from './queries.ts'

/** Points in a millimetre. */
const MM = 72 / 25.4
/** A sheet of 3 × 8 labels of 70 × 37 mm, in points. */
const COLUMNS = 3
const ROWS = 8
const WIDTH = 70 * MM
const HEIGHT = 37 * MM
const TOP = 0.5 * MM
const PADDING = 5 * MM
/** The side of a QR code with its quiet zone. */
const CODE = 27 * MM

const INK = '#000000'
const NAME: Style = { weight: 'bold', size: 11, colour: INK }
const LINE: Style = { weight: 'regular', size: 7.5, colour: INK }
const SMALL: Style = { weight: 'regular', size: 6, colour: INK }

type Labelled = Awaited<ReturnType<typeof findLabelled>>[number]

/** The address of a piece's page, which its QR code holds. */
const pageOf = ({ baseUrl }: Config, { address }: Labelled) => `${baseUrl}/pieces/${address}`

function drawCode({ doc }: Sheet, text: string, x: number, y: number) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const side = CODE / size
  data.forEach((cells, row) => {
    cells.forEach((dark, column) => {
      // A hair wider than a cell: no white lines between neighbours.
      if (dark) doc.rect(x + column * side, y + row * side, side * 1.02, side * 1.02)
    })
  })
  doc.fill(INK)
}

function drawLabel(
  sheet: Sheet,
  config: Config,
  piece: Labelled,
  at: { x: number; y: number; made: string },
) {
  const { x, y, made } = at
  drawCode(sheet, pageOf(config, piece), x + PADDING - 2 * MM, y + (HEIGHT - CODE) / 2)
  const left = x + PADDING + CODE - MM
  const width = x + WIDTH - PADDING - left
  let top = y + PADDING
  const write = (text: string, style: Style) => {
    for (const line of sheet.lines(text, style, width).slice(0, 2)) {
      sheet.draw(line, left - MARGIN, top, style)
      top += style.size * 1.25
    }
  }
  write(piece.name, NAME)
  write(`${asteroids[piece.db_type]}, ${piece.form}`, LINE)
  write(`${formatAmount(piece.unit, piece.present)} on ${made}`, LINE)
  top += MM
  write(piece.address, SMALL)
}

/**
 * Labels of pieces as a PDF for sheets of 3 × 8 labels: name, asteroid, form, what it holds today, and a QR code of its page.
 * Throws 'missing' when one of the addresses is no piece.
 */
export async function downloadLabels(ctx: Ctx, addresses: readonly PieceAddress[]): Promise<Attachment> {
  const wanted = [...new Set(addresses)]
  const labelled = await findLabelled(ctx.db, wanted)
  if (labelled.length < wanted.length) throw notFound()
  const made = ctx.now()
  const chunks: Buffer[] = []
  const [first] = labelled
  const title = labelled.length === 1 ? `Label of ${first!.name}` : `Labels of ${labelled.length} pieces`
  const document = await openDocument({ info: { Title: title, CreationDate: made } }, (chunk) =>
    chunks.push(chunk),
  )
  const { sheet } = document
  labelled.forEach((piece, i) => {
    const place = i % (COLUMNS * ROWS)
    if (i > 0 && place === 0) sheet.startPage()
    drawLabel(sheet, ctx.config, piece, {
      x: (place % COLUMNS) * WIDTH,
      y: TOP + Math.floor(place / COLUMNS) * HEIGHT,
      made: made.toISOString().slice(0, 10),
    })
  })
  await document.end()
  const name = labelled.length === 1 ? `label_${first!.name}.pdf` : 'labels.pdf'
  return new Attachment(name, 'application/pdf', Buffer.concat(chunks))
}
