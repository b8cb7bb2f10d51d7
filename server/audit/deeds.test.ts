import { describe, expect, test } from 'vitest'
import { type AuditAction, objectTypeOf } from '#domain/audit/actions.ts'
import { type Deed, stageIn } from '../testing/deeds/deed.ts'
import { informationDeeds, mailDeeds, masterDeeds, termDeeds } from '../testing/deeds/office.ts'
import { applicantDeeds, sessionDeeds, userDeeds } from '../testing/deeds/people.ts'
import { proposalDeeds, staffDeeds } from '../testing/deeds/proposals.ts'
import { reportDeeds } from '../testing/deeds/reports.ts'
import { allocationDeeds, sampleDeeds } from '../testing/deeds/samples.ts'
import { inWorld } from '../testing/world.ts'

/** Every action that the audit log knows, done once: a new one without its deed does not compile. */
const DEEDS: Record<AuditAction, Deed> = {
  ...sessionDeeds,
  ...userDeeds,
  ...termDeeds,
  ...masterDeeds,
  ...sampleDeeds,
  ...proposalDeeds,
  ...applicantDeeds,
  ...reportDeeds,
  ...allocationDeeds,
  ...staffDeeds,
  ...informationDeeds,
  ...mailDeeds,
}

describe('the audit log', () => {
  test.each(Object.keys(DEEDS) as AuditAction[])('has %s, of whom, to what', (action) =>
    inWorld(async (world) => {
      const { object, by } = await DEEDS[action](await stageIn(world))
      const entries = await world.db
        .selectFrom('audit_entries')
        .selectAll()
        .where('action', '=', action)
        .orderBy('id', 'desc')
        .execute()
      expect(entries[0]).toMatchObject({ object_type: objectTypeOf(action), object_id: object, user_id: by })
      // Two entries of one deed would tell it twice.
      expect(entries.filter((entry) => entry.object_id === object && entry.user_id === by)).toHaveLength(1)
      if (action.startsWith('report.')) expect(entries[0]!.proposal_id).not.toBeNull()
    }),
  )
})
