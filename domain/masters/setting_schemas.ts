import { z } from 'zod'
import { EMAIL_PATTERN, multiLine, singleLine } from '../input_schemas.ts'
import { REQUIRED } from '../text.ts'
import {
  SETTING_NAMES,
  SETTINGS,
  type SettingKind,
  type SettingName,
  type SettingTypes,
  type SettingValue,
  type SettingValues,
} from './settings.ts'

const MAX_LENGTH = 300
const INVALID_URL = 'Only url can be input in this form.'
const INVALID_SENDER = 'This field have to be email format.'
const INVALID_SWITCH = 'This field must be on or off.'
const MAX_DAYS = 60
const INVALID_DAYS = `This field must be a number of days from 0 to ${MAX_DAYS}.`

const MAX_SECONDS = 300
const INVALID_SECONDS = `This field must be a number of seconds from 0 to ${MAX_SECONDS}.`
const MAX_YEARS = 20
const INVALID_YEARS = `This field must be a number of years from 0 to ${MAX_YEARS}.`

const MAX_MEMBERS = 100
const INVALID_MEMBERS = `This field must be a number of members from 1 to ${MAX_MEMBERS}.`

const MAX_LOAN_DAYS = 3650
const MAX_MONTHS = 60
const MAX_TOLERANCE = 1_000_000
/** A whole number from `min` to `max`. */
const whole = (min: number, max: number, what: string) => {
  const wrong = `This field must be a ${what} from ${min} to ${max}.`
  return z.number(wrong).int(wrong).min(min, wrong).max(max, wrong)
}

const isWebUrl = (text: string) =>
  /^https?:\/\/[^\s/]+/iu.test(text) && URL.canParse(text.replaceAll('{name}', 'name'))
const isSender = (text: string) => EMAIL_PATTERN.test(/^[^<>]*<([^<>]+)>$/u.exec(text)?.[1] ?? text)
const requiredText = (text: z.ZodType<string>) => z.string(REQUIRED).pipe(text as z.ZodType<string, string>)

const INPUT_SCHEMAS: { [K in SettingKind]: z.ZodType<SettingTypes[K]> } = {
  place: requiredText(
    singleLine({ max: MAX_LENGTH }).refine(
      (text) => text === '' || /^\/(?![/\\])/u.test(text) || isWebUrl(text),
      INVALID_URL,
    ),
  ),
  link: requiredText(
    singleLine({ max: MAX_LENGTH }).refine((text) => text === '' || isWebUrl(text), INVALID_URL),
  ),
  sender: requiredText(
    singleLine({ max: MAX_LENGTH }).refine((text) => text === '' || isSender(text), INVALID_SENDER),
  ),
  email: requiredText(
    singleLine({ max: MAX_LENGTH }).refine((text) => text === '' || EMAIL_PATTERN.test(text), INVALID_SENDER),
  ),
  line: requiredText(singleLine({ max: MAX_LENGTH })),
  text: requiredText(multiLine({ max: MAX_LENGTH })),
  switch: z.boolean(INVALID_SWITCH),
  days: z.number(INVALID_DAYS).int(INVALID_DAYS).min(0, INVALID_DAYS).max(MAX_DAYS, INVALID_DAYS),
  seconds: z
    .number(INVALID_SECONDS)
    .int(INVALID_SECONDS)
    .min(0, INVALID_SECONDS)
    .max(MAX_SECONDS, INVALID_SECONDS),
  years: z.number(INVALID_YEARS).int(INVALID_YEARS).min(0, INVALID_YEARS).max(MAX_YEARS, INVALID_YEARS),
  members: z
    .number(INVALID_MEMBERS)
    .int(INVALID_MEMBERS)
    .min(1, INVALID_MEMBERS)
    .max(MAX_MEMBERS, INVALID_MEMBERS),
  loan_days: whole(1, MAX_LOAN_DAYS, 'number of days'),
  tolerance_ug: whole(0, MAX_TOLERANCE, 'number of µg'),
  tolerance_mpa: whole(0, MAX_TOLERANCE, 'number of mPa'),
  months: whole(0, MAX_MONTHS, 'number of months'),
}
const REPLY_SCHEMAS: { [K in SettingKind]: z.ZodType<SettingTypes[K]> } = {
  place: z.string(),
  link: z.string(),
  sender: z.string(),
  email: z.string(),
  line: z.string(),
  text: z.string(),
  switch: z.boolean(),
  days: z.number(),
  seconds: z.number(),
  years: z.number(),
  members: z.number(),
  loan_days: z.number(),
  tolerance_ug: z.number(),
  tolerance_mpa: z.number(),
  months: z.number(),
}
const schemasOf = (kinds: { [K in SettingKind]: z.ZodType<SettingTypes[K]> }) =>
  Object.fromEntries(SETTING_NAMES.map((name) => [name, kinds[SETTINGS[name].kind]])) as unknown as {
    [N in SettingName]: z.ZodType<SettingValue<N>>
  }

/** Every setting in a request and in a reply. */
export const settingsInput = schemasOf(INPUT_SCHEMAS)
export const settingsReply = schemasOf(REPLY_SCHEMAS)

/** The stored text of a setting; 1 and 0 for on and off. */
export const storedText = (value: SettingValue) =>
  typeof value === 'boolean' ? String(Number(value)) : String(value)

/** The value of a stored text; the default if nothing is stored. */
export function settingFrom<N extends SettingName>(name: N, text: string | undefined): SettingValue<N> {
  if (text === undefined) return SETTINGS[name].default as SettingValue<N>
  const { kind } = SETTINGS[name]
  const isNumber = typeof SETTINGS[name].default === 'number'
  const value = kind === 'switch' ? text === '1' : isNumber ? Number(text) : text
  return value as SettingValue<N>
}

/** The texts of a proposal that have guidance beside them. */
export type GuidedText =
  Extract<SettingName, `guidance_${string}`> extends `guidance_${infer Text}` ? Text : never
const GUIDED_TEXTS = SETTING_NAMES.flatMap((name) =>
  name.startsWith('guidance_') ? [name.slice('guidance_'.length) as GuidedText] : [],
)
export const Guidance = z.object(
  Object.fromEntries(GUIDED_TEXTS.map((text) => [text, z.string()])) as { [T in GuidedText]: z.ZodString },
)
export type Guidance = z.infer<typeof Guidance>

/** The guidance by name of the text. */
export const guidanceOf = (settings: SettingValues) =>
  Object.fromEntries(GUIDED_TEXTS.map((text) => [text, settings[`guidance_${text}`]])) as Guidance

const SCORES = [1, 2, 3, 4, 5] as const
export const ScoreMeanings = z.object({ science: z.array(z.string()), technical: z.array(z.string()) })

/** What each score means, from 1 to 5. */
export const scoreMeanings = (settings: SettingValues): z.infer<typeof ScoreMeanings> => ({
  science: SCORES.map((score) => settings[`science_score_${score}`]),
  technical: SCORES.map((score) => settings[`technical_score_${score}`]),
})
