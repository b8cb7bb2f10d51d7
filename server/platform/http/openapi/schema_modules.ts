import * as allocationContract from '#domain/allocation/contract.ts'
import * as allocationSuggestContract from '#domain/allocation/suggest/contract.ts'
import * as apiTokensContract from '#domain/api_tokens/contract.ts'
import * as applicantsContract from '#domain/applicants/contract.ts'
import * as assignReviewersContract from '#domain/assign_reviewers/contract.ts'
import * as auditContract from '#domain/audit/contract.ts'
import * as calendarsContract from '#domain/calendars/contract.ts'
import * as callStateContract from '#domain/call_state/contract.ts'
import * as conflictsContract from '#domain/conflicts/contract.ts'
import * as custodyAddress from '#domain/custody/address.ts'
import * as custodyInventoriesContract from '#domain/custody/inventories/contract.ts'
import * as custodyLoansContract from '#domain/custody/loans/contract.ts'
import * as custodyLoansListContract from '#domain/custody/loans/list_contract.ts'
import * as custodyLoansSchemas from '#domain/custody/loans/schemas.ts'
import * as custodyPiecesContract from '#domain/custody/pieces/contract.ts'
import * as custodyPublicationsContract from '#domain/custody/publications/contract.ts'
import * as discussionsContract from '#domain/discussions/contract.ts'
import * as endpoint from '#domain/endpoint.ts'
import * as informationContract from '#domain/information/contract.ts'
import * as mailContract from '#domain/mail/contract.ts'
import * as mailTemplatesContract from '#domain/mail_templates/contract.ts'
import * as mastersEntries from '#domain/masters/entries.ts'
import * as mastersSettingSchemas from '#domain/masters/setting_schemas.ts'
import * as mastersValueSchemas from '#domain/masters/value_schemas.ts'
import * as meetingsContract from '#domain/meetings/contract.ts'
import * as meetingsDocketContract from '#domain/meetings/docket_contract.ts'
import * as meetingsLiveContract from '#domain/meetings/live_contract.ts'
import * as meetingsSchemas from '#domain/meetings/schemas.ts'
import * as organisationsContract from '#domain/organisations/contract.ts'
import * as panelGrades from '#domain/panel/grades.ts'
import * as panelLeads from '#domain/panel/leads.ts'
import * as panelBookContract from '#domain/panel_book/contract.ts'
import * as proposalsChanges from '#domain/proposals/changes.ts'
import * as proposalsContract from '#domain/proposals/contract.ts'
import * as proposalsRequestedSamples from '#domain/proposals/requested_samples.ts'
import * as proposalsWithdrawalSchemas from '#domain/proposals/withdrawal_schemas.ts'
import * as proposersContract from '#domain/proposers/contract.ts'
import * as reportsContract from '#domain/reports/contract.ts'
import * as reportsDecliningSchemas from '#domain/reports/declining_schemas.ts'
import * as reportsReport from '#domain/reports/report.ts'
import * as resultsContract from '#domain/results/contract.ts'
import * as reviewerProfilesContract from '#domain/reviewer_profiles/contract.ts'
import * as samplesContract from '#domain/samples/contract.ts'
import * as savedViewsContract from '#domain/saved_views/contract.ts'
import * as scenariosContract from '#domain/scenarios/contract.ts'
import * as scenariosInput from '#domain/scenarios/input.ts'
import * as searchContract from '#domain/search/contract.ts'
import * as sessionContract from '#domain/session/contract.ts'
import * as sessionListViewSchemas from '#domain/session/list_view_schemas.ts'
import * as sessionProviderContract from '#domain/session/provider_contract.ts'
import * as staffAdjustedScores from '#domain/staff/adjusted_scores.ts'
import * as staffContract from '#domain/staff/contract.ts'
import * as systemContract from '#domain/system/contract.ts'
import * as termsContract from '#domain/terms/contract.ts'
import * as undoContract from '#domain/undo/contract.ts'
import * as usersContract from '#domain/users/contract.ts'
import * as usersPersonSchemas from '#domain/users/person_schemas.ts'
import * as webHooksContract from '#domain/web_hooks/contract.ts'

/**
 * The modules whose exported schemas have a name in the API document, by their path in `domain`. A test lists those that
 * are missing.
 */
export const SCHEMA_MODULES: Record<string, Record<string, unknown>> = {
  'allocation/contract': allocationContract,
  'allocation/suggest/contract': allocationSuggestContract,
  'applicants/contract': applicantsContract,
  'assign_reviewers/contract': assignReviewersContract,
  'audit/contract': auditContract,
  'api_tokens/contract': apiTokensContract,
  'calendars/contract': calendarsContract,
  'session/provider_contract': sessionProviderContract,
  'web_hooks/contract': webHooksContract,
  'call_state/contract': callStateContract,
  'conflicts/contract': conflictsContract,
  'custody/address': custodyAddress,
  'custody/inventories/contract': custodyInventoriesContract,
  'custody/loans/contract': custodyLoansContract,
  'custody/loans/list_contract': custodyLoansListContract,
  'custody/loans/schemas': custodyLoansSchemas,
  'custody/pieces/contract': custodyPiecesContract,
  'custody/publications/contract': custodyPublicationsContract,
  'discussions/contract': discussionsContract,
  endpoint: endpoint,
  'information/contract': informationContract,
  'mail/contract': mailContract,
  'mail_templates/contract': mailTemplatesContract,
  'masters/entries': mastersEntries,
  'masters/setting_schemas': mastersSettingSchemas,
  'masters/value_schemas': mastersValueSchemas,
  'meetings/contract': meetingsContract,
  'meetings/docket_contract': meetingsDocketContract,
  'meetings/live_contract': meetingsLiveContract,
  'meetings/schemas': meetingsSchemas,
  'organisations/contract': organisationsContract,
  'panel/grades': panelGrades,
  'panel/leads': panelLeads,
  'panel_book/contract': panelBookContract,
  'proposals/changes': proposalsChanges,
  'proposals/contract': proposalsContract,
  'proposals/requested_samples': proposalsRequestedSamples,
  'proposals/withdrawal_schemas': proposalsWithdrawalSchemas,
  'proposers/contract': proposersContract,
  'reports/contract': reportsContract,
  'reports/declining_schemas': reportsDecliningSchemas,
  'reports/report': reportsReport,
  'results/contract': resultsContract,
  'reviewer_profiles/contract': reviewerProfilesContract,
  'samples/contract': samplesContract,
  'saved_views/contract': savedViewsContract,
  'scenarios/contract': scenariosContract,
  'scenarios/input': scenariosInput,
  'search/contract': searchContract,
  'session/contract': sessionContract,
  'session/list_view_schemas': sessionListViewSchemas,
  'staff/adjusted_scores': staffAdjustedScores,
  'staff/contract': staffContract,
  'system/contract': systemContract,
  'terms/contract': termsContract,
  'undo/contract': undoContract,
  'users/contract': usersContract,
  'users/person_schemas': usersPersonSchemas,
}
