import { describe, expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '#domain/assign_reviewers/limits.ts'
import { aConflict, makeColleagues } from '../builders/conflicts.ts'
import { aUser } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { aReport } from '../builders/reports.ts'
import {
  anOutsider,
  createAssignment,
  moveToTerm,
  storeProfile,
  storeReview,
} from '../testing/reviewer_grid.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'

const SECRET = {
  title: 'Noble gases of the hidden grains',
  abstract: 'Neon and argon in presolar graphite tell of exposure to the wind of the sun.',
  keywords_other: [{ name: 'Noble gases' }, { name: 'Presolar grains' }],
  methods_other: [{ name: 'Mass spectrometry' }],
}

/**
 * Proposals of this and of an earlier term with which the watcher, a member of the office, has a conflict of interest; a
 * proposal of the same topic without one; three reviewers.
 */
async function createScene(world: TestServer) {
  const scene = await createAssignment(world)
  const { office, reviewer } = scene
  const watcher = await aUser(world.ctx(), ['admin'])
  const hidden = await aSubmittedProposal(office, { input: SECRET })
  const past = await aSubmittedProposal(office, { input: SECRET })
  const open = await aSubmittedProposal(office, { input: SECRET })
  for (const { proposal_id } of [hidden, past]) await aConflict(world.ctx(watcher), { proposal_id })
  await moveToTerm(world, past.proposal_id, 6)
  const reviewers = [reviewer, await anOutsider(world.ctx()), await anOutsider(world.ctx())]
  await storeProfile(world, reviewers[1]!.id, {
    expertise: 'Presolar graphite',
    methods: ['Mass spectrometry'],
  })
  return {
    ...scene,
    watcher,
    reviewers,
    hidden: hidden.proposal_id,
    past: past.proposal_id,
    open: open.proposal_id,
    asWatcher: await world.as(watcher),
  }
}
type Scene = Awaited<ReturnType<typeof createScene>>

/** All that the watcher can ask for, and what taking and saving answers. */
async function answersTo({ asWatcher: { api, request }, proposal_id, open, hidden, reviewers }: Scene) {
  const cells = [proposal_id, open, hidden].flatMap((proposal) =>
    reviewers.map(({ id }) => `proposal_id=${proposal}&user_id=${id}`),
  )
  const grid = await request('GET', '/api/assign_reviewers')
  const reasons = []
  for (const cell of cells) {
    const { statusCode, payload } = await request('GET', `/api/assign_reviewers/reasons?${cell}`)
    reasons.push(`${cell} ${statusCode} ${payload}`)
  }
  const { payload: file } = await request('GET', await api.assignReviewers.download({ query: {} }))
  const suggestions = []
  for (const body of [{}, { repair: true }, { proposal_ids: [open, hidden] }]) {
    const { seconds: _, ...suggestion } = (
      await request('POST', '/api/assign_reviewers/suggest', body)
    ).json()
    suggestions.push(suggestion)
  }
  const taken = await request('POST', '/api/assign_reviewers/take', {
    items: [{ proposal_id: hidden, user_id: reviewers[0]!.id }],
  })
  const marked = await request('PUT', '/api/assign_reviewers/marks', {
    marks: [{ proposal_id: hidden, user_id: reviewers[0]!.id, mark: 'forbidden' }],
  })
  return {
    grid: `${grid.headers.etag} ${grid.payload}`,
    reasons,
    file,
    suggestions,
    taken: taken.payload,
    marked: marked.payload,
  }
}

/** What others do on proposals with which the watcher has a conflict of interest. */
const ACTS: Record<string, (world: TestServer, scene: Scene) => Promise<unknown>> = {
  'a review of an earlier term': (world, { past, reviewers }) => storeReview(world, past, reviewers[0]!.id),
  'a planned report': (_, { office, hidden, reviewers }) =>
    aReport(office, { proposal_id: hidden, reviewer: reviewers[0]!, status: 0 }),
  'a request that was declined': (_, { office, hidden, reviewers }) =>
    aReport(office, { proposal_id: hidden, reviewer: reviewers[1]!, status: 9 }),
  'a report that reaches the limit of a reviewer': (_, { office, hidden, reviewers }) =>
    aReport(office, { proposal_id: hidden, reviewer: reviewers[0]!, status: 2 }),
  'a reviewer fixed by hand': (_, { api, hidden, reviewers }) =>
    api.assignReviewers.saveMarks({
      body: { marks: [{ proposal_id: hidden, user_id: reviewers[2]!.id, mark: 'fixed' }] },
    }),
  'a global score': (world, { hidden }) =>
    world.db.updateTable('proposals').set({ global_score: 4 }).where('id', '=', hidden).execute(),
  'a conflict of a reviewer': (_, { office, hidden, reviewers }) =>
    aConflict(office, { proposal_id: hidden, user_id: reviewers[0]!.id }),
}

describe('a member of the office in conflict sees no difference after', () => {
  test.each(Object.keys(ACTS))('%s', (act) =>
    withServer(async (world) => {
      const scene = await createScene(world)
      await scene.api.assignReviewers.saveLimits({ body: { ...DEFAULT_LIMITS, per_reviewer: 1 } })
      const before = await answersTo(scene)
      await ACTS[act]!(world, scene)
      expect(await answersTo(scene)).toEqual(before)
    }),
  )
})

test('a colleague without a conflict sees what is hidden from the member in conflict', () =>
  withServer(async (world) => {
    const scene = await createScene(world)
    const { api, hidden, past, open, reviewers, office, asWatcher } = scene
    await storeReview(world, past, reviewers[0]!.id)
    await aReport(office, { proposal_id: hidden, reviewer: reviewers[0]!, status: 1 })
    const [colleague, watcher] = [
      await api.assignReviewers.grid({ query: {} }),
      await asWatcher.api.assignReviewers.grid({ query: {} }),
    ]
    expect(colleague.left_out).toEqual([])
    expect(watcher.left_out).toEqual([hidden])
    expect(watcher.proposals.map(({ id }) => id)).not.toContain(hidden)
    const loadIn = (grid: typeof colleague) => grid.reviewers.find(({ id }) => id === reviewers[0]!.id)!.load
    expect([loadIn(colleague), loadIn(watcher)]).toEqual([1, 0])
    const query = { proposal_id: open, user_id: reviewers[0]!.id }
    const texts = (of: Awaited<ReturnType<typeof api.assignReviewers.reasons>>) =>
      of.reasons.map(({ text }) => text)
    expect(texts(await api.assignReviewers.reasons({ query }))).toContain(`Reviewed ${past} in AO6`)
    expect(texts(await asWatcher.api.assignReviewers.reasons({ query }))).toEqual([])
  }))

test('a limit reached only by hidden reports does not stop the member in conflict; others see it exceeded', () =>
  withServer(async (world) => {
    const scene = await createScene(world)
    const { api, hidden, open, reviewers, office, asWatcher } = scene
    await storeProfile(world, reviewers[0]!.id, { max_reports: 1 })
    await aReport(office, { proposal_id: hidden, reviewer: reviewers[0]!, status: 2 })
    const items = [{ proposal_id: open, user_id: reviewers[0]!.id }]
    expect(await asWatcher.api.assignReviewers.take({ body: { items } })).toMatchObject({ result: 1 })
    const { reviewers: rows } = await api.assignReviewers.grid({ query: {} })
    expect(rows.find(({ id }) => id === reviewers[0]!.id)).toMatchObject({ load: 2, limit: 1 })
    const query = { proposal_id: open, user_id: reviewers[0]!.id }
    expect((await api.assignReviewers.reasons({ query })).checks).toContainEqual({
      kind: 'per_reviewer',
      ok: false,
      text: 'Has 2 of at most 1 reports',
    })
  }))

test('a member of the office who reviews does not learn that a finding on them was acknowledged', () =>
  withServer(async (world) => {
    const { office, admin, proposal_id } = await createAssignment(world)
    const member = await aUser(world.ctx(), ['admin', 'reviewer'])
    await makeColleagues(office, [member.id, (await proposerOf(world, proposal_id)).id])
    const marks = [{ proposal_id, user_id: member.id, mark: 'fixed' as const, acknowledged: true }]
    const { assignReviewers } = (await world.as(admin)).api
    const other = await world.as(member)
    await assignReviewers.saveMarks({ body: { marks } })
    expect((await assignReviewers.grid({ query: {} })).marks).toMatchObject(marks)
    expect((await other.api.assignReviewers.grid({ query: {} })).marks).toMatchObject([
      { acknowledged: false },
    ])
    await assignReviewers.take({ body: { items: [{ proposal_id, user_id: member.id, acknowledged: true }] } })
    const entries = async ({ api }: typeof other) =>
      JSON.stringify((await api.audit.list({ query: { object: 'proposal', object_id: proposal_id } })).data)
    expect(await entries(await world.as(admin))).toMatch(/Acknowledged/u)
    expect(await entries(other)).not.toMatch(/Acknowledged/u)
    expect(await entries(other)).toMatch(/report.add.*mark_reviewers/u)
  }))

const proposerOf = ({ db }: TestServer, proposal_id: number) =>
  db.selectFrom('proposals').select('user_id as id').where('id', '=', proposal_id).executeTakeFirstOrThrow()
