/** How long something is valid. Texts that name it are made from it. */
interface Duration {
  amount: number
  unit: 'minute' | 'hour' | 'day'
}

const DURATIONS = {
  temporary_password: { amount: 14, unit: 'day' },
  reset_link: { amount: 60, unit: 'minute' },
  email_link: { amount: 24, unit: 'hour' },
  idle_session: { amount: 2, unit: 'hour' },
  session: { amount: 24, unit: 'hour' },
  authenticator_setup: { amount: 15, unit: 'minute' },
  passkey_setup: { amount: 5, unit: 'minute' },
  second_factor_pause: { amount: 5, unit: 'minute' },
  second_factor_long_pause: { amount: 24, unit: 'hour' },
  provider_visit: { amount: 10, unit: 'minute' },
  notice_orcid: { amount: 4, unit: 'hour' },
  download: { amount: 10, unit: 'minute' },
  answer_link: { amount: 30, unit: 'day' },
  /** At most. */
  api_token: { amount: 365, unit: 'day' },
  web_hook_secret: { amount: 24, unit: 'hour' },
  web_hook_failing: { amount: 2, unit: 'day' },
  web_hook_delivery: { amount: 30, unit: 'day' },
} as const satisfies Record<string, Duration>
export type DurationName = keyof typeof DURATIONS
export const DURATION_NAMES = Object.keys(DURATIONS) as DurationName[]

const MINUTE_MS = 60_000
const UNIT_MS = { minute: MINUTE_MS, hour: 60 * MINUTE_MS, day: 24 * 60 * MINUTE_MS }

export const durationMs = (name: DurationName) => DURATIONS[name].amount * UNIT_MS[DURATIONS[name].unit]

const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

/** '14 days', 'two hours'. */
export function durationText(name: DurationName): string {
  const { amount, unit }: Duration = DURATIONS[name]
  return `${WORDS[amount] ?? amount} ${unit}${amount === 1 ? '' : 's'}`
}

/** In each mail with a generated password. */
export const TEMPORARY_PASSWORD = `You will be asked to choose a new password at your first sign-in. This one expires after ${durationText('temporary_password')}.`
