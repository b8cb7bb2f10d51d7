import { asteroids, labelOf, termLabel } from '#domain/masters/values.ts'
import { requestTexts } from '#domain/proposals/field_texts.ts'
import { requestedTotal } from '#domain/proposals/rules.ts'
import { bandOf, scoreBand } from '#domain/staff/status.ts'
import { formatUtc } from '#domain/terms/rules.ts'
import type { OpenDocument } from '../platform/pdf/document.ts'
import { type PlacedPage, placedPages } from '../platform/pdf/placed_pages.ts'
import { type Line, MARGIN, type Sheet, type Style } from '../platform/pdf/sheet.ts'
import { writeProposal } from '../proposals/pages.ts'
import { writeReport } from '../reports/pages.ts'
import { type BookEntry, type BookHead, type BookProposal, NO_CALL } from './book.ts'

const callLabel = (term_id: number) => (term_id === NO_CALL ? 'No call' : termLabel(term_id))

const INK = '#131a25'
const INK_2 = '#424d5b'
const INK_3 = '#5b6674'
const LINE = '#c6cfda'
const SOFT = '#f5f7fa'
const SEA = '#1f7c89'

const COVER: Style = { weight: 'bold', size: 26, colour: INK }
const TITLE: Style = { weight: 'bold', size: 16, colour: INK }
const LEAD: Style = { weight: 'regular', size: 11, colour: INK_2 }
const BODY: Style = { weight: 'regular', size: 9, colour: INK }
const STRONG: Style = { weight: 'bold', size: 9, colour: INK }
const QUIET: Style = { weight: 'regular', size: 9, colour: INK_3 }
const HEAD: Style = { weight: 'bold', size: 8, colour: INK_3 }
const RUNNING: Style = { weight: 'regular', size: 7.5, colour: INK_3 }
const RUNNING_STRONG: Style = { weight: 'bold', size: 7.5, colour: INK }
const LABEL: Style = { weight: 'regular', size: 8, colour: INK_3 }
const FIGURE: Style = { weight: 'bold', size: 15, colour: INK }
const BADGE: Style = { weight: 'bold', size: 10, colour: '#ffffff' }

const figure = (value: number | null, decimals?: number) =>
  value === null ? '-' : decimals === undefined ? String(value) : value.toFixed(decimals)

/** One line of at most `width` points, cut with an ellipsis. */
function oneLine(sheet: Sheet, text: string, style: Style, width: number): Line {
  const flat = text.replace(/\s+/gu, ' ')
  const [whole, ...rest] = sheet.lines(flat, style, width)
  if (rest.length === 0) return whole!
  const [ellipsis] = sheet.lines('…', style, width)
  const [first] = sheet.lines(flat, style, width - ellipsis!.width)
  return { runs: [...first!.runs, ...ellipsis!.runs], width: first!.width + ellipsis!.width }
}

function drawRight(sheet: Sheet, text: string, right: number, y: number, style: Style) {
  const [line] = sheet.lines(text, style, right)
  sheet.draw(line!, right - line!.width, y, style)
}

// Contents ------------------------------------------------------------------------------------------------------------

const ROW = 17
const FIRST_ROWS_AT = 300
const ROWS_AT = MARGIN + 26
const COLUMNS = { rank: 0, id: 40, title: 84, total: 455, page: 495 }
const TITLE_WIDTH = COLUMNS.total - COLUMNS.title - 36

/** How many lines of the contents a page holds, the first one below the title. */
const rowsFrom = (sheet: Sheet, y: number) => Math.floor((sheet.bottom - y) / ROW)

/** Where each line of the contents is: its page and its top, in points. */
function contentsPlaces(sheet: Sheet, count: number) {
  const first = rowsFrom(sheet, FIRST_ROWS_AT)
  const more = rowsFrom(sheet, ROWS_AT)
  return Array.from({ length: count }, (_, i) =>
    i < first
      ? { page: 0, y: FIRST_ROWS_AT + i * ROW }
      : { page: 1 + Math.floor((i - first) / more), y: ROWS_AT + ((i - first) % more) * ROW },
  )
}

