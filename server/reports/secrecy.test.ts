import { describe, expect, test } from 'vitest'
import { PARTICLE_GRID } from '#domain/allocation/grid.ts'
import type { ReportStatus } from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import { aConflict } from '../builders/conflicts.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { aReport, aReview, aReviewer, aSubmittedReport } from '../builders/reports.ts'
import { anAssignment, aSample } from '../builders/samples.ts'
import { saveGlobalScore, saveNote } from '../staff/service.ts'
import { errorKindOf } from '../testing/reviews.ts'
import { sharedServer, type TestClient, type TestServer, withServer } from '../testing/test_server.ts'

const SECRET = {
  reviewer: 'Ulrike Undisclosed',
  comment: 'Nobody but the reviewer and the staff reads this.',
  note: 'The staff’s own thoughts.',
}

/** Why a member of the staff has a conflict with the proposal. */
const CONFLICTS = [
  'by the present address',
  'by an address of before',
  'as declared',
  'as the office recorded',
] as const
type ConflictKind = (typeof CONFLICTS)[number]

/** A proposal with everything that is secret: two reports, a global score, a rank and a note. */
async function secretProposal(world: TestServer, way: ConflictKind = 'by the present address') {
  await aTerm(world.ctx())
  const admin: Actor = await aUser(world.ctx(), ['admin'])
  const office = world.ctx(admin)
  const conflicted: Actor = await aUser(world.ctx(), ['admin', 'panel'], { email: 'Both@Example.org' })
  const { proposal_id, actor: proposer } = await aSubmittedProposal(office, {
    notice: { affiliation: 'The Institute Of It All' },
    input: {
      proposal_collaborator: [
        {
          first_name: 'B',
          last_name: 'Oth',
          email: way.startsWith('by') ? 'bOTH@example.ORG' : 'someone@example.org',
          affiliation: 'Elsewhere',
        },
      ],
    },
  })
  const reviewer = await aReviewer(world.ctx(), { first_name: 'Ulrike', last_name: 'Undisclosed' })
  const report_id = await aSubmittedReport(office, {
    proposal_id,
    reviewer,
    review: { science_comment_strength: SECRET.comment },
  })
  const other = await aReviewer(world.ctx(), { first_name: 'Otto', last_name: 'Other' })
  const other_id = await aReport(office, { proposal_id, reviewer: other, review: {} })
  await saveGlobalScore(office, proposal_id, { global_score: 4.37, rank: 3.21 })
  await saveNote(office, proposal_id, { note: SECRET.note })
  if (way === 'by an address of before') {
    conflicted.email = 'another@example.org'
    await world.db
      .updateTable('users')
      .set({ email: conflicted.email })
      .where('id', '=', conflicted.id)
      .execute()
  }
  if (way === 'as declared') await aConflict(world.ctx(conflicted), { proposal_id })
  if (way === 'as the office recorded') await aConflict(office, { proposal_id, user_id: conflicted.id })
  return { admin, office, conflicted, proposal_id, proposer, reviewer, report_id, other, other_id }
}

/** A reply without its times, whose digits could look like a score. */
const textOf = async (visit: TestClient, address: string) =>
  (await visit.request('GET', address)).rawPayload
    .toString('latin1')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, '')

async function csvOf(visit: TestClient, address: Promise<string>) {
  return (await visit.request('GET', await address)).payload
}

/** Files inside a ZIP whose entries are named in its directory. */
const entriesOf = (zip: string) => [...new Set(zip.match(/proposal_\d+(_report_\d+)?\.pdf/gu))]

/** A secret proposal with the office and the person with the conflict signed in. */
async function signedInScene(world: TestServer, way: ConflictKind) {
  const scene = await secretProposal(world, way)
  const [asAdmin, asConflicted] = [await world.as(scene.admin), await world.as(scene.conflicted)]
  return { ...scene, asAdmin, asConflicted, params: { id: scene.proposal_id } }
}
type Scene = Awaited<ReturnType<typeof signedInScene>>

