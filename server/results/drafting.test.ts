import { describe, expect, test } from 'vitest'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { aReviewer, aSubmittedReport } from '../builders/reports.ts'
import { aDraftedResult, anAllocatedProposal } from '../builders/results.ts'
import { aSample } from '../builders/samples.ts'
import { saveNotes } from '../staff/decision_notes.ts'
import { requireTwoToConfirm } from '../testing/allocation.ts'
import { of, only, resultScene } from '../testing/result_scene.ts'
import { sharedServer } from '../testing/test_server.ts'

describe('a draft', () => {
  const { scene: s } = sharedServer(resultScene)
  const draft = () => s.asOffice.api.results.draft({ body: { term_id: s.term.id } })
  const get = (id: number) => s.asOffice.api.results.get(of(id))

  test('says what is granted, in the words of the template and of the panel', async () => {
    const { proposal_id, samples } = await anAllocatedProposal(s.office)
    await saveNotes(s.office, proposal_id, { for_proposer: 'A clear plan.', internal: '' })
    expect(await draft()).toEqual({ result: 1, message: '1 result has been drafted.', drafted: 1 })
    expect(await get(proposal_id)).toMatchObject({
      ...{ state: 'drafted', outcome: 'granted', requests: 2, met: 2, edition: 1, unmet: [], correction: '' },
      heading: `Result of proposal ${proposal_id} (AO${s.term.id})`,
      text: 'A clear plan.\n\nThe panel grants all samples that you asked for.',
      sample_list: samples.map(({ id, name }) => ({ sample_id: id, name, accepted: null })),
      why_not_release: null,
    })
  })

  test('gives the reason that the allocation knows for each request that is not met', async () => {
    const other = await anAllocatedProposal(s.office, { count: 1 })
    const taken = other.samples[0]!
    const free = await aSample(s.office)
    const any = { db_type: 1, type: 0, any: 1 }
    const { proposal_id } = await anAllocatedProposal(s.office, {
      count: 1,
      input: {
        samples: [
          { db_type: 1, type: 0, sample_id: taken.id },
          { ...any, weight: 90_000 },
          { db_type: 1, type: 0, sample_id: free.id },
          { ...any, number_of_samples: 2, size: 2 },
        ],
      },
    })
    await draft()
    const { unmet, why_not_release } = await get(proposal_id)
    expect(unmet.map(({ priority, reason, known, asked }) => [priority, reason, known, asked])).toEqual([
      [1, 'assigned_elsewhere', true, ''],
      [2, 'none_available', true, 'about 90000 mg'],
      [3, null, false, ''],
      [4, 'not_in_full', true, '2 samples, about 2.000 mm'],
    ])
    expect(why_not_release).toBe('Choose why 1 request is not met.')
    const saving = await s.asOffice.api.results.save({
      ...of(proposal_id),
      body: {
        text: 'Thank you.',
        correction: '',
        reasons: [{ priority: 3, reason: 'not_selected' }],
        version: 1,
      },
    })
    expect(saving).toMatchObject({ result: 1, version: 2 })
    expect(await get(proposal_id)).toMatchObject({ why_not_release: null, text: 'Thank you.' })
  })

  test('is made once, and only of submitted proposals', async () => {
    await anAllocatedProposal(s.office, { granted: 0 })
    await draft()
    expect(await draft()).toMatchObject({
      result: 0,
      message: 'Every submitted proposal of this call has a result.',
    })
  })

  test('says that it is outdated when samples are confirmed after it, and takes them up', async () => {
    const { proposal_id, samples } = await aDraftedResult(s.office)
    const { main_key } = await s.world.db
      .selectFrom('assignments')
      .select('id as main_key')
      .where('sample_id', '=', samples[1]!.id)
      .executeTakeFirstOrThrow()
    await s.asOffice.api.allocation.cancel({ params: { main_key } })
    expect(await get(proposal_id)).toMatchObject({ outdated: true, why_not_renew: null, outcome: 'granted' })
    expect((await s.asOffice.api.results.release(only(proposal_id))).message).toBe(
      'Samples were confirmed or taken back since it was drafted: bring it up to date.',
    )
    await s.asOffice.api.results.renew(of(proposal_id))
    expect(await get(proposal_id)).toMatchObject({ outdated: false, outcome: 'part', samples: 1, met: 1 })
  })

  test('is a conflict of versions for the second of two who save it', async () => {
    const { proposal_id } = await aDraftedResult(s.office)
    const save = (text: string) =>
      s.asOffice.request('PUT', `/api/results/save/${proposal_id}`, { text, reasons: [], version: 1 })
    expect((await save('One.')).json()).toMatchObject({ result: 1, version: 2 })
    expect((await save('Two.')).statusCode).toBe(409)
  })

  test('names what its text gives away, until it is changed or allowed', async () => {
    const { proposal_id } = await anAllocatedProposal(s.office)
    const reviewer = await aReviewer(s.office, { first_name: 'João', last_name: 'Araújo' })
    const copied =
      'The separation of the two hypotheses rests on a single ratio that other groups could not repeat'
    await aSubmittedReport(s.office, {
      proposal_id,
      reviewer,
      review: { science_comment_weakness: `${copied}. More is needed.` },
    })
    await draft()
    const text = `Joao Araujo wrote: ${copied.toUpperCase()}!`
    await s.asOffice.api.results.save({
      ...of(proposal_id),
      body: { text, correction: '', reasons: [], version: 1 },
    })
    const { text_findings, why_not_release } = await get(proposal_id)
    expect(text_findings.map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([
      ['name', 'Joao Araujo'],
      ['report', copied.toUpperCase()],
    ])
    expect(why_not_release).toBe('Change or allow 2 findings first.')
    for (const { fingerprint } of text_findings)
      await s.asOffice.api.results.allow({
        ...of(proposal_id),
        body: { fingerprint, reason: 'Agreed with them.' },
      })
    expect(await get(proposal_id)).toMatchObject({ findings: 0, why_not_release: null })
    expect(await s.asOffice.api.results.release(only(proposal_id))).toMatchObject({ result: 1 })
  })
})

describe('where two persons are required', () => {
  const { scene: s } = sharedServer(async (world) => {
    const made = await resultScene(world)
    await requireTwoToConfirm(made.asOffice.api, true)
    return made
  })

  test('another than who wrote it checks it before it is released; a change is checked again', async () => {
    const allocated = await aSubmittedProposal(s.office, {})
    await s.asOffice.api.results.draft({ body: { term_id: s.term.id } })
    const { proposal_id } = allocated
    const { check, release, save } = s.asOffice.api.results
    expect(await release(only(proposal_id))).toMatchObject({ message: 'It must be checked first.' })
    expect(await check(only(proposal_id))).toMatchObject({
      message: 'You wrote it last: another member of the office checks it.',
    })
    expect(await s.asColleague.api.results.check(only(proposal_id))).toMatchObject({ result: 1 })
    await save({
      ...of(proposal_id),
      body: { text: 'Other words.', correction: '', reasons: [], version: 1 },
    })
    expect(await release(only(proposal_id))).toMatchObject({ message: 'It must be checked first.' })
    await s.asColleague.api.results.check(only(proposal_id))
    expect(await release(only(proposal_id))).toMatchObject({ result: 1 })
  })
})
