import { Readable } from 'node:stream'
import type { Endpoint } from '#domain/endpoint.ts'
import { invalid } from '#domain/errors.ts'
import { durationMs } from '#domain/session/durations.ts'
import type { Ctx } from './context.ts'
import { hashToken, newToken } from './tokens.ts'

/** One column: its header and a row's cell. */
export interface Column<Row> {
  header: string
  cell(row: Row): string | number | null
  /** Whether users typed its cells, which are escaped against formula injection. */
  typed: boolean
  /** What it holds, for a reader of the API document. */
  about?: string | undefined
}

/** A cell that users typed: escaped against formula injection. */
export const textColumn = <Row>(
  header: string,
  of: (row: Row) => string | null,
  about?: string,
): Column<Row> => ({
  header,
  cell: (row) => escapeFormulas(of(row) ?? ''),
  typed: true,
  about,
})

/** A cell that the system made: a number, a date, a label. */
export const plainColumn = <Row>(
  header: string,
  of: (row: Row) => string | number | null,
  about?: string,
): Column<Row> => ({
  header,
  cell: of,
  typed: false,
  about,
})

/** A CSV file that is made while it is sent: its rows come from a cursor, however many there are. */
export interface Export<Row, Query> {
  /** The key in the list of exports, and the file's name without its extension. */
  name: string
  /** The endpoint that answers the file's address: its access rules apply to the file as well. */
  endpoint: Endpoint
  /** Which rows it has and in what order, for a reader of the API document. */
  about?: string
  columns: Column<Row>[]
  /** Columns that only the file of a view has, where it shows them. */
  viewColumns?: Column<Row>[]
  /** `headers` are those of the columns that the file has. */
  rows(ctx: Ctx, query: Query, headers: readonly string[]): AsyncIterable<Row>
}

// biome-ignore lint/suspicious/noExplicitAny: rows and queries are matched where an export is defined
export type AnyExport = Export<any, any>

/** The rows of a streaming query. */
// biome-ignore lint/suspicious/noExplicitAny: only the result matters
export type RowOf<Stream extends (...input: any[]) => AsyncIterable<unknown>> =
  ReturnType<Stream> extends AsyncIterable<infer Row> ? Row : never

interface StoredDownload {
  /** What is downloaded: the name of an export, or another that only the downloads know. */
  download: string
  /** The file's name. */
  file: string
  query: object
}

/** Stores that the user may fetch a file with these filters, and returns its address. */
export async function storeDownload(ctx: Ctx, { download, file, query }: StoredDownload): Promise<string> {
  const token = newToken()
  await ctx.db
    .insertInto('downloads')
    .values({
      token_hash: hashToken(token),
      user_id: ctx.actor.id,
      api_token_id: ctx.actor.token?.id ?? null,
      name: file,
      export: download,
      query: JSON.stringify(query),
      expires_at: new Date(+ctx.now() + durationMs('download')).toISOString(),
    })
    .execute()
  return `/api/downloads/${token}/${file}`
}

/** Stores that the user may fetch an export with these filters, and returns the file's address. */
export const exportAddress = <Row, Query extends object>(
  ctx: Ctx,
  { name }: Export<Row, Query>,
  query: Query,
): Promise<string> => storeDownload(ctx, { download: name, file: `${name}.csv`, query })

/**
 * The download that the address stands for; undefined when it is expired or someone else's. One that an API token asked for is
 * for that token alone, and one of the user's session for none.
 */
export const findDownload = (ctx: Ctx, token: string) =>
  ctx.db
    .selectFrom('downloads')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('user_id', '=', ctx.actor.id)
    .where('api_token_id', 'is not distinct from', ctx.actor.token?.id ?? null)
    .where('expires_at', '>', ctx.now().toISOString())
    .executeTakeFirst()

const BYTE_ORDER_MARK = '\uFEFF'
/** Characters that are encoded at once: V8 gives a text of more than 128 kB memory of its own, which costs more than encoding it. */
const PIECE_LENGTH = 16 * 1024
/** Pieces that are sent at once. */
const PIECES = 4
/** A comma, a quotation mark, and whatever one program or another takes for a line break. */
const NEEDS_QUOTES = /[,"\r\n\u2028\u2029]/u
/** Each line that a spreadsheet would take for a formula, and whether there is one: to ask first is faster for long texts. */
const FORMULA_STARTS = /^[=+\-@\t＝＋－＠]/gmu
const FORMULA_START = /(?:^|[\r\n\u2028\u2029])[=+\-@\t＝＋－＠]|^\r/u

/** Puts an apostrophe before every line, and the cell itself, that a spreadsheet would take for a formula. */
const escapeFormulas = (cell: string) =>
  FORMULA_START.test(cell) ? cell.replace(FORMULA_STARTS, "'$&").replace(/^\r/u, "'\r") : cell

/** A cell as RFC 4180 writes it. */
function quoteCell(cell: string | number | null) {
  const written = String(cell ?? '')
  return NEEDS_QUOTES.test(written) ? `"${written.replaceAll('"', '""')}"` : written
}

const csvLine = (cells: string[]) => `${cells.join(',')}\r\n`

/**
 * The columns of a file: all of the export, or those of a view, by their headers and in their order. Throws 'invalid' for a
 * header that the export does not have.
 */
export function columnsOf({ columns, viewColumns = [] }: AnyExport, headers: readonly string[] | undefined) {
  if (headers === undefined) return columns
  const all = [...columns, ...viewColumns]
  return headers.map((header) => {
    const column = all.find((one) => one.header === header)
    if (!column) throw invalid({ columns: `This file has no column ${header}.` })
    return column
  })
}

async function* csvChunks({ rows }: AnyExport, columns: AnyExport['columns'], ctx: Ctx, query: unknown) {
  const headers = columns.map(({ header }) => header)
  let pieces: Buffer[] = []
  let piece = BYTE_ORDER_MARK + csvLine(headers.map(quoteCell))
  for await (const row of rows(ctx, query, headers)) {
    piece += csvLine(columns.map((column) => quoteCell(column.cell(row))))
    if (piece.length < PIECE_LENGTH) continue
    pieces.push(Buffer.from(piece))
    piece = ''
    if (pieces.length < PIECES) continue
    yield Buffer.concat(pieces)
    pieces = []
  }
  yield Buffer.concat([...pieces, Buffer.from(piece)])
}

/** The file itself: UTF-8 with byte order mark, RFC 4180, CRLF, a header row. */
export async function csvStream(
  ctx: Ctx,
  file: AnyExport,
  query: unknown,
  columns = file.columns,
): Promise<Readable> {
  const chunks = csvChunks(file, columns, ctx, query)
  // Read before the response starts, so that a query that cannot run is answered with an error.
  const first = await chunks.next()
  async function* all() {
    if (!first.done) yield first.value
    yield* chunks
  }
  const stream = Readable.from(all(), { objectMode: false })
  // Releases the cursor of a download that was aborted; an error was reported where the stream was read.
  stream.on('close', () => void chunks.return().catch(() => undefined))
  return stream
}
