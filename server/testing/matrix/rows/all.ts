import { contract, type SystemContract } from '#domain/contract.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import type { MatrixRow } from '../cell.ts'
import { assignReviewersRows } from './assign_reviewers.ts'
import { inventoryRows, offerRows, publicationRows } from './inventories.ts'
import { loanRows } from './loans.ts'
import { meetingRows } from './meetings.ts'
import {
  auditRows,
  callStateRows,
  downloadRows,
  informationRows,
  keywordRows,
  mailRows,
  mailTemplateRows,
  masterRows,
  methodRows,
  organisationRows,
  savedViewRows,
  searchRows,
  systemRows,
  termRows,
  undoRows,
  webHookRows,
} from './office.ts'
import { panelBookRows, panelRows } from './panel.ts'
import {
  apiTokenRows,
  applicantRows,
  calendarRows,
  impersonationRows,
  proposerRows,
  providerRows,
  reviewerProfileRows,
  securityRows,
  sessionRows,
  userRows,
} from './people.ts'
import { pieceRows } from './pieces.ts'
import { conflictRows, discussionRows, proposalRows, staffRows } from './proposals.ts'
import { reportRows } from './reports.ts'
import { resultRows } from './results.ts'
import type { MatrixRows } from './rows.ts'
import { allocationRows, sampleRows, scenarioRows } from './samples.ts'

const ROWS: { [A in keyof SystemContract]: MatrixRows<A> } = {
  session: sessionRows,
  security: securityRows,
  providers: providerRows,
  users: userRows,
  terms: termRows,
  masters: masterRows,
  keywords: keywordRows,
  methods: methodRows,
  applicants: applicantRows,
  proposers: proposerRows,
  proposals: proposalRows,
  organisations: organisationRows,
  reviewerProfiles: reviewerProfileRows,
  reports: reportRows,
  conflicts: conflictRows,
  samples: sampleRows,
  allocation: allocationRows,
  assignReviewers: assignReviewersRows,
  staff: staffRows,
  discussions: discussionRows,
  panel: panelRows,
  meetings: meetingRows,
  panelBook: panelBookRows,
  results: resultRows,
  loans: loanRows,
  pieces: pieceRows,
  inventories: inventoryRows,
  publications: publicationRows,
  offers: offerRows,
  scenarios: scenarioRows,
  information: informationRows,
  mailTemplates: mailTemplateRows,
  savedViews: savedViewRows,
  mail: mailRows,
  undo: undoRows,
  search: searchRows,
  callState: callStateRows,
  calendars: calendarRows,
  audit: auditRows,
  system: systemRows,
  webHooks: webHookRows,
  acting: impersonationRows,
  downloads: downloadRows,
  apiTokens: apiTokenRows,
}

export interface MatrixEndpoint {
  name: string
  endpoint: Endpoint
  row: MatrixRow
}

/** Every endpoint of the contract with its row of the matrix. */
export const ENDPOINTS: readonly MatrixEndpoint[] = Object.entries(contract).flatMap(([area, endpoints]) =>
  Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => ({
    name: `${area}.${name}`,
    endpoint,
    row: (ROWS[area as keyof SystemContract] as Record<string, MatrixRow>)[name]!,
  })),
)
