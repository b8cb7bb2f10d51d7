import { describe, expect, test } from 'vitest'
import { aTerm, aUser } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { aReviewer, aSubmittedReport } from '../builders/reports.ts'
import { anAssignment, aSample } from '../builders/samples.ts'
import { createConflictedUser } from '../testing/allocation.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'

/** A proposal that was reviewed, noted, scored and unlocked, and its proposer, who is of the office too. */
async function reviewed(world: TestServer) {
  await aTerm(world.ctx())
  const admin = await aUser(world.ctx(), ['admin'])
  const { proposal_id } = await aSubmittedProposal(world.ctx(admin))
  const reviewer = await aReviewer(world.ctx(), { first_name: 'Rei', last_name: 'Secret' })
  const report = await aSubmittedReport(world.ctx(admin), { proposal_id, reviewer })
  const { api } = await world.as(admin)
  await api.staff.saveNote({ params: { id: proposal_id }, body: { note: 'Behind the curtain' } })
  await api.staff.saveGlobalScore({ params: { id: proposal_id }, body: { global_score: 4, rank: 2 } })
  await api.staff.unlock({ params: { id: proposal_id } })
  return { admin, api, proposal_id, report, reviewer, own: await createConflictedUser(world, proposal_id) }
}

describe('the audit log', () => {
  test('shows who did what to which object, and what changed, newest first', () =>
    withServer(async (world) => {
      world.at('2026-04-01T12:00:00Z')
      const { admin, api, proposal_id } = await reviewed(world)
      const { data } = await api.audit.list()
      expect(data.slice(0, 2)).toMatchObject([
        {
          user: { id: admin.id, name: admin.name },
          action: 'proposal.unlock',
          object_type: 'proposal',
          object_id: proposal_id,
          changes: [{ field: 'Unlocked until', before: '-', after: '2026-04-08 12:00 UTC' }],
        },
        {
          action: 'proposal.global_score',
          changes: [
            { field: 'Rank', before: '-', after: '2' },
            { field: 'Global score', before: '-', after: '4' },
          ],
        },
      ])
    }))

  test('of a proposal includes its reports, and of a report only itself', () =>
    withServer(async (world) => {
      const { api, proposal_id, report } = await reviewed(world)
      const actions = async (query: object) =>
        (await api.audit.list({ query })).data.map(({ action }) => action).sort()
      expect(await actions({ object: 'proposal', object_id: proposal_id })).toEqual(
        expect.arrayContaining(['proposal.open', 'proposal.submit', 'proposal.note', 'report.submit']),
      )
      const ofReport = await actions({ object: 'report', object_id: report })
      expect(ofReport).toEqual([
        'report.accept',
        'report.add',
        'report.edit',
        'report.request',
        'report.submit',
      ])
      expect(await actions({ object: 'report', object_id: report, action: 'report.submit' })).toEqual([
        'report.submit',
      ])
    }))

  test('finds actions of a user by a former address', () =>
    withServer(async (world) => {
      const { admin, api } = await reviewed(world)
      const before = (await api.audit.list({ query: { user: admin.email } })).total
      await world.db
        .updateTable('users')
        .set({ email: 'new@example.org' })
        .where('id', '=', admin.id)
        .execute()
      for (const user of [admin.email, 'new@', admin.name])
        expect((await api.audit.list({ query: { user } })).total).toBe(before)
    }))

  test('of a sample includes everything that mentions it', () =>
    withServer(async (world) => {
      const { admin, api, proposal_id } = await reviewed(world)
      const [sample, other] = [await aSample(world.ctx()), await aSample(world.ctx())]
      await anAssignment(world.ctx(admin), 1, [{ sample_id: sample.id, proposal_id }])
      const about = async (object_id: number) =>
        (await api.audit.list({ query: { object: 'sample', object_id } })).data.map(({ action }) => action)
      expect(await about(sample.id)).toEqual(['allocation.save', 'sample.add'])
      expect(await about(other.id)).toEqual(['sample.add'])
    }))

  test('hides what reveals the review of one’s own proposal: from rows, counts and every search', () =>
    withServer(async (world) => {
      const { own, api: free, proposal_id, report, reviewer } = await reviewed(world)
      const { api, request } = await world.as(own)
      const secret = /^report\.|^proposal\.(note|global_score)$/u
      for (const query of [
        {},
        { object: 'proposal', object_id: proposal_id },
        { object: 'report' },
        { object_id: report },
        { user: 'Secret' },
        { user_id: reviewer.id },
        { action: 'proposal.note' },
        { action: 'report.submit' },
      ] as const) {
        const [theirs, all] = [
          await api.audit.list({ query: { ...query, per_page: 100 } }),
          await free.audit.list({ query: { ...query, per_page: 100 } }),
        ]
        const open = all.data.filter(({ action }) => !secret.test(action))
        expect(open.length, JSON.stringify(query)).toBeLessThan(all.data.length)
        expect(theirs.data, JSON.stringify(query)).toEqual(open)
        expect(theirs.total).toBe(open.length)
      }
      const text = (await request('GET', '/api/audit_log?per_page=100')).payload
      expect(text).not.toContain('Behind the curtain')
      const { data } = await api.audit.list({ query: { object: 'proposal', object_id: proposal_id } })
      expect(data.map(({ action }) => action)).toEqual([
        'proposal.unlock',
        'proposal.submit',
        'proposal.save',
        'proposal.open',
      ])
    }))

  test('keeps the conflict for a removed report', () =>
    withServer(async (world) => {
      const { admin, proposal_id, own } = await reviewed(world)
      await world.db.deleteFrom('reports').where('proposal_id', '=', proposal_id).execute()
      const seen = await (await world.as(own)).api.audit.list({ query: { object: 'report' } })
      expect(seen.total).toBe(0)
      expect(
        (await (await world.as(admin)).api.audit.list({ query: { object: 'report' } })).total,
      ).toBeGreaterThan(0)
    }))
})
