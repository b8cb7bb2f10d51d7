import { expect, test } from 'vitest'
import { BENNU, CONTACT_PAD, RYUGU } from '#domain/masters/values.ts'
import { aProposer, aTerm, aUser } from '../builders/people.ts'
import { anAssignment, aSample } from '../builders/samples.ts'
import { demonstrationSamples } from '../demonstration/samples.ts'
import { createSubmittedProposal, withOffice } from '../testing/allocation.ts'
import { withServer } from '../testing/test_server.ts'
import { addSamples } from './service.ts'

const names = (samples: { name: string }[]) => samples.map(({ name }) => name)

test('requestable samples have a requestable type and are on offer; one confirmed for another user is until the term is disabled', () =>
  withOffice(async (world, office) => {
    const { ctx } = world
    const taken = await aSample(ctx(), { name: 'A0003' })
    const { id: unconfirmed } = await aSample(ctx(), { name: 'A0002' })
    const samples: Parameters<typeof aSample>[1][] = [
      { name: 'A0001', sample_type: 1 },
      { name: 'C0001', sample_type: 2 },
      { name: 'C0002', sample_type: 3, flg: true },
      { name: 'C0003', sample_type: 3 },
      { name: 'OREX-800001-0', db_type: BENNU },
      { name: 'OREX-800001-101', db_type: BENNU, sample_type: CONTACT_PAD },
    ]
    for (const sample of samples) await aSample(ctx(), sample)
    const proposal_id = await createSubmittedProposal(world, office)
    const tick = { sample_id: taken.id, proposal_id }
    await anAssignment(ctx(office), 1, [tick, { sample_id: unconfirmed, proposal_id }])
    const { actor } = await aProposer(ctx(office))
    const { api } = await world.as(actor)
    expect(names(await api.samples.ryugu())).toEqual(['A0001', 'A0002', 'A0003', 'C0001', 'C0002'])
    const { api: admin } = await world.as(office)
    await admin.allocation.confirm({ body: [tick] })
    const found = async () => (await api.search.find({ query: { q: 'A0003' } })).map(({ title }) => title)
    expect(names(await api.samples.ryugu())).toEqual(['A0001', 'A0002', 'A0003', 'C0001', 'C0002'])
    expect(await found()).toEqual(['A0003'])
    await world.db.updateTable('terms').set({ disabled: true }).where('id', '=', 7).execute()
    expect(names(await api.samples.ryugu())).toEqual(['A0001', 'A0002', 'C0001', 'C0002'])
    expect(await found()).toEqual([])
    expect(names(await api.samples.bennu())).toEqual(['OREX-800001-0'])
    expect(await api.samples.all()).toHaveLength(8)
    expect(await api.samples.everySample()).toEqual(await api.samples.all())
    const owner = await world.db
      .selectFrom('proposals')
      .innerJoin('users', 'users.id', 'proposals.user_id')
      .select(['users.id', 'users.email', 'users.name'])
      .where('proposals.id', '=', proposal_id)
      .executeTakeFirstOrThrow()
    const { api: own } = await world.as({ ...owner, roles: ['proposer'] })
    expect(names(await own.samples.ryugu())).toContain('A0003')
  }))

test('the current list has requested and assigned samples, or all available ones', () =>
  withOffice(async (world, office) => {
    const { ctx } = world
    const asked = await aSample(ctx())
    const given = await aSample(ctx())
    const idle = await aSample(ctx())
    const lent = await aSample(ctx())
    const proposal_id = await createSubmittedProposal(world, office, { asks: [{ sample_id: asked.id }] })
    await anAssignment(ctx(office), 1, [{ sample_id: given.id, proposal_id }], { confirmed: true })
    const old = await createSubmittedProposal(world, office)
    await world.db.updateTable('proposals').set({ term_id: 6 }).where('id', '=', old).execute()
    await anAssignment(ctx(office), 1, [{ sample_id: lent.id, proposal_id: old }], {
      term_id: 6,
      confirmed: true,
    })
    const { api, request } = await world.as(await aUser(ctx(), ['panel']))
    const current = await api.allocation.current()
    expect(current).toMatchObject([
      { id: asked.id, requested_sample: [{ proposal_id, priority: 1 }], assigned_sample: [] },
      { id: given.id, requested_sample: [], assigned_sample: [{ proposal_id, status: 1 }] },
    ])
    expect(names(await api.allocation.current({ query: { all: '1' } }))).toEqual(names([asked, given, idle]))
    const csv = async (all: '0' | '1') =>
      (await request('GET', await api.allocation.currentDownload({ params: { all } }))).body
        .trim()
        .split('\r\n')
    expect(await csv('0')).toHaveLength(3)
    expect(await csv('1')).toHaveLength(4)
  }))

test('the catalogue of the demonstration is stored unchanged', () =>
  withServer(async ({ ctx, as }) => {
    await aTerm(ctx())
    const made = demonstrationSamples()
    const of = (db_type: number) => made.filter((sample) => sample.db_type === db_type)
    expect([of(RYUGU).length, of(BENNU).length]).toEqual([400, 200])
    expect(await ctx(await aUser(ctx(), ['admin'])).write((tx) => addSamples(tx, made))).toHaveLength(600)
    const { api } = await as(await aUser(ctx(), ['reviewer']))
    expect(await api.samples.all()).toHaveLength(600)
  }))
