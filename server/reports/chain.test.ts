import { expect, test } from 'vitest'
import { aReview } from '../builders/reports.ts'
import { createReport, findMails } from '../testing/reviews.ts'
import { withServer } from '../testing/test_server.ts'

test('the chain: added, requested, accepted, saved, submitted, scored', () =>
  withServer(async (world) => {
    const { admin, proposal_id, reviewer } = await createReport(world)
    const office = (await world.as(admin)).api
    const { api } = await world.as(reviewer)
    const added = await office.reports.add({
      params: { proposalId: proposal_id },
      body: { reviewer_id: reviewer.id, acknowledged: true },
    })
    expect(added.result).toBe(1)
    const { data } = await office.reports.reviewers({ query: { term_id: 7 } })
    expect(data).toMatchObject([{ id: reviewer.id, report: [{ status: 0, proposal_id }] }])
    const reportId = data[0]!.report[0]!.id

    expect(await api.reports.requested()).toEqual([])
    expect((await office.reports.request({ params: { reportId } })).result).toBe(1)
    expect(await findMails(world, 'review_request')).toMatchObject([{ recipients: [reviewer.email] }])
    expect(await api.reports.requested()).toMatchObject([{ id: reportId, proposal: { id: proposal_id } }])

    expect(await api.reports.acceptAll()).toEqual({ result: 1, message: '1 review has been accepted.' })
    expect(await findMails(world, 'review_accepted')).toMatchObject([{ recipients: [admin.email] }])
    expect((await api.reports.assigned()).data).toMatchObject([
      { id: reportId, status: 2, science_score: null },
    ])

    expect(await api.reports.check({ params: { reportId } })).toBe(false)
    expect((await api.reports.submit({ params: { reportId }, body: {} })).result).toBe(0)
    const blank = { params: { id: reportId }, body: { ...aReview(), science_score: '' } }
    await expect(api.reports.save(blank)).rejects.toMatchObject({
      kind: 'invalid',
      errors: { science_score: ['This field is required.'] },
    })
    expect(await api.reports.save({ params: { id: reportId }, body: aReview() })).toMatchObject({
      result: 1,
      message: 'Success',
    })
    expect(await api.reports.check({ params: { reportId } })).toBe(true)
    expect((await api.reports.submit({ params: { reportId }, body: {} })).result).toBe(1)
    expect(await findMails(world, 'report_received')).toMatchObject([{ recipients: [reviewer.email] }])
    expect(await api.reports.check({ params: { reportId } })).toBe(false)

    const params = { id: proposal_id }
    expect(await office.staff.score({ params })).toEqual({
      science_score_average: 4,
      technical_score_average: 3,
      total_score_average: 7,
      rank_average: null,
    })
    expect((await office.staff.get({ params })).progress).toBe(4)
    await office.staff.saveGlobalScore({ params, body: { global_score: '4.25', rank: 2 } })
    expect(await office.staff.get({ params })).toMatchObject({ global_score: 4.25, rank: 2, progress: 5 })
    expect(await office.staff.list({ query: { excellent: true } })).toMatchObject({ total: 1 })

    // Decided on: the reviewer's report is closed, and the refusal does not say why.
    const late = await api.reports.save({ params: { id: reportId }, body: aReview() })
    expect(late).toEqual({ result: 0, message: 'This review is closed; nothing is expected from you.' })
  }))
