import { describe, expect, test } from 'vitest'
import type { Fault } from '#domain/errors.ts'
import type { ReviewerProfileInput } from '#domain/reviewer_profiles/contract.ts'
import type { Actor } from '#domain/session/actor.ts'
import { aKeyword, aMethod, aTerm, aUser, daysFrom } from '../builders/people.ts'
import { aReviewer } from '../builders/reports.ts'
import { type TestServer, withParallelServer, withServer } from '../testing/test_server.ts'
import { askForProfiles, remindOfProfiles, showProfileState } from './service.ts'

const aProfile = (profile: Partial<ReviewerProfileInput> = {}): ReviewerProfileInput => ({
  keywords: [],
  methods: [],
  max_reports: null,
  expertise: '',
  absences: [],
  ...profile,
})

async function createOffice(world: TestServer) {
  await aTerm(world.ctx())
  const admin = await aUser(world.ctx(), ['admin'], { first_name: 'Ann', last_name: 'Ek' })
  const reviewer = await aReviewer(world.ctx(), { email: 'bo@example.org', last_name: 'Berg' })
  return {
    admin,
    reviewer,
    office: world.ctx(admin),
    api: (await world.as(admin)).api.reviewerProfiles,
    own: (await world.as(reviewer)).api.reviewerProfiles,
  }
}
const profileMails = async ({ db }: TestServer) =>
  (
    await db.selectFrom('mails').selectAll().where('kind', '=', 'reviewer_profile').orderBy('id').execute()
  ).map(({ recipients, body }) => ({ to: recipients[0], body }))
const errorsOf = (saving: Promise<unknown>) =>
  saving.then(
    () => expect.unreachable(),
    (fault: Fault) => fault.errors,
  )
/** The days from and until so many days from now. */
const away = (world: TestServer, from: number, until: number) => {
  const day = (days: number) => daysFrom(world.services.clock(), days).slice(0, 10)
  return { from_day: day(from), until_day: day(until) }
}

