import type { masters } from '#domain/masters/contract.ts'
import type { EntryList, entryEndpoints } from '#domain/masters/entries.ts'
import { guidanceOf } from '#domain/masters/setting_schemas.ts'
import type { SettingName } from '#domain/masters/settings.ts'
import { choices, LABELS } from '#domain/masters/values.ts'
import type { AnyCtx } from '../platform/context.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { findOffice } from '../platform/outbox/compose.ts'
import { userNames } from '../users/service.ts'
import * as entries from './entries.ts'
import { findChoices } from './entry_queries.ts'
import { getAllSettings, getSetting, saveSettings, showSettings } from './settings.ts'

type Labels = Record<number, string>

/** Labels of states that belong to other areas, by their names in API paths. */
type StateLabels = Record<
  'global_score_list' | 'proposal_status' | 'proposal_progress_list' | 'applicant_status' | 'report_status',
  Labels
>

const setting =
  <N extends SettingName>(name: N) =>
  (ctx: AnyCtx) =>
    getSetting(ctx.db, name)

/** The caller passes the labels of states, because this area may not import the areas that define them. */
export function masterRoutes(states: StateLabels): Handlers<typeof masters> {
  const labels = { ...LABELS, ...states }
  const list = (name: keyof typeof labels) => async () => choices(labels[name])
  const map = (name: keyof typeof labels) => async () => ({ ...labels[name] })
  return {
    earlyCareerTypes: list('early_career_type'),
    keywordChoices: (ctx) => findChoices(ctx.db, 'keywords'),
    methodChoices: (ctx) => findChoices(ctx.db, 'analysis_methods'),
    environmentalConditions: list('EnvironmentalCondition'),
    previousStatuses: list('proposal_previos_accepted_status'),
    sampleTypes: list('sample_type'),
    chambers: list('ChamberList'),
    dishes: list('dish_list'),
    reportStatuses: list('report_status'),
    informationTargets: list('information_target_list'),
    earlyCareerTypeMap: map('early_career_type'),
    earlyCareerShortMap: map('early_career_short'),
    proposalStatusMap: map('proposal_status'),
    applicantStatusMap: map('applicant_status'),
    reportStatusMap: map('report_status'),
    previousStatusMap: map('proposal_previos_accepted_status'),
    sampleTypeMap: map('sample_type'),
    chamberMap: map('ChamberList'),
    dishMap: map('dish_list'),
    progressMap: map('proposal_progress_list'),
    globalScoreMap: map('global_score_list'),
    scoreMap: map('score_list'),
    informationTargetMap: map('information_target_list'),
    userMap: (ctx) => userNames(ctx.db),
    topUrl: setting('top_url'),
    office: async (ctx) => {
      const { name, email } = await findOffice(ctx.db, ctx.config)
      return { name, email }
    },
    noticeAnswerDays: setting('notice_answer_days'),
    ryuguUrl: setting('ryugu_db_url'),
    bennuUrl: setting('bennu_db_url'),
    guidance: async (ctx) => guidanceOf(await getAllSettings(ctx.db)),
    settings: showSettings,
    saveSettings: (ctx, { body }) => saveSettings(ctx, body),
  }
}

export const entryRoutes = <L extends EntryList>(
  list: L,
): Handlers<ReturnType<typeof entryEndpoints<L>>> => ({
  list: (ctx, { query }) => entries.listEntries(ctx, list, query),
  notRegistered: (ctx) => entries.listCandidates(ctx, list),
  add: (ctx, { body }) => entries.addEntry(ctx, list, body),
  get: (ctx, { params }) => entries.showEntry(ctx, list, params.id),
  save: (ctx, { params, body }) => entries.saveEntry(ctx, list, params.id, body),
})
