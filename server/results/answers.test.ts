import { beforeEach, describe, expect, test } from 'vitest'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { anAnsweredResult, aReleasedResult } from '../builders/results.ts'
import { aSample } from '../builders/samples.ts'
import { NOW, of, only, resultScene } from '../testing/result_scene.ts'
import { findMails } from '../testing/reviews.ts'
import { sharedServer } from '../testing/test_server.ts'
import { remindOfAnswers } from './reminders.ts'

describe('an answer', () => {
  const { scene: s } = sharedServer(resultScene)
  beforeEach(() => s.world.at(NOW))
  const answerOf = (samples: { id: number }[], ...declined: number[]) => ({
    edition: 1,
    samples: samples.map(({ id }, i) => ({ sample_id: id, accepted: !declined.includes(i) })),
  })

  test('is given and changed by the proposer, with a receipt, until the office has acted on it', async () => {
    const { proposal_id, actor, samples } = await aReleasedResult(s.office)
    const { results } = (await s.world.as(actor)).api
    await results.markRead(of(proposal_id))
    expect((await s.asOffice.api.results.get(of(proposal_id))).state).toBe('read')
    expect(await results.answer({ ...of(proposal_id), body: answerOf(samples, 0, 1) })).toMatchObject({
      result: 1,
    })
    const changed = await results.answer({ ...of(proposal_id), body: answerOf(samples, 1) })
    expect(changed.message).toBe(
      `Accepted: ${samples[0]!.name}. Declined: ${samples[1]!.name}. You get a receipt by e-mail.`,
    )
    expect(await findMails(s.world, 'result_answered')).toHaveLength(2)
    const { loans, freed } = await s.asOffice.api.results.takeNote(only(proposal_id))
    expect(loans).toEqual([{ proposal_id, number: expect.stringMatching(/^L\d{4}$/u) }])
    expect(freed).toMatchObject([{ name: samples[1]!.name, declined_by: proposal_id }])
    expect(await results.answer({ ...of(proposal_id), body: answerOf(samples) })).toMatchObject({
      result: 0,
      message: 'The office has acted on the answer: please write to the office to change it.',
    })
    expect((await results.mine())[0]).toMatchObject({ answer: 'noted', loans: [loans![0]!.number] })
  })

  test('answers every sample once, of the version that was read', async () => {
    const { proposal_id, actor, samples } = await aReleasedResult(s.office)
    const visit = await s.world.as(actor)
    const send = (body: object) => visit.request('PUT', `/api/results/mine/${proposal_id}/answer`, body)
    const { samples: both } = answerOf(samples)
    expect((await send({ edition: 1, samples: both.slice(1) })).statusCode).toBe(400)
    expect((await send({ edition: 1, samples: [both[0], both[0]] })).statusCode).toBe(400)
    expect((await send({ edition: 2, samples: both })).statusCode).toBe(409)
    expect((await send({ edition: 1, samples: both })).statusCode).toBe(200)
  })

  test('is nobody else’s', async () => {
    const { proposal_id, samples } = await aReleasedResult(s.office)
    const other = await aReleasedResult(s.office)
    const visit = await s.world.as(other.actor)
    const path = `/api/results/mine/${proposal_id}`
    expect((await visit.request('PUT', `${path}/answer`, answerOf(samples))).statusCode).toBe(404)
    expect((await visit.request('PUT', `${path}/read`)).statusCode).toBe(404)
    expect((await visit.request('GET', `${path}/pdf`)).statusCode).toBe(404)
  })

  test('is given by the office for the proposer, who is told; a late one counts', async () => {
    const { proposal_id, samples, actor } = await aReleasedResult(s.office)
    s.world.at('2026-07-08T00:00:00Z')
    const { results } = (await s.world.as(s.admin)).api
    const list = () => results.list({ query: { answer: 'overdue' } })
    expect((await list()).data.map((row) => row.proposal_id)).toEqual([proposal_id])
    await results.answerOnBehalf({ ...of(proposal_id), body: answerOf(samples) })
    expect((await list()).data).toEqual([])
    const [mail] = await findMails(s.world, 'result_answered')
    expect(mail!.recipients).toEqual([actor.email])
    expect(mail!.body).toContain(`Answered for you by: ${s.admin.name}`)
  })

  test('frees declined samples in a closed call too, and suggests the next in rank whom each would serve', async () => {
    const wanted = await aSample(s.office)
    const asks = (sample_id: number) => ({ input: { samples: [{ db_type: 1, type: 0, sample_id }] } })
    const low = await aSubmittedProposal(s.office, asks(wanted.id))
    const high = await aSubmittedProposal(s.office, asks(wanted.id))
    for (const [id, global_score] of [
      [low.proposal_id, 3],
      [high.proposal_id, 4],
    ] as const)
      await s.world.db.updateTable('proposals').set({ global_score }).where('id', '=', id).execute()
    const { proposal_id } = await anAnsweredResult(s.office, {
      declined: [0],
      given: [wanted],
    })
    await s.world.db.updateTable('terms').set({ disabled: true }).execute()
    const { freed, loans } = await s.asOffice.api.results.takeNote(only(proposal_id))
    expect(loans).toEqual([])
    expect(freed).toEqual([
      {
        ...{ sample_id: wanted.id, name: wanted.name, declined_by: proposal_id },
        next: expect.objectContaining({ proposal_id: high.proposal_id, priority: 1 }),
      },
    ])
    const { ended_as } = await s.world.db
      .selectFrom('assignments')
      .select('ended_as')
      .where('sample_id', '=', wanted.id)
      .executeTakeFirstOrThrow()
    expect(ended_as).toBe('freed')
  })

  test('is asked for again 7 days and 1 day before its last day, once each, and not of who has answered', async () => {
    const { actor } = await aReleasedResult(s.office)
    await anAnsweredResult(s.office)
    const remindedOn = async (day: string) => {
      s.world.at(`${day}T05:00:00Z`)
      await remindOfAnswers(s.world.services)
      await remindOfAnswers(s.world.services)
      return (await findMails(s.world, 'result_reminder')).map(({ recipients }) => recipients[0])
    }
    expect(await remindedOn('2026-06-29')).toEqual([])
    expect(await remindedOn('2026-06-30')).toEqual([actor.email])
    expect(await remindedOn('2026-07-01')).toHaveLength(1)
    expect(await remindedOn('2026-07-06')).toEqual([actor.email, actor.email])
    expect(await remindedOn('2026-07-08')).toHaveLength(2)
  })
})
