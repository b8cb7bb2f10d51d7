import type { Kysely } from 'kysely'
import { completeMail, placeholdersOf, type TemplateText, templateErrors } from '#domain/mail_merge.ts'
import { MAIL_TEMPLATES, type TemplateName } from '#domain/mail_templates/all.ts'
import { type Office, officeOf } from '#domain/mail_text.ts'
import type { DB } from '../database/database.ts'
import type { Mail, TemplateMail, WrittenMail } from './queries.ts'

const OFFICE_SETTINGS = [
  'office_name',
  'office_email',
  'office_address',
  'office_signature',
  'mail_sender',
] as const
const NO_SETTINGS = {
  office_name: '',
  office_email: '',
  office_address: '',
  office_signature: '',
  mail_sender: '',
}

/** The office as its settings say, or else by the sender of all mails. */
export async function findOffice(db: Kysely<DB>, config: { mailFrom: string }): Promise<Office> {
  const rows = await db
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('name', 'in', OFFICE_SETTINGS)
    .execute()
  const set = Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  return officeOf({ ...NO_SETTINGS, ...set }, config.mailFrom)
}

/** The sender of all mails: the one that the office has set, or else the server's. */
export async function findSender(db: Kysely<DB>, config: { mailFrom: string }): Promise<string> {
  const set = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'mail_sender')
    .executeTakeFirst()
  return set?.value || config.mailFrom
}

/** An address with its name, as in a mail header. */
export const headerAddress = (name: string, address: string) =>
  name === '' ? address : `"${name.replace(/["\\]/gu, '\\$&')}" <${address}>`

type Words = (name: TemplateName) => TemplateText

/** The words of these templates: the office's, unless they cannot be used with this version, or else the original ones. */
export async function findWords(db: Kysely<DB>, names: readonly TemplateName[]): Promise<Words> {
  const rows = await db
    .selectFrom('mail_templates')
    .select(['name', 'subject', 'text'])
    .where('name', 'in', names)
    .where('text', 'is not', null)
    .execute()
  const own = new Map<string, TemplateText>(
    rows.map(({ name, subject, text }) => [name, { subject: subject!, text: text! }]),
  )
  return (name) => {
    const template = MAIL_TEMPLATES[name]
    const words = own.get(name)
    return words && Object.keys(templateErrors(template, words)).length === 0 ? words : template
  }
}

/** A mail in a template's words, with the office's signature. */
function writeMail(
  { template: name, values, ...envelope }: TemplateMail,
  words: TemplateText,
  office: Office,
  installation: { baseUrl: string },
): WrittenMail {
  const template = MAIL_TEMPLATES[name]
  const given: Record<string, string> = values
  const { subject, text } = completeMail(template, words, given, office, installation)
  const known = placeholdersOf(template)
  const secret = Object.keys(known).some((placeholder) => known[placeholder]!.secret && given[placeholder])
  return { secret, ...envelope, kind: template.kind, subject, body: text }
}

/** Mails as they are queued: in their templates' words, signed, and with the office to answer to. */
export async function writeMails(
  db: Kysely<DB>,
  mails: readonly Mail[],
  config: { mailFrom: string; baseUrl: string },
): Promise<WrittenMail[]> {
  if (mails.length === 0) return []
  const names = [...new Set(mails.flatMap((mail) => ('template' in mail ? [mail.template] : [])))]
  const office = await findOffice(db, config)
  const words = names.length > 0 ? await findWords(db, names) : null
  const reply_to = headerAddress(office.name, office.email)
  return mails.map((mail) => {
    const written = 'template' in mail ? writeMail(mail, words!(mail.template), office, config) : mail
    return { ...written, reply_to: written.reply_to ?? reply_to }
  })
}
