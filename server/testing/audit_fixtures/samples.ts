import type { Pair } from '#domain/allocation/rules.ts'
import type { allocationActions, sampleActions } from '#domain/audit_actions.ts'
import { exampleCsv } from '#domain/samples/import_example.ts'
import { aSubmittedProposal } from '../../builders/proposals.ts'
import { aSample } from '../../builders/samples.ts'
import { importSamples } from '../../samples/import.ts'
import { requireTwoToConfirm } from '../allocation.ts'
import type { AuditFixture, AuditFixtureContext } from './fixture.ts'

export const sampleFixtures: Record<keyof typeof sampleActions, AuditFixture> = {
  'sample.add': async ({ office, admin }) => ({ does: () => aSample(office), object: null, by: admin.id }),
  'sample.import': async ({ office, admin }) => ({
    does: () => importSamples(office, { bytes: Buffer.from(exampleCsv()), dry_run: false }),
    object: null,
    by: admin.id,
  }),
}

type Act = (api: AuditFixtureContext['api'], pair: Pair) => Promise<unknown>
const tick: Act = ({ allocation }, pair) => allocation.save({ body: [pair] })
const confirm: Act = ({ allocation }, pair) => allocation.confirm({ body: [pair] })
const returned: Act = async ({ allocation }, pair) => {
  const row = (await allocation.assigned()).find(({ proposal_id }) => proposal_id === pair.proposal_id)
  return allocation.cancel({ params: { main_key: row!.main_key } })
}

const askForTwo: Act = (api) => requireTwoToConfirm(api, true)

/** A command on a sample for a submitted proposal, after the commands that prepare it. */
const onPair =
  (act: Act, ...before: Act[]): AuditFixture =>
  async ({ api, admin, office, term }) => {
    const { proposal_id } = await aSubmittedProposal(office)
    const pair = { sample_id: (await aSample(office)).id, proposal_id }
    for (const one of before) await one(api, pair)
    return { does: () => act(api, pair), object: term.id, by: admin.id }
  }

export const allocationFixtures: Record<keyof typeof allocationActions, AuditFixture> = {
  'allocation.save': onPair(tick),
  'allocation.confirm': onPair(confirm, tick),
  'allocation.cancel_confirm': onPair(returned, tick, confirm),
  'allocation.withdraw': onPair(({ staff }, { proposal_id: id }) => staff.cancel({ params: { id } }), tick),
  'allocation.propose': onPair(confirm, tick, askForTwo),
  'allocation.cancel_propose': onPair(returned, tick, askForTwo, confirm),
}