const destination = (id: number) => `proposal-${id}`

const CONFIDENTIAL =
  'Confidential. This book holds reviews and was made for you alone: do not pass it on, and delete it when the call is closed.'
const LEFT_OUT = 'Proposals with which you have a conflict of interest are not part of it.'

/** The title page with the contents, whose page numbers are filled in at the end. */
function writeContents({ sheet }: OpenDocument, head: BookHead) {
  const { doc } = sheet
  const { term_id, reader, made, contents } = head
  const badge = oneLine(sheet, callLabel(term_id), BADGE, 100)
  doc.rect(MARGIN, MARGIN, badge.width + 14, 20).fill(INK)
  sheet.draw(badge, 7, MARGIN + 4, BADGE)
  sheet.y = 92
  sheet.flow([{ text: 'The book for the panel', style: COVER, x: 0, width: sheet.width }])
  sheet.y += 4
  const many = contents.length === 1 ? '1 proposal' : `${contents.length} proposals`
  const lead = `${many}${head.isSelection ? ', selected,' : ''} in the order of the ranking, each with its reports`
  sheet.flow([{ text: lead, style: LEAD, x: 0, width: sheet.width }])
  sheet.y += 16
  for (const [label, value] of [
    ['Made for', reader],
    ['On', formatUtc(made.toISOString())],
  ] as const) {
    sheet.draw(oneLine(sheet, label, QUIET, 70), 0, sheet.y, QUIET)
    sheet.draw(oneLine(sheet, value, STRONG, sheet.width - 80), 80, sheet.y, STRONG)
    sheet.y += 15
  }
  sheet.y += 8
  for (const text of [CONFIDENTIAL, LEFT_OUT]) {
    sheet.flow([{ text, style: BODY, x: 0, width: 400 }])
    sheet.y += 4
  }
  doc.outline.addItem('Contents')
  for (const [i, { page, y }] of contentsPlaces(sheet, contents.length).entries()) {
    if (page >= doc.bufferedPageRange().count) sheet.startPage()
    if (i === 0 || y === ROWS_AT) writeContentsHead(sheet, y)
    writeEntry(sheet, contents[i]!, y)
  }
}

function writeContentsHead(sheet: Sheet, y: number) {
  const at = y - 16
  sheet.draw(oneLine(sheet, 'Rank', HEAD, 40), COLUMNS.rank, at, HEAD)
  sheet.draw(oneLine(sheet, 'ID', HEAD, 40), COLUMNS.id, at, HEAD)
  sheet.draw(oneLine(sheet, 'Title and proposer', HEAD, 200), COLUMNS.title, at, HEAD)
  drawRight(sheet, 'Total', COLUMNS.total, at, HEAD)
  drawRight(sheet, 'Page', COLUMNS.page, at, HEAD)
  sheet.fill(y - 3, 0.5, INK_3)
}

function writeEntry(sheet: Sheet, { id, title, name, rank, total }: BookEntry, y: number) {
  sheet.draw(oneLine(sheet, figure(rank), STRONG, 40), COLUMNS.rank, y, STRONG)
  sheet.draw(oneLine(sheet, String(id), BODY, 44), COLUMNS.id, y, BODY)
  const person = oneLine(sheet, name, QUIET, 110)
  const titled = oneLine(sheet, title, BODY, TITLE_WIDTH - person.width - 8)
  sheet.draw(titled, COLUMNS.title, y, BODY)
  sheet.draw(person, COLUMNS.title + titled.width + 8, y, QUIET)
  drawRight(sheet, figure(total, 2), COLUMNS.total, y, BODY)
  sheet.fill(y + ROW - 4, 0.5, LINE)
  sheet.doc.goTo(MARGIN, y - 3, sheet.width, ROW, destination(id))
}

