import { describe, expect, test } from 'vitest'
import type { Role } from '#domain/access.ts'
import { REPORT_REQUESTED } from '#domain/reports/status.ts'
import { screenAt } from '#domain/screens.ts'
import type { Actor } from '#domain/session/actor.ts'
import { aConflict } from '../builders/conflicts.ts'
import { aLoan } from '../builders/loans.ts'
import { aMeeting } from '../builders/meetings.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { aSavedProposal, aSubmittedProposal } from '../builders/proposals.ts'
import { aReport, aReviewer } from '../builders/reports.ts'
import { aReleasedResult } from '../builders/results.ts'
import { aSample } from '../builders/samples.ts'
import { askInventory } from '../custody/inventories/service.ts'
import { hashPassword } from '../session/password_hash.ts'
import { saveGlobalScore, unlock } from '../staff/service.ts'
import { aCalendarAddress, readCalendarOf, readEntries } from '../testing/calendar.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'

const NOW = '2031-01-10T08:00:00.000Z'
const TERM = {
  noi_opens_at: '2030-11-01T00:00:00.000Z',
  noi_closes_at: '2031-02-01T15:00:00.000Z',
  proposals_open_at: '2030-12-01T00:00:00.000Z',
  proposals_close_at: '2031-02-20T15:00:00.000Z',
  reviews_due_at: '2031-04-05T23:59:00.000Z',
  panel_meets_at: '2031-05-01T00:00:00.000Z',
  allocation_due_at: '2031-06-01T00:00:00.000Z',
}
const HOURS = [
  { starts_at: '2031-05-02T09:00:00.000Z', ends_at: '2031-05-02T12:00:00.000Z' },
  { starts_at: '2031-05-03T09:00:00.000Z', ends_at: '2031-05-03T11:30:00.000Z' },
]
const CANARY = 'Canary7x'
const WINDOWS = [
  '2030-11-01T00:00:00.000Z AO7: notices open',
  '2030-12-01T00:00:00.000Z AO7: proposals open',
  '2031-02-01T15:00:00.000Z AO7: notices close',
  '2031-02-20T15:00:00.000Z AO7: proposals close',
]

/** An office and a call; every person and title bears the canary. */
async function scene(world: TestServer) {
  world.at(NOW)
  await aTerm(world.ctx(), TERM)
  const person = (roles: Role[], more = {}) => aUser(world.ctx(), roles, { last_name: CANARY, ...more })
  const office = await person(['admin'])
  const submitted = () =>
    aSubmittedProposal(world.ctx(office), {
      input: { title: CANARY },
      notice: { first_name: 'Pia', last_name: CANARY },
    })
  return { office, ctx: world.ctx(office), person, submitted }
}

/** 'time title', with the ids of this world taken for names. */
async function listOf(world: TestServer, actor: Actor, ids: Record<string, number | string> = {}) {
  const { file, entries } = await readCalendarOf(world, actor)
  expect(file).not.toContain(CANARY)
  for (const { url, uid, zone } of entries) {
    const path = new URL(url).pathname
    const screen = screenAt(path)
    expect([
      url,
      screen && (screen.access === 'public' || actor.roles.some((r) => screen.access.includes(r))),
    ]).toEqual([url, true])
    expect(uid).toMatch(/^[\w-]+@[\w.-]+$/u)
    expect(zone).toBe('UTC')
  }
  return entries.map(({ starts_at, title }) => {
    let said = title
    for (const [name, id] of Object.entries(ids))
      said = said.replaceAll(new RegExp(`\\b${id}\\b`, 'gu'), name)
    return `${starts_at} ${said}`
  })
}

/** The entries that name a proposal. */
const mentioned = (file: string, proposal_id: number) =>
  readEntries(file).filter(
    ({ uid, title, url }) =>
      uid.startsWith(`unlock-${proposal_id}@`) ||
      new RegExp(`proposal ${proposal_id}\\b`, 'u').test(title) ||
      new RegExp(`/(?:proposals|results)/(?:.+/)?${proposal_id}$`, 'u').test(url),
  )

