import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { DB } from '../platform/database/database.ts'

/** Inserts applicants of 20 kB each, so that an export exceeds every buffer. */
export const insertApplicants = (db: Kysely<DB>, many: number) =>
  sql`insert into applicants
      (term_id, first_name, last_name, email, affiliation, proposal_title, proposal_abstract)
    select (select max(id) from terms), 'Ada', 'Abel', i || '@long.example', 'Institute', 'Grains', repeat('text ', 4000)
    from generate_series(1, ${many}) i`.execute(db)

export interface SlowReader {
  socket: Socket
  status: number
  closed: Promise<void>
}

/** Requests an address and reads only the head of the response. */
export async function openSlowReader(port: number, path: string, cookie: string): Promise<SlowReader> {
  const socket = connect(port, '127.0.0.1')
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => undefined)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`)
  const head = await Promise.race([
    new Promise<Buffer>((resolve) => socket.once('data', resolve)),
    setTimeout(15_000, Buffer.alloc(0)),
  ])
  socket.pause()
  return { socket, status: Number(/^HTTP\/1.1 (\d+)/u.exec(head.toString('latin1'))?.[1] ?? 0), closed }
}