describe('a reviewer’s profile', () => {
  test('is empty at first; the reviewer’s own save confirms it', () =>
    withServer(async (world) => {
      const { own, api, reviewer } = await createOffice(world)
      const empty = { ...aProfile(), confirmed_at: null, asked_at: null, saved_at: null, saved_by: null }
      expect(await own.mine()).toEqual({ ...empty, user_id: reviewer.id, name: reviewer.name, version: 0 })
      const [ice, salts] = [
        await aKeyword(world.ctx(), { name: 'Ice', sort: 2 }),
        await aKeyword(world.ctx(), { name: 'Salts', sort: 1 }),
      ]
      const tem = await aMethod(world.ctx(), { name: 'TEM' })
      const absences = [away(world, 30, 40), away(world, -2, 3)]
      const body = aProfile({
        keywords: [ice, salts],
        methods: [tem],
        max_reports: 4,
        expertise: ' Noble gases ',
        absences,
      })
      expect(await own.saveMine({ body: { ...body, max_reports: '4', version: 0 } as never })).toMatchObject({
        result: 1,
        version: 1,
      })
      const saved = {
        user_id: reviewer.id,
        name: reviewer.name,
        keywords: [
          { id: salts, name: 'Salts' },
          { id: ice, name: 'Ice' },
        ],
        methods: [{ id: tem, name: 'TEM' }],
        max_reports: 4,
        expertise: 'Noble gases',
        absences: absences.toReversed(),
        confirmed_at: expect.any(String),
        asked_at: null,
        saved_at: expect.any(String),
        saved_by: reviewer.name,
        version: 1,
      }
      expect(await own.mine()).toEqual(saved)
      expect(await api.get({ params: { id: reviewer.id } })).toEqual(saved)
    }))

  test('is kept by the office too, which confirms nothing and is not named to the reviewer', () =>
    withServer(async (world) => {
      const { own, api, reviewer, admin } = await createOffice(world)
      const params = { id: reviewer.id }
      expect(await api.save({ params, body: aProfile({ max_reports: 0 }) })).toEqual({
        result: 1,
        message: `The profile of ${reviewer.name} has been saved.`,
        version: 1,
      })
      expect(await api.get({ params })).toMatchObject({
        max_reports: 0,
        confirmed_at: null,
        saved_by: admin.name,
      })
      expect(await own.mine()).toMatchObject({ saved_by: 'the administration office' })
      await expect(own.saveMine({ body: aProfile({ version: 0 }) })).rejects.toMatchObject({
        kind: 'stale',
        message: expect.stringContaining('was saved by the administration office'),
      })
      await own.saveMine({ body: aProfile({ version: 1 }) })
      await expect(api.save({ params, body: aProfile({ version: 1 }) })).rejects.toMatchObject({
        kind: 'stale',
        message: expect.stringContaining(`was saved by ${reviewer.name}`),
      })
    }))

  test('says what is wrong, at its field', () =>
    withServer(async (world) => {
      const { own } = await createOffice(world)
      const hidden = await aKeyword(world.ctx(), { name: 'Old', hidden: true })
      const errors = (body: object) => errorsOf(own.saveMine({ body: { ...aProfile(), ...body } as never }))
      expect(await errors({ max_reports: 101 })).toEqual({
        max_reports: ['This field is a whole number from 0 to 100, or empty.'],
      })
      expect(Object.keys((await errors({ max_reports: 'some' }))!)).toEqual(['max_reports'])
      expect(Object.keys((await errors({ expertise: 'x'.repeat(201) }))!)).toEqual(['expertise'])
      expect(Object.keys((await errors({ expertise: undefined }))!)).toEqual(['expertise'])
      expect(await errors({ keywords: [hidden] })).toEqual({ 'keywords.0': ['This entry cannot be chosen.'] })
      expect(Object.keys((await errors({ methods: [2_000_000] }))!)).toEqual(['methods.0'])
      const days = (from_day: string, until_day: string) => ({ from_day, until_day })
      expect(await errors({ absences: [days('2027-03-05', '2027-03-01')] })).toEqual({
        'absences.0.until_day': ['The last day is before the first one.'],
      })
      expect(
        await errors({ absences: [days('2027-03-05', '2027-03-09'), days('2027-03-01', '2027-03-05')] }),
      ).toEqual({ 'absences.1.from_day': ['These days overlap with 2027-03-05 to 2027-03-09.'] })
      expect(Object.keys((await errors({ absences: [days('2027-02-30', '2027-03-09')] }))!)).toEqual([
        'absences.0.from_day',
      ])
    }))

  test('keeps an entry that is hidden later, drops days that are over, and is nobody else’s', () =>
    withServer(async (world) => {
      const { own, api, reviewer, admin } = await createOffice(world)
      const ice = await aKeyword(world.ctx(), { name: 'Ice' })
      await own.saveMine({
        body: aProfile({ keywords: [ice], absences: [away(world, -9, -1), away(world, 0, 0)] }),
      })
      await world.db.updateTable('keywords').set({ hidden: true }).execute()
      await own.saveMine({ body: aProfile({ keywords: [ice, ice], absences: (await own.mine()).absences }) })
      expect(await own.mine()).toMatchObject({ keywords: [{ id: ice }], absences: [away(world, 0, 0)] })
      await expect(api.get({ params: { id: admin.id } })).rejects.toMatchObject({ kind: 'missing' })
      await world.db.updateTable('users').set({ is_reviewer: false }).where('id', '=', reviewer.id).execute()
      await expect(api.get({ params: { id: reviewer.id } })).rejects.toMatchObject({ kind: 'missing' })
    }))

  test('goes with the account of a user who is deleted', () =>
    withServer(async (world) => {
      const { own, reviewer, admin } = await createOffice(world)
      await own.saveMine({ body: aProfile({ expertise: 'Noble gases' }) })
      await world.db.updateTable('users').set({ disabled: true }).where('id', '=', reviewer.id).execute()
      await (await world.as(admin)).api.users.remove({ params: { id: reviewer.id } })
      expect(await world.db.selectFrom('reviewer_profiles').selectAll().execute()).toEqual([])
    }))

  test('saved for the first time in two windows at once is saved once', () =>
    withParallelServer(async (world) => {
      const { own } = await createOffice(world)
      const both = await Promise.allSettled(
        [1, 2].map((max_reports) => own.saveMine({ body: aProfile({ max_reports, version: 0 }) })),
      )
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    }))
})