describe('the calendar of', () => {
  test('a proposer has the windows of the current call', () =>
    withServer(async (world) => {
      const { person } = await scene(world)
      await aTerm(world.ctx(), { ...TERM, id: 8, is_current: false })
      expect(await listOf(world, await person(['proposer']))).toEqual(WINDOWS)
    }))

  test('a proposer has the end of an unlock, of their own proposal alone', () =>
    withServer(async (world) => {
      const { ctx, submitted } = await scene(world)
      const [own, other] = [await submitted(), await submitted()]
      await unlock(ctx, own.proposal_id, { until: '2031-03-01T10:00:00.000Z' })
      const ids = { OWN: own.proposal_id }
      const unlocked = '2031-03-01T10:00:00.000Z AO7: proposal OWN is locked again'
      expect(await listOf(world, own.actor, ids)).toEqual([...WINDOWS, unlocked])
      expect(await listOf(world, other.actor)).toEqual(WINDOWS)
      world.at('2031-03-01T10:00:00.000Z')
      expect(await listOf(world, own.actor)).toEqual(WINDOWS)
    }))

  test('a proposer has the last day of an answer until it is given', () =>
    withServer(async (world) => {
      const { ctx } = await scene(world)
      const { proposal_id, actor } = await aReleasedResult(ctx)
      const ids = { OWN: proposal_id }
      const { answer_by } = await world.db
        .selectFrom('results')
        .select(({ ref }) => ref('answer_by').$castTo<string>().as('answer_by'))
        .executeTakeFirstOrThrow()
      const day = new Date(answer_by).toISOString().slice(0, 10)
      expect(await listOf(world, actor, ids)).toContain(
        `${day}T23:59:00.000Z AO7: answer to the result of proposal OWN is due`,
      )
      await world.db
        .updateTable('results')
        .set({ state: 'answered', answered_at: NOW, read_at: NOW })
        .execute()
      expect(await listOf(world, actor)).toEqual(WINDOWS)
    }))

  test('a reviewer has the due dates of open reports, and nothing once one is closed, declined or in conflict', () =>
    withServer(async (world) => {
      const { ctx, submitted } = await scene(world)
      const reviewer = await aReviewer(world.ctx(), { last_name: CANARY })
      const [first, second, third] = [await submitted(), await submitted(), await submitted()]
      for (const { proposal_id } of [first, second, third])
        await aReport(ctx, { proposal_id, reviewer, status: REPORT_REQUESTED })
      const ids = { FIRST: first.proposal_id, SECOND: second.proposal_id, THIRD: third.proposal_id }
      const due = (name: string) => `2031-04-05T23:59:00.000Z AO7: report on proposal ${name} is due`
      expect(await listOf(world, reviewer, ids)).toEqual([due('FIRST'), due('SECOND'), due('THIRD')])
      await saveGlobalScore(ctx, first.proposal_id, { global_score: 4 } as never)
      await world.db
        .insertInto('conflicts')
        .values({
          proposal_id: second.proposal_id,
          user_id: reviewer.id,
          reason: 'Kin.',
          declared_by: reviewer.id,
        })
        .execute()
      expect(await listOf(world, reviewer, ids)).toEqual([due('THIRD')])
      await world.db.updateTable('terms').set({ disabled: true, is_current: false }).execute()
      expect(await listOf(world, reviewer)).toEqual([])
    }))

  test('a panel member has meetings that they are expected at, or else the day of the call', () =>
    withServer(async (world) => {
      const { ctx, person } = await scene(world)
      const [chair, member, other] = [
        await person(['panel']),
        await person(['panel']),
        await person(['panel']),
      ]
      expect(await listOf(world, member)).toEqual(['2031-05-01T00:00:00.000Z AO7: the panel meets'])
      await aMeeting(ctx, { chair, members: [member], sessions: HOURS })
      for (const expected of [chair, member])
        expect(await listOf(world, expected)).toEqual(['2031-05-02T09:00:00.000Z AO7 panel meeting'])
      expect((await readCalendarOf(world, member)).entries[0]).toMatchObject({
        ends_at: '2031-05-03T11:30:00.000Z',
        place: null,
      })
      expect(await listOf(world, other)).toEqual([])
    }))

  test('a member with a conflict says of the meeting what it says to all, whatever the docket is', () =>
    withServer(async (world) => {
      const { ctx, person, submitted } = await scene(world)
      const [one, two] = [await submitted(), await submitted()]
      const [free, out] = [await person(['panel']), await person(['panel'])]
      await aMeeting(ctx, { chair: free, members: [out], sessions: HOURS })
      const before = (await readCalendarOf(world, out)).file
      await aConflict(ctx.as(out), { proposal_id: one.proposal_id })
      await world.db
        .updateTable('meeting_items')
        .set({ position: 900, minutes: 55 })
        .where('proposal_id', '=', one.proposal_id)
        .execute()
      const { file } = await readCalendarOf(world, out)
      expect(file).toBe(before)
      expect(file).toBe((await readCalendarOf(world, free)).file)
      for (const { proposal_id } of [one, two]) expect(mentioned(file, proposal_id)).toEqual([])
    }))

  test('the office has all days of open calls, meetings, and unlocks and answers but those in conflict', () =>
    withServer(async (world) => {
      const { ctx, office, submitted, person } = await scene(world)
      const [one, two] = [await submitted(), await submitted()]
      const result = await aReleasedResult(ctx)
      for (const { proposal_id } of [one, two])
        await unlock(ctx, proposal_id, { until: '2031-03-01T10:00:00.000Z' })
      const ids = { ONE: one.proposal_id, TWO: two.proposal_id }
      const all = await listOf(world, office, ids)
      const answers = all.filter((entry) => entry.endsWith('AO7: answers to results are due'))
      expect(answers).toHaveLength(1)
      expect(all.filter((entry) => !answers.includes(entry))).toEqual([
        ...WINDOWS,
        '2031-03-01T10:00:00.000Z AO7: proposal ONE is locked again',
        '2031-03-01T10:00:00.000Z AO7: proposal TWO is locked again',
        '2031-04-05T23:59:00.000Z AO7: reviews are due',
        '2031-05-01T00:00:00.000Z AO7: the panel meets',
        '2031-06-01T00:00:00.000Z AO7: the allocation is due',
      ])
      const out = await person(['admin'])
      for (const proposal_id of [one.proposal_id, result.proposal_id])
        await aConflict(ctx.as(out), { proposal_id })
      const { file } = await readCalendarOf(world, out)
      expect(await listOf(world, out, ids)).toEqual(
        all.filter((e) => !answers.includes(e) && !e.includes('ONE')),
      )
      for (const proposal_id of [one.proposal_id, result.proposal_id])
        expect(mentioned(file, proposal_id)).toEqual([])
    }))

  test('a borrower and those who keep the samples have loans and the inventory', () =>
    withServer(async (world) => {
      const { ctx, person, submitted } = await scene(world)
      const { proposal_id, actor: holder } = await submitted()
      const curation = await person(['curation'])
      const number = await aLoan(ctx, {
        ...{ proposal_id, until: 'in_use' },
        sample_ids: [(await aSample(ctx)).id],
      })
      await aLoan(ctx, { proposal_id, sample_ids: [(await aSample(ctx)).id], until: 'returned' })
      await askInventory(ctx, { name: CANARY, days: 30 })
      const day = new Date(Date.parse(NOW) + 365 * 86_400_000).toISOString().slice(0, 10)
      const due = [
        '2031-02-09T23:59:00.000Z Answers to the inventory are due',
        `${day}T23:59:00.000Z Loan NUMBER is due back`,
      ]
      const ids = { NUMBER: number }
      expect((await listOf(world, holder, ids)).filter((entry) => !WINDOWS.includes(entry))).toEqual(due)
      expect(await listOf(world, curation, ids)).toEqual(due)
      const { actor: other } = await submitted()
      expect(await listOf(world, other)).toEqual(WINDOWS)
      await world.db.updateTable('inventories').set({ closed_at: NOW, closed_by_name: 'x' }).execute()
      expect(await listOf(world, curation, ids)).toEqual(due.slice(1))
    }))

  test('someone with several roles has the deadlines of all, each once; of a role that is gone none', () =>
    withServer(async (world) => {
      const { ctx, person, submitted } = await scene(world)
      const many = await person(['admin', 'panel', 'reviewer', 'proposer'])
      const { proposal_id } = await submitted()
      await aReport(ctx, { proposal_id, reviewer: many, status: REPORT_REQUESTED })
      const { entries } = await readCalendarOf(world, many)
      expect(new Set(entries.map(({ uid }) => uid)).size).toBe(entries.length)
      expect(entries.map(({ uid }) => uid.split('-')[0])).toContain('report')
      await world.db
        .updateTable('users')
        .set({ is_reviewer: false, is_administration_office: false, is_panel: false })
        .where('id', '=', many.id)
        .execute()
      const left = (await readCalendarOf(world, many)).entries
      expect(left.map(({ starts_at, title }) => `${starts_at} ${title}`)).toEqual(WINDOWS)
    }))

  test('someone without a role is empty', () =>
    withServer(async (world) => {
      const { person } = await scene(world)
      expect(await listOf(world, await person([]))).toEqual([])
    }))
})

