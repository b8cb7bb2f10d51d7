import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ICAL from 'ical.js'
import { simpleParser } from 'mailparser'
import { describe, expect, test, vi } from 'vitest'
import { mailbox, refusal } from '../../testing/mailbox.ts'
import { copyDatabase } from '../../testing/test_server.ts'
import type { Db } from '../context.ts'
import { queueMails, type WrittenMail } from './queries.ts'
import { fileTransport, smtpTransport, type Transport } from './transport.ts'
import { backoff, deliverNext, MAX_TRIES, recordDelivery, startWorker } from './worker.ts'

const FROM = 'AO Office <office@example.org>'
const MAIL: WrittenMail = {
  kind: 'account',
  recipients: ['zoe@example.org', 'oleg@example.org'],
  bcc: ['archive@example.org'],
  subject: 'Ваша заявка принята',
  body: 'Dear 山田,\n\nPassword: abc\n',
}

/** Sends the next mail and records the result, as the worker does; false when none was due. */
async function send(db: Db, transport: Transport, clock = () => new Date()) {
  const delivered = await deliverNext(db, transport, FROM, clock)
  if (delivered) await recordDelivery(db, delivered)
  return delivered !== null
}

describe('the outbox', () => {
  test('delivers a mail once over SMTP, as text and as HTML in every script, and blanks a secret body', async () => {
    const [{ db, close }, box] = [await copyDatabase(4), await mailbox()]
    const transport = smtpTransport(box.url, 'https://example.org')
    const now = () => new Date()
    await db.transaction().execute((tx) => queueMails(tx, [MAIL], now()))
    const twice = await Promise.all([1, 2].map(() => send(db, transport, now)))
    expect(twice.filter(Boolean)).toHaveLength(1)
    expect(box.received).toHaveLength(1)
    expect(box.received[0]!.to.sort()).toEqual(['archive@example.org', 'oleg@example.org', 'zoe@example.org'])
    expect(box.received[0]!.raw).not.toContain('archive@example.org')
    const parsed = await simpleParser(box.received[0]!.raw)
    expect(parsed).toMatchObject({ subject: MAIL.subject, attachments: [] })
    expect(parsed.from?.text).toBe('"AO Office" <office@example.org>')
    expect([parsed.to].flat().flatMap((to) => to?.value.map(({ address }) => address))).toEqual(
      MAIL.recipients,
    )
    expect([parsed.cc, parsed.bcc]).toEqual([undefined, undefined])
    expect(parsed.text).toBe(MAIL.body)
    expect(box.received[0]!.raw).toMatch(/^Content-Type: multipart\/alternative;/mu)
    expect(parsed.html).toContain('<p dir="auto">Dear 山田,</p>')
    const row = await db.selectFrom('mails').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ state: 'sent', body: '', tries: 1, last_error: null })
    transport.close()
    await box.close()
    await close()
  })

  test('says of all mails but group mails that they are automatic, and makes links of them with care', async () => {
    const [{ db, close }, box] = [await copyDatabase(2), await mailbox()]
    const transport = smtpTransport(box.url, 'https://ao.example.org')
    const sender_id = (
      await db
        .insertInto('users')
        .values({ first_name: 'Bo', last_name: 'Ek', email: 'bo@example.org' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
    const group = await db
      .insertInto('group_mails')
      .values({ title: 'News', sender_id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const body = '<b>Title</b> https://ao.example.org/login and https://elsewhere.example.org/x.'
    const automatic: WrittenMail = {
      kind: 'notice_receipt',
      recipients: ['bo@example.org'],
      subject: 'One',
      body,
    }
    await queueMails(db, [automatic], new Date())
    await queueMails(
      db,
      [{ ...automatic, kind: 'group_mail', group_mail_id: group.id, reply_to: 'office@example.org' }],
      new Date(),
    )
    while (await send(db, transport));
    const [first, second] = await Promise.all(box.received.map(({ raw }) => simpleParser(raw)))
    expect(first!.headers.get('auto-submitted')).toBe('auto-generated')
    expect(second!.headers.has('auto-submitted')).toBe(false)
    expect([first!.replyTo, second!.replyTo?.text]).toEqual([undefined, 'office@example.org'])
    const own = '<a href="https://ao.example.org/login">https://ao.example.org/login</a>'
    const elsewhere = 'https://elsewhere.example.org/x'
    expect(first!.html).toContain(`<p dir="auto">&lt;b&gt;Title&lt;/b&gt; ${own} and ${elsewhere}.</p>`)
    expect(second!.html).toContain(
      `<p dir="auto">&lt;b&gt;Title&lt;/b&gt; ${own} and <a href="${elsewhere}">${elsewhere}</a>.</p>`,
    )
    transport.close()
    await box.close()
    await close()
  })

  test.each([
    ['REQUEST', 'by SMTP'],
    ['CANCEL', 'to a file'],
  ])(
    'sends a calendar file with method %s %s, as a text to show and as an attachment',
    async (method, how) => {
      const calendar = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:${method}\r\nBEGIN:VEVENT\r\nUID:1\r\nLOCATION:東京\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`
      const [{ db, close }, box] = [await copyDatabase(2), await mailbox()]
      const folder = mkdtempSync(join(tmpdir(), 'mail-'))
      const transport =
        how === 'by SMTP'
          ? smtpTransport(box.url, 'https://example.org')
          : fileTransport(folder, 'https://example.org')
      await queueMails(db, [{ ...MAIL, kind: 'office_question', calendar }, MAIL], new Date())
      while (await send(db, transport));
      const raws =
        how === 'by SMTP'
          ? box.received.map(({ raw }) => raw)
          : readdirSync(join(folder, 'mail')).map((name) => readFileSync(join(folder, 'mail', name), 'utf8'))
      const [withFile, without] = raws.sort(
        (a, b) => Number(/^METHOD|calendar/mu.test(b)) - Number(/^METHOD|calendar/mu.test(a)),
      )
      const { attachments, text } = await simpleParser(withFile!)
      expect(withFile).toMatch(
        new RegExp(`^Content-Type: text/calendar; charset=utf-8; method=${method}`, 'mu'),
      )
      const [file] = attachments.filter(({ filename }) => filename === 'agenda.ics')
      expect(file!.contentType).toBe('application/ics')
      expect(
        new ICAL.Component(ICAL.parse(file!.content.toString()))
          .getFirstSubcomponent('vevent')!
          .getFirstPropertyValue('location'),
      ).toBe('東京')
      expect(text).toBe(MAIL.body)
      expect((await simpleParser(without!)).attachments).toEqual([])
      transport.close()
      await box.close()
      await close()
      rmSync(folder, { recursive: true })
    },
  )

  test('has the same Message-ID at each try, so that a receiver recognizes a second copy', async () => {
    const box = await mailbox({ mail: () => null })
    const { db, close } = await copyDatabase(2)
    const transport = smtpTransport(box.url, 'https://example.org')
    let now = new Date()
    await db.transaction().execute((tx) => queueMails(tx, [MAIL, MAIL], now))
    // The result of each first try is lost.
    for (const _ of [1, 2]) await deliverNext(db, transport, FROM, () => now)
    now = new Date(+now + 6 * 60_000)
    while (await send(db, transport, () => now));
    const ids = await Promise.all(box.received.map(async ({ raw }) => (await simpleParser(raw)).messageId))
    expect(ids).toHaveLength(4)
    expect(ids.slice(2).sort()).toEqual(ids.slice(0, 2).sort())
    expect(new Set(ids).size).toBe(2)
    transport.close()
    await box.close()
    await close()
  })

  test('tries ten times with growing delays when the server refuses, and keeps the reason', async () => {
    const [{ db, close }, box] = [
      await copyDatabase(2),
      await mailbox({ mail: () => new Error('mailbox full') }),
    ]
    const transport = smtpTransport(box.url, 'https://example.org')
    let now = new Date()
    await db.transaction().execute((tx) => queueMails(tx, [MAIL], now))
    for (let n = 1; n <= MAX_TRIES; n++) {
      expect(await send(db, transport, () => now)).toBe(true)
      expect(await send(db, transport, () => now)).toBe(false)
      now = new Date(+now + backoff(n))
    }
    const row = await db.selectFrom('mails').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ state: 'failed', tries: MAX_TRIES, body: MAIL.body })
    expect(row.last_error).toContain('mailbox full')
    expect(backoff(MAX_TRIES)).toBe(60 * 60 * 1000)
    transport.close()
    await box.close()
    await close()
  })

  test('fails at once when all recipients are refused permanently, not temporarily, and reports those left out', async () => {
    const no = (address: string) => (/^no/u.test(address) ? refusal(550, 'no such user') : null)
    const later = (address: string) => (/^later/u.test(address) ? refusal(451, 'greylisted') : null)
    const box = await mailbox({ recipient: (address) => no(address) ?? later(address) })
    const { db, close } = await copyDatabase(2)
    const transport = smtpTransport(box.url, 'https://example.org')
    const to = [['no1@example.org'], ['later1@example.org'], ['no2@example.org', 'yes@example.org']]
    const mails = to.map((recipients) => ({ ...MAIL, kind: 'group_mail' as const, bcc: [], recipients }))
    await db.transaction().execute((tx) => queueMails(tx, mails, new Date()))
    while (await send(db, transport));
    const rows = await db.selectFrom('mails').select(['state', 'tries', 'last_error']).orderBy('id').execute()
    expect(rows).toEqual([
      { state: 'failed', tries: 1, last_error: expect.stringContaining('550 no such user') },
      { state: 'waiting', tries: 1, last_error: expect.stringContaining('451 greylisted') },
      { state: 'sent', tries: 1, last_error: expect.stringContaining('550 no such user') },
    ])
    expect(box.received.map(({ to }) => to)).toEqual([['yes@example.org']])
    transport.close()
    await box.close()
    await close()
  })

  test('sends a mail again only when it is due after the connection broke at the end', async () => {
    const box = await mailbox({ mail: (n) => (n === 1 ? 'drop' : null) })
    const { db, close } = await copyDatabase(2)
    const transport = smtpTransport(box.url, 'https://example.org')
    let now = new Date()
    await db.transaction().execute((tx) => queueMails(tx, [MAIL], now))
    while (await send(db, transport, () => now));
    expect(box.received).toEqual([])
    expect(await db.selectFrom('mails').selectAll().executeTakeFirst()).toMatchObject({
      state: 'waiting',
      tries: 1,
      last_error: 'The connection to the mail server was lost.',
    })
    now = new Date(+now + backoff(1))
    while (await send(db, transport, () => now));
    expect(box.received).toHaveLength(1)
    transport.close()
    await box.close()
    await close()
  })

  test('takes a group mail after all others, however long it waits', async () => {
    const { db, close } = await copyDatabase(2)
    const sent: string[] = []
    const transport: Transport = {
      deliver: async ({ subject }) => {
        sent.push(subject)
        return null
      },
      close: () => {},
    }
    const user = await db
      .insertInto('users')
      .values({ first_name: 'Bo', last_name: 'Ek', email: 'bo@example.org' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const group = await db
      .insertInto('group_mails')
      .values({ title: 'News', sender_id: user.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const letter = { ...MAIL, subject: 'News', group_mail_id: group.id, destination_id: user.id }
    await queueMails(db, [letter], new Date(Date.now() - 60_000))
    await queueMails(db, [{ ...MAIL, subject: 'Password' }], new Date(Date.now() - 1000))
    while (await send(db, transport));
    expect(sent).toEqual(['Password', 'News'])
    // A constraint prevents a second one to the same destination.
    await expect(queueMails(db, [letter], new Date())).rejects.toThrow(/mails_group_once/u)
    await close()
  })

  test('is not taken again during its lease, and an expired lease cannot record a result', async () => {
    const [{ db, close }, box] = [await copyDatabase(2), await mailbox()]
    const transport = smtpTransport(box.url, 'https://example.org')
    let now = new Date()
    await db.transaction().execute((tx) => queueMails(tx, [MAIL], now))
    const first = await deliverNext(db, transport, FROM, () => now)
    expect(await deliverNext(db, transport, FROM, () => now)).toBeNull()
    now = new Date(+now + 6 * 60_000)
    const second = await deliverNext(db, transport, FROM, () => now)
    expect(second!.mail.tries).toBe(2)
    const leased = await db.selectFrom('mails').selectAll().executeTakeFirstOrThrow()
    await recordDelivery(db, { ...first!, failure: new Error('too late') })
    expect(await db.selectFrom('mails').selectAll().executeTakeFirst()).toEqual(leased)
    await recordDelivery(db, first!)
    expect(await db.selectFrom('mails').selectAll().executeTakeFirst()).toEqual(leased)
    await recordDelivery(db, second!)
    expect(await db.selectFrom('mails').selectAll().executeTakeFirst()).toMatchObject({
      state: 'sent',
      lease: null,
    })
    transport.close()
    await box.close()
    await close()
  })

  test('is sent at most ten times when its result is never recorded', async () => {
    const { db, close } = await copyDatabase(2)
    let [now, sent] = [new Date(), 0]
    const transport: Transport = {
      deliver: async () => {
        sent++
        return null
      },
      close: () => {},
    }
    await db.transaction().execute((tx) => queueMails(tx, [MAIL], now))
    for (let n = 0; n < 20; n++) {
      await deliverNext(db, transport, FROM, () => now)
      now = new Date(+now + 60 * 60_000)
    }
    expect(sent).toBe(MAX_TRIES)
    const row = await db.selectFrom('mails').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ state: 'failed', last_error: expect.stringContaining('not known') })
    await close()
  })

  test('logs once a minute that the mail server does not accept mails', async () => {
    const { db, close } = await copyDatabase(4)
    const transport: Transport = {
      deliver: () => Promise.reject(new Error('The mail server was not found.')),
      close: () => {},
    }
    await db.transaction().execute((tx) => queueMails(tx, [MAIL, MAIL, MAIL], new Date()))
    const said: unknown[] = []
    const log = { error: () => {}, warn: (...told: unknown[]) => said.push(told) }
    const worker = startWorker(
      db,
      transport,
      async () => FROM,
      () => new Date(),
      log,
    )
    const tried = () => db.selectFrom('mails').select('id').where('last_error', 'is not', null).execute()
    await vi.waitUntil(async () => (await tried()).length === 3, { timeout: 60_000, interval: 20 })
    await worker.stop()
    expect(said).toEqual([
      [{ mails: 1, why: 'The mail server was not found.' }, 'The mail server did not take a mail.'],
    ])
    await close()
  })

  test('ignores a due time that a wrong clock has set, unless the mail is leased', async () => {
    const { db, close } = await copyDatabase(2)
    let [now, sent] = [new Date('2036-01-01T00:00:00Z'), 0]
    const transport: Transport = {
      deliver: async () => {
        if (++sent === 1) throw new Error('The mail server did not answer in time.')
        return null
      },
      close: () => {},
    }
    await db.transaction().execute((tx) => queueMails(tx, [MAIL], now))
    await send(db, transport, () => now)
    now = new Date('2026-01-01T00:00:00Z')
    // A process with another clock does not take a mail that is leased.
    await db.updateTable('mails').set({ lease: 'the other' }).execute()
    expect(await send(db, transport, () => now)).toBe(false)
    await db.updateTable('mails').set({ lease: null }).execute()
    expect(await send(db, transport, () => now)).toBe(true)
    expect(await db.selectFrom('mails').select('state').executeTakeFirst()).toEqual({ state: 'sent' })
    await close()
  })

  test('contains nothing of a failed transaction', async () => {
    const { db, close } = await copyDatabase(2)
    const failing = db.transaction().execute(async (tx) => {
      await queueMails(tx, [MAIL], new Date())
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await db.selectFrom('mails').selectAll().execute()).toEqual([])
    await close()
  })

  test('writes files that only their owner can read, without an SMTP server', async () => {
    const { db, close } = await copyDatabase(2)
    const folder = mkdtempSync(join(tmpdir(), 'ao-mail-'))
    await db.transaction().execute((tx) => queueMails(tx, [MAIL], new Date()))
    await send(db, fileTransport(folder, 'https://example.org'))
    const [name] = readdirSync(join(folder, 'mail'))
    const file = join(folder, 'mail', name!)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const parsed = await simpleParser(readFileSync(file))
    expect(parsed.subject).toBe(MAIL.subject)
    expect(parsed.text?.trim()).toBe(MAIL.body.trim())
    rmSync(folder, { recursive: true })
    await close()
  })
})
