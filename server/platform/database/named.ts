import { createHash } from 'node:crypto'
import pg from 'pg'
import { type Statement, sendTogether } from './together.ts'

/** So many statements a connection keeps planned, some 20 to 200 kB of the database's memory each. */
const MOST_KEPT = 300
const KEPT = /^\s*(select|with|insert|update|delete|begin|commit)\b/iu
/**
 * What looks for a text within others is planned for that text at each use: a plan for all texts would not know whether
 * it stands in two rows or in most of them, and would fold it anew for each row. A statement whose plan is right for every
 * text is kept: it writes `~~`, which is the operator that this word stands for.
 */
const BY_TEXT = /\blike\b/iu
/** Where PostgreSQL fails, in whatever language it speaks, when the columns that a statement answers were changed since it was planned. */
const OUTDATED = 'RevalidateCachedQuery'

/** The name of each text, of all connections, null for one that is not kept; texts beyond these are looked at at each use. */
const names = new Map<string, string | null>()
const MOST_NAMES = 2_000

function nameOf(text: string): string | null {
  const known = names.get(text)
  if (known !== undefined) return known
  const isKept = KEPT.test(text) && !BY_TEXT.test(text)
  const name = isKept ? createHash('sha256').update(text).digest('base64url') : null
  if (names.size < MOST_NAMES) names.set(text, name)
  return name
}

type Query = (text: unknown, values?: unknown, ...rest: unknown[]) => unknown

interface Naming {
  /** False where nothing may be kept planned. */
  named?: boolean
}

/**
 * A connection that names each statement by its text, so that PostgreSQL reads and plans it once and not at each use. What
 * nobody asks any more goes with its connection, which the pool replaces in time.
 */
export class NamingClient extends pg.Client {
  #kept = new Set<string>()
  /** How often all that was planned before has become outdated. */
  #age = 0
  #names: boolean

  constructor(config?: string | (pg.ClientConfig & Naming)) {
    super(config)
    this.#names = typeof config !== 'object' || config.named !== false
  }

  override query = ((text: unknown, values?: unknown, ...rest: unknown[]) => {
    const send = super.query.bind(this) as Query
    const name = typeof text === 'string' && Array.isArray(values) ? this.#name(text) : null
    if (name === null) return send(text, values, ...rest)
    const answer = send({ name, text, values }, ...rest)
    return answer instanceof Promise
      ? answer.catch((error) => this.#again(error, () => this.query(text as string, values as unknown[])))
      : answer
  }) as pg.Client['query']

  /** Sends statements at once and answers the last; none runs after one that fails. */
  together(statements: readonly Statement[]): Promise<pg.QueryResult> {
    const named = statements.map((one) => ({ ...one, name: this.#name(one.text) ?? undefined }))
    return sendTogether(this, named).catch((error) => {
      this.#isOutdated(error)
      throw error
    })
  }

  /** Null for what is not kept: no query, one that is planned at each use, or one too many. */
  #name(text: string): string | null {
    const own = this.#names ? nameOf(text) : null
    if (own === null) return null
    const name = `${own}${this.#age}`
    if (!this.#kept.has(name)) {
      if (this.#kept.size >= MOST_KEPT) return null
      this.#kept.add(name)
    }
    return name
  }

  /** What fails because its plan is outdated is planned anew, and asked anew where no write is under way. */
  #again(error: unknown, ask: () => unknown) {
    if (!this.#isOutdated(error) || this.getTransactionStatus() !== 'I') throw error
    return ask()
  }

  /** Whether a plan was outdated; then all are made anew. */
  #isOutdated(error: unknown) {
    if (!(error instanceof pg.DatabaseError) || error.routine !== OUTDATED) return false
    this.#kept.clear()
    this.#age++
    return true
  }
}