/** Addresses that show the secrets to the office, by what they are. */
const SHOWING: Record<string, (scene: Scene) => string> = {
  'the list of proposals': () => '/api/proposals',
  'the list of proposals by reviewer': () => '/api/proposals/reviewers',
  'the detail': ({ proposal_id }) => `/api/proposals/${proposal_id}`,
  'the list of reviewers': () => '/api/reviewers',
  'the detail of the reviewer': ({ reviewer }) => `/api/reviewers/${reviewer.id}`,
}
const SECRETS = /Undisclosed|Nobody but|own thoughts|4\.37|3\.21/u

/** What the detail shows of a secret proposal. */
const HIDDEN = {
  conflict: true,
  progress: 2,
  global_score: null,
  rank: null,
  additional_notes: '',
  score_version: 0,
  note_version: 0,
}

/** Filters of the list, and whether the secret proposal passes them for the office and for the person with the conflict. */
const FILTERS: [filter: object, toAdmin: boolean, toConflicted: boolean][] = [
  [{ scored: true }, true, false],
  [{ submitted: true }, false, true],
  [{ assigned: true }, false, false],
  [{ reviewed: true }, false, false],
  [{ excellent: true }, true, false],
  [{ very_good: true, good: true, fair: true, poor: true }, false, false],
  [{ not_scored: true }, false, true],
]

interface WriteScene extends Scene {
  /** A report that is not requested, and a proposal without a conflict. */
  none: number
  second: number
}
const at = (reportId: number) => ({ params: { reportId } })
const scores = { global_score: 5, rank: null }

/** Every command on a proposal or on its reports, with its answer to the person with the conflict. */
const COMMANDS: Record<
  string,
  ['forbidden' | 'missing', (api: TestClient['api'], s: WriteScene) => Promise<unknown>]
> = {
  'save a note': ['forbidden', ({ staff }, { params }) => staff.saveNote({ params, body: { note: 'x' } })],
  'save a note over a later one': [
    'forbidden',
    ({ staff }, { params }) => staff.saveNote({ params, body: { note: 'x', version: 1 } }),
  ],
  'save a score': ['forbidden', ({ staff }, { params }) => staff.saveGlobalScore({ params, body: scores })],
  'save a score over a later one': [
    'forbidden',
    ({ staff }, { params }) => staff.saveGlobalScore({ params, body: { ...scores, version: 1 } }),
  ],
  'save its rank with the score of another proposal': [
    'forbidden',
    ({ staff }, { second, proposal_id }) =>
      staff.saveGlobalScore({
        params: { id: second },
        body: { global_score: 5, rank: 1, others: [{ id: proposal_id, rank: 2, version: 1 }] },
      }),
  ],
  'cancel the submission': ['forbidden', ({ staff }, { params }) => staff.cancel({ params })],
  unlock: ['forbidden', ({ staff }, { params }) => staff.unlock({ params })],
  'cancel the unlock': ['forbidden', ({ staff }, { params }) => staff.cancelUnlock({ params })],
  'add a reviewer': [
    'forbidden',
    ({ reports }, { proposal_id, conflicted }) =>
      reports.add({
        params: { proposalId: proposal_id },
        body: { reviewer_id: conflicted.id, acknowledged: true },
      }),
  ],
  'request a report': ['missing', ({ reports }, { none }) => reports.request(at(none))],
  'remove a reviewer': ['missing', ({ reports }, { none }) => reports.removeReviewer(at(none))],
  'decline for a reviewer': ['missing', ({ reports }, { none }) => reports.decline(at(none))],
  'cancel a report': ['missing', ({ reports }, { report_id }) => reports.cancel(at(report_id))],
  'withdraw a request': [
    'missing',
    ({ reports }, { other_id }) => reports.withdraw({ ...at(other_id), body: { reason: 'x' } }),
  ],
  'save a report': [
    'missing',
    ({ reports }, { other_id }) => reports.save({ params: { id: other_id }, body: aReview() }),
  ],
  'submit a report': ['missing', ({ reports }, { other_id }) => reports.submit(at(other_id))],
  'check a report': ['missing', ({ reports }, { other_id }) => reports.check(at(other_id))],
  'read a report': ['missing', ({ reports }, { other_id }) => reports.get({ params: { id: other_id } })],
  'download a report': ['missing', ({ reports }, { report_id }) => reports.pdf(at(report_id))],
}