// A proposal ----------------------------------------------------------------------------------------------------------

/** The pages of a document under their running titles. */
interface Book {
  document: OpenDocument
  head: BookHead
  /** The running title of each page. */
  titles: string[]
  /** The first page of each proposal, from 1. */
  pages: Map<number, number>
}

/** The index of the page that is being written. */
const pageIndex = ({ document }: Book) => document.sheet.doc.bufferedPageRange().count - 1

/** Gives all pages since the last call this running title. */
function titlePages(book: Book, title: string) {
  while (book.titles.length <= pageIndex(book)) book.titles.push(title)
}

interface Figure {
  label: string
  value: string
  note?: string
  /** Relative width (default 1). */
  share?: number
}

/** Figures side by side in frames. */
function writeFigures(sheet: Sheet, figures: readonly Figure[]) {
  const height = 46
  sheet.reserve(height + 6)
  const gap = 6
  const shares = figures.reduce((sum, { share = 1 }) => sum + share, 0)
  let x = 0
  for (const { label, value, note, share = 1 } of figures) {
    const width = ((sheet.width - gap * (figures.length - 1)) * share) / shares
    sheet.doc.roundedRect(MARGIN + x, sheet.y, width, height, 4).fill(SOFT)
    sheet.draw(oneLine(sheet, label, LABEL, width - 12), x + 8, sheet.y + 6, LABEL)
    const big = oneLine(sheet, value, FIGURE, width - 12)
    sheet.draw(big, x + 8, sheet.y + 20, FIGURE)
    if (note)
      sheet.draw(oneLine(sheet, note, LABEL, width - big.width - 20), x + 13 + big.width, sheet.y + 27, LABEL)
    x += width + gap
  }
  sheet.y += height + 6
}

const LEAST = 2
const MOST = 10
/** Points to a step of the axis; on the screen 11.5 of its own units. */
const STEP = 26
const UNIT = STEP / 11.5

/** The totals of the reports on an axis from 2 to 10, as the ranking shows them: equal ones stacked, a triangle for the average. */
function drawSpread(sheet: Sheet, totals: readonly number[]) {
  const { doc } = sheet
  const place = (total: number) => MARGIN + 10 + (total - LEAST) * STEP
  const axis = sheet.y + 16
  doc.lineWidth(0.75).strokeColor(LINE).moveTo(place(LEAST), axis).lineTo(place(MOST), axis).stroke()
  for (const tick of [2, 4, 6, 8, 10]) {
    doc
      .moveTo(place(tick), axis - 3)
      .lineTo(place(tick), axis + 3)
      .stroke()
    const [label] = sheet.lines(String(tick), LABEL, 20)
    sheet.draw(label!, place(tick) - MARGIN - label!.width / 2, axis + 18, LABEL)
  }
  for (const value of new Set(totals)) {
    const { length } = totals.filter((other) => other === value)
    const radius = (length > 2 ? 2.6 : length > 1 ? 3.4 : 4) * UNIT * 0.5
    const apart = (length > 2 ? 4.5 : 6.4) * UNIT * 0.5
    for (let i = 0; i < length; i += 1)
      doc.circle(place(value), axis + (i - (length - 1) / 2) * apart, radius).fill(SEA)
  }
  if (totals.length > 1) {
    const mean = place(totals.reduce((sum, total) => sum + total, 0) / totals.length)
    doc.polygon([mean, axis + 10], [mean + 4, axis + 16], [mean - 4, axis + 16]).fill(INK_2)
  }
  sheet.y += 48
}

const WITHHELD =
  'You are asked to review this proposal and have not submitted your report. The other reports, and the figures made from them, are left out until you submit or decline.'

const word = (score: number | null) => {
  const band = bandOf(score)
  return band === null ? '' : scoreBand.label(band)
}

