import { z } from 'zod'
import { office } from '../access.ts'
import { get, id, instant, Outcome, post, put, Saved, version } from '../endpoint.ts'
import { isStorable, mustBeSent, UNSTORABLE } from '../input_schemas.ts'
import { TEMPLATE_GROUPS } from '../mail_merge.ts'

const byName = z.object({ name: z.string() })

/** A subject and a text as typed; what is wrong with them depends on the template. */
const typed = mustBeSent(
  z
    .string('This field must be text.')
    .refine(isStorable, UNSTORABLE)
    .transform((text) => text.replace(/\r\n?/gu, '\n')),
)

/** Words for a template. Those of the original make it the original again. */
export const TemplateInput = z.object({ subject: typed, text: typed, version })
export type TemplateInput = z.output<typeof TemplateInput>

export const TemplateRow = z.object({
  name: z.string(),
  label: z.string(),
  group: z.enum(TEMPLATE_GROUPS),
  /** To whom and when it is sent. */
  when: z.string(),
  /** The office has put its own words in place of the original ones. */
  changed: z.boolean(),
  /** Why the office's words are not used but the original ones, or null. */
  problem: z.string().nullable(),
})
export type TemplateRow = z.infer<typeof TemplateRow>

export const TemplateDetail = TemplateRow.extend({
  subject: z.string(),
  text: z.string(),
  updated_by: z.string().nullable(),
  updated_at: instant.nullable(),
  version: z.number(),
})
export type TemplateDetail = z.infer<typeof TemplateDetail>

/** What a preview is about: a person, a proposal or a report. */
const PreviewSubject = z.object({ id: z.number(), label: z.string() })
export type PreviewSubject = z.infer<typeof PreviewSubject>

/** The values that a real mail would have. Passwords and secret links are made up. */
export const TemplatePreview = z.object({
  from: z.string(),
  to: z.array(z.string()),
  reply_to: z.string(),
  values: z.record(z.string(), z.string()),
  signature: z.string(),
  /** The address of the system: only addresses below it become links. */
  base_url: z.string(),
})
export type TemplatePreview = z.infer<typeof TemplatePreview>

/** The words of the mails that the system writes. */
export const mailTemplates = {
  list: get('/api/mail_templates', office, {
    summary: 'Lists the templates of the mails that the system writes.',
    reply: z.array(TemplateRow),
  }),
  get: get('/api/mail_templates/:name', office, {
    summary: 'Shows the words of a mail template with its placeholders.',
    params: byName,
    reply: TemplateDetail,
  }),
  save: put('/api/mail_templates/:name', office, {
    summary: 'Saves the words of a mail template.',
    params: byName,
    body: TemplateInput,
    reply: Saved,
  }),
  /** At most 200; none where nobody would get such a mail now. */
  subjects: get('/api/mail_templates/:name/subjects', office, {
    summary: 'Lists about whom or what a mail template can be previewed now, at most 200.',
    params: byName,
    reply: z.array(PreviewSubject),
  }),
  preview: get('/api/mail_templates/:name/preview/:id', office, {
    summary: 'Answers the values that a mail template would have about one subject.',
    params: byName.extend({ id }),
    reply: TemplatePreview,
  }),
  /** Mails the signed-in user what is typed, about a subject or, where it is null, with made-up values. */
  test: post('/api/mail_templates/:name/test', office, {
    summary: 'Mails the caller what is typed into a template, about a subject or with made-up values.',
    params: byName,
    body: z.object({ subject: typed, text: typed, about: id.nullable() }),
    reply: Outcome,
    mails: ['mail_test'],
  }),
}
