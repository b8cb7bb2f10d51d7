import { z } from 'zod'
import { type Access, everyone, office, staff } from '../access.ts'
import { address } from '../address.ts'
import { AddressSchema, get, put, Saved, version } from '../endpoint.ts'
import { settingsInput, settingsReply } from './setting_schemas.ts'

/** What a new system needs before its first call, in order. */
const STEPS = {
  password: { label: 'Change your generated password', href: address('/password') },
  term: { label: 'Open the first call', href: address('/masters/terms/add') },
  settings: { label: 'Look over the settings and save them', href: address('/masters/settings') },
  keywords: { label: 'Enter keywords', href: address('/masters/keywords') },
  methods: { label: 'Enter analysis methods', href: address('/masters/methods') },
  samples: { label: 'Import the samples', href: address('/samples/import') },
  users: { label: 'Add the first users', href: address('/users/add') },
} as const
export type SetupKey = keyof typeof STEPS
const KEYS = Object.keys(STEPS) as [SetupKey, ...SetupKey[]]

const SetupStep = z.object({
  key: z.enum(KEYS),
  label: z.string(),
  done: z.boolean(),
  href: AddressSchema,
})
type SetupStep = z.infer<typeof SetupStep>

/** The setup steps, each with whether it is done. */
export const setupSteps = (done: Record<SetupKey, boolean>): SetupStep[] =>
  KEYS.map((key) => ({ key, ...STEPS[key], done: done[key] }))

const Choices = z.array(z.object({ id: z.number(), label: z.string() }))
const LabelMap = z.record(z.string(), z.string())

/** A closed list or a data list as `[{id,label}]`. */
const list = <N extends string, const A extends Access>(name: N, access: A) =>
  get(`/api/masters/${name}`, access, { reply: Choices })
/** The same list as a map of id to label. */
const map = <N extends string, const A extends Access>(name: N, access: A) =>
  get(`/api/masters/formArray/${name}`, access, { reply: LabelMap })

export const masters = {
  earlyCareerTypes: list('early_career_type', 'public'),
  keywordChoices: list('Keyword', everyone),
  methodChoices: list('AnalysisMethod', everyone),
  environmentalConditions: list('EnvironmentalCondition', everyone),
  previousStatuses: list('proposal_previos_accepted_status', everyone),
  sampleTypes: list('sample_type', everyone),
  chambers: list('ChamberList', everyone),
  dishes: list('dish_list', everyone),
  reportStatuses: list('report_status', everyone),
  informationTargets: list('information_target_list', everyone),
  earlyCareerTypeMap: map('early_career_type', 'public'),
  earlyCareerShortMap: map('early_career_short', everyone),
  proposalStatusMap: map('proposal_status', everyone),
  applicantStatusMap: map('applicant_status', everyone),
  reportStatusMap: map('report_status', everyone),
  previousStatusMap: map('proposal_previos_accepted_status', everyone),
  sampleTypeMap: map('sample_type', everyone),
  chamberMap: map('ChamberList', everyone),
  dishMap: map('dish_list', everyone),
  progressMap: map('proposal_progress_list', everyone),
  globalScoreMap: map('global_score_list', everyone),
  scoreMap: map('score_list', everyone),
  informationTargetMap: map('information_target_list', everyone),
  userMap: map('User', staff),
  topUrl: get('/api/masters/getTopUrl', 'public', { reply: z.string() }),
  ryuguUrl: get('/api/masters/getSampleDBUrl', everyone, { reply: z.string() }),
  bennuUrl: get('/api/masters/getBennuSampleDBUrl', everyone, { reply: z.string() }),
  settings: get('/api/settings', office, {
    /** `base_url` is the address of the system in mails. */
    reply: z.object({
      ...settingsReply,
      version: z.number(),
      base_url: z.string(),
      setup: z.array(SetupStep),
    }),
  }),
  saveSettings: put('/api/settings', office, {
    body: z.object({ ...settingsInput, version }),
    reply: Saved,
  }),
}
