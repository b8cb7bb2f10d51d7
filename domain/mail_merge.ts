import type { MailKind } from './mail_kinds.ts'
import { type Installation, type Office, officeText, signatureOf } from './mail_text.ts'
import { fillPlaceholders, nearestPlaceholder, placeholdersIn } from './placeholders.ts'
import { REQUIRED } from './text.ts'

export interface Placeholder {
  /** What it stands for, as the editor says it. */
  is: string
  /** The e-mail is of no use without it: a password, a link. */
  required?: true
  /** A password or a secret link: only in the text, which is cleared once it is sent. */
  secret?: true
  /** Several lines: only in the text. Where it is empty, its paragraph is left out. */
  list?: true
  /** May be empty: only in the text. Its line is then left out. */
  optional?: true
}

/** Headings of the list of templates. */
export const TEMPLATE_GROUPS = ['Accounts', 'Proposals', 'Reviews', 'Results', 'Loans'] as const
type Group = (typeof TEMPLATE_GROUPS)[number]

export interface MailTemplate {
  kind: MailKind
  label: string
  group: Group
  /** To whom and when, after the label: 'sent to a reviewer when a report is requested'. */
  when: string
  placeholders: Readonly<Record<string, Placeholder>>
  subject: string
  text: string
}

/** The text that the office has put in place of the original. */
export interface TemplateText {
  subject: string
  text: string
}

/** Known in every e-mail; their values are the settings'. */
const COMMON = {
  office: { is: "The office's name and e-mail address" },
} as const satisfies Record<string, Placeholder>

/** The recipient's name. */
export const NAME = { is: "The recipient's name" } as const
export const link = (is: string) => ({ is, required: true }) as const

export const placeholdersOf = ({
  placeholders,
}: Pick<MailTemplate, 'placeholders'>): Record<string, Placeholder> => ({
  ...placeholders,
  ...COMMON,
})

/** The values that a mail gives for its template's placeholders. */
export type ValuesOf<T extends Pick<MailTemplate, 'placeholders'>> = {
  readonly [P in keyof T['placeholders'] & string]: string
}

const MAX_SUBJECT = 200
const MAX_TEXT = 10_000

export interface UnknownPlaceholder {
  field: 'subject' | 'text'
  name: string
  nearest: string | null
}

/** The unknown placeholders of a subject and a text, each once, with the known one that was probably meant. */
export function unknownPlaceholders(
  template: MailTemplate,
  { subject, text }: TemplateText,
): UnknownPlaceholder[] {
  const known = Object.keys(placeholdersOf(template))
  const unknownIn = (field: 'subject' | 'text', content: string) =>
    [...new Set(placeholdersIn(content))]
      .filter((name) => !known.includes(name))
      .map((name) => ({ field, name, nearest: nearestPlaceholder(name, known) }))
  return [...unknownIn('subject', subject), ...unknownIn('text', text)]
}

const notKnown = ({ name, nearest }: UnknownPlaceholder) =>
  `#${name}# is not known in this e-mail.${nearest ? ` Did you mean #${nearest}#?` : ''}`

/** Why this placeholder cannot be in a subject, or null. */
function whyNotInSubject(name: string, { secret, list, optional }: Placeholder): string | null {
  if (secret) return `#${name}# is secret: it can be in the text only.`
  if (list) return `#${name}# has several lines: it can be in the text only.`
  return optional ? `#${name}# may be empty: it can be in the text only.` : null
}

function subjectError(template: MailTemplate, words: TemplateText): string | null {
  const { subject } = words
  if (subject.trim() === '') return REQUIRED
  if (/[\r\n\u2028\u2029\u0085\v\f]/u.test(subject)) return 'Line breaks cannot be used in this form.'
  if ([...subject].length > MAX_SUBJECT) return `A subject has at most ${MAX_SUBJECT} characters.`
  const unknown = unknownPlaceholders(template, words).find(({ field }) => field === 'subject')
  if (unknown) return notKnown(unknown)
  const known = placeholdersOf(template)
  return (
    placeholdersIn(subject)
      .map((name) => whyNotInSubject(name, known[name]!))
      .find(Boolean) ?? null
  )
}

function textError(template: MailTemplate, words: TemplateText): string | null {
  const { text } = words
  if (text.trim() === '') return REQUIRED
  if ([...text].length > MAX_TEXT) return `A text has at most ${MAX_TEXT.toLocaleString('en')} characters.`
  const unknown = unknownPlaceholders(template, words).find(({ field }) => field === 'text')
  if (unknown) return notKnown(unknown)
  const used = placeholdersIn(text)
  const missing = Object.entries(placeholdersOf(template)).find(
    ([name, { required }]) => required && !used.includes(name),
  )
  return missing ? `#${missing[0]}# is missing. The e-mail is of no use without it.` : null
}

/** What is wrong with a subject and a text, by field; nothing where they can be used. */
export function templateErrors(
  template: MailTemplate,
  words: TemplateText,
): Partial<Record<'subject' | 'text', string>> {
  const [subject, text] = [subjectError(template, words), textError(template, words)]
  return { ...(subject && { subject }), ...(text && { text }) }
}

/** Control characters, and those that turn the direction of the text around them. */
const UNSAFE = /[\u202A-\u202E\u2066-\u2069]|(?![\n])\p{Cc}/gu

/** A value as it is put into a mail: on one line unless the placeholder is a list. */
const cleanValue = (value: string, { list }: Placeholder) => {
  const clean = value
    .replace(/\r\n?|[\u2028\u2029\u0085]/gu, '\n')
    .replaceAll('\t', ' ')
    .replace(UNSAFE, '')
  return list ? clean.trim() : clean.replace(/\s+/gu, ' ').trim()
}

/** The subject and the text of a mail, from a template's words and the values of its placeholders. */
export function mergeTemplate(
  template: MailTemplate,
  { subject, text }: TemplateText,
  values: Readonly<Record<string, string>>,
): TemplateText {
  const known = placeholdersOf(template)
  const clean = Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      Object.hasOwn(known, name) ? [[name, cleanValue(value, known[name]!)]] : [],
    ),
  )
  const lists = Object.keys(known).filter((name) => known[name]!.list)
  return {
    subject: fillPlaceholders(subject, clean).replace(/\s+/gu, ' ').trim() || template.label,
    text: fillPlaceholders(text, clean, lists),
  }
}

/** A whole mail: the merged template with the office's signature. */
export function completeMail(
  template: MailTemplate,
  words: TemplateText,
  values: Readonly<Record<string, string>>,
  office: Office,
  installation: Installation,
): TemplateText {
  const merged = mergeTemplate(template, words, { ...values, office: officeText(office) })
  return { ...merged, text: `${merged.text}\n\n${signatureOf(installation, office)}` }
}
