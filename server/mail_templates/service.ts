import { done, saved } from '#domain/endpoint.ts'
import { invalid, notFound } from '#domain/errors.ts'
import {
  completeMail,
  type MailTemplate,
  placeholdersOf,
  type TemplateText,
  templateErrors,
} from '#domain/mail_merge.ts'
import {
  isTemplateName,
  MAIL_TEMPLATES,
  TEMPLATE_NAMES,
  type TemplateName,
} from '#domain/mail_templates/all.ts'
import type { TemplateInput, TemplatePreview, TemplateRow } from '#domain/mail_templates/contract.ts'
import { officeText, signatureOf } from '#domain/mail_text.ts'
import type { Ctx, Db } from '../platform/context.ts'
import { findOffice, findSender, headerAddress } from '../platform/outbox/compose.ts'
import { requireVersion } from '../platform/version_conflict.ts'
import { listSubjects, mailAbout } from './previews.ts'
import {
  findStoredTemplate,
  findStoredTemplates,
  lockTemplates,
  type StoredTemplate,
  storeTemplate,
} from './queries.ts'

/** The version of a template that was never saved. */
const UNSAVED = 1

function requireName(name: string): TemplateName {
  if (!isTemplateName(name)) throw notFound()
  return name
}

/** The office's words; null where the original ones are used. */
const ownWords = (stored: StoredTemplate | undefined): TemplateText | null =>
  stored && stored.subject !== null && stored.text !== null
    ? { subject: stored.subject, text: stored.text }
    : null

/** Why the office's words cannot be used with this version of the system, or null. */
function problemOf(template: MailTemplate, words: TemplateText | null): string | null {
  const errors = words ? Object.values(templateErrors(template, words)) : []
  return errors.length > 0 ? `The original text is sent instead. ${errors.join(' ')}` : null
}

function rowOf(name: TemplateName, stored: StoredTemplate | undefined): TemplateRow {
  const { label, group, when } = MAIL_TEMPLATES[name]
  const words = ownWords(stored)
  return {
    name,
    label,
    group,
    when,
    changed: words !== null,
    problem: problemOf(MAIL_TEMPLATES[name], words),
  }
}

/** Every template, in the order of the list. */
export const listTemplates = (ctx: Ctx) => findTemplates(ctx.db)

async function findTemplates(db: Db): Promise<TemplateRow[]> {
  const stored = new Map((await findStoredTemplates(db)).map((one) => [one.name, one]))
  return TEMPLATE_NAMES.map((name) => rowOf(name, stored.get(name)))
}

/** How many templates the office has changed, and the labels of those that cannot be used with this version. */
export async function findChangedTemplates(db: Db): Promise<{ changed: number; unusable: string[] }> {
  const templates = await findTemplates(db)
  return {
    changed: templates.filter(({ changed }) => changed).length,
    unusable: templates.filter(({ problem }) => problem !== null).map(({ label }) => label),
  }
}

/** One template with its words. Throws 'missing'. */
export async function getTemplate(ctx: Ctx, input: string) {
  const name = requireName(input)
  const stored = await findStoredTemplate(ctx.db, name)
  const { subject, text } = ownWords(stored) ?? MAIL_TEMPLATES[name]
  const { updated_by = null, updated_at = null, version = UNSAVED } = stored ?? {}
  return { ...rowOf(name, stored), subject, text, updated_by, updated_at, version }
}

const isOriginal = (template: MailTemplate, { subject, text }: TemplateText) =>
  subject === template.subject && text === template.text

/** Subject and text without white space at their ends. Throws 'invalid' with what is wrong on each field. */
function requireUsable(template: MailTemplate, { subject, text }: TemplateText): TemplateText {
  const words = { subject: subject.trim(), text: text.trim() }
  const errors = templateErrors(template, words)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return words
}

/** Saves the office's words for a template. Throws 'missing', 'invalid', and 'stale' if someone else saved it meanwhile. */
export const saveTemplate = (ctx: Ctx, input: string, { version, ...typed }: TemplateInput) => {
  const name = requireName(input)
  const template: MailTemplate = MAIL_TEMPLATES[name]
  return ctx.write(async (tx) => {
    await lockTemplates(tx)
    const stored = await findStoredTemplate(tx, name)
    const last = stored
      ? { version: stored.version, saved_by: stored.updated_by, saved_at: stored.updated_at }
      : null
    if (last) requireVersion('This template', version, last)
    const words = requireUsable(template, typed)
    const before = ownWords(stored) ?? { subject: template.subject, text: template.text }
    const own = isOriginal(template, words) ? null : words
    const newVersion = (stored?.version ?? UNSAVED) + 1
    await storeTemplate(tx, name, own, { by: tx.actor.id, at: tx.now(), version: newVersion })
    await tx.audit(
      'mail_template.save',
      { id: null },
      { template: name, ...words },
      { template: name, ...before },
    )
    return saved(
      own ? `${template.label}: saved.` : `${template.label}: saved, with the original text.`,
      newVersion,
    )
  })
}

/** What a preview of this template can be about: what the viewer may see. Throws 'missing'. */
export const listPreviewSubjects = (ctx: Ctx, name: string) => listSubjects(ctx, requireName(name))

/** Values that a mail about this subject has. Throws 'missing', also where the viewer may not see the subject. */
export async function previewTemplate(ctx: Ctx, input: string, id: number): Promise<TemplatePreview> {
  const name = requireName(input)
  const mail = await mailAbout(ctx, name, id)
  if (!mail) throw notFound()
  const office = await findOffice(ctx.db, ctx.config)
  return {
    from: await findSender(ctx.db, ctx.config),
    to: mail.recipients,
    reply_to: headerAddress(office.name, office.email),
    values: { ...mail.values, office: officeText(office) },
    signature: signatureOf(ctx.config, office),
    base_url: ctx.config.baseUrl,
  }
}

/** What stands for each placeholder where there is nothing real. */
const madeUpValues = (template: MailTemplate): Record<string, string> =>
  Object.fromEntries(Object.entries(placeholdersOf(template)).map(([name, { is }]) => [name, `(${is})`]))

/** Mails the signed-in user these words, marked as a test. Throws 'missing' and 'invalid'. */
export async function sendTest(
  ctx: Ctx,
  input: string,
  { about, ...typed }: TemplateText & { about: number | null },
) {
  const name = requireName(input)
  const template: MailTemplate = MAIL_TEMPLATES[name]
  const words = requireUsable(template, typed)
  const mail = about === null ? null : await mailAbout(ctx, name, about)
  if (about !== null && !mail) throw notFound()
  const values = mail?.values ?? madeUpValues(template)
  return ctx.write(async (tx) => {
    const office = await findOffice(tx, tx.config)
    const { subject, text } = completeMail(template, words, values, office, tx.config)
    await tx.mail({
      kind: 'mail_test',
      recipients: [tx.actor.email],
      subject: `[Test] ${subject}`,
      body: `${testNote(template)}\n\n${text}`,
      proposal_ids: mail?.proposal_ids ?? [],
    })
    await tx.audit('mail_template.test', { id: null }, { template: name })
    return done(`A test is on the way to ${tx.actor.email}.`)
  })
}

const testNote = ({ label }: MailTemplate) =>
  `This is a test of "${label}", sent to you alone. Passwords and personal links in it are made up.`
