import pg from 'pg'

/** A statement as pg takes it; one with a name is planned once. */
export interface Statement {
  name?: string | undefined
  text: string
  values: unknown[]
}

/** What pg asks of a query beyond its types. */
interface Query {
  name: string | undefined
  text: string
  _result: unknown
  submit(connection: Wire): Error | null
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: Wire): void
  handleReadyForQuery(connection: Wire): void
  handleError(error: Error, connection: Wire): void
}

interface Wire {
  stream: { cork(): void; uncork(): void }
  submittedNamedStatements: Record<string, string>
  sync(): void
}

type Told = (error: Error | undefined, result: pg.QueryResult) => void

/** Statements in one message, of which the last is answered. */
class Together implements pg.Submittable {
  #queries: Query[]
  /** So many have been answered. */
  #answered = 0
  readonly submit = (connection: unknown) => this.#submit(connection as Wire) as never

  constructor(statements: readonly Statement[], told: Told) {
    const last = statements.length - 1
    this.#queries = statements.map(
      (one, n) =>
        new pg.Query(
          { ...one, queryMode: 'extended' } as pg.QueryConfig,
          (n === last ? told : () => {}) as never,
        ) as never,
    )
  }

  get #last() {
    return this.#queries.at(-1)!
  }

  get #current() {
    return this.#queries[this.#answered]!
  }

  /** pg notes what has been planned by the name and text of what is being answered, and sets how the result is read. */
  get name() {
    return this.#current.name
  }
  get text() {
    return this.#current.text
  }
  get _result() {
    return this.#last._result
  }

  /** PostgreSQL passes over all that follows a failure, up to the sync, which comes with the last. */
  #submit(connection: Wire): Error | null {
    const nothing = { value: () => {} }
    const quiet = Object.create(connection, { sync: nothing, describe: nothing }) as Wire
    connection.stream.cork()
    try {
      for (const one of this.#queries.slice(0, -1)) one.submit(quiet)
      return this.#last.submit(connection)
    } finally {
      connection.stream.uncork()
    }
  }

  handleRowDescription(message: unknown) {
    this.#last.handleRowDescription(message)
  }

  handleDataRow(message: unknown) {
    if (this.#current === this.#last) this.#last.handleDataRow(message)
  }

  handleCommandComplete(message: unknown, connection: Wire) {
    if (this.#current === this.#last) this.#last.handleCommandComplete(message, connection)
    else this.#answered++
  }

  handleReadyForQuery(connection: Wire) {
    this.#last.handleReadyForQuery(connection)
  }

  /** What was passed over has not been planned either. */
  handleError(error: Error, connection: Wire) {
    for (const { name } of this.#queries.slice(this.#answered))
      if (name !== undefined) delete connection.submittedNamedStatements[name]
    this.#last.handleError(error, connection)
  }
}

/**
 * Sends statements at once, in this order, and answers the last; the values of the others are as they travel. None runs
 * after one that fails, whose error is thrown; each has a snapshot of its own.
 */
export const sendTogether = (client: pg.ClientBase, statements: readonly Statement[]) =>
  new Promise<pg.QueryResult>((resolve, reject) => {
    client.query(new Together(statements, (error, result) => (error ? reject(error) : resolve(result))))
  }).catch((error: Error) => {
    Error.captureStackTrace(error)
    throw error
  })
