import { type Compilable, CompiledQuery, type Kysely } from 'kysely'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import Cursor from 'pg-cursor'
import type { DB } from './tables.gen.ts'

const COPY = 'copy '

/** COPY takes no values beside its text: each is written into it. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return `array[${value.map(literal).join()}]`
  if (typeof value === 'object')
    throw new TypeError('A value of a copy is a text, a number, a truth or a list.')
  return pg.escapeLiteral(String(value))
}

/** What PostgreSQL copies out, read by its connection's caller as a cursor is: a part of the bytes at a time. */
class Copy implements pg.Submittable {
  readonly #copied
  readonly #parts: AsyncIterator<Buffer>

  constructor(text: string, values: readonly unknown[]) {
    this.#copied = copyTo(text.replace(/\$(\d+)/gu, (_, place: string) => literal(values[Number(place) - 1])))
    this.#parts = this.#copied[Symbol.asyncIterator]()
  }
  // What the driver tells whom it has sent.
  submit = (connection: pg.Connection) => this.#copied.submit(connection)
  handleError = (error: Error) => told(this.#copied).handleError(error)
  handleCommandComplete = (message: object) => told(this.#copied).handleCommandComplete(message)
  handleReadyForQuery = () => {}

  async read(): Promise<Buffer[]> {
    const { done, value } = await this.#parts.next()
    return done ? [] : [value]
  }

  /** Reads the rest, which can not be left in the connection. */
  async close(): Promise<void> {
    while ((await this.read()).length > 0);
  }
}

/** A part of a stream of pg-copy-streams that its types leave out. */
const told = (copied: object) =>
  copied as { handleError(error: Error): void; handleCommandComplete(message: object): void }

interface Reading<R> extends pg.Submittable {
  read(size: number): Promise<R[]>
  close(): Promise<void>
}

/** What a statement is streamed with: a cursor, or a copy where that is what it is. */
export const readingOf = <R>(text: string, values: unknown[]) =>
  (text.startsWith(COPY) ? new Copy(text, values) : new Cursor(text, values)) as Reading<R>

/**
 * The rows of a query as COPY writes them, in parts of any size that are read as they are asked for: text, one row a line,
 * nothing for null.
 */
export async function* copied(db: Kysely<DB>, query: Compilable): AsyncGenerator<Buffer> {
  const { sql, parameters } = query.compile()
  const statement = CompiledQuery.raw(`${COPY}(${sql}) to stdout (null '')`, [...parameters])
  for await (const { rows } of db.getExecutor().stream<Buffer>(statement as CompiledQuery<Buffer>, 1))
    yield* rows
}
