import type { AuditAction } from '#domain/audit_actions.ts'
import { apiTokenFixtures } from './api_tokens.ts'
import { assignReviewersFixtures } from './assign_reviewers.ts'
import { conflictFixtures, relationFixtures } from './conflicts.ts'
import { discussionFixtures } from './discussions.ts'
import { downloadFixtures } from './downloads.ts'
import type { AuditFixture } from './fixture.ts'
import { inventoryFixtures, promiseFixtures, publicationFixtures } from './inventories.ts'
import { loanFixtures } from './loans.ts'
import { meetingFixtures } from './meetings.ts'
import {
  informationFixtures,
  mailFixtures,
  masterFixtures,
  organisationFixtures,
  savedViewFixtures,
  systemFixtures,
  termFixtures,
} from './office.ts'
import { gradeFixtures, leadFixtures } from './panel.ts'
import {
  applicantFixtures,
  calendarFixtures,
  impersonationFixtures,
  reviewerProfileFixtures,
  sessionFixtures,
  userFixtures,
} from './people.ts'
import { pieceFixtures } from './pieces.ts'
import { jobFixtures, proposalFixtures, staffFixtures } from './proposals.ts'
import { keptReportFixtures, reportFixtures } from './reports.ts'
import { resultFixtures } from './results.ts'
import { allocationFixtures, sampleFixtures } from './samples.ts'
import { scenarioFixtures } from './scenarios.ts'
import { secondFactorFixtures } from './second_factor.ts'
import { webHookFixtures } from './web_hooks.ts'

// Minutes can be read in a closed call too.
const { 'meeting.download_minutes': _, ...meetingSteps } = meetingFixtures

/** Actions within a term, which are refused when the term is disabled. */
export const TERM_FIXTURES = {
  ...proposalFixtures,
  ...applicantFixtures,
  ...reportFixtures,
  ...conflictFixtures,
  ...allocationFixtures,
  ...assignReviewersFixtures,
  ...staffFixtures,
  ...discussionFixtures,
  ...gradeFixtures,
  ...leadFixtures,
  ...meetingSteps,
  ...scenarioFixtures,
}

/** One fixture per audit action. A new action without a fixture does not compile. */
export const AUDIT_FIXTURES: Record<AuditAction, AuditFixture> = {
  ...sessionFixtures,
  ...secondFactorFixtures,
  ...userFixtures,
  ...apiTokenFixtures,
  ...reviewerProfileFixtures,
  ...calendarFixtures,
  ...impersonationFixtures,
  ...termFixtures,
  ...masterFixtures,
  ...organisationFixtures,
  ...sampleFixtures,
  ...informationFixtures,
  ...savedViewFixtures,
  ...mailFixtures,
  ...systemFixtures,
  ...webHookFixtures,
  ...relationFixtures,
  ...downloadFixtures,
  ...pieceFixtures,
  ...loanFixtures,
  ...jobFixtures,
  ...keptReportFixtures,
  ...meetingFixtures,
  ...resultFixtures,
  ...inventoryFixtures,
  ...publicationFixtures,
  ...promiseFixtures,
  ...TERM_FIXTURES,
}
