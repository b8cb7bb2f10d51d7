import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSubmitted } from '#domain/proposals/status.ts'
import { progressOf } from '#domain/staff/rules.ts'
import { BANDS_BEST_FIRST, bandOf, PROGRESS_FLAGS, SCORE_FLAGS } from '#domain/staff/status.ts'
import { formatUtc } from '#domain/terms/rules.ts'
import { aProposer, aTerm, aUser, daysFrom } from '../builders/people.ts'
import { aSavedProposal, aSubmittedProposal } from '../builders/proposals.ts'
import { aReport, aReviewer } from '../builders/reports.ts'
import { anAssignment, aSample } from '../builders/samples.ts'
import { readCsv } from '../testing/csv.ts'
import { createReport, errorKindOf, findMails, storedScores } from '../testing/reviews.ts'
import { withParallelServer, withServer } from '../testing/test_server.ts'

describe('the proposal list', () => {
  test('filters by progress and score exactly as the rules say', () =>
    withServer(async (world) => {
      const { admin, office, proposal_id } = await createReport(world)
      const { api } = await world.as(admin)
      const reviewers = [await aReviewer(world.ctx()), await aReviewer(world.ctx())]
      for (const reviewer of reviewers) await aReport(office, { proposal_id, reviewer, status: 0 })
      const STATUS = fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const, 9 as const)
      const state = fc.record({
        status: fc.constantFrom(1 as const, 2 as const),
        score: fc.option(fc.constantFrom(0, 0.01, 1, 1.01, 2, 2.01, 3, 3.01, 4, 4.01, 5)),
        reports: fc.tuple(STATUS, STATUS),
      })
      const isListed = async (query: object) => (await api.staff.list({ query })).total === 1
      await fc.assert(
        fc.asyncProperty(state, async ({ status, score, reports }) => {
          await world.db.updateTable('proposals').set({ status, global_score: score }).execute()
          for (const [i, { id }] of reviewers.entries())
            await world.db
              .updateTable('reports')
              .set(storedScores(reports[i]!))
              .where('user_id', '=', id)
              .execute()
          const progress = progressOf(status, score, reports)
          const row = (await api.staff.list()).data[0]!
          expect(row).toMatchObject({ progress, global_score: score })
          expect(await isListed({ not_submitted: true })).toBe(progress === 1)
          expect(await isListed({ submitted: 1 })).toBe([2, 3, 4].includes(progress!))
          expect(await isListed({ assigned: 1, reviewed: 1 })).toBe([3, 4].includes(progress!))
          expect(await isListed({ scored: 'true' })).toBe(progress === 5)
          const counted = isSubmitted(status) ? bandOf(score) : null
          for (const { filterFlag, code: band } of BANDS_BEST_FIRST)
            expect([filterFlag, await isListed({ [filterFlag]: true })]).toEqual([
              filterFlag,
              counted === band,
            ])
          expect(await isListed({ not_scored: true, poor: true })).toBe([null, 1].includes(counted))
          expect(await isListed({ not_scored: true })).toBe(counted === null)
        }),
        { numRuns: 15 },
      )
      const none = { not_submitted: false, submitted: false, scored: false }
      expect(await isListed(none)).toBe(false)
      expect(await isListed({ excellent: 'false' })).toBe(false)
      expect(await errorKindOf(api.staff.list({ query: { excellent: 'perhaps' } as never }))).toBe('invalid')
    }))

  test('does not treat a cancelled submission with a score as scored, in filters, counts and file', () =>
    withServer(async (world) => {
      const { admin, proposal_id: id } = await createReport(world)
      const { api, request } = await world.as(admin)
      await api.staff.saveGlobalScore({ params: { id }, body: { global_score: 4.5, rank: 1 } })
      const figures = async () => {
        const { staff } = await api.callState.get()
        const [row] = readCsv((await request('GET', await api.staff.download())).payload)
        const matching: string[] = []
        for (const flag of [...PROGRESS_FLAGS, ...Object.keys(SCORE_FLAGS)])
          if ((await api.staff.list({ query: { [flag]: true } })).total > 0) matching.push(flag)
        return {
          matching,
          scored: staff!.funnel.scored,
          top: staff!.top.length,
          term: (await api.terms.list())[0]!.scored,
          file: [row!.Status, row!['Global Score']],
          row: (await api.staff.list()).data.map((one) => [one.progress, one.global_score]),
        }
      }
      expect(await figures()).toEqual({
        matching: ['scored', 'excellent'],
        scored: 1,
        top: 1,
        term: true,
        file: ['Scored', '4.5'],
        row: [[5, 4.5]],
      })
      expect(await api.staff.cancel({ params: { id } })).toMatchObject({ result: 1 })
      expect(await figures()).toEqual({
        matching: ['not_submitted', 'not_scored'],
        scored: 0,
        top: 0,
        term: false,
        file: ['Not Submitted', '4.5'],
        row: [[1, 4.5]],
      })
    }))

  test('hides proposals not created, filters by text, keyword and lock, and navigates by id', () =>
    withServer(async (world) => {
      const { admin, office, proposal_id } = await createReport(world)
      await aProposer(office)
      const saved = await aSavedProposal(office, { input: { title: 'Crème brûlée of the regolith 100%' } })
      const keyword = await world.db
        .insertInto('keywords')
        .values({ name: 'Regolith' })
        .returning('id')
        .executeTakeFirstOrThrow()
      await world.db
        .insertInto('proposal_keywords')
        .values({ proposal_id: saved.proposal_id, position: 5, keyword_id: keyword.id })
        .execute()
      const { api } = await world.as(admin)
      const ids = async (query: object) => (await api.staff.list({ query })).data.map(({ id }) => id)
      expect(await ids({})).toEqual([proposal_id, saved.proposal_id])
      expect(await ids({ title: 'REGOLITH creme' })).toEqual([saved.proposal_id])
      expect(await ids({ title: '100%' })).toEqual([saved.proposal_id])
      expect(await ids({ title: '1%0' })).toEqual([])
      expect(await ids({ keywords: keyword.id })).toEqual([saved.proposal_id])
      expect(await ids({ email: saved.actor.email.toUpperCase() })).toEqual([saved.proposal_id])
      expect(await ids({ term_id: 6 })).toEqual([])
      expect(await ids({ is_unlocked: true })).toEqual([])
      await api.staff.unlock({ params: { id: saved.proposal_id } })
      expect(await ids({ is_unlocked: true })).toEqual([saved.proposal_id])
      expect(await ids({ is_unlocked: false })).toHaveLength(2)
      const first = await api.staff.get({ params: { id: proposal_id } })
      expect([first.prevID, first.nextID]).toEqual([null, saved.proposal_id])
      expect(await errorKindOf(api.staff.get({ params: { id: 2_000_000 } }))).toBe('missing')
      const csv = (await (await world.as(admin)).request('GET', await api.staff.download())).payload
      expect(csv.split('\r\n')[0]).toContain('Average Science Score')
      expect(csv.match(/\r\n/gu)).toHaveLength(3)
    }))

  test('of assigned samples has all proposals with any, with their scores', () =>
    withServer(async (world) => {
      const { admin, office, proposal_id } = await createReport(world)
      await aSubmittedProposal(office)
      const sample = await aSample(world.ctx(), { name: 'A9999', weight: 0.7, size: 1250 })
      await anAssignment(office, 1, [{ sample_id: sample.id, proposal_id }])
      const visit = await world.as(admin)
      const { data } = await visit.api.staff.withAssignedSamples()
      expect(data).toMatchObject([{ id: proposal_id, assigned_samples: [{ name: 'A9999', status: 0 }] }])
      const query = { sample_id: sample.id + 1 }
      expect(await visit.api.staff.withAssignedSamples({ query })).toMatchObject({ total: 0 })
      const csv = await visit.request('GET', await visit.api.staff.downloadAssignedSamples())
      expect(csv.payload).toContain('"A9999 (1.250 mm, 0.7 mg)"')
    }))
})

