import { Readable } from 'node:stream'
import type { AnyEndpoint } from '#domain/wire.ts'
import type { Ctx } from './context.ts'
import { hashToken, newToken } from './tokens.ts'

/** One column: its header and a row's cell. */
export interface Column<Row> {
  header: string
  cell(row: Row): string | number | null
}

/** Text in which every line, and the cell itself, that a spreadsheet would take for a formula begins with an apostrophe. */
const defused = (text: string) => text.replace(/^[=+\-@\t＝＋－＠]/gmu, "'$&").replace(/^\r/u, "'\r")

/** A cell of free text: what a spreadsheet would take for a formula is defused. */
export const text = <Row>(header: string, of: (row: Row) => string | null): Column<Row> => ({
  header,
  cell: (row) => defused(of(row) ?? ''),
})

/** A cell of our own making: a number, a date, a label. */
export const plain = <Row>(header: string, of: (row: Row) => string | number | null): Column<Row> => ({
  header,
  cell: of,
})

/** A file that is made while it is sent: rows come from a cursor, whatever their number. */
export interface Export<Row, Query> {
  /** What the list of exports knows it by, and the file's name without its ending. */
  name: string
  /** The call that answers the file's address: who may not ask for it may not fetch the file either. */
  call: AnyEndpoint
  columns: Column<Row>[]
  rows(ctx: Ctx, query: Query): AsyncIterable<Row>
}
// biome-ignore lint/suspicious/noExplicitAny: rows and queries are matched where an export is defined
export type AnyExport = Export<any, any>

/** The rows that a streaming query answers. */
// biome-ignore lint/suspicious/noExplicitAny: only what it answers matters
export type RowOf<Stream extends (...input: any[]) => AsyncIterable<unknown>> =
  ReturnType<Stream> extends AsyncIterable<infer Row> ? Row : never

const LIFE_MS = 10 * 60 * 1000

/** Notes that the user may fetch an export with these filters, and answers the file's address. */
export async function exportAddress<Query extends object>(
  ctx: Ctx,
  { name }: { name: string; rows(ctx: Ctx, query: Query): unknown },
  query: Query,
): Promise<string> {
  const token = newToken()
  const now = ctx.now()
  await ctx.db
    .insertInto('downloads')
    .values({
      token_hash: hashToken(token),
      user_id: ctx.actor.id,
      name: `${name}.csv`,
      export: name,
      query: JSON.stringify(query),
      expires_at: new Date(+now + LIFE_MS).toISOString(),
    })
    .execute()
  return `/api/downloads/${token}/${name}.csv`
}

/** What stands behind a token of the caller's that has not lapsed, or undefined. */
export const findDownload = (ctx: Ctx, token: string) =>
  ctx.db
    .selectFrom('downloads')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('user_id', '=', ctx.actor.id)
    .where('expires_at', '>', ctx.now().toISOString())
    .executeTakeFirst()

/** A comma, a quotation mark, and what one reader or another takes for the end of a line. */
const QUOTED = /[,"\r\n\u2028\u2029]/u
const MARK = '\uFEFF'
/** So many characters are sent at once. */
const PART = 64 * 1024

function written(cell: string | number | null) {
  const said = String(cell ?? '')
  return QUOTED.test(said) ? `"${said.replaceAll('"', '""')}"` : said
}
const line = (cells: (string | number | null)[]) => `${cells.map(written).join(',')}\r\n`

/** The file itself: UTF-8 with BOM, RFC 4180, CRLF, a header row; a cell with a line break of any kind is quoted. */
export async function csvStream<Row, Query>(
  ctx: Ctx,
  { columns, rows }: Export<Row, Query>,
  query: Query,
): Promise<Readable> {
  const found = rows(ctx, query)[Symbol.asyncIterator]()
  // Before anything is answered: what keeps the rows from being read is then a failure that is told.
  const first = await found.next()
  async function* parts() {
    let part = MARK + line(columns.map((column) => column.header))
    for (let next = first; !next.done; next = await found.next()) {
      const { value } = next
      part += line(columns.map((column) => column.cell(value)))
      if (part.length < PART) continue
      yield Buffer.from(part)
      part = ''
    }
    yield Buffer.from(part)
  }
  const lines = Readable.from(parts(), { objectMode: false })
  // Nobody waits for the rest: what failed has been told where it was read.
  lines.on('close', () => void found.return?.().catch(() => undefined))
  return lines
}
