import { parseArgs } from 'node:util'
import { verifyHashChain } from './audit/hash_chain.ts'
import { backupCommand, checkBackupCommand, keepBackupsCommand, restoreCommand } from './backup_commands.ts'
import { checkCommand, mailTestCommand } from './check_commands.ts'
import { liftConflictCommand } from './conflicts/service.ts'
import { verifyCustody } from './custody/verify.ts'
import { type Config, readConfig, StartError } from './platform/config.ts'
import { type AnyCtx, context } from './platform/context.ts'
import { refuseDemonstration } from './platform/database/demonstration_mark.ts'
import { openForCommand } from './process.ts'
import { importFile } from './samples/import_command.ts'
import { resetSecondFactorCommand } from './users/office_service.ts'
import { createAdministratorCommand } from './users/service.ts'

type Say = (line: string) => void
type Env = Record<string, string | undefined>
type Run = (config: Config, say: Say, env: Env) => Promise<void>
type Options = Record<string, string | boolean | undefined>

interface Command {
  /** Its arguments, in each form that it has. */
  forms: string[]
  /** What it does, in a sentence. */
  does: string
  options?: Record<string, { type: 'string' | 'boolean' }>
  /** The command for these arguments, or null when they do not fit. Throws StartError for a value that is wrong. */
  of(words: string[], options: Options): Run | null
}

const isOne = (words: string[]): words is [string] => words.length === 1 && words[0] !== ''

const COMMANDS: Record<string, Command> = {
  create: {
    forms: ['EMAIL'],
    does: 'Makes an administrator, and prints a password for the first sign-in.',
    of: (words) =>
      isOne(words)
        ? onDatabase((say) => createAdministratorCommand(words[0], say), { mayCreate: true })
        : null,
  },
  check: {
    forms: [''],
    does: 'Checks settings, database, storage, mail server, certificate and more; exits with 1 if something is bad.',
    of: (words) => (words.length === 0 ? checkCommand : null),
  },
  'mail-test': {
    forms: ['EMAIL'],
    does: 'Sends an e-mail through the mail server at once, and says whether it was accepted or why not.',
    of: (words) => (isOne(words) ? (config, say) => mailTestCommand(config, words[0], say) : null),
  },
  import: {
    forms: ['FILE [--commit]'],
    does: 'Says what a CSV file of samples would change; with --commit, imports it.',
    options: { commit: { type: 'boolean' } },
    of: (words, { commit = false }) =>
      isOne(words) ? onDatabase((say) => importFile(words[0], { commit: commit === true, say })) : null,
  },
  backup: {
    forms: ['FILE', 'FOLDER --keep N', '--check FILE'],
    does: 'Backs up to a new file; to a new file in a folder, of which the newest N are kept; or checks a backup.',
    options: { keep: { type: 'string' }, check: { type: 'boolean' } },
    of: (words, { keep, check }) => (isOne(words) ? backupOf(words[0], keep, check === true) : null),
  },
  restore: {
    forms: ['FILE [--send-waiting]'],
    does: 'Restores a backup into an empty database; with --send-waiting, mails that waited are sent.',
    options: { 'send-waiting': { type: 'boolean' } },
    of: (words, options) => {
      const sendWaiting = options['send-waiting'] === true
      return isOne(words) ? (config, say) => restoreCommand(config, words[0], sendWaiting, say) : null
    },
  },
  verify: {
    forms: ['[--expect HASH]'],
    does: 'Verifies the whole audit log, and the events of pieces by it; with --expect, also that it has the seal of this hash.',
    options: { expect: { type: 'string' } },
    of: (words, { expect }) =>
      words.length === 0 && expect !== ''
        ? onDatabase((say) => async (ctx) => {
            await verifyHashChain({ expect: expect?.toString(), say })(ctx)
            await verifyCustody(say)(ctx)
          })
        : null,
  },
  'reset-second-factor': {
    forms: ['EMAIL'],
    does: 'Removes the second factor of a user, and ends their sessions.',
    of: (words) => (isOne(words) ? onDatabase((say) => resetSecondFactorCommand(words[0], say)) : null),
  },
  'lift-conflict': {
    forms: ['EMAIL PROPOSAL REASON'],
    does: 'Lifts a conflict of interest where no administrator without one is left.',
    of: ([email, proposal, ...words]) => {
      const reason = words.join(' ')
      return email && proposal && reason
        ? onDatabase((say) => liftConflictCommand({ email, proposal, reason }, say))
        : null
    },
  },
}

function backupOf(path: string, keep: Options[string], check: boolean): Run | null {
  if (check) return keep === undefined ? (_, say) => checkBackupCommand(path, say) : null
  if (keep === undefined) return (config, say) => backupCommand(config, path, say)
  if (!/^[1-9]\d{0,3}$/u.test(String(keep))) throw new StartError('--keep takes a number from 1 to 9999.')
  return (config, say) => keepBackupsCommand(config, { folder: path, keep: Number(keep) }, say)
}

/** Runs `work` on the database of a real system, also while its server runs. Throws StartError on a demonstration. */
const onDatabase =
  (work: (say: Say) => (ctx: AnyCtx) => Promise<void>, { mayCreate = false } = {}): Run =>
  async (config, say) => {
    const run = work(say)
    const { services, close } = await openForCommand(config, { mayCreate, log: say })
    try {
      await refuseDemonstration(services.db)
      await run(context(services, null))
    } finally {
      await close()
    }
  }

const formsOf = (name: string, { forms }: Command) =>
  forms.map((form) => `npm run admin -- ${name} ${form}`.trimEnd())
const usageOf = (name: string, command: Command) => `Usage: ${formsOf(name, command).join('\n       ')}`
const helpOf = (name: string, command: Command) => `${formsOf(name, command).join('\n')}\n    ${command.does}`
const HELP = Object.entries(COMMANDS)
  .map((entry) => helpOf(...entry))
  .join('\n')
const isHelp = (word: string) => ['--help', '-h', 'help'].includes(word)

/** Runs the command that the arguments name, or prints its help. Throws StartError with what is wrong in one sentence. */
export async function runCommand([name = '', ...args]: string[], env: Env, say: Say): Promise<void> {
  if (isHelp(name)) return say(HELP)
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw new StartError(name ? `There is no command ${name}.\n\n${HELP}` : HELP)
  if (args.length === 1 && isHelp(args[0]!)) return say(helpOf(name, command))
  const run = parse(name, command, args)
  if (!run) throw new StartError(usageOf(name, command))
  await run(readConfig(env), say, env)
}

function parse(name: string, command: Command, args: string[]): Run | null {
  const options = command.options ?? {}
  let parsed: ReturnType<typeof parseArgs>
  try {
    parsed = parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    const [why] = (error as Error).message.split(/[.\n]/u)
    throw new StartError(`${why}.\n${usageOf(name, command)}`)
  }
  return command.of(parsed.positionals, parsed.values as Options)
}
