import { REQUIRED_SETTING } from '../session/second_factor.ts'
import { TWO_PERSONS_SETTING } from '../users/staff_accounts.ts'
import { listOf } from './values.ts'

/** The type of value of each kind of setting. */
export interface SettingTypes {
  /** A path of this system or a web address. */
  place: string
  /** A web address; {name} stands for a sample's name. */
  link: string
  /** An e-mail address, with an optional name before it. */
  sender: string
  /** An e-mail address. */
  email: string
  /** One line of text. */
  line: string
  text: string
  switch: boolean
  days: number
  seconds: number
  years: number
  members: number
  /** Whole days, up to ten years. */
  loan_days: number
  /** Micrograms. */
  tolerance_ug: number
  /** Millipascals. */
  tolerance_mpa: number
  /** A whole number of months; 0 means never. */
  months: number
}
export type SettingKind = keyof SettingTypes

interface Setting<K extends SettingKind> {
  kind: K
  group: Group
  label: string
  default: SettingTypes[K]
  hint?: string
}
type AnySetting = { [K in SettingKind]: Setting<K> }[SettingKind]

/** Headings of the settings, in display order. */
export const GROUPS = {
  office: 'The office',
  custody: 'Loans',
  addresses: 'Addresses and mail',
  guidance: 'Guidance beside the texts of a proposal',
  science: 'What each Science Score means',
  technical: 'What each Technical Score means',
  switches: 'Switches',
} as const
type Group = keyof typeof GROUPS

const guidance = (label: string, text: string) =>
  ({ kind: 'text', group: 'guidance', label, default: text }) as const
const scoreMeaning = (group: 'science' | 'technical', score: number, text: string) => {
  const { label } = listOf('score_list').find(({ id }) => id === score)!
  return { kind: 'text', group, label: `${score} ${label}`, default: text } as const
}

