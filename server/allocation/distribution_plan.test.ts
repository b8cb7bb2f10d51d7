import { expect, test } from 'vitest'
import type { Actor } from '#domain/session/actor.ts'
import { anAssignment, aSample } from '../builders/samples.ts'
import { createSubmittedProposal, withOffice } from '../testing/allocation.ts'
import { readCsv } from '../testing/csv.ts'
import type { TestServer } from '../testing/test_server.ts'

/** The rows of a grid's plan under these headers, each as its cells between bars. */
async function planOf(world: TestServer, office: Actor, grid: '0' | '1' | '2' | '4', ...headers: string[]) {
  const { api, request } = await world.as(office)
  const { body } = await request('GET', await api.allocation.downloadOf({ params: { grid } }))
  return readCsv(body).map((row) => headers.map((header) => row[header]).join('|'))
}

test('the distribution plan has a row for each requested or assigned pair', () =>
  withOffice(async (world, office) => {
    const { ctx } = world
    const asked = await aSample(ctx(), { name: 'A0901' })
    const extra = await aSample(ctx(), { name: 'A0902' })
    const nearest = await aSample(ctx(), { name: 'A0903', weight: 2.1 })
    const pad = await aSample(ctx(), { name: 'P0904', db_type: 2, sample_type: 4 })
    const first = await createSubmittedProposal(world, office, {
      score: 4.25,
      rank: 1,
      asks: [
        { sample_id: asked.id },
        { sample_id: null, weight: 2 },
        { sample_id: null, sample_type: 2 },
        { sample_id: null, weight: 50 },
        { sample_id: null, db_type: 2 },
      ],
    })
    const second = await createSubmittedProposal(world, office)
    await anAssignment(ctx(office), 1, [{ sample_id: asked.id, proposal_id: first }], { confirmed: true })
    await anAssignment(ctx(office), 1, [
      { sample_id: nearest.id, proposal_id: first },
      { sample_id: extra.id, proposal_id: second },
    ])
    await anAssignment(ctx(office), 4, [{ sample_id: pad.id, proposal_id: first }])
    const plan = (grid: '0' | '1' | '4') =>
      planOf(
        world,
        office,
        grid,
        'Proposal ID',
        'Global Score',
        'Priority',
        'Requested sample',
        'Sample',
        'Assigned',
        'Confirmed',
        'More than asked',
        'Missing',
      )
    expect(await plan('1')).toEqual([
      `${first}|4.25|1|A0901|A0901|x|x||`,
      `${first}|4.25|2|Any|A0903|x|||`,
      `${first}|4.25|4|Any|||||1`,
      `${second}||||A0902|x||x|`,
    ])
    expect(await plan('4')).toEqual([`${first}|4.25|5|Any|P0904|x|||`])
    expect(await plan('0')).toHaveLength(6)
  }))

test('a request for several has a row for each sample, and one for all that are missing', () =>
  withOffice(async (world, office) => {
    const samples = [
      await aSample(world.ctx(), { name: 'A1', weight: 3 }),
      await aSample(world.ctx(), { name: 'A2', weight: 2.1 }),
    ]
    const asks = [{ sample_id: null, weight: 2 }]
    const proposal_id = await createSubmittedProposal(world, office, { asks })
    await world.db.updateTable('requested_samples').set({ number_of_samples: 4 }).execute()
    const pairs = samples.map(({ id: sample_id }) => ({ sample_id, proposal_id }))
    await anAssignment(world.ctx(office), 1, pairs)
    expect(await planOf(world, office, '1', 'Priority', 'Requested number', 'Sample ID', 'Missing')).toEqual([
      `1|4|${samples[1]!.id}|`,
      `1|4|${samples[0]!.id}|`,
      '1|4||2',
    ])
  }))

test('a chosen sample is listed with its request, even if that names another or asks for fewer', () =>
  withOffice(async (world, office) => {
    const { ctx } = world
    const [named, other, more] = [
      await aSample(ctx(), { name: 'A1' }),
      await aSample(ctx(), { name: 'A2' }),
      await aSample(ctx(), { name: 'A3' }),
    ]
    const asks = [{ sample_id: null }, { sample_id: named.id }]
    const proposal_id = await createSubmittedProposal(world, office, { asks })
    const headers = [
      'Priority',
      'Requested sample',
      'Sample ID',
      'Sample',
      'Assigned',
      'More than asked',
      'Missing',
    ]
    const plan = () => planOf(world, office, '1', ...headers)
    await anAssignment(ctx(office), 1, [{ sample_id: other.id, proposal_id, priority: 2 }])
    expect(await plan()).toEqual(['1|Any|||||1', `2|A1|${other.id}|A2|x||`])
    await anAssignment(ctx(office), 1, [
      { sample_id: named.id, proposal_id, priority: 2 },
      { sample_id: more.id, proposal_id, priority: 2 },
    ])
    expect(await plan()).toEqual([
      '1|Any|||||1',
      `2|A1|${named.id}|A1|x||`,
      `2|A1|${other.id}|A2|x|x|`,
      `2|A1|${more.id}|A3|x|x|`,
    ])
  }))

test('a row names the other proposals that have its sample', () =>
  withOffice(async (world, office) => {
    const sample = await aSample(world.ctx(), { name: 'A1' })
    const asks = [{ sample_id: sample.id }]
    const [first, second, third] = [
      await createSubmittedProposal(world, office, { asks, score: 4 }),
      await createSubmittedProposal(world, office, { asks, score: 3 }),
      await createSubmittedProposal(world, office, { score: 2 }),
    ]
    await world.db.updateTable('proposals').set({ term_id: 6 }).where('id', '=', third).execute()
    const give = (proposal_id: number, more = {}) =>
      anAssignment(world.ctx(office), 1, [{ sample_id: sample.id, proposal_id }], more)
    const plan = () => planOf(world, office, '1', 'Proposal ID', 'Sample', 'Assigned', 'Also assigned to')
    await give(first)
    await give(third, { term_id: 6 })
    expect(await plan()).toEqual([`${first}|A1|x|${third} of AO6`, `${second}|A1||${first}, ${third} of AO6`])
    await give(first, { confirmed: true })
    await world.db.updateTable('terms').set({ disabled: true }).where('id', '=', 6).execute()
    expect(await plan()).toEqual([`${first}|A1|x|`, `${second}|A1||${first} (confirmed)`])
  }))
