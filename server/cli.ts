import { verifyHashChain } from './audit/hash_chain.ts'
import { backupCommand, restoreCommand } from './backup_commands.ts'
import { refuseDemonstration } from './demonstration/mark_queries.ts'
import { type Config, readConfig } from './platform/config.ts'
import { type AnyCtx, context } from './platform/context.ts'
import { StartError } from './platform/start_error.ts'
import { layGround } from './process.ts'
import { importFile } from './samples/import_command.ts'
import { resetSecondFactorCommand } from './session/second_factor/reset.ts'
import { createAdministratorCommand } from './users/service.ts'

const say = (line: string) => console.log(line)

type Run = (config: Config) => Promise<void>

interface Command {
  usage: string
  /** What it does with its first word and the others, or null where it knows no such words. */
  of(subject: string | undefined, rest: string[]): Run | null
}

const alone = (rest: string[]) => rest.length === 0
const only = (rest: string[], flag: string) => rest.every((word) => word === flag)

/** The commands of a production system; one that works on its database as the server does it goes through `onGround`. */
const COMMANDS: Record<string, Command> = {
  create: {
    usage: 'create EMAIL',
    of: (email, rest) => (email && alone(rest) ? onGround(createAdministratorCommand(email, say)) : null),
  },
  import: {
    usage: 'import FILE [--commit]',
    of: (file, rest) =>
      file && only(rest, '--commit') ? onGround(importFile(file, { commit: rest.length > 0, say })) : null,
  },
  'reset-second-factor': {
    usage: 'reset-second-factor EMAIL',
    of: (email, rest) => (email && alone(rest) ? onGround(resetSecondFactorCommand(email, say)) : null),
  },
  backup: {
    usage: 'backup FILE',
    of: (file, rest) => (file && alone(rest) ? (config) => backupCommand(config, file, say) : null),
  },
  restore: {
    usage: 'restore FILE [--send-waiting]',
    of: (file, rest) =>
      file && only(rest, '--send-waiting')
        ? (config) => restoreCommand(config, file, rest.length > 0, say)
        : null,
  },
  verify: {
    usage: 'verify [--expect HASH]',
    of: (option, [hash, ...rest]) =>
      option === undefined || (option === '--expect' && hash && alone(rest))
        ? onGround(verifyHashChain({ expect: hash, say }))
        : null,
  },
}

const USAGE = `Usage: ${Object.values(COMMANDS)
  .map(({ usage }) => `npm run admin -- ${usage}`)
  .join('\n       ')}`

/** Work on a real system's database, brought up to date. */
const onGround =
  (work: (ctx: AnyCtx) => Promise<void>): Run =>
  async (config) => {
    const ground = await layGround(config, say)
    try {
      await refuseDemonstration(ground.services.db)
      await work(context(ground.services, null))
    } finally {
      await ground.close()
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
