import { applicantStatus } from '#domain/applicants/status.ts'
import { proposalStatus } from '#domain/proposals/status.ts'
import { reportStatus } from '#domain/reports/status.ts'
import { progress, scoreBand } from '#domain/staff/status.ts'
import { allocationRoutes } from './allocation/routes.ts'
import { apiTokenRoutes } from './api_tokens/routes.ts'
import { applicantRoutes } from './applicants/routes.ts'
import { assignReviewersRoutes } from './assign_reviewers/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { calendarRoutes } from './calendars/routes.ts'
import { callStateRoutes } from './call_state/routes.ts'
import { conflictRoutes } from './conflicts/routes.ts'
import { inventoryRoutes } from './custody/inventories/routes.ts'
import { loanRoutes } from './custody/loans/routes.ts'
import { offerRoutes } from './custody/offers/routes.ts'
import { pieceRoutes } from './custody/pieces/routes.ts'
import { publicationRoutes } from './custody/publications/routes.ts'
import { discussionRoutes } from './discussions/routes.ts'
import { downloadRoutes } from './downloads/routes.ts'
import { impersonationRoutes } from './impersonation/routes.ts'
import { informationRoutes } from './information/routes.ts'
import { mailLogRoutes, mailRoutes } from './mail/routes.ts'
import { mailTemplateRoutes } from './mail_templates/routes.ts'
import { entryRoutes, masterRoutes } from './masters/routes.ts'
import { meetingRoutes } from './meetings/routes.ts'
import { organisationRoutes } from './organisations/routes.ts'
import { panelRoutes } from './panel/routes.ts'
import { panelBookRoutes } from './panel_book/routes.ts'
import { proposalRoutes } from './proposals/routes.ts'
import { proposerRoutes } from './proposers/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { resultRoutes } from './results/routes.ts'
import { reviewerProfileRoutes } from './reviewer_profiles/routes.ts'
import { sampleRoutes } from './samples/routes.ts'
import { savedViewRoutes } from './saved_views/routes.ts'
import { scenarioRoutes } from './scenarios/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { providerRoutes } from './session/providers/routes.ts'
import { securityRoutes, sessionRoutes } from './session/routes.ts'
import { staffRoutes } from './staff/routes.ts'
import { systemRoutes } from './system/routes.ts'
import { termRoutes } from './terms/routes.ts'
import { undoRoutes } from './undo/routes.ts'
import { userRoutes } from './users/routes.ts'
import { webHookRoutes } from './web_hooks/routes.ts'

/** The handlers of every area, by their names in the contract. */
export const handlers = {
  session: sessionRoutes,
  security: securityRoutes,
  providers: providerRoutes,
  users: userRoutes,
  samples: sampleRoutes,
  allocation: allocationRoutes,
  terms: termRoutes,
  masters: masterRoutes({
    global_score_list: scoreBand.labels,
    proposal_status: proposalStatus.labels,
    proposal_progress_list: progress.labels,
    applicant_status: applicantStatus.labels,
    report_status: reportStatus.labels,
  }),
  keywords: entryRoutes('keywords'),
  methods: entryRoutes('methods'),
  applicants: applicantRoutes,
  proposals: proposalRoutes,
  staff: staffRoutes,
  discussions: discussionRoutes,
  panel: panelRoutes,
  proposers: proposerRoutes,
  organisations: organisationRoutes,
  reviewerProfiles: reviewerProfileRoutes,
  reports: reportRoutes,
  conflicts: conflictRoutes,
  assignReviewers: assignReviewersRoutes,
  information: informationRoutes,
  mail: { ...mailRoutes, ...mailLogRoutes },
  mailTemplates: mailTemplateRoutes,
  savedViews: savedViewRoutes,
  undo: undoRoutes,
  meetings: meetingRoutes,
  panelBook: panelBookRoutes,
  results: resultRoutes,
  loans: loanRoutes,
  pieces: pieceRoutes,
  inventories: inventoryRoutes,
  publications: publicationRoutes,
  offers: offerRoutes,
  scenarios: scenarioRoutes,
  search: searchRoutes,
  callState: callStateRoutes,
  calendars: calendarRoutes,
  audit: auditRoutes,
  system: systemRoutes,
  webHooks: webHookRoutes,
  acting: impersonationRoutes,
  downloads: downloadRoutes,
  apiTokens: apiTokenRoutes,
}
