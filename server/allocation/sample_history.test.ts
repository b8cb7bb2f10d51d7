import { expect, test } from 'vitest'
import { aUser } from '../builders/people.ts'
import { anAssignment, aSample } from '../builders/samples.ts'
import { importSamples } from '../samples/import.ts'
import { createConflictedUser, createSubmittedProposal, withOffice } from '../testing/allocation.ts'

test('the history has the requests, assignments and events of this sample only', () =>
  withOffice(async (world, office) => {
    const { ctx, as } = world
    const [sample, other] = [await aSample(ctx()), await aSample(ctx())]
    const asks = [{ sample_id: other.id }, { sample_id: sample.id }]
    const first = await createSubmittedProposal(world, office, { asks, score: 4.5 })
    const second = await createSubmittedProposal(world, office)
    const { api } = await as(office)
    const pair = (proposal_id: number) => ({ sample_id: sample.id, proposal_id })
    await anAssignment(ctx(office), 1, [pair(first), { sample_id: other.id, proposal_id: second }])
    await api.allocation.confirm({ body: [pair(first)] })
    const [row] = (await api.allocation.assigned()).filter(({ id }) => id === sample.id)
    await api.allocation.cancel({ params: { main_key: row!.main_key } })
    await api.allocation.save({ body: [pair(second)] })
    const file = `Asteroid,Name,Type,Weight[mg],Size[mm]\nRyugu,${sample.name},Particle,1.5,2\n`
    await importSamples(ctx(office), { bytes: Buffer.from(file), dry_run: false })

    const history = await (await as(await aUser(ctx(), ['panel']))).api.allocation.history({
      params: { id: sample.id },
    })
    expect(history.sample).toMatchObject({ name: sample.name, weight: 1.5 })
    expect(history.requests).toEqual([
      {
        term_id: 7,
        proposal_id: first,
        title: expect.any(String),
        name: expect.any(String),
        priority: 2,
        global_score: 4.5,
      },
    ])
    expect(history.assignments).toMatchObject([{ proposal_id: second, status: 0, confirmed_at: null }])
    expect(history.events.map(({ change, proposal_id, by }) => [change, proposal_id, by])).toEqual([
      ['changed', null, office.name],
      ['removed', first, office.name],
      ['assigned', second, office.name],
      ['returned', first, office.name],
      ['confirmed', first, office.name],
      ['assigned', first, office.name],
      ['added', null, null],
    ])
    expect(history.events[0]).toMatchObject({
      at: expect.stringMatching(/^\d{4}-.*T.*Z$/u),
      changes: [{ field: 'Weight[mg]', before: '5.4', after: '1.5' }],
    })
  }))

test('the history hides the score of one’s own proposal, and drafts', () =>
  withOffice(async (world, office) => {
    const sample = await aSample(world.ctx())
    const asks = [{ sample_id: sample.id }]
    const own = await createSubmittedProposal(world, office, { asks, score: 4 })
    const theirs = await createSubmittedProposal(world, office, { asks, score: 3 })
    const draft = await createSubmittedProposal(world, office, { asks })
    await world.db.updateTable('proposals').set({ status: 1 }).where('id', '=', draft).execute()
    const { api, request } = await world.as(await createConflictedUser(world, own))
    const { requests } = await api.allocation.history({ params: { id: sample.id } })
    expect(requests).toMatchObject([
      { proposal_id: own, global_score: null },
      { proposal_id: theirs, global_score: 3 },
    ])
    expect((await request('GET', '/api/samples/history/999999')).statusCode).toBe(404)
  }))
