import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Actor } from '#domain/session/actor.ts'
import { aConflict } from '../builders/conflicts.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { aReport, aReview, aReviewer } from '../builders/reports.ts'
import { declareConflict } from '../conflicts/service.ts'
import { readCsv } from '../testing/csv.ts'
import { errorKindOf } from '../testing/reviews.ts'
import { type TestClient, type TestServer, withServer } from '../testing/test_server.ts'

/** What nobody but its owner may ever read. */
const NOTES = 'canary-of-the-notes'
const GRADE = 4.31

/** Three members of the panel, an administrator, and two submitted proposals. */
async function scene(world: TestServer) {
  await aTerm(world.ctx())
  const admin = await aUser(world.ctx(), ['admin'])
  const office = world.ctx(admin)
  const [owner, other, third] = [
    await aUser(world.ctx(), ['panel']),
    await aUser(world.ctx(), ['panel']),
    await aUser(world.ctx(), ['panel']),
  ] as const
  const [{ proposal_id: id }, { proposal_id: second }] = [
    await aSubmittedProposal(office),
    await aSubmittedProposal(office),
  ] as const
  const visit = await world.as(owner)
  const save = (body: object) =>
    visit.api.panel.saveGrade({ params: { id }, body: { grade: GRADE, notes: NOTES, ...body } })
  const share = (shared: boolean) => visit.api.panel.shareGrades({ body: { proposal_ids: [id], shared } })
  const seenBy = async (who: Actor) => (await world.as(who)).api.panel.sharedGrades({ params: { id } })
  return { admin, office, owner, other, third, id, second, visit, api: visit.api, save, share, seenBy }
}

/** The rows of the list's file. */
const rowsOf = async (visit: TestClient, address: string) =>
  readCsv((await visit.request('GET', address)).payload)

const inTest = (work: (made: Awaited<ReturnType<typeof scene>>, world: TestServer) => Promise<void>) => () =>
  withServer(async (world) => work(await scene(world), world))

describe('an own grade', () => {
  test(
    'is kept with its notes and read back by its owner alone',
    inTest(async ({ save, api, other, id }, world) => {
      expect(await save({ version: 0 })).toEqual({
        result: 1,
        message: `${id}: your grade 4.31 saved.`,
        version: 1,
      })
      expect(await api.panel.myGrades()).toMatchObject([
        { proposal_id: id, grade: GRADE, notes: NOTES, shared_at: null, version: 1 },
      ])
      expect(await (await world.as(other)).api.panel.myGrades()).toEqual([])
    }),
  )

  test(
    'is not overwritten from a window that was opened before, and says what is saved',
    inTest(async ({ save, id }) => {
      await save({ version: 0 })
      await expect(save({ version: 0, grade: 2 })).rejects.toThrow(
        new RegExp(`^Your grade of ${id} was saved by you on .*Now: 4\\.31\\.$`, 'u'),
      )
      expect(await save({ version: 1, grade: null, notes: '' })).toMatchObject({
        message: `${id}: your grade cleared.`,
        version: 2,
      })
    }),
  )

  test(
    'orders the list, proposals without one last',
    inTest(async ({ save, api, id, second }) => {
      const order = async (dir: 'asc' | 'desc') =>
        (await api.staff.list({ query: { sort: 'my_grade', dir } })).data.map((row) => row.id)
      await api.panel.saveGrade({ params: { id: second }, body: { grade: 5, notes: '' } })
      expect(await order('asc')).toEqual([second, id])
      await save({})
      expect(await order('asc')).toEqual([id, second])
      expect(await order('desc')).toEqual([second, id])
    }),
  )

  test.each([[-0.01], [5.01], [3.333], ['three']])('cannot be %s', (grade) =>
    inTest(async ({ save }) => expect(await errorKindOf(save({ grade }))).toBe('invalid'))(),
  )

  test(
    'is in no audit entry: it says that one was kept, not its value',
    inTest(async ({ save, share, owner }, world) => {
      await save({})
      await share(true)
      await share(false)
      const entries = await world.db
        .selectFrom('audit_entries')
        .select(['action', 'before', 'after'])
        .where('user_id', '=', owner.id)
        .where('action', 'like', 'proposal.%')
        .orderBy('id')
        .execute()
      expect(entries).toEqual(
        ['proposal.grade', 'proposal.share_grade', 'proposal.unshare_grade'].map((action) => ({
          ...{ action, before: null, after: null },
        })),
      )
    }),
  )

  test(
    'is not shown to an administrator who views as its owner, in no list, count, order or file',
    inTest(async ({ save, admin, owner, api, second }, world) => {
      await save({})
      expect(await api.staff.viewCounts()).toMatchObject({ to_grade: 2, not_graded: 1 })
      const { api: acting } = await world.as(admin)
      await acting.acting.start({ params: { id: owner.id } })
      expect(await errorKindOf(acting.panel.myGrades())).toBe('forbidden')
      expect(await acting.staff.viewCounts()).toMatchObject({ all: 2, to_grade: 0, not_graded: 0 })
      expect((await acting.staff.list({ query: { not_graded: true } })).data).toEqual([])
      const ordered = await acting.staff.list({ query: { sort: 'my_grade', dir: 'asc' } })
      expect(ordered.data.map((row) => row.id)).toEqual([second - 1, second])
      expect(JSON.stringify(ordered)).not.toContain(String(GRADE))
    }),
  )
})

