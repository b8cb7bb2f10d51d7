import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../platform/database/database.ts'
import { startEmbedded } from '../platform/database/embedded/embedded.ts'
import { migrate } from '../platform/database/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the database server of the tests, and name of the migrated template database. */
    databaseServer: string
    template: string
  }
}

/** The address of another database on the same server. */
export function databaseUrl(server: string, name: string) {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Runs a statement on the server's maintenance database; returns its rows. */
export async function queryServer(server: string, statement: string): Promise<Record<string, string>[]> {
  const client = new pg.Client(server)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** Drops the template and its remaining copies, with their connections. */
async function dropAll(server: string, template: string) {
  const left = await queryServer(
    server,
    `select datname from pg_database where starts_with(datname, '${template}')`,
  )
  for (const { datname } of left) await queryServer(server, `drop database if exists ${datname} with (force)`)
}

/** Test data does not outlive the run. Durability has tests of its own, on other servers. */
async function tradeDurabilityForSpeed(server: string) {
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await queryServer(server, `alter system set ${name} = off`)
  await queryServer(server, 'select pg_reload_conf()')
}

/** Starts PostgreSQL once for all tests of a project, with a migrated template. TEST_DATABASE_URL names another server. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'ao-test-'))
  const embedded = process.env.TEST_DATABASE_URL ? null : await startEmbedded(folder, () => {})
  const server = process.env.TEST_DATABASE_URL ?? embedded!.url
  if (embedded) await tradeDurabilityForSpeed(server)
  const template = `ao_template_${randomBytes(4).toString('hex')}`
  await queryServer(
    server,
    `create database ${template} template template0 encoding 'UTF8' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'`,
  )
  const database = openDatabase(databaseUrl(server, template), { max: 1 })
  await migrate(database.pool)
  await database.close()
  project.provide('databaseServer', server)
  project.provide('template', template)
  return async () => {
    if (embedded) await embedded.stop()
    else await dropAll(server, template)
    rmSync(folder, { recursive: true, force: true })
  }
}