function writeSummary({ document: { sheet, page } }: Book, part: BookProposal) {
  const { proposal, reviews } = part
  sheet.flow([{ text: `${proposal.id}: ${proposal.title}`, style: TITLE, x: 0, width: sheet.width }])
  sheet.y += 4
  const people = [proposal.name, proposal.affiliation].filter(Boolean).join(' · ')
  sheet.flow([{ text: people, style: LEAD, x: 0, width: sheet.width }])
  sheet.y += 14
  const own: Figure[] = [
    { label: 'Rank', value: figure(part.rank) },
    { label: 'Global score', value: figure(part.global_score, 2), note: word(part.global_score), share: 1.9 },
  ]
  if (reviews === null) {
    writeFigures(sheet, own)
    page.paragraph(WITHHELD)
  } else {
    writeFigures(sheet, [
      ...own,
      { label: 'Total', value: figure(reviews.total, 2) },
      { label: 'Science', value: figure(reviews.science, 2) },
      { label: 'Technical', value: figure(reviews.technical, 2) },
      { label: 'Reports', value: `${reviews.submitted.length}`, note: `of ${reviews.asked}` },
    ])
    writeOrder(sheet, reviews)
    page.subheading('Reports')
    if (reviews.submitted.length === 0) page.paragraph('No report is submitted yet.')
    else {
      page.table(
        [
          { label: 'Reviewer', share: 4 },
          ...['Science', 'Technical', 'Total', 'Rank'].map((label) => ({ label, align: 'right' as const })),
        ],
        reviews.submitted.map((report) => [
          report.name,
          report.science_score,
          report.technical_score,
          report.science_score === null || report.technical_score === null
            ? null
            : report.science_score + report.technical_score,
          report.rank,
        ]),
      )
      if (reviews.totals.length > 0) {
        sheet.reserve(70)
        sheet.draw(oneLine(sheet, spreadText(reviews), LABEL, sheet.width), 0, sheet.y, LABEL)
        sheet.y += 12
        drawSpread(sheet, reviews.totals)
      }
    }
  }
  writeRequests(page, part)
  page.subheading('Keywords and methods')
  page.paragraph(
    [...proposal.selected_keywords, ...proposal.selected_methods].map(({ name }) => name).join(', '),
  )
}

const spreadText = ({ spread }: NonNullable<BookProposal['reviews']>) =>
  `Totals of the reports, 2 to 10${spread === null ? '' : ` · spread ${spread.toFixed(2)}`}`

/** How sure the order is: advice, from the reports that the reader may see. */
function writeOrder(sheet: Sheet, { order }: NonNullable<BookProposal['reviews']>) {
  if (order === null) return
  writeFigures(sheet, [
    { label: 'Adjusted total', value: figure(order.adjusted, 2), note: `± ${order.error.toFixed(2)}` },
    { label: 'Expected rank', value: figure(order.expected, 1) },
    {
      label: 'In 90 of 100 cases between',
      value: `${order.low} and ${order.high}`,
      note: order.inZone ? 'tie zone' : '',
    },
  ])
}

function writeRequests(page: OpenDocument['page'], { proposal, atHand }: BookProposal) {
  page.subheading('Requested samples')
  if (proposal.requested_samples.length === 0) return page.paragraph('No samples are requested.')
  page.table(
    [
      { label: 'Priority', share: 1.1, align: 'right' },
      { label: 'Sample', share: 2.4 },
      { label: 'Type', share: 2 },
      { label: 'Size or weight', share: 2, align: 'right' },
      { label: 'At hand', share: 3.6 },
    ],
    proposal.requested_samples.map((row, i) => {
      const { priority, sample, amount } = requestTexts(row)
      return [
        priority,
        `${asteroids[row.db_type]} ${sample}`,
        labelOf('sample_type', row.sample_type),
        amount,
        atHand[i] ?? '',
      ]
    }),
  )
  page.field('Total requested', `${requestedTotal(proposal.requested_samples).toFixed(1)} mg`)
}

/** Room for the running title and the foot of the page, points. */
const FRAME = { top: 44, bottom: 52, side: 28 }

