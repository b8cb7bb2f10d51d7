import { describe, expect, test } from 'vitest'
import { aDraftedResult, aReleasedResult } from '../builders/results.ts'
import { aSample } from '../builders/samples.ts'
import { NOW, of, only, resultScene } from '../testing/result_scene.ts'
import { findMails } from '../testing/reviews.ts'
import { sharedServer } from '../testing/test_server.ts'
import { carryOutAfter, pressed, UNDO_SECONDS } from '../testing/undo.ts'

describe('releasing', () => {
  const { scene: s } = sharedServer(resultScene)
  const release = (ids: number[]) => pressed(s.asOffice, 'PUT', '/api/results/release', { proposal_ids: ids })

  test('waits, shows nothing to the proposer meanwhile, and mails each person once when the time is over', async () => {
    const { proposal_id, actor } = await aDraftedResult(s.office, {
      input: {
        proposal_collaborator: [
          {
            ...{ first_name: 'Bo', middle_name: '', last_name: 'Ek', suffix: '' },
            email: 'bo@example.org',
            affiliation: 'X',
          },
        ],
      },
    })
    const mine = (await s.world.as(actor)).api
    const answer = await release([proposal_id])
    expect(answer.statusCode).toBe(202)
    expect(answer.json().message).toBe(
      `About to release 1 result (proposal ${proposal_id}). It can be undone for 30 seconds.`,
    )
    expect(await mine.results.mine()).toEqual([])
    expect(await findMails(s.world, 'result_released')).toEqual([])
    const [row] = (await s.asColleague.api.results.list()).data
    expect(row).toMatchObject({ state: 'drafted', about_to: { what: 'release', by: s.admin.name } })
    expect(
      await s.asColleague.api.results.save({
        ...of(proposal_id),
        body: { text: 'x', correction: '', reasons: [], version: 1 },
      }),
    ).toMatchObject({ result: 0, message: 'It is about to be released: undo that first.' })
    await carryOutAfter(s.world, UNDO_SECONDS)
    await carryOutAfter(s.world, 1)
    expect(await mine.results.mine()).toMatchObject([
      { proposal_id, outcome: 'granted', collaborators: 1, answer: 'awaited', answer_by: '2026-07-07' },
    ])
    const mails = await findMails(s.world, 'result_released')
    expect(mails.map(({ recipients }) => recipients)).toEqual([[actor.email], ['bo@example.org']])
    expect(mails[0]!.body).toContain('2026-07-07 23:59 UTC')
    expect(mails[1]!.body).not.toContain('/proposals/myproposal')
  })

  test('leaves nothing when it is undone', async () => {
    const { proposal_id, actor } = await aDraftedResult(s.office)
    const { pending } = (await release([proposal_id])).json()
    await s.asOffice.api.undo.undo({ params: { id: pending.id } })
    await carryOutAfter(s.world, UNDO_SECONDS)
    expect(await (await s.world.as(actor)).api.results.mine()).toEqual([])
    expect((await s.asOffice.api.results.get(of(proposal_id))).about_to).toBeNull()
  })

  test('is one act: one that cannot be released keeps back the others, by name', async () => {
    const one = await aDraftedResult(s.office)
    const other = await aReleasedResult(s.office)
    const ids = [one.proposal_id, other.proposal_id]
    const why = `${other.proposal_id}: It is released already.`
    expect((await release(ids)).json()).toMatchObject({ result: 0, message: `Nothing was released. ${why}` })
    const { obstacles, results, mails } = await s.asOffice.api.results.preview({
      body: { proposal_ids: ids },
    })
    expect({ results, mails, obstacles }).toEqual({
      ...{ results: 2, mails: 2 },
      obstacles: [{ proposal_id: other.proposal_id, why: 'It is released already.' }],
    })
    expect(await findMails(s.world, 'result_released')).toHaveLength(1)
  })

  test('shows the proposer the samples of the result in an open call, and no other confirmed one', async () => {
    const { proposal_id, actor, samples } = await aDraftedResult(s.office, { count: 1 })
    const later = await aSample(s.office)
    const own = (await s.world.as(actor)).api.proposals
    const shown = async () =>
      (await own.edit(of(proposal_id))).assigned_samples_status_true.map(({ name }) => name)
    expect(await shown()).toEqual([])
    await s.asOffice.api.results.release(only(proposal_id))
    expect(await shown()).toEqual([samples[0]!.name])
    await s.world.db
      .insertInto('assignments')
      .values({ sample_id: later.id, proposal_id, status: 1, confirmed_at: NOW })
      .execute()
    expect(await shown()).toEqual([samples[0]!.name])
  })

  test('refuses to cancel a confirmation afterwards', async () => {
    const { proposal_id, samples } = await aReleasedResult(s.office)
    const { id } = await s.world.db
      .selectFrom('assignments')
      .select('id')
      .where('sample_id', '=', samples[0]!.id)
      .executeTakeFirstOrThrow()
    expect(await s.asOffice.api.allocation.cancel({ params: { main_key: id } })).toEqual({
      result: 0,
      message: `The result of proposal ${proposal_id} is released: begin a correction of it to take the sample back.`,
    })
  })

  test('works in a closed call', async () => {
    const { proposal_id } = await aDraftedResult(s.office)
    await s.world.db.updateTable('terms').set({ disabled: true }).execute()
    expect(await s.asOffice.api.results.release(only(proposal_id))).toMatchObject({ result: 1 })
  })
})
