import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { type Embedded, startEmbedded } from '../platform/database/embedded/embedded.ts'

/** Runs one statement on a connection of its own; answers its rows. */
export async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** A new DATA_DIR for each test of a file; the engines started there end with the test, and the folder with them. */
export function withOwnEngines() {
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
