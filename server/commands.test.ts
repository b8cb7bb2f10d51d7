import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aTerm, aUser } from './builders/people.ts'
import { aPdf, aSavedProposal, aSentFile } from './builders/proposals.ts'
import { runCommand } from './commands.ts'
import { readConfig } from './platform/config.ts'
import { context } from './platform/context.ts'
import { markDemonstration } from './platform/database/demonstration_mark.ts'
import { type OpenServices, openServices, type Serving, serve } from './process.ts'
import { keptBackups } from './system/backups.ts'
import { withEmbeddedServers } from './testing/embedded_servers.ts'
import { mailbox, refusal } from './testing/mailbox.ts'
import { browserCookies } from './testing/test_server.ts'

const { inFolder } = withEmbeddedServers()

/** What a command prints, and the message that it fails with. */
async function run(args: string[], env: Record<string, string> = {}) {
  const said: string[] = []
  const failure = await runCommand(args, env, (line) => said.push(line)).then(
    () => null,
    (error: Error) => `${error.name}: ${error.message}`,
  )
  return { said: said.join('\n'), failure }
}

describe('arguments', () => {
  const usage = (name: string) =>
    expect.stringMatching(new RegExp(`^StartError: Usage: npm run admin -- ${name}`))
  test.each<[string[], unknown]>([
    [[], expect.stringContaining('StartError: npm run admin -- create EMAIL\n')],
    [['remove'], expect.stringMatching(/^StartError: There is no command remove[.]\n/u)],
    [['constructor'], expect.stringContaining('There is no command constructor.')],
    [['create'], usage('create EMAIL')],
    [['create', ''], usage('create EMAIL')],
    [['create', 'a@example.org', 'b@example.org'], usage('create EMAIL')],
    [['create', 'a.example.org'], 'StartError: a.example.org is not an e-mail address.'],
    [['check', 'all'], usage('check')],
    [['mail-test'], usage('mail-test EMAIL')],
    [['mail-test', 'nobody'], 'StartError: nobody is not an e-mail address.'],
    [['mail-test', 'a@example.org'], 'StartError: SMTP_URL is not set: there is no mail server to test.'],
    [['import'], usage('import FILE')],
    [
      ['import', 'a.csv', '--comit'],
      expect.stringMatching(/^StartError: Unknown option '--comit'[.]\nUsage: /u),
    ],
    [['import', 'no.csv'], 'StartError: no.csv cannot be read.'],
    [['backup'], usage('backup FILE')],
    [['backup', 'a', '--keep', '0'], 'StartError: --keep takes a number from 1 to 9999.'],
    [['backup', 'a', '--keep', 'all'], 'StartError: --keep takes a number from 1 to 9999.'],
    [['backup', 'a', '--keep'], expect.stringContaining("'--keep <value>' argument missing")],
    [
      ['backup', 'a', '--keep', '3'],
      'StartError: a is not a folder: with --keep, name the folder of the archives.',
    ],
    [['backup', '--check', 'a', '--keep', '3'], usage('backup FILE')],
    [
      ['backup', '--check', 'no.zip'],
      expect.stringMatching(/^StartError: no[.]zip cannot be read as a backup/u),
    ],
    [['restore'], usage('restore FILE')],
    [['restore', 'no.zip'], expect.stringMatching(/^StartError: no[.]zip cannot be read as a backup/u)],
    [['verify', 'all'], usage('verify')],
    [['verify', '--expect', ''], usage('verify')],
    [['reset-second-factor'], usage('reset-second-factor EMAIL')],
    [['lift-conflict', 'a@example.org', '3'], usage('lift-conflict EMAIL PROPOSAL REASON')],
    ...[['verify'], ['backup', 'a.zip'], ['reset-second-factor', 'a@example.org']].map(
      (args): [string[], unknown] => [
        args,
        expect.stringMatching(/^StartError: There is no database in .*data: /u),
      ],
    ),
  ])('%j', async (args, failure) => {
    expect(await run(args, { DATA_DIR: inFolder('data') })).toEqual({ said: '', failure })
    expect(existsSync(inFolder('data/postgres'))).toBe(false)
  })

  test.each([['--help'], ['-h'], ['help']])('%s prints the help of all, or of one', async (word) => {
    const { said, failure } = await run([word])
    expect(failure).toBeNull()
    expect(said.match(/^npm run admin -- /gmu)).toHaveLength(11)
    expect((await run(['verify', word])).said).toMatch(
      /^npm run admin -- verify \[--expect HASH\]\n {4}Verifies /u,
    )
  })
})

