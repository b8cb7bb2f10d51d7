import { describe, expect, test } from 'vitest'
import { aConflict } from '../builders/conflicts.ts'
import { aPerson, aTerm, aUser } from '../builders/people.ts'
import { aProposalInput, aSavedProposal, aSubmittedProposal } from '../builders/proposals.ts'
import { aReport, aReviewer } from '../builders/reports.ts'
import { pdfText } from '../testing/pdf.ts'
import { findMails } from '../testing/reviews.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'

const NOW = '2031-03-01T09:00:00.000Z'

async function createSubmitted(world: TestServer) {
  world.at(NOW)
  await aTerm(world.ctx())
  const admin = await aUser(world.ctx(), ['admin'])
  const office = world.ctx(admin)
  const input = { title: 'First title', abstract: 'First abstract.' }
  const { proposal_id: id, actor } = await aSubmittedProposal(office, { input })
  const visit = await world.as(actor)
  const { proposals } = visit.api
  const shown = () => proposals.edit({ params: { id } })
  const save = async (title: string) => {
    const { version } = await shown()
    await proposals.put({ params: { id }, body: { ...aProposalInput({ title }), version } })
  }
  const copy = async (version?: number) => {
    const query = version === undefined ? '' : `?version=${version}`
    const reply = await visit.request('GET', `/api/proposals/my_copy/${id}${query}`)
    return reply.statusCode === 200 ? pdfText(reply.rawPayload) : String(reply.statusCode)
  }
  return { admin, office, id, actor, proposals, shown, save, copy }
}

describe('the copy of what was submitted', () => {
  test('stays as it was while the proposal changes; earlier versions can be read', () =>
    withServer(async (world) => {
      const { shown, save, copy, office, id, proposals } = await createSubmitted(world)
      const [first] = (await shown()).submitted_versions
      expect(await copy()).toContain('First title')
      world.at('2031-03-02T09:00:00.000Z')
      await world.db
        .updateTable('sessions')
        .set({ last_seen_at: '2031-03-02T08:59:00.000Z', created_at: '2031-03-02T08:00:00.000Z' })
        .execute()
      await save('Second title')
      const versions = (await shown()).submitted_versions
      expect(versions.map(({ submitted_at }) => submitted_at)).toEqual(['2031-03-02T09:00:00.000Z', NOW])
      expect(await copy()).toContain('Second title')
      expect(await copy(first!.id)).toContain('First title')
      expect(await copy(first!.id)).not.toContain('Second title')
      // A draft after the submission is taken back is no version.
      await (await world.as(await aUser(world.ctx(), ['admin']))).api.staff.cancel({ params: { id } })
      await save('Third title')
      expect((await shown()).submitted_versions).toHaveLength(2)
      expect(await copy()).toContain('Second title')
      await proposals.submit({ params: { id } })
      expect(await copy()).toContain('Third title')
      expect(office).toBeTruthy()
    }))

  test('belongs to its proposer, and to this proposal', () =>
    withServer(async (world) => {
      const { office, id, shown, copy } = await createSubmitted(world)
      const other = await aSubmittedProposal(office)
      const visit = await world.as(other.actor)
      expect((await visit.request('GET', `/api/proposals/my_copy/${id}`)).statusCode).toBe(403)
      const [version] = (await shown()).submitted_versions
      const elsewhere = await visit.request(
        'GET',
        `/api/proposals/my_copy/${other.proposal_id}?version=${version!.id}`,
      )
      expect(elsewhere.statusCode).toBe(404)
      expect(await copy(2_000_000)).toBe('404')
      const draft = await aSavedProposal(office)
      const own = await world.as(draft.actor)
      expect((await own.request('GET', `/api/proposals/my_copy/${draft.proposal_id}`)).statusCode).toBe(404)
    }))

  test('of before copies were kept is the proposal as it is, and kept before it changes', () =>
    withServer(async (world) => {
      const { shown, save, copy } = await createSubmitted(world)
      await world.db.deleteFrom('submitted_versions').execute()
      expect(await copy()).toContain('First title')
      await save('Second title')
      const versions = (await shown()).submitted_versions
      expect(versions).toHaveLength(2)
      expect(await copy(versions[1]!.id)).toContain('First title')
    }))
})

