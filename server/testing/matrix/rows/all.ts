import { contract, type SystemContract } from '#domain/contract.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import type { MatrixRow } from '../cell.ts'
import {
  auditLines,
  callStateLines,
  downloadLines,
  informationLines,
  keywordLines,
  mailLines,
  masterLines,
  methodLines,
  searchLines,
  termLines,
} from './office.ts'
import {
  actingLines,
  applicantLines,
  proposerLines,
  securityLines,
  sessionLines,
  userLines,
} from './people.ts'
import { conflictLines, proposalLines, staffLines } from './proposals.ts'
import { reportLines } from './reports.ts'
import type { MatrixRows } from './rows.ts'
import { allocationLines, sampleLines, scenarioLines } from './samples.ts'

const LINES: { [A in keyof SystemContract]: MatrixRows<A> } = {
  session: sessionLines,
  security: securityLines,
  users: userLines,
  terms: termLines,
  masters: masterLines,
  keywords: keywordLines,
  methods: methodLines,
  applicants: applicantLines,
  proposers: proposerLines,
  proposals: proposalLines,
  reports: reportLines,
  conflicts: conflictLines,
  samples: sampleLines,
  allocation: allocationLines,
  staff: staffLines,
  scenarios: scenarioLines,
  information: informationLines,
  mail: mailLines,
  search: searchLines,
  callState: callStateLines,
  audit: auditLines,
  acting: actingLines,
  downloads: downloadLines,
}

export interface MatrixEndpoint {
  name: string
  endpoint: Endpoint
  line: MatrixRow
}

/** Every endpoint of the contract with its row of the matrix. */
export const ENDPOINTS: readonly MatrixEndpoint[] = Object.entries(contract).flatMap(([area, endpoints]) =>
  Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => ({
    name: `${area}.${name}`,
    endpoint,
    line: (LINES[area as keyof SystemContract] as Record<string, MatrixRow>)[name]!,
  })),
)