function drawAttached({ document: { sheet } }: Book, attached: PlacedPage) {
  const { doc } = sheet
  const landscape = attached.width > attached.height
  doc.addPage({
    size: 'A4',
    layout: landscape ? 'landscape' : 'portrait',
    font: '',
  } as PDFKit.PDFDocumentOptions)
  const { width, height } = doc.page
  attached.draw({
    x: FRAME.side,
    y: FRAME.bottom,
    width: width - 2 * FRAME.side,
    height: height - FRAME.top - FRAME.bottom,
  })
}

/** Writes a proposal: its summary, the proposal itself with its attached PDF, its submitted reports. */
async function writePart(book: Book, part: BookProposal) {
  const { document, head, pages } = book
  const { sheet, page } = document
  const { doc } = sheet
  const { proposal, attachment, reviews } = part
  const name = `${proposal.id}: ${proposal.title}`
  sheet.startPage()
  doc.addNamedDestination(destination(proposal.id), 'XYZ', 0, 0, null)
  const bookmark = doc.outline.addItem(name)
  pages.set(proposal.id, pageIndex(book) + 1)
  writeSummary(book, part)
  titlePages(book, name)

  sheet.startPage()
  bookmark.addItem('Proposal')
  writeProposal(page, proposal, head.guidance, head.made)
  titlePages(book, name)

  if (attachment) {
    const attached = attachment.pdf ? await placedPages(doc, attachment.pdf).catch(() => null) : null
    if (attached) {
      for (const [i, one] of attached.entries()) {
        drawAttached(book, one)
        if (i === 0) bookmark.addItem('Attached PDF')
        titlePages(book, `${proposal.id}: attached PDF, page ${i + 1} of ${attached.length}`)
      }
    } else {
      page.subheading('Attached PDF')
      page.paragraph(`${attachment.name} is not in this book. ${attachment.why || DAMAGED_HERE}`)
      titlePages(book, name)
    }
  }
  for (const report of reviews?.submitted ?? []) {
    sheet.startPage()
    bookmark.addItem(`Report by ${report.name}`)
    writeReport(page, report)
    titlePages(book, `${proposal.id}: report by ${report.name}`)
  }
}

const DAMAGED_HERE = 'It cannot be read.'

/** Puts the running title, the reader, the date, 'Confidential' and the number on each page. */
function drawFrames({ document: { sheet }, head, titles }: Book) {
  const { doc } = sheet
  const { count } = doc.bufferedPageRange()
  const foot = `${callLabel(head.term_id)}, the book for the panel · made for ${head.reader}, ${formatUtc(head.made.toISOString())}`
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(index)
    const width = doc.page.width - 2 * MARGIN
    drawRight(sheet, 'Confidential', width, 26, RUNNING_STRONG)
    const title = titles[index]
    if (title) sheet.draw(oneLine(sheet, title, RUNNING, width - 80), 0, 26, RUNNING)
    const y = doc.page.height - 40
    sheet.draw(oneLine(sheet, foot, RUNNING, width - 80), 0, y, RUNNING)
    drawRight(sheet, `${index + 1} / ${count}`, width, y, RUNNING)
  }
}

function fillPageNumbers({ document: { sheet }, head, pages }: Book) {
  for (const [i, { page, y }] of contentsPlaces(sheet, head.contents.length).entries()) {
    sheet.doc.switchToPage(page)
    drawRight(sheet, figure(pages.get(head.contents[i]!.id) ?? null), COLUMNS.page, y, BODY)
  }
}

/** Writes the book proposal by proposal: title page and contents at once, frames and page numbers at the end. */
export function writeBook(document: OpenDocument, head: BookHead) {
  const book: Book = { document, head, titles: [], pages: new Map() }
  writeContents(document, head)
  titlePages(book, '')
  return {
    add: (part: BookProposal) => writePart(book, part),
    async end() {
      fillPageNumbers(book)
      drawFrames(book)
      await document.end()
    },
  }
}
