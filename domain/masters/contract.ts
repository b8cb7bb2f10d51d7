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

/** A closed list or a data list as `[{id,label}]`. */
const listEndpoint = <N extends string, const A extends Access>(name: N, access: A) =>
  get(`/api/masters/${name}`, access, { reply: Choices })
/** The same list as a map of id to label. */
const mapEndpoint = <N extends string, const A extends Access>(name: N, access: A) =>
  get(`/api/masters/formArray/${name}`, access, { reply: LabelMap })

export const masters = {
  earlyCareerTypes: listEndpoint('early_career_type', 'public'),
  keywordChoices: listEndpoint('Keyword', everyone),
  methodChoices: listEndpoint('AnalysisMethod', everyone),
  environmentalConditions: listEndpoint('EnvironmentalCondition', everyone),
  previousStatuses: listEndpoint('proposal_previos_accepted_status', everyone),
  sampleTypes: listEndpoint('sample_type', everyone),
  chambers: listEndpoint('ChamberList', everyone),
  dishes: listEndpoint('dish_list', everyone),
  reportStatuses: listEndpoint('report_status', everyone),
  informationTargets: listEndpoint('information_target_list', everyone),
  earlyCareerTypeMap: mapEndpoint('early_career_type', 'public'),
  earlyCareerShortMap: mapEndpoint('early_career_short', everyone),
  proposalStatusMap: mapEndpoint('proposal_status', everyone),
  applicantStatusMap: mapEndpoint('applicant_status', everyone),
  reportStatusMap: mapEndpoint('report_status', everyone),
  previousStatusMap: mapEndpoint('proposal_previos_accepted_status', everyone),
  sampleTypeMap: mapEndpoint('sample_type', everyone),
  chamberMap: mapEndpoint('ChamberList', everyone),
  dishMap: mapEndpoint('dish_list', everyone),
  progressMap: mapEndpoint('proposal_progress_list', everyone),
  globalScoreMap: mapEndpoint('global_score_list', everyone),
  scoreMap: mapEndpoint('score_list', everyone),
  informationTargetMap: mapEndpoint('information_target_list', everyone),
  userMap: mapEndpoint('User', staff),
  topUrl: get('/api/masters/getTopUrl', 'public', { reply: z.string() }),
  /** Whom to ask: the office's name and address. */
  office: get('/api/masters/office', 'public', {
    reply: z.object({ name: z.string(), email: z.string() }),
    anonymous: true,
  }),
  /** Within how many days applicants hear from the office; 0 if nothing is promised. */
  noticeAnswerDays: get('/api/masters/notice_answer_days', 'public', { reply: z.number() }),
  ryuguUrl: get('/api/masters/getSampleDBUrl', everyone, { reply: z.string() }),
  /** The office's questions about the texts of a proposal, by the name of the text. */
  guidance: get('/api/masters/guidance', everyone, { reply: Guidance }),
  bennuUrl: get('/api/masters/getBennuSampleDBUrl', everyone, { reply: z.string() }),
  settings: get('/api/settings', office, {
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
    body: z.object({ ...settingsInput, version }),
    reply: Saved,
    mails: ['two_persons_off'],
  }),
}
