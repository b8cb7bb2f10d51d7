import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { aConflict } from '../builders/conflicts.ts'
import { aUser } from '../builders/people.ts'
import { aSavedProposal, aSubmittedProposal } from '../builders/proposals.ts'
import { aReport } from '../builders/reports.ts'
import {
  anOutsider,
  createAssignment,
  moveToTerm,
  storeProfile,
  storeReview,
} from '../testing/reviewer_grid.ts'
import { errorKindOf } from '../testing/reviews.ts'
import { withServer } from '../testing/test_server.ts'

const CHIRALITY = {
  title: 'Amino acid chirality from the second touchdown site',
  abstract: 'Enantiomer excess of amino acids by chromatography tells of racemization in warm fluids.',
  keywords_other: [{ name: 'Amino acids' }, { name: 'Chirality' }, { name: 'Fluid history' }],
  methods_other: [{ name: 'GC-MS' }],
}

/** The reasons of the one reviewer with the one proposal. */
const reasonsOf = async (scene: Awaited<ReturnType<typeof createAssignment>>) =>
  scene.api.assignReviewers.reasons({
    query: { proposal_id: scene.proposal_id, user_id: scene.reviewer.id },
  })

describe('the grid of a term', () => {
  test('has its submitted proposals, fewest reports first, and the reviewers with load, limit and profile', () =>
    withServer(async (world) => {
      const { api, office, proposal_id, reviewer } = await createAssignment(world)
      const { proposal_id: second } = await aSubmittedProposal(office)
      await aSavedProposal(office)
      const other = await anOutsider(world.ctx(), { last_name: 'Zahn' })
      await anOutsider(world.ctx(), { disabled: true })
      await aReport(office, { proposal_id, reviewer, status: 1 })
      await aReport(office, { proposal_id: second, reviewer, status: 9 })
      const absences = [
        { from_day: '2001-01-01', until_day: '2001-01-02' },
        { from_day: '2999-01-01', until_day: '2999-01-05' },
      ]
      await storeProfile(world, other.id, {
        max_reports: 2,
        expertise: 'Isotopes, SIMS',
        keywords: ['Ice'],
        methods: ['TIMS'],
        absences,
      })
      const grid = await api.assignReviewers.grid({ query: {} })
      expect(grid.term).toEqual({ id: 7, disabled: false })
      expect(grid.proposals.map(({ id, reports, closed }) => [id, reports, closed])).toEqual([
        [second, 0, false],
        [proposal_id, 1, false],
      ])
      expect(grid.reviewers).toMatchObject([
        { id: reviewer.id, load: 1, limit: 6, limit_from_profile: false, why_not: null, absences: [] },
        {
          id: other.id,
          load: 0,
          limit: 2,
          limit_from_profile: true,
          expertise: 'Isotopes, SIMS',
          keywords: ['Ice'],
          methods: ['TIMS'],
          absences: [absences[1]],
        },
      ])
      expect(grid.fit).toHaveLength(2)
      expect(grid.fit.map((row) => row.length)).toEqual([2, 2])
      expect(grid.reports.map((report) => [report.proposal_id, report.user_id, report.status])).toEqual([
        [proposal_id, reviewer.id, 1],
        [second, reviewer.id, 9],
      ])
      expect(grid).toMatchObject({ marks: [], unjudged: [], left_out: [] })
    }))

  test('marks conflicts of interest as blocked, of whatever kind', () =>
    withServer(async (world) => {
      const { api, office, proposal_id, reviewer } = await createAssignment(world)
      const stated = await anOutsider(world.ctx())
      await aConflict(office, { proposal_id, user_id: reviewer.id })
      const id = await aReport(office, { proposal_id, reviewer: stated, status: 9 })
      await world.db
        .updateTable('reports')
        .set({ conflict_stated: true, decline_reason: 'conflict' })
        .where('id', '=', id)
        .execute()
      const { blocked } = await api.assignReviewers.grid({ query: {} })
      expect(blocked).toEqual([
        { proposal_id, user_id: reviewer.id },
        { proposal_id, user_id: stated.id },
      ])
    }))

  test('answers an ETag, and is of any term', () =>
    withServer(async (world) => {
      const { admin, proposal_id } = await createAssignment(world)
      const { request, api } = await world.as(admin)
      const reply = await request('GET', '/api/assign_reviewers')
      expect(reply.headers.etag).toBe(reply.json().etag)
      await moveToTerm(world, proposal_id, 6)
      expect((await api.assignReviewers.grid({ query: {} })).proposals).toEqual([])
      expect((await api.assignReviewers.grid({ query: { term_id: 6 } })).proposals).toMatchObject([
        { id: proposal_id },
      ])
      expect(await errorKindOf(api.assignReviewers.grid({ query: { term_id: 99 } }))).toBe('missing')
    }))

  test('is empty before the first term', () =>
    withServer(async (world) => {
      const { api } = await world.as(await aUser(world.ctx(), ['panel']))
      expect(await api.assignReviewers.grid({ query: {} })).toMatchObject({ proposals: [], fit: [] })
    }))
})

