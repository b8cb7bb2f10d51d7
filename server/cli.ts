import { verifyHashChain } from './audit/hash_chain.ts'
import { liftConflictCommand } from './conflicts/service.ts'
import { openArchive } from './platform/backup/archive.ts'
import { backUp } from './platform/backup/backup.ts'
import { restore } from './platform/backup/restore.ts'
import { type Config, readConfig, StartError } from './platform/config.ts'
import { type AnyCtx, context } from './platform/context.ts'
import { refuseDemonstration } from './platform/database/demonstration_mark.ts'
import { hasEmbedded, runningEmbedded } from './platform/database/embedded/embedded.ts'
import { openFiles } from './platform/files.ts'
import { openServices, reachDatabase } from './process.ts'
import { importFile } from './samples/import_command.ts'
import { resetSecondFactorCommand } from './users/office_service.ts'
import { createAdministratorCommand } from './users/service.ts'

type Say = (line: string) => void

/** Writes a backup; a server may be running on the same DATA_DIR. */
async function backupCommand(config: Config, file: string, say: Say) {
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

/** Restores a backup into an empty database; waiting mails are held unless `sendWaiting`. */
async function restoreCommand(config: Config, file: string, sendWaiting: boolean, say: Say) {
  const archive = await openArchive(file)
  const { url, stop } = await reachDatabase(config, say)
  try {
    const files = openFiles(config.dataDir, config.filesUrl)
    const restored = await restore(archive, { url, files, sendWaiting })
    say(`${countsOf(restored)} are back as they stood at ${restored.made_at}.`)
    if (restored.heldMails > 0)
      say(
        `${restored.heldMails} mails that waited are held as failed: Retry all failed in the Mail log sends them.`,
      )
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

const say = (line: string) => console.log(line)

type Run = (config: Config) => Promise<void>

interface Command {
  usage: string
  /** The command for these arguments, or null when they do not fit. */
  of(subject: string | undefined, rest: string[]): Run | null
}

const isLast = (rest: string[]) => rest.length === 0
const hasOnly = (rest: string[], flag: string) => rest.every((word) => word === flag)

const COMMANDS: Record<string, Command> = {
  create: {
    usage: 'create EMAIL',
    of: (email, rest) =>
      email && isLast(rest) ? withServices(createAdministratorCommand(email, say)) : null,
  },
  import: {
    usage: 'import FILE [--commit]',
    of: (file, rest) =>
      file && hasOnly(rest, '--commit')
        ? withServices(importFile(file, { commit: rest.length > 0, say }))
        : null,
  },
  'reset-second-factor': {
    usage: 'reset-second-factor EMAIL',
    of: (email, rest) => (email && isLast(rest) ? withServices(resetSecondFactorCommand(email, say)) : null),
  },
  'lift-conflict': {
    usage: 'lift-conflict EMAIL PROPOSAL REASON',
    of: (email, [proposal, ...reason]) =>
      email && proposal && reason.length > 0
        ? withServices(liftConflictCommand({ email, proposal, reason: reason.join(' ') }, say))
        : null,
  },
  backup: {
    usage: 'backup FILE',
    of: (file, rest) => (file && isLast(rest) ? (config) => backupCommand(config, file, say) : null),
  },
  restore: {
    usage: 'restore FILE [--send-waiting]',
    of: (file, rest) =>
      file && hasOnly(rest, '--send-waiting')
        ? (config) => restoreCommand(config, file, rest.length > 0, say)
        : null,
  },
  verify: {
    usage: 'verify [--expect HASH]',
    of: (option, [hash, ...rest]) =>
      option === undefined || (option === '--expect' && hash && isLast(rest))
        ? withServices(verifyHashChain({ expect: hash, say }))
        : null,
  },
}

const USAGE = `Usage: ${Object.values(COMMANDS)
  .map(({ usage }) => `npm run admin -- ${usage}`)
  .join('\n       ')}`

/** Runs `work` on the migrated database of a real system. Throws StartError on a demonstration. */
const withServices =
  (work: (ctx: AnyCtx) => Promise<void>): Run =>
  async (config) => {
    const opened = await openServices(config, say)
    try {
      await refuseDemonstration(opened.services.db)
      await work(context(opened.services, null))
    } finally {
      await opened.close()
    }
  }

async function main([name = '', subject, ...rest]: string[]) {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  const run = command?.of(subject, rest)
  if (!run) throw new StartError(USAGE)
  await run(readConfig(process.env))
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
})
