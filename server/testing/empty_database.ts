import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { databaseUrl, queryServer } from './database_server.ts'

/** Runs `work` with the address of a new database without tables, which is dropped afterwards. */
export async function withEmptyDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const server = inject('databaseServer')
  const name = `${inject('template')}_${randomBytes(6).toString('hex')}`
  await queryServer(
    server,
    `create database ${name} template template0 encoding 'UTF8' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'`,
  )
  try {
    return await work(databaseUrl(server, name))
  } finally {
    await queryServer(server, `drop database ${name} with (force)`)
  }
}
