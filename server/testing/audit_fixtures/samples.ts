import type { Pair } from '#domain/allocation/rules.ts'
import type { allocationActions, sampleActions } from '#domain/audit_actions.ts'
import { exampleCsv } from '#domain/samples/import_example.ts'
import { aSubmittedProposal } from '../../builders/proposals.ts'
import { aSample } from '../../builders/samples.ts'
import { importSamples } from '../../samples/import.ts'
import { requireTwoToConfirm } from '../allocation.ts'
import type { AuditFixture, AuditFixtureContext } from './fixture.ts'

export const sampleFixtures: Record<keyof typeof sampleActions, AuditFixture> = {
  'sample.add': async ({ office, admin }) => ({
    run: () => aSample(office),
    objectId: null,
    actorId: admin.id,
  }),
  'sample.import': async ({ office, admin }) => ({
    run: () => importSamples(office, { bytes: Buffer.from(exampleCsv()), dry_run: false }),
    objectId: null,
    actorId: admin.id,
  }),
}

type Act = (api: AuditFixtureContext['api'], pair: Pair) => Promise<unknown>
const assign: Act = ({ allocation }, pair) => allocation.save({ body: [pair] })
const confirm: Act = ({ allocation }, pair) => allocation.confirm({ body: [pair] })
const cancelConfirmation: Act = async ({ allocation }, pair) => {
  const row = (await allocation.assigned()).find(({ proposal_id }) => proposal_id === pair.proposal_id)
  return allocation.cancel({ params: { main_key: row!.main_key } })
}

const requireTwo: Act = (api) => requireTwoToConfirm(api, true)

/** A command on a sample for a submitted proposal, after the commands that prepare it. */
const onPair =
  (act: Act, ...before: Act[]): AuditFixture =>
  async ({ api, admin, office, term }) => {
    const { proposal_id } = await aSubmittedProposal(office)
    const pair = { sample_id: (await aSample(office)).id, proposal_id }
    for (const one of before) await one(api, pair)
    return { run: () => act(api, pair), objectId: term.id, actorId: admin.id }
  }

export const allocationFixtures: Record<keyof typeof allocationActions, AuditFixture> = {
  'allocation.save': onPair(assign),
  'allocation.confirm': onPair(confirm, assign),
  'allocation.cancel_confirm': onPair(cancelConfirmation, assign, confirm),
  'allocation.withdraw': onPair(({ staff }, { proposal_id: id }) => staff.cancel({ params: { id } }), assign),
  'allocation.propose': onPair(confirm, assign, requireTwo),
  'allocation.cancel_propose': onPair(cancelConfirmation, assign, requireTwo, confirm),
}
