import type { AuditAction } from '#domain/audit_actions.ts'
import { conflictDeeds } from './conflicts.ts'
import type { Deed } from './deed.ts'
import { downloadDeeds } from './downloads.ts'
import { informationDeeds, mailDeeds, masterDeeds, termDeeds } from './office.ts'
import { actingDeeds, applicantDeeds, sessionDeeds, userDeeds } from './people.ts'
import { proposalDeeds, staffDeeds } from './proposals.ts'
import { reportDeeds } from './reports.ts'
import { allocationDeeds, sampleDeeds } from './samples.ts'
import { scenarioDeeds } from './scenarios.ts'
import { factorDeeds } from './second_factor.ts'

/** Deeds in a term: a term that is closed is read-only. */
export const IN_TERM = {
  ...proposalDeeds,
  ...applicantDeeds,
  ...reportDeeds,
  ...conflictDeeds,
  ...allocationDeeds,
  ...staffDeeds,
  ...scenarioDeeds,
}

/** Every action that the audit log knows, as a deed: a new one without its deed does not compile. */
export const DEEDS: Record<AuditAction, Deed> = {
  ...sessionDeeds,
  ...factorDeeds,
  ...userDeeds,
  ...actingDeeds,
  ...termDeeds,
  ...masterDeeds,
  ...sampleDeeds,
  ...informationDeeds,
  ...mailDeeds,
  ...downloadDeeds,
  ...IN_TERM,
}
