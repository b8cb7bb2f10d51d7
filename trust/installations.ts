import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runningEmbedded } from '#server/platform/database/embedded/embedded.ts'
import { databaseUrl, queryServer } from '#server/testing/database_server.ts'
import type { Settings } from './server_process.ts'

const DEBIAN = 'postgres://ao:ao@127.0.0.1:5432/postgres'

/** A PostgreSQL beside the embedded one: TEST_DATABASE_URL, else Debian's where it runs; null where there is none. */
export async function otherServer(): Promise<{ url: string; major: number } | null> {
  const url = process.env.TEST_DATABASE_URL ?? DEBIAN
  try {
    const [row] = await queryServer(url, 'show server_version_num')
    return { url, major: Math.floor(Number(row!.server_version_num) / 10_000) }
  } catch {
    return null
  }
}

/** Where a system of the run lives: a DATA_DIR, and a database on another server unless its own is the embedded one. */
export interface Installation {
  settings: Settings
  dataDir: string
  /** The address of its database, which for an embedded one is there while it runs. */
  url(): Promise<string>
  remove(): Promise<void>
}

/** An empty place; on another `server` its database belongs to an ordinary user, as on a managed one. */
export async function emptyInstallation(
  server: string | null,
  settings: Settings = {},
): Promise<Installation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ao-trust-'))
  const own = { ...settings, DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: '0' }
  const forget = () => rmSync(dataDir, { recursive: true, force: true })
  if (server === null) {
    const url = async () => (await runningEmbedded(dataDir))!
    return { settings: own, dataDir, url, remove: async () => forget() }
  }
  const name = `ao_trust_${randomBytes(6).toString('hex')}`
  await queryServer(server, `create role ${name} login password '${name}'`)
  await queryServer(server, `create database ${name} owner ${name} template template0 encoding 'UTF8'`)
  const address = new URL(databaseUrl(server, name))
  address.username = name
  address.password = name
  return {
    settings: { ...own, DATABASE_URL: address.href },
    dataDir,
    url: async () => address.href,
    async remove() {
      await queryServer(server, `drop database ${name} with (force)`)
      await queryServer(server, `drop role ${name}`)
      forget()
    },
  }
}
