import { type MigrationFile, sha256 } from '#server/platform/database/migration_files.ts'

/** Lists the migrations in order with their sha256, as `sha256sum` prints them, and a line for each release. */
export const MIGRATION_LIST = 'server/platform/database/migrations.sha256'

type Listed = Pick<MigrationFile, 'name' | 'sha256'>

interface Release {
  version: string
  /** Of all lines of migrations above the release's. */
  digest: string
  /** How many migrations it has. */
  length: number
}

const MIGRATION_LINE = /^([0-9a-f]{64}) {2}(\w+)\.sql$/u
const RELEASE_LINE = /^# release (\d+\.\d+\.\d+): ([0-9a-f]{64})$/u

const linesOf = (text: string) => text.split('\n').filter(Boolean)
const lineOf = (file: Listed) => `${file.sha256}  ${file.name}.sql`
const digestOf = (files: Listed[]) => sha256(files.map((file) => `${lineOf(file)}\n`).join(''))

/** The migrations and releases of a list's text. Throws Error for a line that is neither. */
export function parseList(text: string) {
  const migrations: Listed[] = []
  const releases: Release[] = []
  for (const line of linesOf(text)) {
    const [, hash, name] = line.match(MIGRATION_LINE) ?? []
    const [, version, digest] = line.match(RELEASE_LINE) ?? []
    if (hash && name) migrations.push({ name, sha256: hash })
    else if (version && digest) releases.push({ version, digest, length: migrations.length })
    else throw new Error(`${MIGRATION_LIST} has the line "${line}".`)
  }
  return { migrations, releases }
}

/** What is wrong with the files or the list, each with what to do; nothing if all is well. */
export function findProblems(files: Listed[], text: string): string[] {
  const { migrations, releases } = parseList(text)
  const frozen = migrations.slice(0, releases.at(-1)?.length ?? 0)
  const last = frozen.at(-1)?.name ?? ''
  const listed = new Map(migrations.map((one) => [one.name, one.sha256]))
  const there = new Set(files.map(({ name }) => name))
  const problems: string[] = []
  for (const file of files) {
    const hash = listed.get(file.name)
    if (hash === undefined && file.name < last)
      problems.push(`${file.name} stands before ${last}, which is released: give it the next number.`)
    else if (hash === undefined)
      problems.push(`${file.name} is new: npm run db:types adds its line, ${lineOf(file)}`)
    else if (hash !== file.sha256)
      problems.push(
        `${file.name} was changed: databases have it already. Undo that, and write a new migration. ` +
          `(Only one that never left your machine may change: delete its line, and npm run db:types adds it again.)`,
      )
  }
  for (const { name } of migrations)
    if (!there.has(name)) problems.push(`${name} is gone or renamed: databases have it. Bring it back.`)
  const names = migrations.map(({ name }) => name)
  const misplaced = names.find((name, i) => name <= (names[i - 1] ?? ''))
  if (misplaced) problems.push(`${misplaced} is listed twice, or not in the order of the numbers.`)
  for (const { version, digest, length } of releases)
    if (digestOf(migrations.slice(0, length)) !== digest)
      problems.push(`The lines above release ${version} are not those that were released: bring them back.`)
  return problems
}

/** The list with new migrations in their places after those of the last release. */
export function addNew(files: Listed[], text: string): string {
  const { migrations, releases } = parseList(text)
  const listed = new Set(migrations.map(({ name }) => name))
  const released = releases.at(-1)?.length ?? 0
  const last = migrations[released - 1]?.name ?? ''
  const added = files.filter(({ name }) => !listed.has(name) && name > last)
  const open = [...migrations.slice(released), ...added].sort((a, b) => (a.name < b.name ? -1 : 1))
  const lines = linesOf(text)
  const closed = lines.slice(0, lines.findLastIndex((line) => RELEASE_LINE.test(line)) + 1)
  return `${[...closed, ...open.map(lineOf)].join('\n')}\n`
}

/** The list, closed by a line for a release. */
export function addRelease(version: string, text: string): string {
  const { migrations } = parseList(text)
  return `${text}# release ${version}: ${digestOf(migrations)}\n`
}