describe('Cancel Submit', () => {
  test('keeps reports, removes and names unconfirmed samples, and mails the proposer', () =>
    withServer(async (world) => {
      const { admin, office, proposal_id, proposer, report_id } = await createReport(world, 2)
      const sample = await aSample(world.ctx())
      await anAssignment(office, 1, [{ sample_id: sample.id, proposal_id }])
      const { api } = await world.as(admin)
      const params = { id: proposal_id }
      expect(await api.staff.cancel({ params })).toMatchObject({
        result: 1,
        message: expect.stringContaining(sample.name),
      })
      const shown = await api.staff.get({ params })
      expect(shown).toMatchObject({ status: 1, progress: 1, assigned_samples: [] })
      expect(shown.reports.map(({ id }) => id)).toEqual([report_id])
      expect(await findMails(world, 'proposal_cancelled')).toMatchObject([{ recipients: [proposer.email] }])
      expect((await api.staff.cancel({ params })).result).toBe(0)
      expect(
        (await api.staff.saveGlobalScore({ params, body: { global_score: 3, rank: null } })).result,
      ).toBe(0)
      expect(
        (
          await api.reports.add({
            params: { proposalId: proposal_id },
            body: { reviewer_id: admin.id, acknowledged: true },
          })
        ).result,
      ).toBe(0)
    }))

  test('is refused while a sample is confirmed, and outside the window unless unlocked', () =>
    withServer(async (world) => {
      const { admin, office, proposal_id, term } = await createReport(world)
      const sample = await aSample(world.ctx())
      const pairs = [{ sample_id: sample.id, proposal_id }]
      await anAssignment(office, 1, pairs, { confirmed: true })
      const params = { id: proposal_id }
      const refused = await (await world.as(admin)).api.staff.cancel({ params })
      expect(refused).toMatchObject({ result: 0, message: expect.stringContaining(sample.name) })
      await world.db
        .updateTable('assignments')
        .set({ status: 0, confirmed_by: null, confirmed_at: null })
        .execute()
      await world.db.deleteFrom('assignments').execute()
      world.at(daysFrom(new Date(term.proposals_close_at), 1))
      const { staff } = (await world.as(admin)).api
      expect(await staff.cancel({ params })).toMatchObject({ result: 0, message: /unlock/u })
      await staff.unlock({ params })
      expect(await staff.cancel({ params })).toMatchObject({ result: 1 })
    }))
})

