import { simpleParser } from 'mailparser'
import { describe, expect, test } from 'vitest'
import { mailHtml } from '#domain/mail_html.ts'
import { type MailTemplate, placeholdersOf } from '#domain/mail_merge.ts'
import { MAIL_TEMPLATES, TEMPLATE_NAMES } from '#domain/mail_templates/all.ts'
import { placeholdersIn } from '#domain/placeholders.ts'
import { REPORT_ACCEPTED, REPORT_REQUESTED } from '#domain/reports/status.ts'
import { aConflict } from '../builders/conflicts.ts'
import { aNotice, aPerson, aTerm, aUser } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { aReport, aReviewer, aSubmittedReport } from '../builders/reports.ts'
import { smtpTransport } from '../platform/outbox/transport.ts'
import { deliverNext, recordDelivery } from '../platform/outbox/worker.ts'
import { mailbox } from '../testing/mailbox.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'

/** A call with an applicant, a proposal with a collaborator, and a reviewer with a request and a report. */
async function createCall(server: TestServer) {
  const ctx = server.ctx()
  await aTerm(ctx)
  const admin = await aUser(ctx, ['admin'], { email: 'admin@example.org', affiliation: 'Office' })
  const office = server.ctx(admin)
  await aNotice(office, { ...aPerson({ email: 'maria@example.org' }), proposal_title: 'Salts' })
  const collaborator = aPerson({ email: 'co@example.org' })
  const notices = [1, 2].map((n) => ({
    ...aPerson({ email: `proposer${n}@example.org` }),
    collaborators: [collaborator],
  }))
  const [first, second] = [
    await aSubmittedProposal(office, {
      notice: notices[0]!,
      input: { title: 'Ice', proposal_collaborator: [collaborator] },
    }),
    await aSubmittedProposal(office, {
      notice: notices[1]!,
      input: { title: 'Secret salts', proposal_collaborator: [collaborator] },
    }),
  ]
  const reviewer = await aReviewer(ctx, { email: 'reviewer@example.org' })
  await aReport(office, { proposal_id: second.proposal_id, reviewer, status: REPORT_ACCEPTED })
  await aReport(office, { proposal_id: first.proposal_id, reviewer, status: REPORT_REQUESTED })
  return { admin, office, reviewer, first, second, api: (await server.as(admin)).api }
}
type Api = Awaited<ReturnType<typeof createCall>>['api']

/** The same with a submitted report: every template has something to show. */
async function createReviewedCall(server: TestServer) {
  const call = await createCall(server)
  const reviewer = await aReviewer(server.ctx())
  await aSubmittedReport(call.office, { proposal_id: call.first.proposal_id, reviewer })
  return call
}

const wordsOf = async (api: Api, name: string) => {
  const { subject, text, version } = await api.mailTemplates.get({ params: { name } })
  return { subject, text, version }
}
const save = async (api: Api, name: string, change: { subject?: string; text?: string }) =>
  api.mailTemplates.save({ params: { name }, body: { ...(await wordsOf(api, name)), ...change } })

const newestMail = ({ db }: TestServer) =>
  db.selectFrom('mails').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()