describe('a proposal that its collaborators may read', () => {
  async function createShared(world: TestServer) {
    const scene = await createSubmitted(world)
    const { proposals, id, shown } = scene
    const person = aPerson({ email: 'Co.Author@example.org' })
    const { version } = await shown()
    const input = aProposalInput({ title: 'Shared', proposal_collaborator: [person] })
    await proposals.put({ params: { id }, body: { ...input, version } })
    const collaborator = await aUser(world.ctx(), ['reviewer'], { email: 'co.author@example.org' })
    const theirs = (await world.as(collaborator)).api.proposals
    const params = { id }
    const allow = (allowed: boolean) => proposals.share({ params, body: { allowed } })
    const sees = async (of = theirs) => [
      (await of.shared()).map((one) => one.id),
      await of.sharedOne({ params }).then(
        ({ title }) => title,
        (fault: { kind: string }) => fault.kind,
      ),
      await of.sharedPdf({ params }).then(
        () => 'pdf',
        (fault: { kind: string }) => fault.kind,
      ),
    ]
    return { ...scene, collaborator, theirs, allow, sees }
  }
  const NOTHING = [[], 'missing', 'missing']

  test('is closed to them until its proposer allows it, and again after', () =>
    withServer(async (world) => {
      const { id, allow, sees } = await createShared(world)
      expect(await sees()).toEqual(NOTHING)
      await allow(true)
      expect(await sees()).toEqual([[id], 'Shared', 'pdf'])
      await allow(false)
      expect(await sees()).toEqual(NOTHING)
    }))

  test('is closed to others, and to a collaborator who is no longer named', () =>
    withServer(async (world) => {
      const { allow, sees, shown, proposals, id } = await createShared(world)
      await allow(true)
      expect(await sees((await world.as(await aReviewer(world.ctx()))).api.proposals)).toEqual(NOTHING)
      const { version } = await shown()
      const input = aProposalInput({ title: 'Shared', proposal_collaborator: [] })
      await proposals.put({ params: { id }, body: { ...input, version } })
      expect(await sees()).toEqual(NOTHING)
    }))

  test('shows them no report, score, rank, note or sample', () =>
    withServer(async (world) => {
      const { office, id, allow, collaborator } = await createShared(world)
      await allow(true)
      const review = { science_comment_strength: 'A canary in the review.' }
      await aReport(office, { proposal_id: id, reviewer: await aReviewer(world.ctx()), status: 3, review })
      const reply = await (await world.as(collaborator)).request('GET', `/api/proposals/shared/${id}`)
      expect(reply.payload).not.toContain('canary')
      for (const name of [
        'reports',
        'global_score',
        'rank',
        'additional_notes',
        'assigned_samples',
        'progress',
      ])
        expect(Object.keys(JSON.parse(reply.payload))).not.toContain(name)
    }))

  test('is shared by its proposer alone', () =>
    withServer(async (world) => {
      const { office, id } = await createShared(world)
      const other = (await world.as((await aSubmittedProposal(office)).actor)).api.proposals
      await expect(other.share({ params: { id }, body: { allowed: true } })).rejects.toMatchObject({
        kind: 'forbidden',
      })
    }))
})

describe('a question to the office', () => {
  test('goes to its members without a conflict of interest, with the number of the proposal, and back as a copy', () =>
    withServer(async (world) => {
      const { admin, office, id, actor, proposals } = await createSubmitted(world)
      const conflicted = await aUser(world.ctx(), ['admin'])
      await aConflict(office, { proposal_id: id, user_id: conflicted.id })
      expect((await proposals.askOffice({ body: { question: 'Which size?' } })).result).toBe(1)
      const [mail] = await findMails(world, 'office_question')
      expect(mail).toMatchObject({ recipients: [admin.email], reply_to: actor.email, proposal_ids: [id] })
      expect(mail!.body).toContain('Which size?')
      expect((await findMails(world, 'office_question_copy')).map(({ recipients }) => recipients)).toEqual([
        [actor.email],
      ])
      await expect(proposals.askOffice({ body: { question: ' \n ' } })).rejects.toMatchObject({
        errors: { question: ['This field is required.'] },
      })
    }))

  test('is limited to ten a day', () =>
    withServer(async (world) => {
      world.services.config = { ...world.services.config, rateLimit: 100_000 }
      const { proposals } = await createSubmitted(world)
      const ask = () =>
        proposals.askOffice({ body: { question: 'Which size?' } }).then(
          () => 'ok',
          (fault: { kind: string }) => fault.kind,
        )
      const answers = []
      for (let asked = 0; asked < 11; asked++) answers.push(await ask())
      expect(answers).toEqual([...Array(10).fill('ok'), 'throttled'])
    }))
})
