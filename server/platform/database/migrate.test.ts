import pg from 'pg'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { databaseUrl } from '../../testing/database_server.ts'
import { withEmptyDatabase } from '../../testing/empty_database.ts'
import { applyUnrecorded } from '../../testing/old_database.ts'
import { readSchema } from '../../testing/schema.ts'
import { VERSION } from '../version.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { type MigrationFile, migrationFiles, sha256 } from './migration_files.ts'

const files = await migrationFiles()

/** Provides an empty database and a connection to it. */
const withEmpty = (work: (client: pg.Client, url: string) => Promise<void>) =>
  withEmptyDatabase(async (url) => {
    const client = new pg.Client(url)
    await client.connect()
    await work(client, url).finally(() => client.end())
  })

/** The connections end a moment after the pool; as the program's own, they may be terminated meanwhile. */
async function open(url: string) {
  const { pool, close } = openDatabase(url)
  try {
    await migrate(pool)
  } finally {
    await close()
  }
}

type Text = Pick<MigrationFile, 'name' | 'text'>

const upTo = (last: string, ...without: string[]) =>
  files.filter(({ name }) => name <= last && !without.includes(name))
const textOf = (name: string) => files.find((file) => file.name === name)!.text
const replaced = (texts: Text[], ...others: Text[]) =>
  texts.map((file) => others.find(({ name }) => name === file.name) ?? file)

/** Texts that migrations had on the main branch before version 0.1.0. */
const logs = textOf('0007_logs')
const secondLogs = logs.slice(0, logs.indexOf('\n-- Mails are searched by'))
const firstLogs = secondLogs.replace(
  /create function samples_named[^;]*;\n(create index audit_entries_samples.*)samples_named\(after\)/u,
  '$1after jsonb_path_ops',
)
const thirdFolded = textOf('0028_folded')
const secondFolded = thirdFolded.replace(/create index users_reviewers.*\n/u, '')
const firstFolded = secondFolded.replace(/-- Which proposals a list is of(.*\n){3}/u, '')
const listed = textOf('0029_listed')
const thirdListed = listed.slice(0, listed.indexOf('\n-- What a search finds first'))
const secondListed = thirdListed.replace(/create index proposal_collaborators_last_name .*\n/u, '')
const firstListed = secondListed.slice(0, secondListed.indexOf('\ncreate index applicants_last_name'))
const covered = textOf('0030_covered')
const firstCovered = covered.slice(0, covered.indexOf('\n-- Who has a report'))

test.each([
  ['0007_logs, first', firstLogs, 'c7ce13e001d9d3185a3641677557a0e306fc8cfa91b8afcbcf8c8afd2a8d2650'],
  ['0007_logs, second', secondLogs, '189a091fb9e480710b4fb86a802609a28ea05f4f36740b9d16aee55bfffb0b7e'],
  ['0028_folded, first', firstFolded, 'b765be39cab6ef9fd0c7a57bea17f3ad5524eaa3ca3f44520376b8692a345cb9'],
  ['0028_folded, second', secondFolded, '50ec4181b417835b8e4a18a545468c09bba3621f02c06a2e4e75c4dc46786356'],
  [
    '0029_listed, first, then called 0029_listed_people',
    firstListed,
    '27c1a7a5ebac0ea4dba72b32b780ea9ea30c4086c851eac8848f717433644dc7',
  ],
  ['0029_listed, second', secondListed, '6c9acf0546767d166f03116384f571943113a90615fa8cb712209a959c7651ca'],
  ['0029_listed, third', thirdListed, '11ae6d5513d2388da6301503d9a2146b834d60ed4909ea40569013c23165315a'],
  ['0030_covered, first', firstCovered, '2c12bff91aabf19e3a0964bdcbb27f7d39c5c3109b4dd40b800d3dd3c711e229'],
])('the text of %s is what it was', (_, text, hash) => expect(sha256(text)).toBe(hash))

