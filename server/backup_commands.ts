import { openArchive } from './platform/backup/archive_reader.ts'
import { backUp } from './platform/backup/backup.ts'
import { restore } from './platform/backup/restore.ts'
import type { Config } from './platform/config.ts'
import { hasEmbedded, runningEmbedded } from './platform/database/embedded.ts'
import { openFiles } from './platform/files.ts'
import { holdWaiting } from './platform/outbox/restored_mails_queries.ts'
import { StartError } from './platform/start_error.ts'
import { reachDatabase } from './process.ts'

type Say = (line: string) => void

/** Writes a backup, also while a server runs on the same DATA_DIR. */
export async function backupCommand(config: Config, file: string, say: Say) {
  if (!config.databaseUrl && !hasEmbedded(config.dataDir))
    throw new StartError(`There is no database in ${config.dataDir}: set DATA_DIR or DATABASE_URL.`)
  const running = config.databaseUrl ? null : await runningEmbedded(config.dataDir)
  const { url, stop } = running ? { url: running, stop: async () => {} } : await reachDatabase(config, say)
  const files = openFiles(config.dataDir, config.filesUrl)
  try {
    const taken = await backUp(file, { url, files, signal: untilInterrupted() })
    say(`${file}: ${countsOf(taken)}, as they stood at ${taken.made_at}.`)
    if (taken.missing.length > 0)
      throw new StartError(
        `The backup is written, but ${taken.missing.length} files that rows speak of are lost: ${taken.missing.join(', ')}.`,
      )
  } finally {
    await stop()
  }
}

/** Brings a backup into an empty database; mails that waited are held unless they are to be sent. */
export async function restoreCommand(config: Config, file: string, sendWaiting: boolean, say: Say) {
  const archive = await openArchive(file)
  const { url, stop } = await reachDatabase(config, say)
  try {
    let held = 0
    const restored = await restore(archive, {
      url,
      files: openFiles(config.dataDir, config.filesUrl),
      afterwards: async (client) => {
        if (!sendWaiting) held = await holdWaiting(client)
      },
    })
    say(`${countsOf(restored)} are back as they stood at ${restored.made_at}.`)
    if (held > 0)
      say(`${held} mails that waited are held as failed: Retry all failed in the Mail log sends them.`)
  } finally {
    archive.close()
    await stop()
  }
}

type Counts = Awaited<ReturnType<typeof backUp>>
const countsOf = ({ tables, files }: Counts) => {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  return `${rows} rows of ${tables.length} tables and ${files.length} files of ${Math.ceil(bytes / 1_000_000)} MB`
}

function untilInterrupted(): AbortSignal {
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())
  return interrupted.signal
}
