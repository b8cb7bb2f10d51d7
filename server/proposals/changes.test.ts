import { expect, test } from 'vitest'
import { ProposalInput } from '#domain/proposals/contract.ts'
import { daysFrom } from '../builders/people.ts'
import { aPdf, aProposalInput, aSentFile } from '../builders/proposals.ts'
import { createReport } from '../testing/reviews.ts'
import { withServer } from '../testing/test_server.ts'
import { saveProposal } from './service.ts'

test('a reviewer sees when a proposal changed after they were asked, and what', () =>
  withServer(async (server) => {
    const { proposal_id, report_id, reviewer, admin, proposer, office } = await createReport(server, 2)
    await server.db
      .updateTable('reports')
      .set({ requested_at: daysFrom(server.services.clock(), 0) })
      .execute()
    const changes = async () => {
      const { reports } = (await server.as(reviewer)).api
      const { changes } = await reports.get({ params: { id: report_id } })
      expect((await reports.assigned()).data.map((row) => row.changes)).toEqual([changes])
      return changes
    }
    const save = async (days: number, fields: object) => {
      server.at(daysFrom(server.services.clock(), days))
      await (await server.as(admin)).api.staff.unlock({ params: { id: proposal_id } })
      await saveProposal(
        office.as(proposer),
        proposal_id,
        ProposalInput.parse({ ...aProposalInput(), ...fields }),
      )
      return server.services.clock().toISOString()
    }
    expect(await changes()).toBeNull()
    const first = await save(1, {})
    expect(await changes()).toBeNull()
    const samples = [{ db_type: 1, type: 0, any: 1, size: 2 }]
    const file = await aSentFile(office, await aPdf())
    const at = await save(1, { title: 'Another', sample_description_2_1: 'Yes.', samples, file })
    expect(at > first).toBe(true)
    expect(await changes()).toEqual({
      at,
      fields: ['Title', 'Requested samples', 'Attached PDF', 'Flexibility: 2a'],
    })
    // Asked again later, the reviewer reads the proposal as it is.
    await server.db
      .updateTable('reports')
      .set({ requested_at: daysFrom(new Date(at), 0.5) })
      .execute()
    server.at(daysFrom(new Date(at), 1))
    expect(await changes()).toBeNull()
  }))