test('unlocking mails the proposer once, and locking again mails no one', () =>
  withServer(async (world) => {
    const { admin, proposal_id, proposer } = await createReport(world)
    const { staff } = (await world.as(admin)).api
    const params = { id: proposal_id }
    expect((await staff.unlock({ params })).result).toBe(1)
    expect((await staff.unlock({ params })).result).toBe(0)
    expect((await staff.get({ params })).is_unlocked).toBe(1)
    expect((await staff.cancelUnlock({ params })).result).toBe(1)
    expect((await staff.cancelUnlock({ params })).result).toBe(0)
    expect(await findMails(world, 'proposal_unlocked')).toMatchObject([{ recipients: [proposer.email] }])
  }))

test('score, rank and note are saved, cleared and recorded', () =>
  withServer(async (world) => {
    const { admin, proposal_id } = await createReport(world)
    const panel = await aUser(world.ctx(), ['panel'])
    const { staff } = (await world.as(admin)).api
    const params = { id: proposal_id }
    await staff.saveGlobalScore({ params, body: { global_score: 4.2, rank: '20' } })
    await staff.saveNote({ params, body: { note: 'Line one\r\nline two' } })
    const readAsPanel = () => world.as(panel).then(({ api }) => api.staff.get({ params }))
    expect(await readAsPanel()).toMatchObject({
      global_score: 4.2,
      rank: 20,
      additional_notes: 'Line one\nline two',
    })
    await staff.saveGlobalScore({ params, body: { global_score: '', rank: null } })
    expect(await readAsPanel()).toMatchObject({ global_score: null, rank: null })
    const bad = staff.saveGlobalScore({ params, body: { global_score: 5.01, rank: 20.5 } })
    await expect(bad).rejects.toMatchObject({ errors: { global_score: [/0 to 5/u], rank: [/0 to 20/u] } })
    const entry = await world.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('action', '=', 'proposal.global_score')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      object_id: proposal_id,
      before: { global_score: 4.2 },
      after: { global_score: null },
    })
  }))

test('a rank is saved with the ranks that make room for it, all or none', () =>
  withServer(async (world) => {
    const { admin, office, proposal_id } = await createReport(world)
    const second = (await aSubmittedProposal(office)).proposal_id
    const third = (await aSubmittedProposal(office)).proposal_id
    const { staff } = (await world.as(admin)).api
    const save = (id: number, rank: number, others: { id: number; rank: number; version: number }[] = []) =>
      staff.saveGlobalScore({ params: { id }, body: { global_score: 3, rank, others } })
    const ranks = async () => (await staff.list()).data.map(({ rank }) => rank)
    await save(proposal_id, 1)
    await save(second, 2)
    const moved = [
      { id: second, rank: 3, version: 2 },
      { id: proposal_id, rank: 2, version: 2 },
    ]
    expect(await save(third, 1, moved)).toMatchObject({
      result: 1,
      message: `${third}: 3.00 and rank 1 saved; ${second} goes from 2 to 3, ${proposal_id} from 1 to 2.`,
    })
    expect(await ranks()).toEqual([2, 3, 1])
    expect((await staff.list()).data.map(({ global_score }) => global_score)).toEqual([3, 3, 3])
    await expect(save(third, 2, [{ id: proposal_id, rank: 1, version: 2 }])).rejects.toMatchObject({
      kind: 'stale',
      message: expect.stringMatching(/^Score or rank of \d+ was saved by .+ Now: global score 3, rank 2\.$/u),
    })
    expect(await errorKindOf(save(third, 2, [{ id: proposal_id, rank: 21, version: 3 }]))).toBe('invalid')
    expect(await errorKindOf(save(third, 2, [{ id: 2_000_000, rank: 1, version: 3 }]))).toBe('missing')
    await world.db.updateTable('proposals').set({ status: 1 }).where('id', '=', proposal_id).execute()
    expect((await save(third, 2, [{ id: proposal_id, rank: 1, version: 3 }])).result).toBe(0)
    await world.db
      .updateTable('proposals')
      .set({ user_id: admin.id, status: 2 })
      .where('id', '=', proposal_id)
      .execute()
    expect(await errorKindOf(save(third, 2, [{ id: proposal_id, rank: 1, version: 3 }]))).toBe('forbidden')
    const entries = world.db.selectFrom('audit_entries').select(['object_id', 'after'])
    expect(await entries.where('action', '=', 'proposal.global_score').execute()).toHaveLength(5)
    const savedRanks = await world.db.selectFrom('proposals').select('rank').orderBy('id').execute()
    expect(savedRanks.map(({ rank }) => rank)).toEqual([2, 3, 1])
  }))