/** The settings of the office. Contract, form, defaults and server are derived from this list. */
export const SETTINGS = {
  office_name: {
    kind: 'line',
    group: 'office',
    label: 'Name of the office',
    hint: 'All e-mails are signed with it, and proposers read it. Empty: the name of the sender of mails.',
    default: '',
  },
  office_email: {
    kind: 'email',
    group: 'office',
    label: 'E-mail address of the office',
    hint: 'Answers to e-mails go there, and proposers read it. Empty: the address of the sender of mails.',
    default: '',
  },
  office_address: {
    kind: 'text',
    group: 'office',
    label: 'Postal address of the office',
    hint: 'Shown at the end of e-mails. Empty: none.',
    default: '',
  },
  office_signature: {
    kind: 'text',
    group: 'office',
    label: 'Signature',
    hint: 'The end of all e-mails, in your own words. Empty: the name of this system with its address, then the name and the addresses of the office.',
    default: '',
  },
  top_url: {
    kind: 'place',
    group: 'addresses',
    label: 'Top page',
    hint: 'Where BACK to TOP leads: a web address, or a page of this system such as /login.',
    default: '/login',
  },
  ryugu_db_url: {
    kind: 'link',
    group: 'addresses',
    label: 'Ryugu sample database',
    hint: 'A web address. {name} is replaced by the name of the sample; without it the name is added at the end.',
    default: 'https://www.darts.isas.jaxa.jp/curation/ryugu/',
  },
  bennu_db_url: {
    kind: 'link',
    group: 'addresses',
    label: 'Bennu sample database',
    hint: 'A web address. {name} is replaced by the name of the sample; without it the name is added at the end.',
    default: 'https://www.darts.isas.jaxa.jp/curation/bennu/',
  },
  mail_sender: {
    kind: 'sender',
    group: 'addresses',
    label: 'Sender of mails',
    hint: 'AO Office <ao@example.org>, or the address alone. All e-mails come from it. Empty: the sender that the server was started with.',
    default: '',
  },
  guidance_sample_description_1_1: guidance(
    '1a',
    'Why is this amount needed? Name the smallest that answers the question.',
  ),
  guidance_sample_description_1_2: guidance(
    '1b',
    'How was it worked out: detection limits, repeats, losses?',
  ),
  guidance_sample_description_2_1: guidance('2a', 'Could another sample of the same kind serve?'),
  guidance_sample_description_2_2: guidance('2b', 'Could a smaller amount serve, and what would be lost?'),
  guidance_sample_description_2_3: guidance('2c', 'Could another kind, chamber or dish serve?'),
  guidance_sample_description_3_1: guidance(
    '3.1',
    'What else must the curators know before they hand the samples out?',
  ),
  guidance_post_analysis_alternation: guidance(
    'Effects after analysis',
    'What does each analysis leave: intact, altered, contaminated, consumed?',
  ),
  guidance_methods_to_handle_of_sample: guidance(
    'Handling facility and tools',
    'Where, with which tools and in which atmosphere?',
  ),
  guidance_environmental_condition_other: guidance('Transfer protocol', 'How should the samples travel?'),
  science_score_1: scoreMeaning('science', 1, 'The question is unclear, or the sample cannot answer it.'),
  science_score_2: scoreMeaning('science', 2, 'A modest question; other material would serve as well.'),
  science_score_3: scoreMeaning('science', 3, 'A sound question that the sample is suited to.'),
  science_score_4: scoreMeaning('science', 4, 'An important question that needs this sample.'),
  science_score_5: scoreMeaning('science', 5, 'An outstanding question that only this sample can answer.'),
  technical_score_1: scoreMeaning('technical', 1, 'Not feasible as described.'),
  technical_score_2: scoreMeaning('technical', 2, 'Doubtful: limits and losses are not addressed.'),
  technical_score_3: scoreMeaning('technical', 3, 'Feasible; some points need clarification.'),
  technical_score_4: scoreMeaning('technical', 4, 'Well proven on samples of this kind.'),
  technical_score_5: scoreMeaning('technical', 5, 'Proven, and with the least sample and loss.'),
  notice_answer_days: {
    kind: 'days',
    group: 'addresses',
    label: 'Days until applicants hear from the office',
    hint: 'Applicants read “within N days” once they have sent a Notice of Intent. 0: no time is given.',
    default: 0,
  },
  backup_warning_days: {
    kind: 'days',
    group: 'addresses',
    label: 'Days until an old backup is warned of',
    hint: 'The Dashboard and the System page warn when the last backup is older than this. 0: they do not.',
    default: 2,
  },
  undo_seconds: {
    kind: 'seconds',
    group: 'addresses',
    label: 'Seconds to undo what sends e-mails',
    hint: 'Group mails, reminders and requests wait this long, with an Undo, before anything is changed or sent. 0: they are sent at once.',
    default: 30,
  },
  proposed_together_years: {
    kind: 'years',
    group: 'addresses',
    label: 'Years that a common proposal counts',
    hint: 'Conflicts of Interest shows who proposed together within this many years before the call. 0: it does not.',
    default: 3,
  },
  panel_quorum: {
    kind: 'members',
    group: 'office',
    label: 'Quorum of the panel',
    hint: 'A ballot in a meeting counts when at least this many members may vote. Each new meeting begins with it.',
    default: 6,
  },
  loan_days: {
    kind: 'loan_days',
    group: 'custody',
    label: 'Days of a loan',
    hint: 'Pieces are due so many days after their receipt, unless the loan is extended.',
    default: 365,
  },
  balance_tolerance_ug: {
    kind: 'tolerance_ug',
    group: 'custody',
    label: 'Tolerance of a balance, in µg',
    hint: 'A difference between what was sent and what was weighed is recorded in any case; above this it waits for the office.',
    default: 5,
  },
  gas_tolerance_mpa: {
    kind: 'tolerance_mpa',
    group: 'custody',
    label: 'Tolerance of a pressure gauge, in mPa',
    hint: 'The same for bottles of gas: 1,000 mPa are 1 Pa.',
    default: 500,
  },
  inventory_days: {
    kind: 'days',
    group: 'custody',
    label: 'Days to answer an inventory',
    hint: 'Proposed when an inventory is asked. Holders are reminded before the last day, on it, and after it until they have answered.',
    default: 30,
  },
  inventory_every_months: {
    kind: 'months',
    group: 'custody',
    label: 'Months between inventories',
    hint: 'The Dashboard reminds the office when the next inventory is due. 0: it does not.',
    default: 12,
  },
  result_answer_days: {
    kind: 'days',
    group: 'office',
    label: 'Days to answer a result',
    hint: 'Proposers are asked to accept or decline the samples of a released result within this many days, and are reminded before they are over. Nothing lapses: afterwards the office is told.',
    default: 21,
  },
  correction_mail: {
    kind: 'switch',
    group: 'switches',
    label: 'Correction mail',
    hint: 'The list of proposals offers SEND CONFIRMATION/FOLLOW UP MAIL, to all proposers and collaborators of the current call.',
    default: false,
  },
  reminders: {
    kind: 'switch',
    group: 'switches',
    label: 'Automatic reminders',
    hint: 'Reviewers of the current call who still have to answer a request or submit a report get one e-mail before and one after reviews are due. Reviewers already reminded that day are skipped.',
    default: false,
  },
  reminder_days_before: {
    kind: 'days',
    group: 'switches',
    label: 'Days before reviews are due',
    hint: 'The reminder is sent this many days before reviews are due, from 00:00 UTC; 0 is the day itself.',
    default: 7,
  },
  reminder_days_after: {
    kind: 'days',
    group: 'switches',
    label: 'Days after reviews were due',
    hint: 'The reminder is sent this many days after that day, from 00:00 UTC. Reminders missed during downtime are sent the next day.',
    default: 3,
  },
  profile_reminder: {
    kind: 'switch',
    group: 'switches',
    label: 'Yearly reminder of reviewer profiles',
    hint: 'Reviewers who have neither confirmed their profile nor been asked to for a year get one e-mail that asks them to. Those who were never asked are left out.',
    default: true,
  },
  [REQUIRED_SETTING]: {
    kind: 'switch',
    group: 'switches',
    label: 'Second factor for office, panel and curation',
    hint: 'Members of the office, of the panel and of curation show a passkey or a code of an authenticator app beside their password. Those without one must set it up at sign-in.',
    default: false,
  },
  tell_acting: {
    kind: 'switch',
    group: 'switches',
    label: 'Notify users when an administrator views the system as them',
    hint: 'The user is e-mailed when an administrator starts viewing the system as them.',
    default: true,
  },
  [TWO_PERSONS_SETTING]: {
    kind: 'switch',
    group: 'switches',
    label: 'Two persons',
    hint: 'Samples are confirmed, results released and parcels dispatched by a second person, never by the one who proposed, drafted or packed. Giving a role of the office, the panel or curation, and changing the e-mail address or resetting the password or second factor of such an account, waits until another administrator confirms it.',
    default: false,
  },
} as const satisfies Record<string, AnySetting>

export type SettingName = keyof typeof SETTINGS
export type SettingValue<N extends SettingName = SettingName> = SettingTypes[(typeof SETTINGS)[N]['kind']]
export type SettingValues = { [N in SettingName]: SettingValue<N> }
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]

export const settingsIn = (group: Group): SettingName[] =>
  SETTING_NAMES.filter((name) => {
    const setting: AnySetting = SETTINGS[name]
    return setting.group === group
  })
