import { describe, expect, test } from 'vitest'
import type { Actor } from '#domain/session/actor.ts'
import { aConflict } from '../builders/conflicts.ts'
import { aUser } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { aReport, aReviewer } from '../builders/reports.ts'
import { createReport, errorKindOf, findMails } from '../testing/reviews.ts'
import { withServer } from '../testing/test_server.ts'

const reason = 'We share a grant.'

describe('a declared conflict of interest', () => {
  test('can be declared once, and mails the office except members with a conflict', () =>
    withServer(async (world) => {
      const { proposal_id, admin, office } = await createReport(world)
      const panel = await aUser(world.ctx(), ['panel'], { first_name: 'Pia', last_name: 'Panel' })
      const conflicted = await aUser(world.ctx(), ['admin'])
      await aConflict(office, { proposal_id, user_id: conflicted.id })
      const { api } = await world.as(panel)
      const body = { proposal_id, reason: ` ${reason}\r\nSince 2020. ` }
      expect(await api.conflicts.declare({ body })).toEqual({
        result: 1,
        message: 'The conflict of interest has been declared.',
      })
      expect((await api.conflicts.declare({ body })).result).toBe(0)
      expect(await api.conflicts.list()).toMatchObject([
        { proposal_id, term_id: 7, user_id: panel.id, name: 'Pia Panel', declared_by: 'Pia Panel' },
      ])
      const sent = await findMails(world, 'conflict_declared')
      expect(sent).toMatchObject([{ recipients: [admin.email], proposal_ids: [proposal_id] }])
      expect(sent[0]!.body).toContain('We share a grant.\nSince 2020.')
      expect(await errorKindOf(api.conflicts.declare({ body: { proposal_id: 999, reason } }))).toBe('missing')
      expect(await errorKindOf(api.conflicts.declare({ body: { proposal_id, reason: ' ' } }))).toBe('invalid')
    }))

  test('of another user can be recorded by the office, only for staff and reviewers', () =>
    withServer(async (world) => {
      const { proposal_id, reviewer, admin, proposer } = await createReport(world)
      const { conflicts } = (await world.as(admin)).api
      const record = (user_id: number) => conflicts.declare({ body: { proposal_id, user_id, reason } })
      expect(await record(reviewer.id)).toMatchObject({ result: 1, message: /recorded/u })
      expect(await errorKindOf(record(proposer.id))).toBe('invalid')
      expect(await errorKindOf(record(999))).toBe('invalid')
      expect(await findMails(world, 'conflict_declared')).toEqual([])
      const panel = (await world.as(await aUser(world.ctx(), ['panel']))).api.conflicts
      const foreign = { proposal_id, user_id: admin.id, reason }
      expect(await errorKindOf(panel.declare({ body: foreign }))).toBe('forbidden')
    }))

  test.each([
    [null, 'forbidden'],
    [0, 'missing'],
    [1, 'ok'],
    [2, 'ok'],
    [3, 'ok'],
    [9, 'forbidden'],
  ] as const)('by a reviewer whose report is at %s: %s', (status, outcome) =>
    withServer(async (world) => {
      const { proposal_id, reviewer } = await createReport(world, status ?? undefined)
      const { conflicts } = (await world.as(reviewer)).api
      expect(await errorKindOf(conflicts.declare({ body: { proposal_id, reason } }))).toBe(outcome)
    }),
  )

  test('of others is visible to the office without an own conflict, for one proposal', () =>
    withServer(async (world) => {
      const { proposal_id, reviewer, admin, office } = await createReport(world)
      const second = await aSubmittedProposal(office)
      const conflicted = await aUser(world.ctx(), ['admin'])
      await aConflict(office, { proposal_id, user_id: reviewer.id })
      await aConflict(office, { proposal_id, user_id: conflicted.id })
      await aConflict(office, { proposal_id: second.proposal_id, user_id: reviewer.id })
      const panel = await aUser(world.ctx(), ['panel'])
      const of = async (actor: Actor, query = {}) =>
        (await (await world.as(actor)).api.conflicts.list({ query })).map(({ user_id }) => user_id)
      expect(await of(admin, { proposal_id })).toEqual([reviewer.id, conflicted.id])
      expect(await of(admin)).toEqual([])
      expect(await of(conflicted, { proposal_id })).toEqual([conflicted.id])
      expect(await of(panel, { proposal_id })).toEqual([])
      expect(await of({ ...reviewer, roles: ['panel'] }, { proposal_id })).toEqual([reviewer.id])
    }))

  test('is taken back by the office, never by its owner or a member with a conflict', () =>
    withServer(async (world) => {
      const { proposal_id, admin, office, reviewer } = await createReport(world)
      const id = await aConflict(office, { proposal_id, user_id: reviewer.id })
      const own = await aConflict(office, { proposal_id })
      const { conflicts } = (await world.as(admin)).api
      expect(await conflicts.takeBack({ params: { id: own } })).toMatchObject({ result: 0 })
      expect(await errorKindOf(conflicts.takeBack({ params: { id } }))).toBe('forbidden')
      expect(await errorKindOf(conflicts.takeBack({ params: { id: 999 } }))).toBe('missing')
      const other = (await world.as(await aUser(world.ctx(), ['admin']))).api.conflicts
      expect(await other.takeBack({ params: { id: own } })).toMatchObject({ result: 1 })
      expect(await conflicts.takeBack({ params: { id } })).toMatchObject({ result: 1 })
      expect(await world.db.selectFrom('conflicts').selectAll().execute()).toEqual([])
    }))

  test('cannot change once the term is disabled', () =>
    withServer(async (world) => {
      const { proposal_id, admin, office, reviewer } = await createReport(world)
      const id = await aConflict(office, { proposal_id, user_id: reviewer.id })
      await world.db.updateTable('terms').set({ disabled: true }).execute()
      const { conflicts } = (await world.as(admin)).api
      expect((await conflicts.declare({ body: { proposal_id, reason } })).result).toBe(0)
      expect((await conflicts.takeBack({ params: { id } })).result).toBe(0)
    }))

  test('with a collaborator’s former address keeps a reviewer from being added', () =>
    withServer(async (world) => {
      const { office, admin } = await createReport(world)
      const reviewer = await aReviewer(world.ctx(), { email: 'before@example.org' })
      const { proposal_id } = await aSubmittedProposal(office, {
        input: {
          proposal_collaborator: [
            { first_name: 'B', last_name: 'E', email: 'Before@example.org', affiliation: 'X' },
          ],
        },
      })
      await world.db
        .updateTable('users')
        .set({ email: 'now@example.org' })
        .where('id', '=', reviewer.id)
        .execute()
      const { reports } = (await world.as(admin)).api
      const call = { params: { proposalId: proposal_id }, body: { reviewer_id: reviewer.id } }
      expect(await reports.add(call)).toMatchObject({ result: 0 })
      await expect(aReport(office, { proposal_id, reviewer })).rejects.toThrow()
    }))
})
