import { Readable } from 'node:stream'
import type { Endpoint } from '#domain/endpoint.ts'
import type { Ctx } from './context.ts'
import { defused, written } from './csv_cells.ts'
import { csvOfCopied, wholeRows } from './csv_copied.ts'
import { hashToken, newToken } from './tokens.ts'

/** One column: its header and a row's cell. */
export interface Column<Row> {
  header: string
  cell(row: Row): string | number | null
}

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
  call: Endpoint
  columns: Column<Row>[]
  rows(ctx: Ctx, query: Query): AsyncIterable<Row>
}

/** One column of a file that PostgreSQL makes. */
export interface CopiedColumn {
  header: string
  /** A cell of free text: what a spreadsheet would take for a formula is defused. */
  isText: boolean
}

/** A file whose cells come from PostgreSQL as they stand, as it copies them out: many rows a millisecond. */
export interface CopiedExport<Query> {
  name: string
  call: Endpoint
  columns: readonly CopiedColumn[]
  /** The cells of the columns, in their order. */
  copied(ctx: Ctx, query: Query): AsyncIterable<Buffer>
}

// biome-ignore lint/suspicious/noExplicitAny: rows and queries are matched where an export is defined
export type AnyExport = Export<any, any> | CopiedExport<any>

/** The rows that a streaming query answers. */
// biome-ignore lint/suspicious/noExplicitAny: only what it answers matters
export type RowOf<Stream extends (...input: any[]) => AsyncIterable<unknown>> =
  ReturnType<Stream> extends AsyncIterable<infer Row> ? Row : never

/** What an export's query is known by, however its lines are made. */
type Asked<Query> = { name: string } & (
  | { rows(ctx: Ctx, query: Query): unknown }
  | { copied(ctx: Ctx, query: Query): unknown }
)

const LIFE_MS = 10 * 60 * 1000

/** Notes that the user may fetch an export with these filters, and answers the file's address. */
export async function exportAddress<Query extends object>(
  ctx: Ctx,
  { name }: Asked<Query>,
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

const MARK = '\uFEFF'
/** So many characters or bytes are sent at once. */
const PART = 64 * 1024

const line = (cells: (string | number | null)[]) => `${cells.map(written).join(',')}\r\n`
const headOf = ({ columns }: AnyExport) => MARK + line(columns.map(({ header }) => header))

/** The lines that are made of rows. */
async function* made(found: Export<unknown, unknown>, ctx: Ctx, query: unknown) {
  let part = headOf(found)
  for await (const row of found.rows(ctx, query)) {
    part += line(found.columns.map((column) => column.cell(row)))
    if (part.length < PART) continue
    yield Buffer.from(part)
    part = ''
  }
  yield Buffer.from(part)
}

/** The lines that PostgreSQL makes. */
async function* passedOn(found: CopiedExport<unknown>, ctx: Ctx, query: unknown) {
  const linesOf = csvOfCopied(found.columns.map((column) => column.isText))
  let head: Buffer | null = Buffer.from(headOf(found))
  for await (const rows of wholeRows(found.copied(ctx, query), PART)) {
    const lines = linesOf(rows)
    yield head === null ? lines : Buffer.concat([head, lines])
    head = null
  }
  // Without a row there is the head alone.
  if (head !== null) yield head
}

/** The file itself: UTF-8 with BOM, RFC 4180, CRLF, a header row. */
export async function csvStream(ctx: Ctx, found: AnyExport, query: unknown): Promise<Readable> {
  const parts = 'copied' in found ? passedOn(found, ctx, query) : made(found, ctx, query)
  // Before anything is answered: what keeps the rows from being read is then a failure that is told.
  const first = await parts.next()
  async function* all() {
    if (!first.done) yield first.value
    yield* parts
  }
  const lines = Readable.from(all(), { objectMode: false })
  // Nobody waits for the rest: what failed has been told where it was read.
  lines.on('close', () => void parts.return().catch(() => undefined))
  return lines
}