describe('the fit of a cell', () => {
  test('is 0 without anything known, with no reasons', () =>
    withServer(async (world) => {
      const scene = await createAssignment(world)
      expect(await reasonsOf(scene)).toMatchObject({ fit: 0, reasons: [] })
    }))

  test('comes from the profile: keywords, methods, expertise', () =>
    withServer(async (world) => {
      const scene = await createAssignment(world)
      const { proposal_id } = await aSubmittedProposal(scene.office, { input: CHIRALITY })
      await storeProfile(world, scene.reviewer.id, {
        keywords: ['amino acids', 'Ice'],
        methods: ['GC-MS'],
        expertise: 'Chirality of amino acids',
      })
      const { reasons, fit } = await reasonsOf({ ...scene, proposal_id })
      expect(reasons).toMatchObject([
        { text: '1 shared keyword', detail: 'Amino acids', points: 12 },
        { text: 'Same method', detail: 'GC-MS', points: 25 },
        { text: 'Expertise', detail: 'Chirality of amino acids' },
      ])
      expect(reasons[2]!.points).toBeGreaterThan(3)
      expect(fit).toBe(reasons.reduce((sum, { points }) => sum + points, 0))
      const { fit: matrix, proposals } = await scene.api.assignReviewers.grid({ query: {} })
      const at = proposals.findIndex(({ id }) => id === proposal_id)
      expect(matrix[at]).toEqual([fit])
    }))

  test('comes from own proposals, and from those reviewed in earlier terms alone', () =>
    withServer(async (world) => {
      const scene = await createAssignment(world)
      const { office, reviewer } = scene
      const { proposal_id } = await aSubmittedProposal(office, { input: CHIRALITY })
      const reviewed = await aSubmittedProposal(office, {
        input: {
          ...CHIRALITY,
          title: 'Chirality of amino acid grains',
          keywords_other: [{ name: 'Chirality' }],
        },
      })
      const now = await aSubmittedProposal(office, { input: CHIRALITY })
      await storeReview(world, reviewed.proposal_id, reviewer.id)
      await storeReview(world, now.proposal_id, reviewer.id)
      const cell = { ...scene, proposal_id }
      expect(await reasonsOf(cell)).toMatchObject({ reasons: [] })
      await moveToTerm(world, reviewed.proposal_id, 6)
      const { reasons } = await reasonsOf(cell)
      expect(reasons).toMatchObject([
        { text: '1 shared keyword', detail: 'Chirality', points: 6 },
        { text: `Reviewed ${reviewed.proposal_id} in AO6`, detail: 'similar title and abstract' },
      ])
      expect(reasons[1]!.points).toBeGreaterThan(5)
      await world.db
        .updateTable('proposals')
        .set({ user_id: reviewer.id })
        .where('id', '=', reviewed.proposal_id)
        .execute()
      await world.db.deleteFrom('reports').where('proposal_id', '=', reviewed.proposal_id).execute()
      expect((await reasonsOf(cell)).reasons).toMatchObject([
        { text: '1 shared keyword', points: 12 },
        { text: 'Same method', points: 25 },
        { text: `Own proposal ${reviewed.proposal_id} in AO6` },
      ])
    }))

  test('works without the extension pg_trgm, which sharpens it by the letters of titles', () =>
    withServer(async (world) => {
      const scene = await createAssignment(world)
      const { office, reviewer } = scene
      const text = (title: string, abstract: string) => ({ input: { ...CHIRALITY, title, abstract } })
      const { proposal_id } = await aSubmittedProposal(
        office,
        text('Micrometeorites: thermochronology', 'Quartz, olivine, spinel and ice tell of plain heat.'),
      )
      const past = await aSubmittedProposal(
        office,
        text('Micrometeoritics: thermochronometry', 'Metal in another body beside some quartz grains.'),
      )
      await moveToTerm(world, past.proposal_id, 6)
      await storeReview(world, past.proposal_id, reviewer.id)
      const points = async () =>
        (await reasonsOf({ ...scene, proposal_id })).reasons.find(({ text }) => text.startsWith('Reviewed'))!
          .points
      const sharp = await points()
      await sql`drop extension pg_trgm cascade`.execute(world.db)
      const plain = await points()
      expect(plain).toBeGreaterThan(0)
      expect(sharp).toBeGreaterThan(plain)
    }))
})