describe('a database of a program before 0.4.0 gets the tables of a new one', () => {
  let fresh: Awaited<ReturnType<typeof readSchema>>
  beforeAll(async () => {
    fresh = await readSchema(databaseUrl(inject('databaseServer'), inject('template')))
    expect(fresh.constraints.length).toBeGreaterThan(500)
  })

  test.each<[string, Text[]]>([
    ['0.1.0 and 0.2.0', upTo('0031_covering')],
    ['0.3.0', upTo('0044_account_changes')],
    [
      '2c756dd7',
      replaced(upTo('0007_logs', '0004_people', '0006_news'), { name: '0007_logs', text: firstLogs }),
    ],
    ['5e0db00b', replaced(upTo('0007_logs', '0006_news'), { name: '0007_logs', text: secondLogs })],
    ['88b6d539', upTo('0013_reminded', '0010_previous_login')],
    ['52f3b2a7', upTo('0025_truths', '0024_second_factor')],
    ['776c3243', replaced(upTo('0028_folded'), { name: '0028_folded', text: firstFolded })],
    ['0e9e8f41', replaced(upTo('0028_folded'), { name: '0028_folded', text: secondFolded })],
    [
      '856ee185',
      [
        ...replaced(upTo('0028_folded'), { name: '0028_folded', text: firstFolded }),
        { name: '0029_listed_people', text: firstListed },
      ],
    ],
    ['32703300', [...upTo('0028_folded'), { name: '0029_listed_people', text: firstListed }]],
    [
      '2b95ddbf',
      replaced(
        upTo('0029_listed'),
        { name: '0028_folded', text: secondFolded },
        { name: '0029_listed', text: secondListed },
      ),
    ],
    ['36ffd5c6', replaced(upTo('0029_listed'), { name: '0029_listed', text: thirdListed })],
    ['765a43cd', replaced(upTo('0030_covered'), { name: '0030_covered', text: firstCovered })],
    ['987b80f3', upTo('0043_kept_conflicts', '0034_list_views', '0038_whole_scenarios')],
  ])('%s', (_, texts) =>
    withEmpty(async (client, url) => {
      await applyUnrecorded(client, texts)
      await open(url)
      expect(await readSchema(url)).toEqual(fresh)
      const { rows } = await client.query('select name, sha256, program from kysely_migration order by name')
      const early = new Set(texts.map(({ name }) => name.replace('0029_listed_people', '0029_listed')))
      expect(rows).toEqual(
        files.map((file) => ({
          name: file.name,
          sha256: file.sha256,
          program: early.has(file.name) ? null : VERSION,
        })),
      )
    }),
  )
})

const last = files.at(-1)!.name

test.each([
  [
    `insert into kysely_migration (name, timestamp, program) values ('9999_later', '', '9.8.7')`,
    `This program is older than the database: version 9.8.7 migrated it to 9999_later, and this is version ${VERSION}. Use version 9.8.7; or restore a backup from before the upgrade into a new database.`,
  ],
  [
    `insert into kysely_migration (name, timestamp) values ('9999_later', '')`,
    `This program is older than the database: a newer version migrated it to 9999_later, and this is version ${VERSION}. Use a newer version; or restore a backup from before the upgrade into a new database.`,
  ],
  [
    `insert into kysely_migration (name, timestamp) values ('0011_other', '')`,
    `The database has the migration 0011_other, which version ${VERSION} has not: a program between two releases made it. Use that program; or restore a backup from before into a new database.`,
  ],
  [
    `update kysely_migration set sha256 = 'other', program = '9.8.7' where name = '${last}'`,
    `The migration ${last} was changed after it had migrated this database (version 9.8.7). Make a backup with this program and restore it into a new database: npm run admin -- backup FILE, then restore FILE.`,
  ],
])('a database after %s is refused, and stays as it was', (change, message) =>
  withEmpty(async (client, url) => {
    await open(url)
    await client.query(change)
    const before = await client.query('select * from kysely_migration order by name')
    await expect(open(url)).rejects.toThrow(expect.objectContaining({ name: 'StartError', message }))
    expect((await client.query('select * from kysely_migration order by name')).rows).toEqual(before.rows)
  }),
)

test('what a later migration removes is not created again', () =>
  withEmpty(async (client, url) => {
    await open(url)
    await client.query('drop index users_reviewers')
    await open(url)
    expect((await client.query(`select to_regclass('users_reviewers') as there`)).rows).toEqual([
      { there: null },
    ])
  }))

test('a migration that fails is named with its cause, and leaves nothing', () =>
  withEmpty(async (client, url) => {
    await client.query('create table keywords (id integer)')
    await expect(open(url)).rejects.toThrow(
      'The database could not be migrated: 0001_initial: relation "keywords" already exists',
    )
    const { rows } = await client.query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
    expect(rows).toEqual([{ relname: 'keywords' }])
  }))

test('several servers may migrate at once', () =>
  withEmpty(async (client, url) => {
    await Promise.all([open(url), open(url), open(url)])
    const { rows } = await client.query('select name from kysely_migration order by name')
    expect(rows.map(({ name }) => name)).toEqual(files.map(({ name }) => name))
  }))
