import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { type Embedded, startEmbedded } from '../platform/database/embedded/embedded.ts'

/** Runs a statement on a new connection; returns its rows. */
export async function queryDatabase(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Gives each test of a file a new DATA_DIR; servers started in it and the folder are removed after the test. */
export function withEmbeddedServers() {
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
  afterAll(() => vi.resetConfig())
  let dataDir = ''
  let running: Embedded[] = []
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'engine-'))
    running = []
  })
  afterEach(async () => {
    for (const engine of running) await engine.stop()
    rmSync(dataDir, { recursive: true })
  })
  const postmasterFile = () => join(dataDir, 'postgres/cluster/postmaster.pid')
  return {
    inFolder: (...path: string[]) => join(dataDir, ...path),
    async start(folder = dataDir, log: (line: string) => void = () => {}): Promise<Embedded> {
      const engine = await startEmbedded(folder, log)
      running.push(engine)
      return engine
    },
    postmasterFile,
    /** The process id of the server. */
    postmaster: () => Number.parseInt(readFileSync(postmasterFile(), 'utf8'), 10),
  }
}
