import { describe, expect, test } from 'vitest'
import { PARTICLE_GRID } from '#domain/allocation/grid.ts'
import {
  REPORT_DECLINED,
  REPORT_NOT_REQUESTED,
  REPORT_REQUESTED,
  REPORT_SUBMITTED,
} from '#domain/reports/status.ts'
import type { Unfinished } from '#domain/terms/contract.ts'
import { aConflict } from '../builders/conflicts.ts'
import { anEntry } from '../builders/discussions.ts'
import { aGroupMail, failGroupMails } from '../builders/group_mail.ts'
import { aMeeting } from '../builders/meetings.ts'
import { aProposer, aTerm, aUser, daysFrom, settleMails } from '../builders/people.ts'
import { aSavedProposal, aSubmittedProposal } from '../builders/proposals.ts'
import { aReport, aReviewer } from '../builders/reports.ts'
import { aDraftedResult, anAnsweredResult, aReleasedResult } from '../builders/results.ts'
import { anAssignment, aSample } from '../builders/samples.ts'
import { closeMeeting, openMeeting } from '../meetings/service.ts'
import { correctResult } from '../results/corrections.ts'
import { type TestServer, withParallelServer, withServer } from '../testing/test_server.ts'

const DAYS = {
  noi_opens_at: '2027-01-10T09:00:00+09:00',
  noi_closes_at: '2027-03-25T15:00:00Z',
  proposals_open_at: '2027-01-20T00:00:00Z',
  proposals_close_at: '2027-04-22T15:00:00Z',
  reviews_due_at: '2027-06-30T15:00:00Z',
  panel_meets_at: '',
  allocation_due_at: null,
}

const office = async ({ ctx, as }: TestServer) =>
  (await as(await aUser(ctx(), ['admin'], { first_name: 'Ann' }))).api
const flagsOf = async ({ db }: TestServer) =>
  (await db.selectFrom('terms').select(['id', 'is_current', 'disabled']).orderBy('id').execute()).map(
    ({ id, is_current, disabled }) => `${id}${is_current ? ' current' : ''}${disabled ? ' closed' : ''}`,
  )
const entries = async ({ db }: TestServer) =>
  (
    await db
      .selectFrom('audit_entries')
      .select(['action', 'object_id'])
      .where('object_type', '=', 'term')
      .orderBy('id')
      .execute()
  ).map(({ action, object_id }) => `${action} ${object_id}`)

