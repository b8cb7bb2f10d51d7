import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { aReport } from '../builders/reports.ts'
import { createReport } from '../testing/reviews.ts'
import { withParallelServer } from '../testing/test_server.ts'
import { lockReportRow } from './queries.ts'

describe('concurrent commands', () => {
  test('accept a request once, with one mail', () =>
    withParallelServer(async (world) => {
      const { reviewer } = await createReport(world, 1)
      const { api } = await world.as(reviewer)
      const answers = await Promise.all([
        api.reports.acceptAll(),
        api.reports.declineAll(),
        api.reports.acceptAll(),
      ])
      expect(answers.map(({ result }) => result).sort()).toEqual([0, 0, 1])
      const mails = await world.db
        .selectFrom('mails')
        .selectAll()
        .where('subject', 'like', 'Reviews %')
        .execute()
      expect(mails).toHaveLength(1)
    }))

  test('submit a report or cancel its proposal’s submission first, but never submit afterwards', () =>
    withParallelServer(async (world) => {
      const { admin, office, reviewer, proposal_id } = await createReport(world)
      const id = await aReport(office, { proposal_id, reviewer, status: 2, review: {} })
      const own = (await world.as(reviewer)).api.reports
      const { staff } = (await world.as(admin)).api
      const [submitted, cancelled] = await Promise.all([
        own.submit({ params: { reportId: id } }),
        staff.cancel({ params: { id: proposal_id } }),
      ])
      expect(cancelled.result).toBe(1)
      const entries = await world.db
        .selectFrom('audit_entries')
        .select('action')
        .where('action', 'in', ['report.submit', 'proposal.cancel'])
        .orderBy('id')
        .execute()
      const wanted = submitted.result === 1 ? ['report.submit', 'proposal.cancel'] : ['proposal.cancel']
      expect(entries.map(({ action }) => action)).toEqual(wanted)
    }))

  test('lock the proposal first, then the term, then the report', () =>
    withParallelServer(async (world) => {
      const { term, proposal_id, report_id } = await createReport(world, 2)
      const isFree = (table: 'terms' | 'reports', id: number) =>
        world.db
          .transaction()
          .execute((tx) =>
            tx.selectFrom(table).select('id').where('id', '=', id).forUpdate().noWait().execute(),
          )
          .then(
            () => true,
            () => false,
          )
      const waiting = async () =>
        (
          await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
            world.db,
          )
        ).rows.length > 0
      const whileHeld = async (table: 'proposals' | 'terms', id: number) => {
        const blocker = await world.db.startTransaction().execute()
        await blocker.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute()
        const saving = world.db.transaction().execute((tx) => lockReportRow(tx, report_id))
        await vi.waitUntil(waiting, { timeout: 60_000 })
        const free = [await isFree('terms', term.id), await isFree('reports', report_id)]
        await blocker.commit().execute()
        await saving
        return free
      }
      expect(await whileHeld('proposals', proposal_id)).toEqual([true, true])
      expect(await whileHeld('terms', term.id)).toEqual([false, true])
    }))

  test('add the same reviewer once, and never save duplicate ranks', () =>
    withParallelServer(async (world) => {
      const { admin, office, reviewer, proposal_id } = await createReport(world)
      const { reports } = (await world.as(admin)).api
      const call = {
        params: { proposalId: proposal_id },
        body: { reviewer_id: reviewer.id, acknowledged: true },
      }
      const added = await Promise.all([reports.add(call), reports.add(call), reports.add(call)])
      expect(added.map(({ result }) => result).sort()).toEqual([0, 0, 1])
      await world.db.deleteFrom('reports').execute()
      const second = await aSubmittedProposal(office)
      const a = await aReport(office, { proposal_id, reviewer })
      const b = await aReport(office, { proposal_id: second.proposal_id, reviewer })
      const own = (await world.as(reviewer)).api.reports
      await Promise.all([
        own.saveRanks({ body: { ranks: { [a]: 1 } } }),
        own.saveRanks({ body: { ranks: { [b]: 1 } } }),
      ])
      const { ranks } = await own.ranks({ params: { userId: reviewer.id } })
      expect(Object.values(ranks).filter((rank) => rank === 1)).toHaveLength(1)
    }))

  test('decline reports while ranks are saved, and the remaining ranks are distinct and in range', () =>
    withParallelServer(async (world) => {
      const { admin, office, reviewer } = await createReport(world)
      const ids: number[] = []
      for (let i = 0; i < 8; i++) {
        const { proposal_id } = await aSubmittedProposal(office)
        ids.push(await aReport(office, { proposal_id, reviewer }))
      }
      const own = (await world.as(reviewer)).api.reports
      await own.saveRanks({ body: { ranks: Object.fromEntries(ids.map((id, i) => [id, i + 1])) } })
      const { reports } = (await world.as(admin)).api
      const [first, last] = [ids[1]!, ids[6]!]
      const leaving = [7, 0, 5, 2, 4].map((i) =>
        reports.withdraw({ params: { reportId: ids[i]! }, body: { reason: 'No answer.' } }),
      )
      const saving = own.saveRanks({ body: { ranks: { [first]: 7, [last]: 2 } } })
      expect((await Promise.all([...leaving, saving])).slice(0, 5)).toMatchObject(
        leaving.map(() => ({ result: 1 })),
      )
      const saved = await world.db
        .selectFrom('reports')
        .select('rank')
        .where('rank', 'is not', null)
        .orderBy('rank')
        .execute()
      expect(saved.map(({ rank }) => rank)).toEqual([1, 2, 3])
    }))
})