describe.each(CONFLICTS)('a member of the staff in conflict with a proposal %s', (way) => {
  const { scene, alsoSetUp } = sharedServer((world) => signedInScene(world, way))

  describe('sees it without reports, names, scores, rank and notes', () => {
    test.each(Object.keys(SHOWING))('in %s', async (name) => {
      const address = SHOWING[name]!(scene)
      const shown = (await textOf(scene.asConflicted, address)).replace(/"(id|user_id)":\d+/gu, '')
      const withoutName = address.startsWith('/api/reviewers')
        ? shown.replace(/Ulrike Undisclosed/gu, '')
        : shown
      expect(withoutName).not.toMatch(SECRETS)
    })

    test.each(Object.keys(SHOWING))('although the office sees them in %s', async (name) => {
      expect(await textOf(scene.asAdmin, SHOWING[name]!(scene))).toMatch(SECRETS)
    })

    test.each(Object.entries(HIDDEN))('in the detail, where %s is %j', async (name, value) => {
      expect(await scene.asConflicted.api.staff.get(scene)).toHaveProperty(name, value)
    })

    test('in the detail, without reports', async () => {
      expect((await scene.asConflicted.api.staff.get(scene)).reports).toEqual([])
    })

    test('in the row of the list', async () => {
      expect((await scene.asConflicted.api.staff.list()).data).toMatchObject([
        { conflict: true, reports: [], totals: [], score_version: 0 },
      ])
    })

    test('although the row of the list says no conflict to the office', async () => {
      expect((await scene.asAdmin.api.staff.list()).data).toMatchObject([{ conflict: false }])
    })

    test('in the averages', async () => {
      const averages = await scene.asConflicted.api.staff.score(scene)
      expect(Object.values(averages)).toEqual([null, null, null, null])
      expect(await textOf(scene.asConflicted, `/api/proposals/score/${scene.proposal_id}`)).not.toMatch(
        SECRETS,
      )
    })

    test('although the office sees the averages', async () => {
      expect((await scene.asAdmin.api.staff.score(scene)).science_score_average).toBe(4)
    })

    test.each([
      ['asConflicted', 0],
      ['asAdmin', 1],
    ] as const)('in the reports of its reviewer, as counted %s: %i', async (who, count) => {
      const { reports } = await scene[who].api.reports.reviewer({ params: { id: scene.reviewer.id } })
      expect(reports).toHaveLength(count)
    })

    describe.each([
      ['asConflicted', false],
      ['asAdmin', true],
    ] as const)('%s (all: %j)', (who, all) => {
      test('in the CSV file of proposals', async () => {
        const file = await csvOf(scene[who], scene[who].api.staff.download())
        expect(/Undisclosed|4\.37|3\.21/u.test(file)).toBe(all)
      })

      test('in the CSV file of proposals, which has the proposal', async () => {
        expect(await csvOf(scene[who], scene[who].api.staff.download())).toContain('The Institute Of It All')
      })

      test('in the CSV file of reviews', async () => {
        const file = await csvOf(scene[who], scene[who].api.reports.download())
        expect(file.includes(SECRET.comment)).toBe(all)
      })

      test('in the ZIP file', async () => {
        const { proposal_id, report_id } = scene
        const report = `proposal_${proposal_id}_report_${report_id}.pdf`
        expect(entriesOf(await textOf(scene[who], `/api/proposals/download_reports/${proposal_id}`))).toEqual(
          [`proposal_${proposal_id}.pdf`, ...(all ? [report] : [])],
        )
      })
    })
  })

  describe('learns nothing', () => {
    // A second proposal of the same reviewers, without a conflict: only this one may affect the filters.
    const second = alsoSetUp(async ({ office, reviewer, other }) => {
      const { proposal_id } = await aSubmittedProposal(office)
      await aReport(office, { proposal_id, reviewer, status: 1 })
      await aReport(office, { proposal_id, reviewer: other, status: 0 })
      return { proposal_id }
    })
    const listed = async ({ api }: TestClient, query: object) =>
      (await api.staff.list({ query })).data.some(({ id }) => id === scene.proposal_id)
    const reviewers = async ({ api }: TestClient, status: number[]) =>
      (await api.reports.reviewers({ query: { status } })).data.map(({ id }) => id)

    test.each(FILTERS)('from the filter %j', async (query, _, toConflicted) => {
      expect(await listed(scene.asConflicted, query)).toBe(toConflicted)
    })

    test.each(FILTERS)('while the filter %j serves the office', async (query, toAdmin) => {
      expect(await listed(scene.asAdmin, query)).toBe(toAdmin)
    })

    test.each([2, 3])('from the reviewers with a report at %i', async (status) => {
      expect(await reviewers(scene.asConflicted, [status])).toEqual([])
    })

    test('from the reviewers of other proposals, who are listed', async () => {
      expect(await reviewers(scene.asConflicted, [0, 1])).toEqual([scene.other.id, scene.reviewer.id])
    })

    test.each([
      [2, 'other'],
      [3, 'reviewer'],
    ] as const)('while the office finds those with a report at %i', async (status, who) => {
      expect(await reviewers(scene.asAdmin, [status])).toEqual([scene[who].id])
    })

    test.each([
      ['asConflicted', 'missing'],
      ['asAdmin', 'ok'],
    ] as const)('from a former reviewer, who looks like one without reports (%s: %s)', async (who, kind) => {
      const { world, other } = scene
      await world.db.updateTable('users').set({ is_reviewer: false }).where('id', '=', other.id).execute()
      await world.db.deleteFrom('reports').where('proposal_id', '=', second.proposal_id).execute()
      expect(await errorKindOf(scene[who].api.reports.reviewer({ params: { id: other.id } }))).toBe(kind)
    })
  })

  describe('writes nothing on it', () => {
    const more = alsoSetUp(async ({ world, office, proposal_id }) => {
      const third = await aReviewer(world.ctx())
      const none = await aReport(office, { proposal_id, reviewer: third, status: 0 })
      const { proposal_id: second } = await aSubmittedProposal(office)
      return { third, none, second }
    })
    const entries = () => scene.world.db.selectFrom('audit_entries').select('id').execute()

    test.each(Object.keys(COMMANDS))('and may not %s', async (name) => {
      const [answer, call] = COMMANDS[name]!
      const before = await entries()
      expect.soft(await errorKindOf(call(scene.asConflicted.api, { ...scene, ...more }))).toBe(answer)
      expect(await entries()).toEqual(before)
    })

    test.each<[string, (api: TestClient['api']['reports']) => Promise<{ result: number }>]>([
      [
        'a request of all of a reviewer’s reports',
        (api) => api.requestAll({ params: { id: more.third.id } }),
      ],
      ['a request of all reports', (api) => api.requestAllReviewers({ body: {} })],
      ['a reminder', (api) => api.remind({ params: { id: scene.other.id } })],
    ])('and %s leaves it out', async (_, call) => {
      const before = await entries()
      expect.soft((await call(scene.asConflicted.api.reports)).result).toBe(0)
      expect(await entries()).toEqual(before)
    })

    test('and is asked to request nothing', async () => {
      expect(await scene.asConflicted.api.reports.reviewers()).toMatchObject({
        not_requested: 0,
        to_request: [],
      })
    })
  })

  describe('gets no e-mail about its reviewers', () => {
    const accepted = alsoSetUp(async ({ world, office, proposal_id }) => {
      const second = await aSubmittedProposal(office, { input: { title: 'A title for all' } })
      const third = await aReviewer(world.ctx())
      // With a score there would be nothing to accept.
      await world.db
        .updateTable('proposals')
        .set({ global_score: null })
        .where('id', '=', proposal_id)
        .execute()
      await aReport(office, { proposal_id, reviewer: third, status: 1 })
      await aReport(office, { proposal_id: second.proposal_id, reviewer: third, status: 1 })
      await world.db.deleteFrom('mails').execute()
      await (await world.as(third)).api.reports.acceptAll()
      return { mails: await world.db.selectFrom('mails').selectAll().orderBy('id').execute() }
    })
    const to = ({ email }: Actor) =>
      accepted.mails.filter(({ recipients }) => recipients.includes(email)).map(({ body }) => body)

    test('although the office does', () => {
      expect(to(scene.admin)[0]).toContain(`proposal ${scene.proposal_id}:`)
    })

    test('but one about the others', () => {
      expect(to(scene.conflicted)).toEqual([expect.stringContaining('A title for all')])
    })

    test('in that one either', () => {
      expect(to(scene.conflicted).join()).not.toContain(`proposal ${scene.proposal_id}:`)
    })
  })
})

