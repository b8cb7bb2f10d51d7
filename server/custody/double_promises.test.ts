import { describe, expect, test } from 'vitest'
import { PARTICLE_GRID } from '#domain/allocation/grid.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { anAssignment, aSample } from '../builders/samples.ts'
import { loanScene } from '../testing/loan_scene.ts'
import { withServer } from '../testing/test_server.ts'

describe('a sample that waits in a loan', () => {
  test('is not put on offer, where another proposal could have it confirmed', () =>
    withServer(async (world) => {
      const { lendSamples, office, officeCtx, proposal_id, piece } = await loanScene(world)
      const sample = await aSample(officeCtx)
      await anAssignment(officeCtx, PARTICLE_GRID, [{ sample_id: sample.id, proposal_id }], {
        confirmed: true,
      })
      const number = await lendSamples('ready_to_pack', [sample.id])
      const { piece: address } = await piece(number)
      const answer = await office.request('POST', `/api/offers/${address}`, {})
      expect(answer.json()).toMatchObject({ result: 0, message: expect.stringContaining(number) })
    }))
})

test('a loan that is opened again does not pack what another proposal has confirmed since', () =>
  withServer(async (world) => {
    const { lendSamples, office, officeCtx, proposal_id, piece } = await loanScene(world)
    const { proposal_id: other } = await aSubmittedProposal(officeCtx)
    const sample = await aSample(officeCtx)
    await anAssignment(officeCtx, PARTICLE_GRID, [{ sample_id: sample.id, proposal_id }], { confirmed: true })
    const number = await lendSamples('ready_to_pack', [sample.id])
    const { loans, offers } = office.api
    const { piece: address, name } = await piece(number)
    const params = { number }
    expect(await loans.close({ params, body: { without_report: 'Withdrawn.' } })).toMatchObject({ result: 1 })
    expect(await offers.offer({ params: { address } })).toMatchObject({ result: 1 })
    await anAssignment(officeCtx, PARTICLE_GRID, [{ sample_id: sample.id, proposal_id: other }], {
      confirmed: true,
    })
    await loans.reopen({ params, body: { reason: 'By mistake.' } })
    const why = `${name} is confirmed for another proposal: leave it out of this loan.`
    const body = { piece: address, weighed: 5400, container: 'B', picked: true }
    expect(await loans.savePacking({ params, body })).toMatchObject({ result: 0, message: why })
    expect(await loans.signPacked({ params, body: {} })).toMatchObject({ result: 0, message: why })
    const second = await lendSamples('packed', [sample.id], { proposal_id: other })
    expect((await piece(second)).state).toBe('packed')
  }))

test('a part that is on offer is not chosen for a loan of its parent', () =>
  withServer(async (world) => {
    const { lend, office, piece } = await loanScene(world)
    const number = await lend('ready_to_pack', [3])
    const { piece: address, name } = await piece(number)
    const part = (amount: number) => ({ amount, form: 'Particle', place: '' })
    await office.api.pieces.split({
      params: { address },
      body: { parts: [part(1000), part(2000)], consumed: 0, lost: 0, method: '', note: '' },
    })
    const parts = (await piece(number)).parts.map(({ piece }) => piece)
    expect(await office.api.offers.offer({ params: { address: parts[1]! } })).toMatchObject({ result: 1 })
    const choose = (pieces: string[]) =>
      office.request('PUT', `/api/loans/${number}/pieces`, { pieces, reason: '' })
    expect((await choose(parts)).json().errors).toEqual({
      'pieces.1': [`${name}-02 is on offer: take it off first.`],
    })
    expect((await choose([parts[0]!])).json()).toMatchObject({ result: 1 })
  }))