describe('beside a running server', () => {
  let mails: Awaited<ReturnType<typeof mailbox>>
  let env: Record<string, string>
  let opened: OpenServices | null
  let serving: Serving | null

  beforeEach(async () => {
    mails = await mailbox({ recipient: (to) => (to.startsWith('no') ? refusal(550, 'No such user') : null) })
    env = {
      DATA_DIR: inFolder('data'),
      PORT: '0',
      BASE_URL: 'http://127.0.0.1:3000',
      MAIL_FROM: 'AO <ao@example.org>',
      SMTP_URL: mails.url,
    }
    opened = await openServices(readConfig(env), () => {})
    serving = await serve(opened, false)
  })
  const stop = async () => {
    await serving?.stop()
    await opened?.close()
    serving = opened = null
  }
  afterEach(async () => {
    await stop()
    await mails.close()
  })
  const succeed = async (...args: string[]) => {
    const { said, failure } = await run(args, env)
    expect(failure).toBeNull()
    return said
  }
  const fail = async (...args: string[]) => (await run(args, env)).failure
  const dbOf = () => opened!.services.db

  test('the server and its database run on, and see what was done', async () => {
    const { address } = serving!
    const pid = readFileSync(inFolder('data/postgres/cluster/postmaster.pid'), 'utf8')
    const said = await succeed('create', 'you@example.org')
    const { cookie, csrf } = browserCookies()
    const login = await fetch(`${address}/api/admin/login`, {
      method: 'POST',
      headers: { cookie, 'x-xsrf-token': csrf, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'you@example.org', password: said.split('\n').at(-1) }),
    })
    expect(await login.json()).toMatchObject({ success: true, role: ['admin'] })
    expect(await fail('reset-second-factor', 'you@example.org')).toMatch(/has no second factor/u)
    expect(await fail('lift-conflict', 'you@example.org', '3', 'None.')).toMatch(/There is no proposal 3/u)
    expect(await succeed('verify')).toMatch(/^Nothing is sealed yet|^The chain holds/u)
    writeFileSync(inFolder('a.csv'), 'name\nC0001\n')
    expect(await fail('import', inFolder('a.csv'))).toMatch(/^StartError: /u)
    expect(await fail('restore', inFolder('no.zip'))).toMatch(/cannot be read as a backup/u)
    await succeed('backup', inFolder('ao.zip'))
    expect(await fail('restore', inFolder('ao.zip'))).toMatch(/This DATA_DIR is already served by process/u)
    expect(readFileSync(inFolder('data/postgres/cluster/postmaster.pid'), 'utf8')).toBe(pid)
    expect((await fetch(`${address}/readyz`)).status).toBe(200)

    await stop()
    expect(await succeed('verify')).not.toBe('')
    expect(existsSync(inFolder('data/postgres/cluster/postmaster.pid'))).toBe(false)
  })

  test('a command neither upgrades the database nor uses that of a newer program', async () => {
    const db = dbOf()
    await succeed('create', 'you@example.org')
    const row = await sql`delete from kysely_migration where name = '0047_backups' returning *`.execute(db)
    for (const args of [['create', 'two@example.org'], ['verify']])
      expect(await fail(...args)).toMatch(/^StartError: The database is older than this program/u)
    expect((await sql`select from kysely_migration where name = '0047_backups'`.execute(db)).rows).toEqual([])
    const { name, timestamp } = row.rows[0] as { name: string; timestamp: string }
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${timestamp}), ('9999_later', '')`.execute(
      db,
    )
    expect(await fail('verify')).toMatch(/^StartError: This program is older than the database/u)
    const { said, failure } = await run(['check'], env)
    expect(said).toMatch(/^bad {6}Database .*newer than the program\n/u)
    expect(failure).toBe('StartError: \nOne check is bad.')
  })

  test('backups are read back and recorded, and the oldest removed', async () => {
    const folder = inFolder('backups')
    mkdirSync(folder)
    const old = ['ao-2020-01-01T000000Z.zip', 'ao-2020-01-02T000000Z.zip']
    const others = ['ao-2020-01-01.zip', 'ao.zip', 'notes.txt', 'ao-2020-01-01T000000Z.zip.bak']
    const parts = ['ao-2020-01-01T000000Z.zip.part', 'ao-2020-01-02T000000Z.zip.part']
    for (const name of [...old, ...others, ...parts]) writeFileSync(join(folder, name), '')
    utimesSync(join(folder, parts[0]!), 0, 0)
    const said = await succeed('backup', folder, '--keep', '2')
    expect(said).toMatch(
      /ao-\d{4}-\d\d-\d\dT\d{6}Z[.]zip: \d+ rows of .* It was read back and is whole[.]\n/u,
    )
    const left = readdirSync(folder).filter((name) => ![...others, ...old, ...parts].includes(name))
    expect(left).toHaveLength(1)
    expect(readdirSync(folder).sort()).toEqual([...others, old[1], parts[1], ...left].sort())
    const [made] = await dbOf().selectFrom('backups').selectAll().execute()
    expect(made).toMatchObject({ file: join(folder, left[0]!), failure: null, removed_at: null })
    expect(made!.checked_at).not.toBeNull()
    expect((await keptBackups(dbOf())).count).toBe(1)

    // One that cannot be written removes nothing, and is recorded.
    expect(await fail('backup', inFolder('missing/ao.zip'))).toMatch(
      /^StartError: .*ao[.]zip cannot be written \(ENOENT/u,
    )
    const failed = await dbOf()
      .selectFrom('backups')
      .select(['file', 'bytes'])
      .where('failure', 'is not', null)
      .execute()
    expect(failed).toEqual([{ file: inFolder('missing/ao.zip'), bytes: null }])

    // One that lacks files does not replace those that may have them.
    const { services } = opened!
    const ctx = context(services, null)
    await aTerm(ctx)
    const office = ctx.as(await aUser(ctx, ['admin']))
    await aSavedProposal(office, { input: { file: await aSentFile(office, await aPdf()) } })
    for await (const keys of services.files.keys()) for (const key of keys) await services.files.remove(key)
    rmSync(join(folder, left[0]!))
    expect(await fail('backup', folder, '--keep', '1')).toMatch(/1 files that rows speak of are lost/u)
    expect(readdirSync(folder)).toContain(old[1])
    const lacking = readdirSync(folder).find((name) => ![...others, ...old, ...parts].includes(name))!
    expect(await fail('backup', '--check', join(folder, lacking))).toMatch(/It lacks 1 files/u)
  })

  test('a test e-mail is sent at once, from the sender of all mails', async () => {
    const host = env.SMTP_URL!.slice('smtp://'.length)
    expect(await succeed('mail-test', 'bo@example.org')).toBe(
      `${host} accepted the e-mail to bo@example.org, from AO <ao@example.org>. Look whether it arrives.`,
    )
    await dbOf()
      .insertInto('settings')
      .values({ name: 'mail_sender', value: 'Office <office@example.org>' })
      .execute()
    await succeed('mail-test', 'bo@example.org')
    const away = { ...env, DATABASE_URL: 'postgres://ao@127.0.0.1:1/ao' }
    expect((await run(['mail-test', 'bo@example.org'], away)).said).toMatch(
      /^The database was not reached .*MAIL_FROM/u,
    )
    expect(mails.received.map(({ to, raw }) => [to, /^From: (.*)\r$/mu.exec(raw)?.[1]])).toEqual([
      [['bo@example.org'], 'AO <ao@example.org>'],
      [['bo@example.org'], 'Office <office@example.org>'],
      [['bo@example.org'], 'AO <ao@example.org>'],
    ])
    const ids = mails.received.map(({ raw }) => /^Message-ID: (.*)\r$/imu.exec(raw)?.[1])
    expect(new Set(ids).size).toBe(3)
    expect(await fail('mail-test', 'no@example.org')).toMatch(
      new RegExp(
        `^StartError: ${host} did not take the e-mail[.] The mail server refused the recipient.*No such user`,
        'u',
      ),
    )
    expect(await dbOf().selectFrom('mails').selectAll().execute()).toEqual([])
  })

  test('a check exits well, says when this is a demonstration, and does what it can without the database', async () => {
    expect(await succeed('check')).toMatch(/^good {5}Database {2,}PostgreSQL /mu)
    await markDemonstration(dbOf(), new Date())
    expect((await run(['check'], env)).said).toMatch(/^This database is a demonstration[.]\n/u)
    expect(await fail('create', 'you@example.org')).toMatch(/^StartError: This database is a demonstration/u)
    const { said, failure } = await run(['check'], { ...env, DATABASE_URL: 'postgres://ao@127.0.0.1:1/ao' })
    expect(failure).toBe('StartError: \nOne check is bad.')
    expect(said).toMatch(/^bad {6}Database {2,}connect ECONNREFUSED/u)
    expect(said).toMatch(/^good {5}Mail server /mu)
  })
})
