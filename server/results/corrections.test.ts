import { describe, expect, test } from 'vitest'
import { anAllocatedProposal, anAnsweredResult, aReleasedResult } from '../builders/results.ts'
import { aSample } from '../builders/samples.ts'
import { of, only, resultScene } from '../testing/result_scene.ts'
import { findMails } from '../testing/reviews.ts'
import { sharedServer } from '../testing/test_server.ts'

describe('a correction', () => {
  const { scene: s } = sharedServer(resultScene)
  const correct = (id: number, body: { remove: number[]; add: number[] }) =>
    s.asOffice.api.results.correct({ ...of(id), body: { correction: 'A sample was mixed up.', ...body } })

  test('changes samples, result and mail when it is released, also in a closed call; the answer to the rest stays', async () => {
    const { proposal_id, actor, samples } = await anAnsweredResult(s.office)
    const added = await aSample(s.office)
    await s.world.db.updateTable('terms').set({ disabled: true }).execute()
    await correct(proposal_id, { remove: [samples[1]!.id], add: [added.id] })
    await s.asOffice.api.results.save({
      ...of(proposal_id),
      body: {
        ...{ text: 'Sorry.', correction: 'A sample was mixed up.', version: 1 },
        reasons: [{ priority: 2, reason: 'not_selected' }],
      },
    })
    const mine = async () => (await (await s.world.as(actor)).api.results.mine())[0]!
    expect(await mine()).toMatchObject({ edition: 1, answer: 'given' })
    expect((await s.asOffice.api.results.release(only(proposal_id))).message).toContain('has been released')
    const { edition, correction, answer, samples: now } = await mine()
    expect({ edition, correction, answer }).toEqual({
      ...{ edition: 2, correction: 'A sample was mixed up.', answer: 'awaited' },
    })
    expect(new Map(now.map(({ name, accepted }) => [name, accepted]))).toEqual(
      new Map([
        [samples[0]!.name, true],
        [added.name, null],
      ]),
    )
    const [mail] = await findMails(s.world, 'result_corrected')
    expect(mail!.recipients).toEqual([actor.email])
    expect((await s.asOffice.api.results.get(of(proposal_id))).earlier).toMatchObject([{ edition: 1 }])
  })

  test('makes a supplementary loan of what it adds', async () => {
    const { proposal_id, samples } = await anAnsweredResult(s.office)
    const { loans: first } = await s.asOffice.api.results.takeNote(only(proposal_id))
    const added = await aSample(s.office)
    await correct(proposal_id, { remove: [], add: [added.id] })
    await s.asOffice.api.results.release(only(proposal_id))
    await s.asOffice.api.results.answerOnBehalf({
      ...of(proposal_id),
      body: { edition: 2, samples: [...samples, added].map(({ id }) => ({ sample_id: id, accepted: true })) },
    })
    const { loans } = await s.asOffice.api.results.takeNote(only(proposal_id))
    const stored = await s.world.db.selectFrom('loans').select(['number', 'id', 'supplementary_to']).execute()
    const numbered = (number: string) => stored.find((loan) => loan.number === number)!
    expect(numbered(loans![0]!.number).supplementary_to).toBe(numbered(first![0]!.number).id)
  })

  test('is refused for a sample that is in a loan, or confirmed for another', async () => {
    const { proposal_id, samples } = await anAnsweredResult(s.office)
    await s.asOffice.api.results.takeNote(only(proposal_id))
    const other = await anAllocatedProposal(s.office)
    const send = async (body: object) =>
      (
        await s.asOffice.request('POST', `/api/results/correct/${proposal_id}`, { correction: 'x', ...body })
      ).json()
    expect((await send({ remove: [samples[0]!.id], add: [] })).errors).toEqual({
      'remove.0': [expect.stringContaining(`${samples[0]!.name} is in loan L`)],
    })
    expect((await send({ remove: [], add: [other.samples[0]!.id] })).errors).toEqual({
      'add.0': [`${other.samples[0]!.name} is confirmed for another proposal.`],
    })
  })

  test('can be removed while it is a draft', async () => {
    const { proposal_id, samples } = await aReleasedResult(s.office)
    await correct(proposal_id, { remove: [samples[0]!.id], add: [] })
    expect(await correct(proposal_id, { remove: [], add: [] })).toMatchObject({ result: 0 })
    await s.asOffice.api.results.cancelCorrection(of(proposal_id))
    expect(await s.asOffice.api.results.get(of(proposal_id))).toMatchObject({ edition: 1, state: 'released' })
  })
})