describe('a reviewer', () => {
  test('sees nothing of other reviewers, of the decision or of notes', () =>
    withServer(async (world) => {
      const { other, other_id, proposal_id } = await secretProposal(world)
      const visit = await world.as(other)
      for (const address of [
        `/api/assigned_proposals/${other_id}`,
        '/api/assigned_proposals',
        '/api/requested_proposals',
        `/api/reports/get_rank/${other.id}`,
      ])
        expect(await textOf(visit, address)).not.toMatch(
          /Undisclosed|Nobody but|own thoughts|4\.37|3\.21|progress|global_score|average/u,
        )
      const shown = await visit.api.reports.get({ params: { id: other_id } })
      expect(shown.proposal.additional_notes).toBeNull()
      expect(shown).not.toHaveProperty('proposal.reports')
      const zip = await textOf(visit, `/api/proposals/download_reports/${proposal_id}`)
      expect(entriesOf(zip)).toEqual([`proposal_${proposal_id}.pdf`])
      for (const address of [`/api/proposals/${proposal_id}`, `/api/proposals/score/${proposal_id}`])
        expect((await visit.request('GET', address)).statusCode).toBe(403)
    }))

  test('sees no assigned sample, and confirmed ones only after the term is disabled', () =>
    withServer(async (world) => {
      const { other, other_id, office, proposal_id } = await secretProposal(world)
      const [assigned, confirmed] = [await aSample(world.ctx()), await aSample(world.ctx())]
      const pairs = [assigned, confirmed].map(({ id }) => ({ sample_id: id, proposal_id }))
      await anAssignment(office, PARTICLE_GRID, pairs)
      await anAssignment(office, PARTICLE_GRID, [pairs[1]!], { confirmed: true })
      const visit = await world.as(other)
      const secret = new RegExp(`${assigned.name}|${confirmed.name}`, 'u')
      const address = `/api/assigned_proposals/${other_id}`
      expect(await textOf(visit, address)).not.toMatch(secret)
      await world.db.updateTable('terms').set({ disabled: true }).execute()
      expect((await textOf(visit, address)).match(secret)?.[0]).toBe(confirmed.name)
      expect(await textOf(visit, address)).not.toContain(assigned.name)
    }))

  test.each<ReportStatus>([0, 1, 2, 3, 9])('with a report at %i gets what that status gives', (status) =>
    withServer(async (world) => {
      await aTerm(world.ctx())
      const office = world.ctx(await aUser(world.ctx(), ['admin']))
      const { proposal_id } = await aSubmittedProposal(office)
      const next = await aSubmittedProposal(office)
      const reviewer = await aReviewer(world.ctx())
      const id = await aReport(office, { proposal_id, reviewer, status })
      // A report that is not requested is neither listed nor reached by navigation.
      await aReport(office, { proposal_id: next.proposal_id, reviewer, status: 0 })
      await world.db
        .updateTable('proposals')
        .set({ original_file_name: 'attached.pdf', file_key: 'gone', file_size: 1 })
        .execute()
      const visit = await world.as(reviewer)
      const code = async (address: string) => (await visit.request('GET', address)).statusCode
      const detail = { 0: 404, 1: 200, 2: 200, 3: 200, 9: 403 }[status]
      expect(await code(`/api/assigned_proposals/${id}`)).toBe(detail)
      expect(await code(`/api/reports/check/${id}`)).toBe(detail)
      expect(await code(`/api/reports/download_reports/${id}`)).toBe(
        { 0: 404, 1: 404, 2: 404, 3: 200, 9: 403 }[status],
      )
      const shown = detail === 200 ? await visit.api.reports.get({ params: { id } }) : null
      // The file does not exist in this test, but a forbidden request is refused before.
      const files = status === 2 || status === 3
      await world.db
        .updateTable('proposals')
        .set({ file_key: null, original_file_name: null, file_size: null })
        .execute()
      for (const address of [
        `/api/assigned_proposals/download_proposals/${proposal_id}`,
        `/api/proposals/download_proposals/${proposal_id}`,
        `/api/proposals/download_proposal/${proposal_id}`,
        `/api/proposals/download_reports/${proposal_id}`,
      ])
        expect([address, await code(address)]).toEqual([address, files ? 200 : 403])
      const { data } = await visit.api.reports.assigned()
      expect(data.map((row) => row.id)).toEqual(status === 0 ? [] : [id])
      if (!shown) return
      expect(shown.proposal.file).toEqual(files ? { original_file_name: 'attached.pdf' } : null)
      expect([shown.prevID, shown.nextID]).toEqual([null, null])
    }),
  )

  test('gets 403 for another reviewer’s report in any status, 404 for one that does not exist', () =>
    withServer(async (world) => {
      const { report_id, other_id, office, proposal_id } = await secretProposal(world)
      const third = await aReviewer(world.ctx())
      const none = await aReport(office, { proposal_id, reviewer: third, status: 0 })
      const someone = await world.as(await aReviewer(world.ctx()))
      for (const id of [report_id, other_id, none, 2_000_000])
        for (const [method, address, body] of [
          ['GET', `/api/assigned_proposals/${id}`, undefined],
          ['GET', `/api/reports/check/${id}`, undefined],
          ['GET', `/api/reports/download_reports/${id}`, undefined],
          ['PUT', `/api/reports/${id}`, aReview()],
          ['PUT', `/api/reports/submit/${id}`, {}],
        ] as const) {
          const { statusCode } = await someone.request(method, address, body)
          expect([address, statusCode]).toEqual([address, id === 2_000_000 ? 404 : 403])
        }
    }))

  test('who has declared a conflict can no longer accept or write, only decline', () =>
    withServer(async (world) => {
      const { office, other, other_id, proposal_id, reviewer } = await secretProposal(world)
      await world.db.updateTable('proposals').set({ global_score: null }).execute()
      const own = (await world.as(other)).api
      expect((await own.reports.save({ params: { id: other_id }, body: aReview() })).result).toBe(1)
      const body = { proposal_id, reason: 'We share a grant.' }
      expect((await own.conflicts.declare({ body })).result).toBe(1)
      expect((await own.reports.save({ params: { id: other_id }, body: aReview() })).result).toBe(0)
      expect((await own.reports.submit({ params: { reportId: other_id }, body: {} })).result).toBe(0)
      await world.db.updateTable('reports').set({ status: 1 }).where('id', '=', other_id).execute()
      expect((await own.reports.acceptAll()).result).toBe(0)
      expect((await own.reports.declineAll()).result).toBe(1)
      // They cannot be asked again, and no one with a declared conflict can be added.
      const third = await aReviewer(world.ctx())
      await aConflict(office, { proposal_id, user_id: third.id })
      const { api } = await world.as(office.actor)
      expect((await api.reports.request({ params: { reportId: other_id } })).result).toBe(0)
      const added = { params: { proposalId: proposal_id }, body: { reviewer_id: third.id } }
      expect((await api.reports.add(added)).result).toBe(0)
      const choices = await api.reports.allReviewers({ query: { proposal_id } })
      expect(choices.filter((one) => one.part !== null).map(({ id }) => id)).toEqual(
        [other.id, third.id].sort(),
      )
      expect(choices.some(({ id }) => id === reviewer.id)).toBe(true)
    }))

  test('who has become a collaborator can no longer accept or write, only decline', () =>
    withServer(async (world) => {
      const { other, other_id, proposal_id } = await secretProposal(world)
      await world.db.updateTable('proposals').set({ global_score: null }).execute()
      const own = (await world.as(other)).api.reports
      expect((await own.save({ params: { id: other_id }, body: aReview() })).result).toBe(1)
      await world.db
        .insertInto('proposal_collaborators')
        .values({
          proposal_id,
          position: 9,
          first_name: 'O',
          last_name: 'O',
          email: other.email.toUpperCase(),
          affiliation: 'X',
        })
        .execute()
      expect((await own.save({ params: { id: other_id }, body: aReview() })).result).toBe(0)
      expect((await own.submit({ params: { reportId: other_id } })).result).toBe(0)
      await world.db.updateTable('reports').set({ status: 1 }).where('id', '=', other_id).execute()
      expect((await own.acceptAll()).result).toBe(0)
      expect((await own.declineAll()).result).toBe(1)
    }))
})
