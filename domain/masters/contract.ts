import { z } from 'zod'
import { type Access, everyone, office, staff } from '../access.ts'
import { address } from '../address.ts'
import { AddressSchema, get, put, Saved, version } from '../endpoint.ts'
import { Guidance, settingsInput, settingsReply } from './setting_schemas.ts'

/** What a new system needs before its first call, in order. */
const SETUP_STEPS = {
  password: { label: 'Replace your temporary password', href: address('/password') },
  term: { label: 'Open the first call', href: address('/masters/terms/add') },
  settings: { label: 'Check the settings and save them', href: address('/masters/settings') },
  keywords: { label: 'Enter keywords', href: address('/masters/keywords') },
  methods: { label: 'Enter analysis methods', href: address('/masters/methods') },
  samples: { label: 'Import the samples', href: address('/samples/import') },
  users: { label: 'Add the first users', href: address('/users/add') },
} as const
export type SetupKey = keyof typeof SETUP_STEPS
const SETUP_KEYS = Object.keys(SETUP_STEPS) as [SetupKey, ...SetupKey[]]

const SetupStep = z.object({
  key: z.enum(SETUP_KEYS),
  label: z.string(),
  done: z.boolean(),
  href: AddressSchema,
})
type SetupStep = z.infer<typeof SetupStep>

/** The setup steps, each with whether it is done. */
export const setupSteps = (done: Record<SetupKey, boolean>): SetupStep[] =>
  SETUP_KEYS.map((key) => ({ key, ...SETUP_STEPS[key], done: done[key] }))

const Choices = z.array(z.object({ id: z.number(), label: z.string() }))
const LabelMap = z.record(z.string(), z.string())

/** Whoever is signed in can read labels, and so can a script; whatever is public needs no token. */
const scopeOf = (access: Access) => (access === everyone ? { scope: 'read_lists' as const } : {})

/** A closed list or a data list as `[{id,label}]`. */
const listEndpoint = <N extends string, const A extends Access>(name: N, access: A, what: string) =>
  get(`/api/masters/${name}`, access, {
    summary: `Lists ${what} to choose from.`,
    reply: Choices,
    ...scopeOf(access),
  })
/** The same list as a map of id to label. */
const mapEndpoint = <N extends string, const A extends Access>(name: N, access: A, what: string) =>
  get(`/api/masters/formArray/${name}`, access, {
    summary: `Answers the labels of ${what} by id.`,
    reply: LabelMap,
    ...scopeOf(access),
  })

export const masters = {
  earlyCareerTypes: listEndpoint('early_career_type', 'public', 'the early-career types'),
  keywordChoices: listEndpoint('Keyword', everyone, 'the keywords of proposals'),
  methodChoices: listEndpoint('AnalysisMethod', everyone, 'the analysis methods of proposals'),
  environmentalConditions: listEndpoint(
    'EnvironmentalCondition',
    everyone,
    'the environmental conditions of samples',
  ),
  previousStatuses: listEndpoint(
    'proposal_previos_accepted_status',
    everyone,
    'the answers on earlier proposals',
  ),
  sampleTypes: listEndpoint('sample_type', everyone, 'the types of samples'),
  chambers: listEndpoint('ChamberList', everyone, 'the chambers that samples come from'),
  dishes: listEndpoint('dish_list', everyone, 'the dishes that samples lie in'),
  reportStatuses: listEndpoint('report_status', everyone, 'the states of a report'),
  informationTargets: listEndpoint('information_target_list', everyone, 'the audiences of announcements'),
  earlyCareerTypeMap: mapEndpoint('early_career_type', 'public', 'the early-career types'),
  earlyCareerShortMap: mapEndpoint('early_career_short', everyone, 'the early-career types in short'),
  proposalStatusMap: mapEndpoint('proposal_status', everyone, 'the states of a proposal'),
  applicantStatusMap: mapEndpoint('applicant_status', everyone, 'the states of a notice'),
  reportStatusMap: mapEndpoint('report_status', everyone, 'the states of a report'),
  previousStatusMap: mapEndpoint(
    'proposal_previos_accepted_status',
    everyone,
    'the answers on earlier proposals',
  ),
  sampleTypeMap: mapEndpoint('sample_type', everyone, 'the types of samples'),
  chamberMap: mapEndpoint('ChamberList', everyone, 'the chambers that samples come from'),
  dishMap: mapEndpoint('dish_list', everyone, 'the dishes that samples lie in'),
  progressMap: mapEndpoint('proposal_progress_list', everyone, 'the steps of a proposal'),
  globalScoreMap: mapEndpoint('global_score_list', everyone, 'the global scores'),
  scoreMap: mapEndpoint('score_list', everyone, 'the scores of a report'),
  informationTargetMap: mapEndpoint('information_target_list', everyone, 'the audiences of announcements'),
  userMap: mapEndpoint('User', staff, 'all users'),
  topUrl: get('/api/masters/getTopUrl', 'public', {
    summary: 'Answers the address of the web site to which the system belongs.',
    reply: z.string(),
  }),
  /** Whom to ask: the office's name and address. */
  office: get('/api/masters/office', 'public', {
    summary: 'Answers the name and the e-mail address of the office.',
    reply: z.object({ name: z.string(), email: z.string() }),
    anonymous: true,
  }),
  /** Within how many days applicants hear from the office; 0 if nothing is promised. */
  noticeAnswerDays: get('/api/masters/notice_answer_days', 'public', {
    summary: 'Answers within how many days applicants hear from the office; 0 if nothing is promised.',
    reply: z.number(),
  }),
  ryuguUrl: get('/api/masters/getSampleDBUrl', everyone, {
    summary: 'Answers the address of the public catalogue of Ryugu samples.',
    reply: z.string(),
  }),
  /** The office's questions about the texts of a proposal, by the name of the text. */
  guidance: get('/api/masters/guidance', everyone, {
    summary: "Answers the office's questions about the texts of a proposal, by the name of the text.",
    reply: Guidance,
  }),
  bennuUrl: get('/api/masters/getBennuSampleDBUrl', everyone, {
    summary: 'Answers the address of the public catalogue of Bennu samples.',
    reply: z.string(),
  }),
  settings: get('/api/settings', office, {
    summary: 'Shows the settings that the office can change.',
    /** `base_url` is the address of the system in mails, `sender` who signs them. */
    reply: z.object({
      ...settingsReply,
      version: z.number(),
      base_url: z.string(),
      sender: z.string(),
      setup: z.array(SetupStep),
    }),
  }),
  saveSettings: put('/api/settings', office, {
    summary: 'Saves the settings of the office.',
    body: z.object({ ...settingsInput, version }),
    reply: Saved,
    mails: ['two_persons_off'],
  }),
}
