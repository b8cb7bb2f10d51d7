import type { allocationActions } from '#domain/allocation/actions.ts'
import type { Pair } from '#domain/allocation/rules.ts'
import type { sampleActions } from '#domain/samples/actions.ts'
import { aSubmittedProposal } from '../../builders/proposals.ts'
import { aSample } from '../../builders/samples.ts'
import type { Deed, Stage } from './deed.ts'

export const sampleDeeds: Record<keyof typeof sampleActions, Deed> = {
  'sample.add': async ({ office, admin }) => {
    await aSample(office)
    return { object: null, by: admin.id }
  },
}

/** A deed on a sample that is ticked for a submitted proposal. */
const onTicked =
  (act: (api: Stage['api'], pair: Pair) => Promise<unknown>): Deed =>
  async ({ api, admin, office, term }) => {
    const { proposal_id } = await aSubmittedProposal(office)
    const pair = { sample_id: (await aSample(office)).id, proposal_id }
    await api.allocation.save({ body: [pair] })
    await act(api, pair)
    return { object: term.id, by: admin.id }
  }

export const allocationDeeds: Record<keyof typeof allocationActions, Deed> = {
  'allocation.save': onTicked(async () => {}),
  'allocation.confirm': onTicked(({ allocation }, pair) => allocation.confirm({ body: [pair] })),
  'allocation.cancel_confirm': onTicked(async ({ allocation }, pair) => {
    await allocation.confirm({ body: [pair] })
    const [row] = await allocation.assigned()
    await allocation.cancel({ params: { main_key: row!.main_key } })
  }),
  'allocation.withdraw': onTicked(({ staff }, { proposal_id: id }) => staff.cancel({ params: { id } })),
}