describe('a term', () => {
  test('is current if it is the first; a later one waits until it is made current', () =>
    withServer(async (world) => {
      const api = await office(world)
      expect(await api.terms.add({ body: { id: 1, ...DAYS } })).toMatchObject({ result: 1 })
      expect(await api.terms.current()).toBe(1)
      await api.terms.add({ body: { id: '2', ...DAYS } })
      expect(await flagsOf(world)).toEqual(['1 current', '2'])
      const { version, ...term } = await api.terms.get({ params: { id: 2 } })
      expect(term).toMatchObject({
        noi_opens_at: '2027-01-10T00:00:00.000Z',
        panel_meets_at: null,
        notices: 0,
      })
      await api.terms.save({ params: { id: 2 }, body: { ...term, is_current: true, version } })
      expect(await flagsOf(world)).toEqual(['1 closed', '2 current'])
      expect(await entries(world)).toEqual([
        'term.add 1',
        'term.add 2',
        'term.make_current 2',
        'term.disable 1',
      ])
    }))

  test('reports a taken number and missing or misordered days by field', () =>
    withServer(async (world) => {
      await aTerm(world.ctx())
      const { request } = await world.as(await aUser(world.ctx(), ['admin']))
      const add = async (body: object) => (await request('POST', '/api/terms', body)).json().errors
      expect(await add({ id: 7, ...DAYS })).toEqual({ id: ['AO7 already exists.'] })
      for (const noi_opens_at of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-12:00'])
        expect((await add({ id: 8, ...DAYS, noi_opens_at })).noi_opens_at).toEqual([
          'Only a date and a time can be inputted in this form.',
        ])
      expect(await add({ ...DAYS, noi_opens_at: '' })).toEqual({
        id: ['Only integer can be inputted in this form.'],
        noi_opens_at: ['This field is required.'],
      })
      expect(await add({ id: '8a', ...DAYS, panel_meets_at: 'soon' })).toEqual({
        id: ['Only integer can be inputted in this form.'],
        panel_meets_at: ['Only a date and a time can be inputted in this form.'],
      })
      expect(await add({ id: 8, ...DAYS, panel_meets_at: '2027-06-30T14:59:00Z' })).toEqual({
        panel_meets_at: ['The panel cannot meet before reviews are due.'],
      })
      const { allocation_due_at: _, ...short } = DAYS
      expect(await add({ id: 8, ...short })).toEqual({ allocation_due_at: ['This field is required.'] })
    }))

  test('can be edited, closed and opened again; a closed one is read-only, and there is always a current one', () =>
    withServer(async (world) => {
      await aTerm(world.ctx())
      const api = await office(world)
      const save = async (change: object) => {
        const term = await api.terms.get({ params: { id: 7 } })
        return api.terms.save({ params: { id: 7 }, body: { ...term, ...change } })
      }
      expect(await save({ panel_meets_at: '2037-01-01T00:00:00Z' })).toMatchObject({ result: 1 })
      expect((await save({ is_current: false })).result).toBe(0)
      await save({ disabled: true })
      expect(await save({ panel_meets_at: '' })).toEqual({
        result: 0,
        message: 'AO7 is closed; nothing in it can be changed.',
      })
      await save({ disabled: false })
      expect(await flagsOf(world)).toEqual(['7 current'])
      expect((await entries(world)).slice(1)).toEqual(['term.edit 7', 'term.disable 7', 'term.enable 7'])
    }))

  test('accepts 1 like true, and reports a missing or invalid flag', () =>
    withServer(async (world) => {
      await aTerm(world.ctx())
      const { request } = await world.as(await aUser(world.ctx(), ['admin']))
      const save = async (flags: object) =>
        (await request('PUT', '/api/terms/7', { ...DAYS, is_current: 1, ...flags })).json()
      expect(await save({ disabled: 1 })).toMatchObject({ result: 1 })
      expect((await save({ disabled: 'maybe' })).errors).toEqual({
        disabled: ['This field is a tick: 1 or 0.'],
      })
      expect((await save({})).errors).toEqual({ disabled: ['This field must be sent; empty clears it.'] })
    }))

  test('is added as the current one only if it is the first', () =>
    withServer(async (world) => {
      const { request } = await world.as(await aUser(world.ctx(), ['admin']))
      const add = async (body: object) => (await request('POST', '/api/terms', { ...DAYS, ...body })).json()
      expect(await add({ id: 1, is_current: 1 })).toMatchObject({ result: 1 })
      expect((await add({ id: 2, is_current: 1 })).errors).toEqual({
        is_current: ['AO1 is the current call. Add this one first, then make it current.'],
      })
      expect(await add({ id: 2, is_current: 0 })).toMatchObject({ result: 1 })
      expect(await flagsOf(world)).toEqual(['1 current', '2'])
    }))

  test('is closed only under its name, where a name is sent', () =>
    withServer(async (world) => {
      await aTerm(world.ctx())
      await aTerm(world.ctx(), { id: 8, is_current: false })
      const { request } = await world.as(await aUser(world.ctx(), ['admin']))
      const save = async (id: number, body: object) =>
        (await request('PUT', `/api/terms/${id}`, { ...DAYS, disabled: 0, is_current: 1, ...body })).json()
      const why = { confirm: ['Type AO7 to close it.'] }
      expect((await save(7, { disabled: 1, confirm: '' })).errors).toEqual(why)
      expect((await save(8, { confirm: 'AO8' })).errors).toEqual(why)
      expect(await flagsOf(world)).toEqual(['7 current', '8'])
      // Nothing is closed: the name does not matter.
      expect(await save(7, { confirm: 'AO6' })).toMatchObject({ result: 1 })
      expect(await save(8, { confirm: 'AO7' })).toMatchObject({ result: 1 })
      expect(await flagsOf(world)).toEqual(['7 closed', '8 current'])
      // It is undone by making the earlier one current again.
      expect(await save(7, { confirm: '' })).toMatchObject({ result: 1 })
      expect(await flagsOf(world)).toEqual(['7 current', '8'])
    }))

  test('that someone else has saved meanwhile is a version conflict that names them', () =>
    withServer(async (world) => {
      await aTerm(world.ctx())
      const api = await office(world)
      const term = await api.terms.get({ params: { id: 7 } })
      await api.terms.save({ params: { id: 7 }, body: term })
      await expect(api.terms.save({ params: { id: 7 }, body: term })).rejects.toMatchObject({
        kind: 'stale',
        message: expect.stringContaining('was saved by Ann'),
      })
    }))
})

describe('two administrators at once', () => {
  test('cannot add the same number twice, and only one of two first terms is current', () =>
    withParallelServer(async (world) => {
      const [one, two] = [await office(world), await office(world)]
      const same = await Promise.allSettled(
        [one, two].map((api) => api.terms.add({ body: { id: 1, ...DAYS } })),
      )
      expect(same.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      await world.db.deleteFrom('terms').execute()
      await Promise.all([one, two].map((api, i) => api.terms.add({ body: { id: i + 1, ...DAYS } })))
      expect((await flagsOf(world)).filter((term) => term.endsWith('current'))).toHaveLength(1)
    }))

  test('make different terms current: one is current, and those before it are closed', () =>
    withParallelServer(async (world) => {
      const [one, two] = [await office(world), await office(world)]
      for (const id of [1, 2, 3]) await one.terms.add({ body: { id, ...DAYS } })
      const make = async (api: typeof one, id: number) => {
        const term = await api.terms.get({ params: { id } })
        return () => api.terms.save({ params: { id }, body: { ...term, is_current: true } })
      }
      const both = [await make(one, 2), await make(two, 3)]
      await Promise.allSettled(both.map((now) => now()))
      // The second save either closed the other's term or was refused because its own was closed meanwhile.
      expect(await flagsOf(world)).toEqual(['1 closed', '2 closed', '3 current'])
    }))
})

describe('what is unfinished in a term', () => {
  const nothing = {
    drafts: 0,
    reports: 0,
    assignments: 0,
    second_confirmations: 0,
    unlocks: 0,
    withdrawals: 0,
    questions: 0,
    meetings: 0,
    results: 0,
    answers: 0,
  }

  test('is counted for it and for the open ones before it', () =>
    withServer(async (world) => {
      const open = { disabled: false, is_current: false }
      for (const id of [5, 6, 8]) await aTerm(world.ctx(), { ...open, id, disabled: id === 6 })
      await aTerm(world.ctx())
      const api = await office(world)
      const of = async (id: number) => (await api.terms.get({ params: { id } })).unfinished
      expect(await of(5)).toEqual([{ id: 5, ...nothing }])
      expect(await of(8)).toEqual([5, 7, 8].map((id) => ({ id, ...nothing })))
    }))

  test('is each draft, open report, unconfirmed assignment and open unlock, and nothing else', () =>
    withServer(async (world) => {
      await aTerm(world.ctx())
      const office = world.ctx(await aUser(world.ctx(), ['admin']))
      const { api } = await world.as(office.actor)
      // Two drafts, of which one has never been opened, and submitted proposals.
      await aProposer(office)
      await aSavedProposal(office)
      const proposals = []
      for (const _ of [1, 2, 3, 4, 5]) proposals.push((await aSubmittedProposal(office)).proposal_id)
      const [requested, scored, own, unlocked, lapsed] = proposals as [number, number, number, number, number]
      const reviewer = await aReviewer(office)
      const second = await aReviewer(office)
      for (const proposal_id of [requested, scored, own])
        await aReport(office, { proposal_id, reviewer, status: REPORT_REQUESTED })
      // Neither of these is open.
      await aReport(office, { proposal_id: requested, reviewer: second, status: REPORT_SUBMITTED })
      await aReport(office, { proposal_id: unlocked, reviewer: second, status: REPORT_DECLINED })
      await aReport(office, { proposal_id: lapsed, reviewer: second, status: REPORT_NOT_REQUESTED })
      const set = (id: number, fields: { global_score?: number; unlocked_until?: string }) =>
        world.db.updateTable('proposals').set(fields).where('id', '=', id).execute()
      await set(scored, { global_score: 3 })
      await set(unlocked, { unlocked_until: daysFrom(office.now(), 1) })
      await set(lapsed, { unlocked_until: daysFrom(office.now(), -1) })
      await aConflict(office, { proposal_id: own })
      const withdrawal = { reason: 'We found another sample.', asked_at: office.now().toISOString() }
      for (const proposal_id of [requested, own])
        await world.db
          .insertInto('withdrawals')
          .values({ proposal_id, ...withdrawal })
          .execute()
      const asMember = office.as(await aUser(world.ctx(), ['panel']))
      for (const proposal_id of [requested, own]) await anEntry(asMember, { proposal_id, to_reviewers: true })
      await anEntry(asMember, { proposal_id: scored })
      const closed = await aMeeting(office, { chair: office.actor })
      await openMeeting(office, closed)
      await closeMeeting(office, closed)
      await aMeeting(office, { chair: office.actor })
      const samples = []
      for (const _ of [1, 2, 3]) samples.push((await aSample(office)).id)
      const pairs = samples.map((sample_id) => ({ sample_id, proposal_id: requested }))
      await anAssignment(office, PARTICLE_GRID, pairs.slice(0, 1), { confirmed: true })
      await anAssignment(office, PARTICLE_GRID, pairs.slice(1))
      await world.db
        .updateTable('assignments')
        .set({ proposed_by: office.actor.id, proposed_at: office.now().toISOString() })
        .where('sample_id', '=', samples[2]!)
        .execute()
      expect((await api.terms.get({ params: { id: 7 } })).unfinished).toEqual([
        {
          id: 7,
          drafts: 2,
          reports: 1,
          assignments: 2,
          second_confirmations: 1,
          unlocks: 1,
          withdrawals: 1,
          questions: 1,
          meetings: 1,
          results: 4,
          answers: 0,
        },
      ])
    }))

  test('is each result that is not released, or not answered', () =>
    withServer(async (world) => {
      await aTerm(world.ctx())
      const office = world.ctx(await aUser(world.ctx(), ['admin']))
      const { api } = await world.as(office.actor)
      const unfinished = async () => {
        const [{ results, answers }] = (await api.terms.get({ params: { id: 7 } })).unfinished as [Unfinished]
        return { results, answers }
      }
      await anAnsweredResult(office)
      await aReleasedResult(office, { granted: 0 })
      expect(await unfinished()).toEqual({ results: 0, answers: 0 })
      const { proposal_id } = await aReleasedResult(office)
      expect(await unfinished()).toEqual({ results: 0, answers: 1 })
      const drafted = await aDraftedResult(office)
      await aSubmittedProposal(office)
      expect(await unfinished()).toEqual({ results: 2, answers: 1 })
      await correctResult(office, proposal_id, { correction: 'Two, not one.', remove: [], add: [] })
      expect(await unfinished()).toEqual({ results: 3, answers: 1 })
      for (const id of [proposal_id, drafted.proposal_id]) await aConflict(office, { proposal_id: id })
      expect(await unfinished()).toEqual({ results: 1, answers: 0 })
    }))

  test('is each mail that has not been sent, and each group mail but those deleted', () =>
    withServer(async (world) => {
      await aTerm(world.ctx())
      const office = world.ctx(await aUser(world.ctx(), ['admin']))
      const { api } = await world.as(office.actor)
      const unsent = async () => {
        const { unsent_mails, unsent_group_mails } = await api.terms.get({ params: { id: 7 } })
        return [unsent_mails, unsent_group_mails]
      }
      expect(await unsent()).toEqual([0, 0])
      await aGroupMail(office, { destinations: [] })
      await api.mail.remove({ params: { id: await aGroupMail(office, { destinations: [] }) } })
      await aGroupMail(office, { destinations: [office.actor], sent: true })
      expect(await unsent()).toEqual([1, 1])
      await failGroupMails(office, office.actor)
      expect(await unsent()).toEqual([1, 1])
      await settleMails(office)
      expect(await unsent()).toEqual([0, 1])
    }))
})