/** The text of an HTML part, with its lists written as in the plain text. */
const textOfHtml = (html: string) =>
  html
    .replace(/^[\s\S]*<main>|<\/main>[\s\S]*$/gu, '')
    .replace(/<li dir="auto">/gu, '- ')
    .replace(/<[^>]+>/gu, '')
    .replace(
      /&(amp|lt|gt|quot|#39);/gu,
      (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name]!,
    )
    .replace(/\s+/gu, ' ')
    .trim()

describe('every template', () => {
  test.each(TEMPLATE_NAMES)(
    '%s: its original words can be saved as they are, and a test of them is a whole mail',
    (name) =>
      withServer(async (server) => {
        const { api, admin } = await createReviewedCall(server)
        const [about] = await api.mailTemplates.subjects({ params: { name } })
        expect(about).toBeDefined()
        const { version, ...words } = await wordsOf(api, name)
        expect(await api.mailTemplates.save({ params: { name }, body: { ...words, version } })).toMatchObject(
          { result: 1 },
        )
        expect((await api.mailTemplates.get({ params: { name } })).changed).toBe(false)
        await api.mailTemplates.test({ params: { name }, body: { ...words, about: about!.id } })
        const mail = await newestMail(server)
        expect(mail).toMatchObject({ kind: 'mail_test', recipients: [admin.email], secret: false })
        expect(mail.subject.startsWith('[Test] ')).toBe(true)
        expect(placeholdersIn(`${mail.subject} ${mail.body}`)).toEqual([])
        expect(mail.body).not.toMatch(/\n\n\n|\(\)|: $/mu)
        expect(textOfHtml(mailHtml(mail.subject, mail.body, 'https://ao.example.org'))).toBe(
          mail.body.replace(/\s+/gu, ' ').trim(),
        )
      }),
  )

  test.each(TEMPLATE_NAMES)('%s: uses each placeholder that it knows, and describes it', (name) => {
    const template: MailTemplate = MAIL_TEMPLATES[name]
    const used = new Set(placeholdersIn(`${template.subject} ${template.text}`))
    const spare = ['office', 'until', 'proposal_id', 'call', 'affiliation', 'due_date']
    const known = Object.entries(placeholdersOf(template))
    expect(known.filter(([placeholder]) => !used.has(placeholder) && !spare.includes(placeholder))).toEqual(
      [],
    )
    for (const [, { is }] of known) expect(is.length).toBeGreaterThan(5)
  })

  test('a preview has no password and no token of anyone', () =>
    withServer(async (server) => {
      const { api } = await createReviewedCall(server)
      for (const name of TEMPLATE_NAMES) {
        const template: MailTemplate = MAIL_TEMPLATES[name]
        const known = placeholdersOf(template)
        const [about] = await api.mailTemplates.subjects({ params: { name } })
        const { values } = await api.mailTemplates.preview({ params: { name, id: about!.id } })
        for (const [placeholder, { secret }] of Object.entries(known))
          if (secret)
            expect([name, values[placeholder]]).toEqual([
              name,
              expect.stringMatching(/only-in-the-real-e-mail|made when the e-mail is sent/u),
            ])
      }
    }))
})

describe('the words of a template', () => {
  test('are those of the next mail, signed by the office, until the original ones are saved again', () =>
    withServer(async (server) => {
      const { api, first } = await createCall(server)
      const { setup: _, ...settings } = await api.masters.settings()
      const office = {
        office_name: 'Sample Office',
        office_email: 'ask@example.org',
        office_address: '1 Rock Road\nMoon',
      }
      await api.masters.saveSettings({ body: { ...settings, ...office } })
      await save(api, 'proposal_cancelled', {
        subject: '#call#: cancelled',
        text: 'Dear #name#,\n\n#title# #office#\n#link#',
      })
      await api.staff.cancel({ params: { id: first.proposal_id } })
      const mail = await newestMail(server)
      expect(mail.subject).toBe('AO7: cancelled')
      const { baseUrl } = server.services.config
      expect(mail.body).toBe(
        `Dear ${first.actor.name},\n\nIce Sample Office (ask@example.org)\n${baseUrl}/proposals/myproposal\n\nAstromaterials Sample AO System\n${baseUrl}\nSample Office\n1 Rock Road\nMoon\nask@example.org`,
      )
      expect(mail.reply_to).toBe('"Sample Office" <ask@example.org>')
      expect(await save(api, 'proposal_cancelled', MAIL_TEMPLATES.proposal_cancelled)).toMatchObject({
        message: 'Submission cancelled: saved, with the original text.',
      })
      expect(
        await server.db.selectFrom('mail_templates').select(['subject', 'text', 'version']).execute(),
      ).toEqual([{ subject: null, text: null, version: 3 }])
    }))

  test('are refused on their field with an unknown placeholder, or without one that is needed', () =>
    withServer(async (server) => {
      const { api } = await createCall(server)
      const errors = async (change: object, name = 'registration') =>
        save(api, name, change).then(
          () => null,
          (error) => error.errors,
        )
      expect(await errors({ subject: 'Welcome to #cal#' })).toEqual({
        subject: ['#cal# is not known in this e-mail. Did you mean #call#?'],
      })
      expect(await errors({ text: 'Sign in at #link# with #pasword#' })).toEqual({
        text: ['#pasword# is not known in this e-mail. Did you mean #password#?'],
      })
      expect(await errors({ text: 'Sign in at #link#.' })).toEqual({
        text: ['#password# is missing. The e-mail is of no use without it.'],
      })
      expect(await errors({ subject: '#password#' })).toEqual({
        subject: ['#password# is secret: it can be in the text only.'],
      })
      expect(await errors({ subject: 'For #affiliation#' }, 'proposal_submitted')).toEqual({
        subject: ['#affiliation# may be empty: it can be in the text only.'],
      })
      expect(await errors({ subject: ' ', text: '' })).toEqual({
        subject: ['This field is required.'],
        text: ['This field is required.'],
      })
      expect(await errors({ subject: 'One\nBcc: all@example.org' })).toEqual({
        subject: ['Line breaks cannot be used in this form.'],
      })
      expect(await errors({ subject: 'One\0', text: 'Two\uD800' })).toEqual({
        subject: ['This text holds a character that cannot be stored.'],
        text: ['This text holds a character that cannot be stored.'],
      })
      await expect(api.mailTemplates.get({ params: { name: 'constructor' } })).rejects.toMatchObject({
        kind: 'missing',
      })
      expect(await server.db.selectFrom('mail_templates').select('name').execute()).toEqual([])
    }))

  test('that a new version cannot use are replaced by the original ones, and the office is told', () =>
    withServer(async (server) => {
      const { api, first } = await createCall(server)
      await save(api, 'proposal_cancelled', { subject: 'Cancelled' })
      await server.db
        .updateTable('mail_templates')
        .set({ text: 'Without the link, and with #gone#.' })
        .execute()
      const rows = await api.mailTemplates.list()
      expect(rows.filter(({ problem }) => problem !== null)).toEqual([
        expect.objectContaining({
          name: 'proposal_cancelled',
          changed: true,
          problem: 'The original text is sent instead. #gone# is not known in this e-mail.',
        }),
      ])
      await api.staff.cancel({ params: { id: first.proposal_id } })
      expect((await newestMail(server)).subject).toBe(
        MAIL_TEMPLATES.proposal_cancelled.subject.replace('#call#', 'AO7'),
      )
      const { checks } = await api.system.checks()
      expect(checks).toContainEqual(
        expect.objectContaining({
          name: 'Mail templates',
          state: 'warning',
          detail: expect.stringContaining('Submission cancelled'),
        }),
      )
    }))

  test('are kept from a value that looks like a placeholder, a header, HTML or turned text', () =>
    withServer(async (server) => {
      const { api, second } = await createCall(server)
      const title = '#password# <b>x</b> \u202Eevil & "quotes"'
      await server.db.updateTable('proposals').set({ title }).where('id', '=', second.proposal_id).execute()
      await save(api, 'proposal_cancelled', { subject: 'About #title#' })
      await api.staff.cancel({ params: { id: second.proposal_id } })
      const box = await mailbox()
      const transport = smtpTransport(box.url, server.services.config.baseUrl)
      for (;;) {
        const sent = await deliverNext(
          server.db,
          transport,
          'Office <office@example.org>',
          server.services.clock,
        )
        if (!sent) break
        await recordDelivery(server.db, sent)
      }
      const all = await Promise.all(box.received.map(({ raw }) => simpleParser(raw)))
      const parsed = all.find(({ subject }) => subject?.startsWith('About'))!
      expect(parsed.subject).toBe('About #password# <b>x</b> evil & "quotes"')
      expect(parsed.text).toContain('Title: #password# <b>x</b> evil & "quotes"')
      expect(parsed.html).toContain('Title: #password# &lt;b&gt;x&lt;/b&gt; evil &amp; &quot;quotes&quot;')
      expect(parsed.headers.get('auto-submitted')).toBe('auto-generated')
      transport.close()
      await box.close()
    }))
})

describe('a preview', () => {
  test('is never of a proposal that the viewer has a conflict of interest with', () =>
    withServer(async (server) => {
      const { second, reviewer } = await createCall(server)
      const conflicted = await aUser(server.ctx(), ['admin'], { email: 'conflicted@example.org' })
      await aConflict(server.ctx(conflicted), { proposal_id: second.proposal_id })
      const { api } = await server.as(conflicted)
      for (const name of TEMPLATE_NAMES) {
        const subjects = await api.mailTemplates.subjects({ params: { name } })
        const shown = await Promise.all(
          subjects.map(({ id }) => api.mailTemplates.preview({ params: { name, id } })),
        )
        expect([name, JSON.stringify([subjects, shown])]).not.toEqual([
          name,
          expect.stringContaining('Secret salts'),
        ])
      }
      const [own] = await api.mailTemplates.subjects({ params: { name: 'review_request' } })
      expect(own).toEqual({ id: reviewer.id, label: `${reviewer.name}, 1 review` })
      const of = (name: string, id: number) => ({ params: { name, id } })
      await expect(
        api.mailTemplates.preview(of('proposal_cancelled', second.proposal_id)),
      ).rejects.toMatchObject({ kind: 'missing' })
      const { subject, text } = MAIL_TEMPLATES.proposal_cancelled
      await expect(
        api.mailTemplates.test({
          params: { name: 'proposal_cancelled' },
          body: { subject, text, about: second.proposal_id },
        }),
      ).rejects.toMatchObject({ kind: 'missing' })
    }))

  test('where there is nothing real yet shows what each placeholder stands for', () =>
    withServer(async (server) => {
      const admin = await aUser(server.ctx(), ['admin'])
      const { api } = await server.as(admin)
      const params = { name: 'rejection' }
      expect(await api.mailTemplates.subjects({ params })).toEqual([])
      const { subject, text } = MAIL_TEMPLATES.rejection
      await api.mailTemplates.test({ params, body: { subject, text, about: null } })
      expect((await newestMail(server)).body).toContain("Dear (The recipient's name),")
    }))
})
