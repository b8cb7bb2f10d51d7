import { z } from 'zod'
import { countWords, length, tooLong, tooManyWords } from './text.ts'
import { SentFile } from './upload.ts'

const ONE_LINE = 'Line breaks cannot be used in this form.'
export const UNSTORABLE = 'This text holds a character that cannot be stored.'
/** PostgreSQL cannot store lone surrogates and zero bytes. */
export const isStorable = (text: string) => !text.includes('\0') && !/\p{Cs}/u.test(text)

/** A required text needs a visible character: a blank name could not be seen or clicked. */
const VISIBLE = /[^\p{Cf}\p{Z}\s]/u
/** Bidirectional control characters, which would also affect the text around the value. */
const DIRECTION_MARKS = /[\u202A-\u202E\u2066-\u2069]/gu

/** Null and undefined become ''. */
const asText = z
  .string('This field must be text.')
  .nullish()
  .transform((text) => text ?? '')
  .refine(isStorable, UNSTORABLE)

interface Limits {
  max: number
  /** Message for a text that is too long; some screens end it with a full stop. */
  long?: string
  /** Message for an empty text; without it the text may be empty. */
  required?: string
  words?: number
}

const withLimits = <S extends z.ZodType<string>>(
  schema: S,
  { max, long = tooLong(max), required, words }: Limits,
) =>
  schema
    .refine((text) => required === undefined || VISIBLE.test(text), { error: required ?? '', abort: true })
    .refine((text) => length(text) <= max, long)
    .refine((text) => words === undefined || countWords(text) <= words, tooManyWords(words ?? 0))

/** One line of text, trimmed: names, titles, addresses. Safe in a mail header. */
export const singleLine = (limits: Limits) =>
  withLimits(
    asText
      .transform((text) => text.replace(DIRECTION_MARKS, '').trim())
      .refine((text) => !/[\r\n\u2028\u2029\u0085\v\f]/u.test(text), ONE_LINE),
    limits,
  )

/** Text of several lines; line ends become \n. */
export const multiLine = (limits: Limits) =>
  withLimits(
    asText.transform((text) => text.replace(/\r\n?/gu, '\n').trim()),
    limits,
  )

const ABSENT = 'This field must be sent; empty clears it.'

/** A field that must be present; an empty value clears it. */
export const mustBeSent = <S extends z.ZodType>(schema: S) =>
  z
    .unknown()
    .refine((value): boolean => value !== undefined, { error: ABSENT, abort: true })
    .pipe(schema)

/** A checkbox as a form sends it: true, false, 1 or 0; empty is false. */
export const checkbox = z.union(
  [
    z.boolean(),
    z
      .literal([0, 1, '0', '1', 'false', 'true', '', null])
      .transform((v) => ['1', 'true'].includes(String(v))),
  ],
  'This field is a tick: 1 or 0.',
)

/** Letter or digit first, then letters, digits, _ . - up to @, a domain and a suffix (part 1, section 5). */
export const EMAIL_PATTERN = /^[a-z0-9][a-z0-9_.-]*@[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/i

/** The largest id: PostgreSQL's integer. */
export const MAX_ID = 2_147_483_647

/** A number, or its text in a form or query string. */
const numberOrDigits = (text: z.ZodType<string, string>, message?: string) =>
  z.union([z.number(), text.transform(Number)], message)

const trimmed = z.string().trim()

/** A number with an optional sign and decimals. */
export const signedNumber = (message: string) => numberOrDigits(trimmed.regex(/^[+-]?\d+(\.\d+)?$/u), message)

/** A number from 0, with optional decimals. */
export const amount = (message: string) =>
  numberOrDigits(trimmed.regex(/^\d+(\.\d+)?$/u), message).refine((n) => n >= 0, message)

/** A whole number from 0 to `max`, digits only; for any other value, later checks are skipped. */
export const wholeNumber = (max = MAX_ID, message?: string) => {
  const wrong = { abort: true, ...(message !== undefined && { error: message }) }
  return numberOrDigits(z.string().regex(/^\d+$/u), message).pipe(
    z.number(message).int(wrong).min(0, wrong).max(max, wrong),
  )
}

/** A file of at most `maxBytes`: a File in the browser, a SentFile on the server. */
export const upload = (maxBytes: number, { wrong, tooLarge }: { wrong: string; tooLarge: string }) =>
  z
    .custom<File | SentFile>((value) => value instanceof Blob || value instanceof SentFile, wrong)
    .refine((file) => file.size <= maxBytes, tooLarge)
