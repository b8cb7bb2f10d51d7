import { Fault } from '#domain/errors.ts'

/** One part of a form as it comes. Its content is read to its end before the next part is asked for. */
export interface Part {
  name: string
  /** What the file is called; undefined of a part that is none. */
  file: string | undefined
  content: AsyncIterable<Buffer>
}

const LINE_END = Buffer.from('\r\n')
const HEAD_END = Buffer.from('\r\n\r\n')
/** What stands before the first part, and the head of a part, are at most so long, in bytes. */
const MOST_HEAD = 8192
const DISPOSITION = /^content-disposition:\s*form-data\s*;(.*)$/imu

const broken = () => new Fault('invalid', 'The form did not arrive whole. Please send it again.')

/**
 * The parts of a multipart/form-data body (RFC 7578), read as it comes: no more of it is kept than its last chunk.
 * Throws 'invalid' for what is none, or ends before its end.
 */
export async function* partsOf(body: AsyncIterable<Buffer>, boundary: string): AsyncGenerator<Part> {
  const mark = Buffer.from(`\r\n--${boundary}`)
  const reader = new Reader(body)
  await reader.short(mark)
  while (!(await reader.startsWith('--'))) {
    await reader.short(LINE_END)
    const head = await reader.short(HEAD_END)
    yield { ...namesIn(head), content: reader.until(mark) }
  }
  await reader.toEnd()
}

/** The boundary that a content type names. Throws 'invalid' without one. */
export function boundaryIn(contentType: string): string {
  const found = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/iu.exec(contentType)
  if (!found) throw broken()
  return (found[1] ?? found[2])!
}

/** The names in the head of a part; browsers write a quotation mark in one as %22. */
function namesIn(head: string): { name: string; file: string | undefined } {
  const said = DISPOSITION.exec(head)?.[1]
  const parameter = (key: string) => {
    const found = new RegExp(`(?:^|;)\\s*${key}=(?:"((?:\\\\"|[^"])*)"|([^\\s;"]+))`, 'iu').exec(said ?? '')
    return (found?.[1] ?? found?.[2])?.replaceAll(/%22|\\"/gu, '"')
  }
  const name = parameter('name')
  if (!name) throw broken()
  const encoded = /^utf-8''(.*)$/iu.exec(parameter('filename\\*') ?? '')?.[1]
  return { name, file: encoded === undefined ? parameter('filename') : decoded(encoded) }
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    throw broken()
  }
}

/** What has come of a body and was not read yet. */
class Reader {
  #held: Buffer = LINE_END
  readonly #more: AsyncIterator<Buffer>

  constructor(body: AsyncIterable<Buffer>) {
    this.#more = body[Symbol.asyncIterator]()
  }

  async #take() {
    const { value, done } = await this.#more.next()
    if (done) throw broken()
    this.#held = this.#held.length === 0 ? value : Buffer.concat([this.#held, value])
  }

  /** All before `mark`, as it comes; the mark is passed over. */
  async *until(mark: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#held.indexOf(mark)
      // The end of what is held may be the beginning of the mark.
      const end = at === -1 ? Math.max(0, this.#held.length - mark.length + 1) : at
      if (end > 0) yield this.#held.subarray(0, end)
      this.#held = this.#held.subarray(at === -1 ? end : at + mark.length)
      if (at !== -1) return
      await this.#take()
    }
  }

  /** The text before `mark`, which comes soon. */
  async short(mark: Buffer): Promise<string> {
    for (;;) {
      const at = this.#held.indexOf(mark)
      if (at > MOST_HEAD || (at === -1 && this.#held.length > MOST_HEAD)) throw broken()
      if (at === -1) {
        await this.#take()
        continue
      }
      const text = this.#held.toString('utf8', 0, at)
      this.#held = this.#held.subarray(at + mark.length)
      return text
    }
  }

  async startsWith(text: string): Promise<boolean> {
    while (this.#held.length < text.length) await this.#take()
    return this.#held.toString('latin1', 0, text.length) === text
  }

  /** Passes over what comes behind the last part. */
  async toEnd() {
    while (!(await this.#more.next()).done);
  }
}