const PASSWORD = 'correct horse battery'

describe('a calendar address', () => {
  const member = async (world: TestServer) => {
    await scene(world)
    const user = await aUser(world.ctx(), ['proposer'], { password_hash: await hashPassword(PASSWORD) })
    const { api } = await world.as(user)
    const make = async () =>
      new URL((await api.calendars.make({ body: { password: PASSWORD } })).url!).pathname
    const status = async (url: string, headers = {}) =>
      (await world.app.inject({ method: 'GET', url, headers })).statusCode
    return { user, api, make, status }
  }

  test('is made with the password, stored hashed, shown once, replaced and revoked', () =>
    withServer(async (world) => {
      const { user, api, make, status } = await member(world)
      expect(await api.calendars.show()).toBeNull()
      await expect(api.calendars.make({ body: { password: 'wrong' } })).rejects.toMatchObject({
        errors: { password: ['The password is not right.'] },
      })
      const first = await make()
      expect(first).toMatch(/^\/api\/calendar\/[\w-]{43}\.ics$/u)
      const stored = JSON.stringify([
        await world.db.selectFrom('calendar_addresses').selectAll().execute(),
        await world.db.selectFrom('audit_entries').selectAll().orderBy('id').execute(),
        await api.calendars.show(),
      ])
      expect(stored).not.toContain(first.split('/').at(-1)!.slice(0, 43))
      expect(await api.calendars.show()).toEqual({ created_at: NOW, last_read_at: null })
      expect(await status(first)).toBe(200)
      expect(await status(first.replace('.ics', ''))).toBe(200)
      expect(await api.calendars.show()).toEqual({ created_at: NOW, last_read_at: NOW })
      const second = await make()
      expect([await status(first), await status(second)]).toEqual([404, 200])
      expect(await api.calendars.revoke()).toMatchObject({ result: 1 })
      expect(await status(second)).toBe(404)
      expect(await api.calendars.revoke()).toMatchObject({
        result: 0,
        message: 'You have no calendar address.',
      })
      const entries = await world.db
        .selectFrom('audit_entries')
        .select(['action', 'user_id', 'object_id'])
        .where('action', 'like', '%calendar')
        .orderBy('id')
        .execute()
      expect(entries).toEqual(
        ['user.make_calendar', 'user.replace_calendar', 'user.revoke_calendar'].map((action) => ({
          ...{ action, user_id: user.id, object_id: user.id },
        })),
      )
    }))

  test('answers as a calendar that nobody else may keep', () =>
    withServer(async (world) => {
      const { user } = await member(world)
      const url = await aCalendarAddress(world, user)
      const { headers } = await world.app.inject({ method: 'GET', url })
      expect(headers).toMatchObject({
        'content-type': 'text/calendar; charset=utf-8',
        'cache-control': 'private, no-cache',
        etag: expect.stringMatching(/^"[0-9a-f]{64}"$/u),
        'last-modified': new Date(NOW).toUTCString(),
      })
      expect(headers['set-cookie']).toBeUndefined()
      const head = await world.app.inject({ method: 'HEAD', url })
      expect([head.statusCode, head.headers.etag]).toEqual([200, headers.etag])
    }))

  test('of a disabled or deleted user answers as one that never was', () =>
    withServer(async (world) => {
      const { user, status } = await member(world)
      const url = await aCalendarAddress(world, user)
      const set = (fields: object) =>
        world.db.updateTable('users').set(fields).where('id', '=', user.id).execute()
      await set({ disabled: true })
      const disabled = await world.app.inject({ method: 'GET', url })
      const never = await world.app.inject({ method: 'GET', url: '/api/calendar/none.ics' })
      expect([disabled.statusCode, disabled.body]).toEqual([404, never.body])
      await set({ disabled: false })
      expect(await status(url)).toBe(200)
    }))

  test('is neither made, shown nor revoked by an administrator who impersonates its user', () =>
    withServer(async (world) => {
      const { user, api } = await member(world)
      const admin = await aUser(world.ctx(), ['admin'])
      const url = await aCalendarAddress(world, user)
      const acting = (await world.as(admin)).api
      await acting.acting.start({ params: { id: user.id } })
      for (const act of [
        () => acting.calendars.show(),
        () => acting.calendars.make({ body: { password: PASSWORD } }),
        () => acting.calendars.revoke(),
      ])
        await expect(act()).rejects.toMatchObject({ kind: 'forbidden' })
      expect(await api.calendars.show()).toEqual({ created_at: NOW, last_read_at: null })
      expect((await world.app.inject({ method: 'GET', url })).statusCode).toBe(200)
    }))

  test('that is nobody’s is answered 60 times an hour for one network; the others go on', () =>
    withServer(async (world) => {
      const { user, status } = await member(world)
      world.services.config = { ...world.services.config, rateLimit: 1000 }
      const url = await aCalendarAddress(world, user)
      const wrong = new Set<number>()
      for (let i = 0; i < 60; i++) wrong.add(await status(`/api/calendar/none${i}.ics`))
      expect([...wrong]).toEqual([404])
      expect([await status('/api/calendar/none.ics'), await status(url)]).toEqual([429, 200])
    }))

  test('answers 304 until what it holds changes, whatever else changes in the rows behind it', () =>
    withServer(async (world) => {
      const { user } = await member(world)
      const { proposal_id } = await aSavedProposal(world.ctx(await aUser(world.ctx(), ['admin'])))
      const url = await aCalendarAddress(world, user)
      const read = (etag = '') => world.app.inject({ method: 'GET', url, headers: { 'if-none-match': etag } })
      const first = await read()
      const { etag } = first.headers
      world.at('2031-01-11T08:00:00.000Z')
      // Rows of the same call that its reader does not see.
      await world.db
        .updateTable('terms')
        .set({ panel_line: 3, version: 9, updated_at: '2031-01-11T07:00:00.000Z', allocation_due_at: null })
        .execute()
      await world.db.updateTable('proposals').set({ version: 5 }).where('id', '=', proposal_id).execute()
      const same = await read(String(etag))
      expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, '', etag])
      expect((await read()).body).toBe(first.body)
      expect((await read()).headers['last-modified']).toBe(new Date(NOW).toUTCString())
      await world.db.updateTable('terms').set({ proposals_close_at: '2031-02-21T15:00:00.000Z' }).execute()
      const changed = await read(String(etag))
      expect(changed.statusCode).toBe(200)
      expect(changed.headers['last-modified']).toBe(new Date('2031-01-11T08:00:00.000Z').toUTCString())
      const [before, after] = [readEntries(first.body), readEntries(changed.body)]
      expect(after.map(({ uid }) => uid)).toEqual(before.map(({ uid }) => uid))
      expect(before.map(({ sequence }) => sequence)).toEqual([0, 0, 0, 0])
      expect(after.map(({ sequence, stamp }) => [sequence, stamp])).toEqual([
        ...Array.from({ length: 3 }, () => [0, NOW]),
        [1, '2031-01-11T08:00:00.000Z'],
      ])
    }))
})
