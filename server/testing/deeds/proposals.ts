import type { proposalActions } from '#domain/proposals/actions.ts'
import type { staffActions } from '#domain/staff/actions.ts'
import { aNotice, aProposer, proposerOf } from '../../builders/people.ts'
import { aProposalInput, aSavedProposal, aSubmittedProposal } from '../../builders/proposals.ts'
import type { Deed, Stage } from './deed.ts'

export const proposalDeeds: Record<keyof typeof proposalActions, Deed> = {
  'proposal.open': async ({ api, admin, office }) => {
    const id = await aNotice(office)
    await api.applicants.register({ params: { id } })
    return { object: (await proposerOf(office, id)).proposal_id, by: admin.id }
  },
  'proposal.save': async ({ world, office }) => {
    const { actor, proposal_id: id } = await aProposer(office)
    await (await world.as(actor)).api.proposals.put({ params: { id }, body: aProposalInput() })
    return { object: id, by: actor.id }
  },
  'proposal.submit': async ({ world, office }) => {
    const { actor, proposal_id: id } = await aSavedProposal(office)
    await (await world.as(actor)).api.proposals.submit({ params: { id } })
    return { object: id, by: actor.id }
  },
}

const onSubmitted =
  (act: (api: Stage['api'], id: number) => Promise<unknown>): Deed =>
  async ({ api, admin, office }) => {
    const { proposal_id: id } = await aSubmittedProposal(office)
    await act(api, id)
    return { object: id, by: admin.id }
  }

export const staffDeeds: Record<keyof typeof staffActions, Deed> = {
  'proposal.note': onSubmitted(({ staff }, id) =>
    staff.saveNote({ params: { id }, body: { note: 'Ask again.' } }),
  ),
  'proposal.global_score': onSubmitted(({ staff }, id) =>
    staff.saveGlobalScore({ params: { id }, body: { global_score: 4.5, rank: 1 } }),
  ),
  'proposal.cancel': onSubmitted(({ staff }, id) => staff.cancel({ params: { id } })),
  'proposal.unlock': onSubmitted(({ staff }, id) => staff.unlock({ params: { id } })),
  'proposal.cancel_unlock': onSubmitted(async ({ staff }, id) => {
    await staff.unlock({ params: { id } })
    await staff.cancelUnlock({ params: { id } })
  }),
  'proposal.correction_mail': onSubmitted(({ staff }) => staff.sendCorrectionMail()),
}