test('the correction mail goes to all participants of the current term’s submitted proposals', () =>
  withServer(async (world) => {
    const { admin, office, proposer } = await createReport(world)
    const person = { first_name: 'C', last_name: 'O', affiliation: 'JAXA' }
    const input = { proposal_collaborator: [{ ...person, email: 'co@example.org' }] }
    const second = await aSubmittedProposal(office, { input })
    await aSavedProposal(office)
    await aTerm(world.ctx(), { id: 6, is_current: false })
    const { proposal_id: past } = await aSubmittedProposal(office, {
      input: { proposal_collaborator: [{ ...person, email: 'past@example.org' }] },
    })
    await world.db.updateTable('proposals').set({ term_id: 6 }).where('id', '=', past).execute()
    const { staff } = (await world.as(admin)).api
    const said = await staff.correctionMail()
    expect(said).toMatchObject({ proposals: 2, mails: 3 })
    expect((await staff.sendCorrectionMail()).result).toBe(1)
    const sent = await findMails(world, 'proposal_correction')
    expect(said.to.map(({ email }) => email)).toEqual(sent.flatMap(({ recipients }) => recipients))
    expect(sent.map(({ recipients }) => recipients[0])).toEqual([
      proposer.email,
      second.actor.email,
      'co@example.org',
    ])
  }))

test('the correction mail names the deadline only before it has passed', () =>
  withServer(async (world) => {
    const { admin } = await createReport(world)
    const { proposals_close_at } = await world.db.selectFrom('terms').selectAll().executeTakeFirstOrThrow()
    const deadline = formatUtc(proposals_close_at)
    const send = async () => {
      const reply = await (await world.as(admin)).api.staff.sendCorrectionMail()
      expect(reply.message).toBe('1 e-mail is on the way about 1 proposal.')
      return (await findMails(world, 'proposal_correction')).at(-1)!.body
    }
    expect(await send()).toContain(`Proposals can be corrected until ${deadline}.`)
    world.at(proposals_close_at)
    expect(await send()).not.toContain(deadline)
  }))

test('a submission that cannot be repeated is not cancelled before the window either', () =>
  withServer(async (world) => {
    const { admin, proposal_id } = await createReport(world)
    const { proposals_open_at } = await world.db.selectFrom('terms').selectAll().executeTakeFirstOrThrow()
    world.at(daysFrom(new Date(proposals_open_at), -1))
    const { staff } = (await world.as(admin)).api
    expect(await staff.cancel({ params: { id: proposal_id } })).toEqual({
      result: 0,
      message:
        'AO7 does not accept proposals now: unlock this proposal first, so that it can be submitted again.',
    })
  }))

test('concurrent cancel, unlock and score commands are each complete, and only one cancels', () =>
  withParallelServer(async (world) => {
    const { admin, proposal_id } = await createReport(world)
    const { staff } = (await world.as(admin)).api
    const params = { id: proposal_id }
    const cancelled = await Promise.all([staff.cancel({ params }), staff.cancel({ params })])
    expect(cancelled.map(({ result }) => result).sort()).toEqual([0, 1])
    expect(await findMails(world, 'proposal_cancelled')).toHaveLength(1)
    const unlocked = await Promise.all([staff.unlock({ params }), staff.unlock({ params })])
    expect(unlocked.map(({ result }) => result).sort()).toEqual([0, 1])
  }))