describe('a shared grade', () => {
  test(
    'is seen by panel and office, by name and without its notes, until it is hidden again',
    inTest(async ({ save, share, seenBy, owner, other, admin }) => {
      await save({})
      expect(await seenBy(other)).toEqual([])
      await share(true)
      const shared = [{ user: { id: owner.id, name: owner.name }, grade: GRADE }]
      expect(await seenBy(other)).toEqual(shared)
      expect(await seenBy(admin)).toEqual(shared)
      expect(await seenBy(owner)).toEqual([])
      expect(await share(true)).toEqual({ result: 0, message: 'These grades are already shared.' })
      await share(false)
      expect(await seenBy(other)).toEqual([])
    }),
  )

  test(
    'is no longer shared once it is cleared; nothing can be shared that was not graded',
    inTest(async ({ save, share, seenBy, other, id }) => {
      expect(await share(true)).toEqual({ result: 0, message: `You have not graded ${id}.` })
      await save({})
      await share(true)
      await save({ grade: null })
      expect(await seenBy(other)).toEqual([])
      await save({})
      expect(await seenBy(other)).toEqual([])
    }),
  )

  test(
    'is hidden from whoever has a conflict with the proposal',
    inTest(async ({ save, share, seenBy, office, other, id }) => {
      await save({})
      await share(true)
      await aConflict(office, { proposal_id: id, user_id: other.id })
      expect(await seenBy(other)).toEqual([])
    }),
  )
})

describe('a member who gets a conflict after grading', () => {
  test(
    'loses the grade for good, and others no longer see it',
    inTest(async ({ save, share, seenBy, other, owner, office, id, api }, world) => {
      await save({})
      await share(true)
      const conflict = await aConflict(office, { proposal_id: id, user_id: owner.id })
      expect(await seenBy(other)).toEqual([])
      expect(await api.panel.myGrades()).toEqual([])
      expect(await errorKindOf(save({}))).toBe('forbidden')
      expect(await errorKindOf(share(true))).toBe('forbidden')
      const { api: back } = await world.as(office.actor)
      await back.conflicts.takeBack({ params: { id: conflict }, body: { reason: 'They left it.' } })
      expect(await api.panel.myGrades()).toEqual([])
    }),
  )

  test(
    'as a collaborator sees and shows it no more',
    inTest(async ({ save, share, seenBy, other, owner, id, api }, world) => {
      await save({})
      await share(true)
      await world.db
        .insertInto('proposal_collaborators')
        .values({
          ...{ proposal_id: id, position: 9, first_name: 'Aki', last_name: 'Sato' },
          ...{ email: owner.email, affiliation: 'Institute' },
        })
        .execute()
      expect(await api.panel.myGrades()).toEqual([])
      expect(await seenBy(other)).toEqual([])
      expect(await api.staff.viewCounts()).toMatchObject({ all: 2, to_grade: 1, not_graded: 1 })
    }),
  )
})

