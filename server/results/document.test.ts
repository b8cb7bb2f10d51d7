import { expect, test } from 'vitest'
import { aTerm, aUser } from '../builders/people.ts'
import { aReviewer, aSubmittedReport } from '../builders/reports.ts'
import { aDraftedResult, aReleasedResult } from '../builders/results.ts'
import { aSample } from '../builders/samples.ts'
import { saveNote } from '../staff/service.ts'
import { pdfText } from '../testing/pdf.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'
import { releaseResults } from './release.ts'

const NOW = '2026-06-16T09:00:00.000Z'
const WORDS = '観測計画は明確です。試料は窒素中で保管してください。'

async function scene(world: TestServer) {
  world.at(NOW)
  await aTerm(world.ctx())
  const admin = await aUser(world.ctx(), ['admin'], { first_name: 'Olga', last_name: 'Release' })
  return { office: world.ctx(admin), asOffice: await world.as(admin) }
}
type Visit = Awaited<ReturnType<TestServer['as']>>
const readPdf = async ({ request }: Visit, path: string) => {
  const answer = await request('GET', path)
  expect([path, answer.statusCode]).toEqual([path, 200])
  return pdfText(answer.rawPayload)
}

test('the PDF of a result names samples, reasons and the panel’s words, and nobody who reviewed', () =>
  withServer(async (world) => {
    const { office, asOffice } = await scene(world)
    const wanted = await aSample(office, { weight: 2.004 })
    const { proposal_id, actor, samples } = await aDraftedResult(office, {
      given: [wanted],
      input: {
        title: 'りん酸塩の成長',
        samples: [
          { db_type: 1, type: 0, sample_id: wanted.id },
          { db_type: 1, type: 0, any: 1, weight: 90_000 },
        ],
      },
    })
    const reviewer = await aReviewer(office, { first_name: '陽菜', last_name: '渡辺' })
    const review = {
      science_comment_weakness: 'The blank was measured on terrestrial glass.',
      science_score: 2,
    }
    await aSubmittedReport(office, { proposal_id, reviewer, review })
    await saveNote(office, proposal_id, { note: 'Between ourselves.' })
    const params = { id: proposal_id }
    await asOffice.api.results.save({
      params,
      body: { text: WORDS, correction: '', reasons: [], version: 1 },
    })
    expect(await readPdf(asOffice, `/api/results/pdf/${proposal_id}`)).toContain('Draft: it is not released.')
    await releaseResults(office, [proposal_id])

    const own = await readPdf(await world.as(actor), `/api/results/mine/${proposal_id}/pdf`)
    expect(own).toBe(await readPdf(asOffice, `/api/results/pdf/${proposal_id}`))
    const flat = own.replace(/\s+/gu, ' ')
    for (const shown of [
      `Result of proposal ${proposal_id} (AO7)`,
      'りん酸塩の成長',
      actor.name,
      'Granted in part',
      '1, 2026-06-16 09:00 UTC',
      '2026-07-07 23:59 UTC',
      'One of your two requests is granted: 2.004 mg of Ryugu.',
      samples[0]!.name,
      'about 90000 mg',
      'No sample of that kind and size available',
    ])
      expect(flat).toContain(shown)
    expect(own.replace(/\s/gu, '')).toContain(WORDS)
    for (const hidden of ['Draft', '渡辺', '陽菜', 'terrestrial glass', 'Between ourselves', 'Olga', 'Score'])
      expect(own).not.toContain(hidden)
  }))

test('the PDF of a correction says what is corrected, and of which version it is', () =>
  withServer(async (world) => {
    const { office, asOffice } = await scene(world)
    const { proposal_id, actor, samples } = await aReleasedResult(office)
    const [taken, kept] = samples
    const params = { id: proposal_id }
    const correction = 'One sample had been promised twice.'
    await asOffice.api.results.correct({ params, body: { correction, remove: [taken!.id], add: [] } })
    const mine = await world.as(actor)
    const path = `/api/results/mine/${proposal_id}/pdf`
    expect(await readPdf(mine, path)).toContain(taken!.name)
    const reasons = [{ priority: 1, reason: 'not_in_full' as const }]
    await asOffice.api.results.save({ params, body: { text: '', correction, reasons, version: 1 } })
    expect(await asOffice.api.results.release({ body: { proposal_ids: [proposal_id] } })).toMatchObject({
      result: 1,
    })
    const text = (await readPdf(mine, path)).replace(/\s+/gu, ' ')
    expect(text).toContain(`What is corrected ${correction}`)
    expect(text).toContain('Version 2, 2026-06-16 09:00 UTC')
    const [granted, unmet] = text.split('Not met, or not in full')
    expect(granted).toContain(kept!.name)
    expect(granted).not.toContain(taken!.name)
    expect(unmet).toContain(taken!.name)
    expect((await mine.request('GET', path)).headers['content-disposition']).toContain(
      `result_${proposal_id}_version_2.pdf`,
    )
  }))
