import { z } from 'zod'
import { countWords, length, tooLong, tooManyWords } from './words.ts'

const ONE_LINE = 'Line breaks can not be used in this form.'
const UNREADABLE = 'This text holds a character that can not be stored.'

/** A name of spaces and signs without width is none: nobody could see or press it. */
const VISIBLE = /[^\p{Cf}\p{Z}\s]/u
/** What turns the direction of all that follows, beyond the text itself: of the sentence that names it. */
const TURNS = /[\u202A-\u202E\u2066-\u2069]/gu

/** Null and absence are the empty text; a lone surrogate or a zero byte cannot be stored. */
const asText = z
  .string('This field must be text.')
  .nullish()
  .transform((text) => text ?? '')
  .refine((text) => !text.includes('\0') && !/\p{Cs}/u.test(text), UNREADABLE)

interface Limits {
  max: number
  /** The sentence for a text that is too long; the parts write it with and without its stop. */
  long?: string
  /** The sentence for an empty text; without it the text may be empty. */
  required?: string
  words?: number
}

const limited = <S extends z.ZodType<string>>(
  schema: S,
  { max, long = tooLong(max), required, words }: Limits,
) =>
  schema
    .refine((text) => required === undefined || VISIBLE.test(text), { error: required ?? '', abort: true })
    .refine((text) => length(text) <= max, long)
    .refine((text) => words === undefined || countWords(text) <= words, tooManyWords(words ?? 0))

/** One line of text, trimmed: names, titles, addresses. It may become a mail header. */
export const line = (limits: Limits) =>
  limited(
    asText
      .transform((text) => text.replace(TURNS, '').trim())
      .refine((text) => !/[\r\n\u2028\u2029\u0085\v\f]/u.test(text), ONE_LINE),
    limits,
  )

/** Text of several lines; line ends become \n. */
export const prose = (limits: Limits) =>
  limited(
    asText.transform((text) => text.replace(/\r\n?/gu, '\n').trim()),
    limits,
  )

const ABSENT = 'This field must be sent; empty clears it.'

/** A field that must be there: empty clears it, absence is an error. */
export const sent = <S extends z.ZodType>(schema: S) =>
  z
    .unknown()
    .refine((value): boolean => value !== undefined, { error: ABSENT, abort: true })
    .pipe(schema)

/** A yes or no as a form sends it: true, false, 1 or 0; empty is no. */
export const tick = z.union(
  [
    z.boolean(),
    z
      .literal([0, 1, '0', '1', 'false', 'true', '', null])
      .transform((v) => ['1', 'true'].includes(String(v))),
  ],
  'This field is a tick: 1 or 0.',
)

/** Letter or digit first, then letters, digits, _ . - up to @, a domain and a suffix (part 1, section 5). */
export const EMAIL = /^[a-z0-9][a-z0-9_.-]*@[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/i
