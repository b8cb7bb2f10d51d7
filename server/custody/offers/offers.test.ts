import { expect, test } from 'vitest'
import { PARTICLE_GRID } from '#domain/allocation/grid.ts'
import { PROCESSED } from '#domain/masters/values.ts'
import { aSubmittedProposal } from '../../builders/proposals.ts'
import { anAssignment, aSample } from '../../builders/samples.ts'
import { loanScene } from '../../testing/loan_scene.ts'
import { type TestServer, withServer } from '../../testing/test_server.ts'

/** A sample that was confirmed for a proposal, lent, and came back. */
async function returned(world: TestServer) {
  const scene = await loanScene(world)
  const sample = await aSample(scene.officeCtx, { weight: 5 })
  const confirm = (proposal_id: number) =>
    anAssignment(scene.officeCtx, PARTICLE_GRID, [{ sample_id: sample.id, proposal_id }], { confirmed: true })
  await confirm(scene.proposal_id)
  const number = await scene.lendSamples('returned', [sample.id])
  const { piece: address, name } = await scene.piece(number)
  const { proposal_id: next } = await aSubmittedProposal(scene.officeCtx)
  return { ...scene, sample, confirm, address, name, next, params: { address } }
}

const assignmentsOf = ({ db }: TestServer, sample_id: number) =>
  db
    .selectFrom('assignments')
    .select(['proposal_id', 'status', 'ended_as'])
    .where('sample_id', '=', sample_id)
    .orderBy('id')
    .execute()

test('a sample that came back is promised again only once it is on offer, and its first promise stays on record', () =>
  withServer(async (world) => {
    const { office, sample, confirm, proposal_id, next, params } = await returned(world)
    await expect(confirm(next)).rejects.toThrow()
    expect(await office.api.offers.offer({ params })).toMatchObject({ result: 1 })
    await confirm(next)
    expect(await assignmentsOf(world, sample.id)).toEqual([
      { proposal_id, status: 1, ended_as: 'returned' },
      { proposal_id: next, status: 1, ended_as: null },
    ])
    expect((await office.api.offers.takeOff({ params, body: { reason: 'No.' } })).message).toContain(
      `confirmed for proposal ${next}`,
    )
  }))

test('a return that was a mistake is taken back after its piece was on offer, one step after the other', () =>
  withServer(async (world) => {
    const { office, sample, confirm, proposal_id, next, params, name } = await returned(world)
    await office.api.offers.offer({ params })
    await office.api.offers.takeOff({ params, body: { reason: 'It never came back.' } })
    const takeBack = async (kind: string) => {
      const { events } = await office.api.pieces.get({ params })
      const { number } = events.find((one) => one.kind === kind && one.countered_by === null)!
      return office.api.pieces.counter({ params, body: { number, reason: 'It never came back.' } })
    }
    expect((await takeBack('return')).message).toContain('take that back first')
    expect(await takeBack('take_off_offer')).toMatchObject({ result: 1 })
    expect(await assignmentsOf(world, sample.id)).toEqual([{ proposal_id, status: 1, ended_as: 'returned' }])
    // What it has been promised to since is not taken from them.
    await confirm(next)
    expect((await takeBack('offer')).message).toContain(`confirmed for proposal ${next}`)
    const { id } = await world.db
      .selectFrom('assignments')
      .select('id')
      .where('proposal_id', '=', next)
      .executeTakeFirstOrThrow()
    await office.api.allocation.cancel({ params: { main_key: id } })
    expect((await takeBack('offer')).message).toBe(`${name}: "Put on offer" has been taken back.`)
    expect((await assignmentsOf(world, sample.id))[0]).toEqual({ proposal_id, status: 1, ended_as: null })
    expect(await takeBack('return')).toMatchObject({ result: 1 })
    expect(await office.api.pieces.get({ params })).toMatchObject({ state: 'sent_back' })
  }))

test('offering is refused twice and for what is out, and taking off wants a reason', () =>
  withServer(async (world) => {
    const { office, curation, holder, lend, piece, params, name } = await returned(world)
    await expect(holder.api.offers.offer({ params })).rejects.toThrow()
    expect(await curation.api.offers.offer({ params })).toMatchObject({ result: 1 })
    expect((await office.api.offers.offer({ params })).message).toBe(`${name} is on offer already.`)
    const { piece: out } = await piece(await lend('in_use'))
    expect((await office.api.offers.offer({ params: { address: out } })).message).toContain('in use')
    await expect(office.api.offers.takeOff({ params, body: { reason: ' ' } })).rejects.toThrow()
    expect(await office.api.offers.takeOff({ params, body: { reason: 'Cracked.' } })).toMatchObject({
      result: 1,
    })
  }))

test('the catalogue has the present weight beside the initial one, and a part on offer as a row of its own', () =>
  withServer(async (world) => {
    const { office, params, sample, piece, lend } = await returned(world)
    const inCatalogue = (name: string) =>
      world.db
        .selectFrom('samples')
        .select(['weight', 'initial_weight', 'sample_type', 'flg'])
        .where('name', '=', name)
        .executeTakeFirst()
    await office.api.pieces.loss({ params, body: { amount: 1250, reason: 'Stuck to the tweezers' } })
    await office.api.offers.offer({ params })
    expect(await inCatalogue(sample.name)).toMatchObject({ weight: 3.75, initial_weight: 5 })

    const { name, piece: address } = await piece(await lend('ready_to_pack', [3]))
    const part = (amount: number) => ({ amount, form: 'Chip', place: '' })
    const body = { parts: [part(1000), part(2000)], consumed: 0, lost: 0, method: '', note: '' }
    await office.api.pieces.split({ params: { address }, body })
    const { tree } = await office.api.pieces.get({ params: { address } })
    const second = { params: { address: tree.find((one) => one.name === `${name}-02`)!.address } }
    expect(await inCatalogue(`${name}-02`)).toBeUndefined()
    expect(await office.api.offers.offer(second)).toMatchObject({ result: 1 })
    const row = { weight: 2, initial_weight: 2, sample_type: PROCESSED }
    expect(await inCatalogue(`${name}-02`)).toEqual({ ...row, flg: true })
    await office.api.offers.takeOff({ ...second, body: { reason: 'Kept back.' } })
    expect(await inCatalogue(`${name}-02`)).toEqual({ ...row, flg: false })
  }))
