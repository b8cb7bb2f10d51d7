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
import { type TestClient, type TestServer, withServer } from '../testing/test_server.ts'

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

const textOf = async (visit: TestClient, address: string) =>
  (await visit.request('GET', address)).rawPayload.toString('latin1')

async function csvOf(visit: TestClient, address: Promise<string>) {
  return (await visit.request('GET', await address)).payload
}

/** Files inside a ZIP whose entries are named in its directory. */
const entriesOf = (zip: string) => [...new Set(zip.match(/proposal_\d+(_report_\d+)?\.pdf/gu))]

describe.each(CONFLICTS)('a member of the staff in conflict with a proposal %s', (way) => {
  test('sees it without reports, names, scores, rank and notes in every list, detail and file', () =>
    withServer(async (world) => {
      const { admin, conflicted, proposal_id, reviewer, report_id } = await secretProposal(world, way)
      const asAdmin = await world.as(admin)
      const asConflicted = await world.as(conflicted)
      const params = { id: proposal_id }
      const everything = [
        '/api/proposals',
        '/api/proposals/reviewers',
        `/api/proposals/${proposal_id}`,
        `/api/proposals/score/${proposal_id}`,
        '/api/reviewers',
        `/api/reviewers/${reviewer.id}`,
      ]
      const secret = /Undisclosed|Nobody but|own thoughts|4\.37|3\.21/u
      for (const address of everything) {
        const shown = (await textOf(asConflicted, address)).replace(/"(id|user_id)":\d+/gu, '')
        const withoutName = address.startsWith('/api/reviewers')
          ? shown.replace(/Ulrike Undisclosed/gu, '')
          : shown
        expect([address, withoutName.match(secret)]).toEqual([address, null])
        // The same address does return it to others, so the test is not vacuous.
        if (!address.includes('score')) expect(await textOf(asAdmin, address)).toMatch(secret)
      }
      expect(await asConflicted.api.staff.get({ params })).toMatchObject({
        conflict: true,
        progress: 2,
        global_score: null,
        rank: null,
        additional_notes: '',
        score_version: 0,
        note_version: 0,
        reports: [],
      })
      expect((await asConflicted.api.staff.list()).data).toMatchObject([
        { conflict: true, reports: [], totals: [], score_version: 0 },
      ])
      expect((await asAdmin.api.staff.list()).data).toMatchObject([{ conflict: false }])
      expect(Object.values(await asConflicted.api.staff.score({ params }))).toEqual([null, null, null, null])
      expect((await asAdmin.api.staff.score({ params })).science_score_average).toBe(4)
      expect((await asConflicted.api.reports.reviewer({ params: { id: reviewer.id } })).reports).toEqual([])
      expect((await asAdmin.api.reports.reviewer({ params: { id: reviewer.id } })).reports).toHaveLength(1)

      for (const visit of [asAdmin, asConflicted]) {
        const proposals = await csvOf(visit, visit.api.staff.download())
        const reviews = await csvOf(visit, visit.api.reports.download())
        expect([/Undisclosed|4\.37|3\.21/u.test(proposals), reviews.includes(SECRET.comment)]).toEqual([
          visit === asAdmin,
          visit === asAdmin,
        ])
        expect(proposals).toContain('The Institute Of It All')
      }
      const zip = `/api/proposals/download_reports/${proposal_id}`
      expect(entriesOf(await textOf(asConflicted, zip))).toEqual([`proposal_${proposal_id}.pdf`])
      expect(entriesOf(await textOf(asAdmin, zip))).toEqual([
        `proposal_${proposal_id}.pdf`,
        `proposal_${proposal_id}_report_${report_id}.pdf`,
      ])
    }))

  test('learns nothing from filters and counts', () =>
    withServer(async (world) => {
      const { admin, conflicted, office, proposal_id, reviewer, other } = await secretProposal(world, way)
      // A second proposal of the same reviewer, without a conflict: only this one may affect the filters.
      const second = await aSubmittedProposal(office)
      await aReport(office, { proposal_id: second.proposal_id, reviewer, status: 1 })
      await aReport(office, { proposal_id: second.proposal_id, reviewer: other, status: 0 })
      const asAdmin = (await world.as(admin)).api
      const asConflicted = (await world.as(conflicted)).api
      const proposalIds = async (api: TestClient['api'], query: object) =>
        (await api.staff.list({ query })).data.map(({ id }) => id)
      const cases: [object, boolean, boolean][] = [
        [{ scored: true }, true, false],
        [{ submitted: true }, false, true],
        [{ assigned: true }, false, false],
        [{ reviewed: true }, false, false],
        [{ excellent: true }, true, false],
        [{ very_good: true, good: true, fair: true, poor: true }, false, false],
        [{ not_scored: true }, false, true],
      ]
      for (const [query, toAdmin, toConflicted] of cases) {
        expect([query, (await proposalIds(asAdmin, query)).includes(proposal_id)]).toEqual([query, toAdmin])
        expect([query, (await proposalIds(asConflicted, query)).includes(proposal_id)]).toEqual([
          query,
          toConflicted,
        ])
      }
      const reviewers = async (api: TestClient['api'], status: number[]) =>
        (await api.reports.reviewers({ query: { status } })).data.map(({ id }) => id)
      expect(await reviewers(asAdmin, [3])).toEqual([reviewer.id])
      expect(await reviewers(asConflicted, [3])).toEqual([])
      expect(await reviewers(asAdmin, [2])).toEqual([other.id])
      expect(await reviewers(asConflicted, [2])).toEqual([])
      expect(await reviewers(asConflicted, [0, 1])).toEqual([other.id, reviewer.id])
      // Once the role is removed, a reviewer of this proposal only looks like one without reports.
      await world.db.updateTable('users').set({ is_reviewer: false }).where('id', '=', other.id).execute()
      await world.db.deleteFrom('reports').where('proposal_id', '=', second.proposal_id).execute()
      expect(await errorKindOf(asConflicted.reports.reviewer({ params: { id: other.id } }))).toBe('missing')
      expect(await errorKindOf(asAdmin.reports.reviewer({ params: { id: other.id } }))).toBe('ok')
    }))

  test('writes nothing on it', () =>
    withServer(async (world) => {
      const { conflicted, office, proposal_id, report_id, other, other_id } = await secretProposal(world, way)
      const third = await aReviewer(world.ctx())
      const none = await aReport(office, { proposal_id, reviewer: third, status: 0 })
      const { proposal_id: second } = await aSubmittedProposal(office)
      const before = await world.db.selectFrom('audit_entries').select('id').execute()
      const { staff, reports } = (await world.as(conflicted)).api
      const params = { id: proposal_id }
      const at = (reportId: number) => ({ params: { reportId } })
      const writes: Record<string, () => Promise<unknown>> = {
        note: () => staff.saveNote({ params, body: { note: 'x' } }),
        score: () => staff.saveGlobalScore({ params, body: { global_score: 5, rank: null } }),
        cancel: () => staff.cancel({ params }),
        unlock: () => staff.unlock({ params }),
        cancelUnlock: () => staff.cancelUnlock({ params }),
        add: () => reports.add({ params: { proposalId: proposal_id }, body: { reviewer_id: conflicted.id } }),
        request: () => reports.request(at(none)),
        remove: () => reports.removeReviewer(at(none)),
        decline: () => reports.decline(at(none)),
        cancelReport: () => reports.cancel(at(report_id)),
        withdraw: () => reports.withdraw({ ...at(other_id), body: { reason: 'x' } }),
        save: () => reports.save({ params: { id: other_id }, body: aReview() }),
        submit: () => reports.submit(at(other_id)),
        check: () => reports.check(at(other_id)),
        get: () => reports.get({ params: { id: other_id } }),
        pdf: () => reports.pdf(at(report_id)),
      }
      const answers: Record<string, string> = {}
      for (const [name, call] of Object.entries(writes)) answers[name] = await errorKindOf(call())
      const onProposal = ['note', 'score', 'cancel', 'unlock', 'cancelUnlock', 'add']
      expect(answers).toEqual(
        Object.fromEntries(
          Object.keys(writes).map((name) => [name, onProposal.includes(name) ? 'forbidden' : 'missing']),
        ),
      )
      // Bulk commands skip it.
      expect((await reports.requestAll({ params: { id: third.id } })).result).toBe(0)
      expect((await reports.requestAllReviewers({ body: {} })).result).toBe(0)
      expect((await reports.remind({ params: { id: other.id } })).result).toBe(0)
      expect(await reports.reviewers()).toMatchObject({ not_requested: 0, to_request: [] })
      // A version conflict does not reveal who saved before, or what.
      const late = staff.saveGlobalScore({ params, body: { global_score: 5, rank: null, version: 1 } })
      expect(await errorKindOf(late)).toBe('forbidden')
      expect(await errorKindOf(staff.saveNote({ params, body: { note: 'x', version: 1 } }))).toBe('forbidden')
      const others = [{ id: proposal_id, rank: 2, version: 1 }]
      const body = { global_score: 5, rank: 1, others }
      expect(await errorKindOf(staff.saveGlobalScore({ params: { id: second }, body }))).toBe('forbidden')
      expect(await world.db.selectFrom('audit_entries').select('id').execute()).toEqual(before)
    }))

  test('gets no mail about its reviewers', () =>
    withServer(async (world) => {
      const { admin, conflicted, office, proposal_id } = await secretProposal(world, way)
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
      const mails = await world.db.selectFrom('mails').selectAll().orderBy('id').execute()
      const to = (email: string) => mails.filter(({ recipients }) => recipients.includes(email))
      expect(to(admin.email)[0]!.body).toContain(`proposal ${proposal_id}:`)
      expect(to(conflicted.email)).toHaveLength(1)
      expect(to(conflicted.email)[0]!.body).not.toContain(`proposal ${proposal_id}:`)
      expect(to(conflicted.email)[0]!.body).toContain('A title for all')
    }))
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