describe('the views of the ranking', () => {
  /** Reports whose totals lie apart, grades that lie apart, and the viewer as a speaker, all of one proposal. */
  async function disputed(
    { office, owner, other, third, id }: Awaited<ReturnType<typeof scene>>,
    world: TestServer,
  ) {
    for (const score of [1, 5] as const)
      await aReport(office, {
        proposal_id: id,
        reviewer: await aReviewer(world.ctx()),
        status: 3,
        review: aReview({ science_score: score, technical_score: score }),
      })
    for (const [member, grade] of [
      [other, 1],
      [third, 4],
    ] as const) {
      const { api } = await world.as(member)
      await api.panel.saveGrade({ params: { id }, body: { grade, notes: '' } })
      await api.panel.shareGrades({ body: { proposal_ids: [id], shared: true } })
    }
    await world.db
      .insertInto('proposal_leads')
      .values({ proposal_id: id, second_user_id: owner.id, saved_at: new Date().toISOString() })
      .execute()
  }
  const VIEWS = ['not_graded', 'i_speak', 'reviewers_disagree', 'panel_disagrees'] as const

  test(
    'count what their filters find, in the list and in the file',
    inTest(async (made, world) => {
      const { id, second, api, visit } = made
      await disputed(made, world)
      expect(await api.staff.viewCounts()).toEqual({
        ...{ all: 2, to_grade: 2, not_graded: 2, tie_zone: 0 },
        ...{ i_speak: 1, reviewers_disagree: 1, panel_disagrees: 1 },
      })
      for (const view of VIEWS) {
        const query = { [view]: true }
        const expected = view === 'not_graded' ? [id, second] : [id]
        const { data } = await api.staff.list({ query })
        expect(
          data.map((row) => row.id),
          view,
        ).toEqual(expected)
        const rows = await rowsOf(visit, await api.staff.download({ query }))
        expect(
          rows.map((row) => Number(row.ID)),
          view,
        ).toEqual(expected)
      }
      expect(await api.staff.viewCounts({ query: { i_speak: true, title: 'no such' } })).toMatchObject({
        all: 0,
      })
    }),
  )

  test(
    'hold nothing of a proposal that the viewer has a conflict with, whatever happens to it',
    inTest(async (made, world) => {
      const { owner, id, api } = made
      await declareConflict(world.ctx(owner), { proposal_id: id, reason: 'We publish together.' })
      const answers = async () =>
        JSON.stringify([
          await api.staff.viewCounts(),
          ...(await Promise.all(VIEWS.map((view) => api.staff.list({ query: { [view]: true } })))),
          await api.staff.list({ query: { sort: 'my_grade', dir: 'desc' } }),
          await api.panel.myGrades(),
          await api.panel.sharedGrades({ params: { id } }),
        ])
      const before = await answers()
      await disputed(made, world)
      expect(await answers()).toBe(before)
    }),
  )

  test(
    'count grades of a revealed ballot before shared ones, and voided ones not at all',
    inTest(async (made, world) => {
      const { id, api, admin, other, third, owner } = made
      await disputed(made, world)
      const at = new Date().toISOString()
      await sql`with meeting as (insert into meetings (term_id, name, chair_id, quorum, saved_at)
          values (7, 'Panel', ${admin.id}, 1, ${at}) returning id),
        item as (insert into meeting_items (meeting_id, proposal_id, position, minutes)
          select id, ${id}, 1, 10 from meeting returning meeting_id),
        ballot as (insert into meeting_ballots (meeting_id, proposal_id, number, opened_at, opened_by, revealed_at)
          select meeting_id, ${id}, 1, ${at}::timestamptz, ${admin.id}, ${at}::timestamptz from item returning id)
        insert into meeting_grades (ballot_id, user_id, grade, given_at, voided_at)
          select ballot.id, given.user_id, given.grade, ${at}::timestamptz, given.voided::timestamptz from ballot,
            (values (${other.id}::int, 3.0, null), (${third.id}::int, 3.5, null), (${owner.id}::int, 5.0, ${at})) given(user_id, grade, voided)`.execute(
        world.db,
      )
      expect(await api.staff.viewCounts()).toMatchObject({ panel_disagrees: 0 })
      await world.db.updateTable('meeting_grades').set({ voided_at: null }).execute()
      expect(await api.staff.viewCounts()).toMatchObject({ panel_disagrees: 1 })
    }),
  )
})

test(
  'the file of the list has the sender’s own grades in the column Mine, and nobody else’s',
  inTest(async ({ save, visit, other }, world) => {
    await save({})
    const mine = async (who: TestClient) =>
      (await rowsOf(who, `${await who.api.staff.download()}?columns=ID&columns=Mine`)).map((row) => row.Mine)
    expect(await mine(visit)).toEqual(['4.31', ''])
    expect(await mine(await world.as(other))).toEqual(['', ''])
  }),
)