describe('asking for profiles', () => {
  /** Reviewers who were asked or who confirmed so many days ago, in the order of their names. */
  async function reviewersOf(world: TestServer, days: { asked?: number; confirmed?: number }[]) {
    const at = (n: number | undefined) => (n === undefined ? null : daysFrom(world.services.clock(), -n))
    const made: Actor[] = []
    for (const [i, { asked, confirmed }] of days.entries()) {
      const one = await aReviewer(world.ctx(), { last_name: `Reviewer${i}`, email: `r${i}@example.org` })
      made.push(one)
      if (asked === undefined && confirmed === undefined) continue
      await world.db
        .insertInto('reviewer_profiles')
        .values({ user_id: one.id, asked_at: at(asked), confirmed_at: at(confirmed) })
        .execute()
    }
    return made
  }

  test('mails all active reviewers but those who have confirmed, or were asked, lately', () =>
    withServer(async (world) => {
      await aTerm(world.ctx())
      const office = world.ctx(await aUser(world.ctx(), ['admin']))
      await reviewersOf(world, [{}, { confirmed: 181 }, { confirmed: 183 }, { asked: 6 }, { asked: 8 }])
      await aReviewer(world.ctx(), { disabled: true })
      const state = await showProfileState(office)
      expect(state).toMatchObject({
        reviewers: 5,
        confirmed: 1,
        asked: 2,
        last_asked_at: expect.stringContaining(daysFrom(world.services.clock(), -6).slice(0, 10)),
      })
      const to_ask = ['r0@example.org', 'r2@example.org', 'r4@example.org']
      expect(state.to_ask.map(({ email }) => email)).toEqual(to_ask)
      expect((await askForProfiles(office)).message).toBe(
        '3 reviewers have been asked to confirm their profiles.',
      )
      expect((await profileMails(world)).map(({ to }) => to)).toEqual(to_ask)
      expect(await showProfileState(office)).toMatchObject({ confirmed: 1, asked: 4, to_ask: [] })
    }))

  test('shows the profile in the mail, and does not make the form of the reviewer stale', () =>
    withServer(async (world) => {
      const { office, own, reviewer, api } = await createOffice(world)
      const ice = await aKeyword(world.ctx(), { name: 'Ice' })
      const body = aProfile({ keywords: [ice], max_reports: 3, absences: [away(world, 1, 2)], version: 0 })
      await api.save({ params: { id: reviewer.id }, body })
      await askForProfiles(office)
      const [mail] = await profileMails(world)
      const { from_day, until_day } = away(world, 1, 2)
      for (const text of [
        'Keywords: Ice',
        'at most: 3',
        `Days away: ${from_day} to ${until_day}`,
        'Methods: -',
      ])
        expect(mail!.body).toContain(text)
      expect(await own.saveMine({ body: { ...body, version: 1 } })).toMatchObject({ result: 1 })
    }))

  test('twice at once mails each reviewer once', () =>
    withParallelServer(async (world) => {
      const { api } = await createOffice(world)
      const answers = await Promise.all([api.ask(), api.ask()])
      expect(answers.map(({ result }) => result).sort()).toEqual([0, 1])
      expect(await profileMails(world)).toHaveLength(1)
    }))

  test('is done by itself a year after the last answer or question, unless that is switched off', () =>
    withServer(async (world) => {
      await aTerm(world.ctx())
      await reviewersOf(world, [
        {},
        { asked: 366 },
        { asked: 364 },
        { confirmed: 366, asked: 364 },
        { confirmed: 400 },
      ])
      const setting = (value: string) =>
        world.db
          .insertInto('settings')
          .values({ name: 'profile_reminder', value })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
          .execute()
      await setting('0')
      await remindOfProfiles(world.services)
      expect(await profileMails(world)).toEqual([])
      await setting('1')
      await remindOfProfiles(world.services)
      await remindOfProfiles(world.services)
      expect((await profileMails(world)).map(({ to }) => to)).toEqual(['r1@example.org', 'r4@example.org'])
    }))
})
