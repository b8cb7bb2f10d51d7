import type { jobActions, proposalActions, staffActions } from '#domain/audit_actions.ts'
import { REPORT_REQUESTED } from '#domain/reports/status.ts'
import { anEntry, nextDigestTime } from '../../builders/discussions.ts'
import { aNotice, aProposer, aUser, daysFrom } from '../../builders/people.ts'
import { aProposalInput, aSavedProposal, aSubmittedProposal } from '../../builders/proposals.ts'
import { aReport, aReviewer } from '../../builders/reports.ts'
import { sendDueDigests } from '../../discussions/digest.ts'
import { followDiscussion } from '../../discussions/service.ts'
import { announceUnlockEnds } from '../../staff/unlock_reminders.ts'
import { type AuditFixture, type AuditFixtureContext, newestId } from './fixture.ts'

export const proposalFixtures: Record<keyof typeof proposalActions, AuditFixture> = {
  'proposal.open': async (context) => {
    const params = { id: await aNotice(context.office) }
    const does = () => context.api.applicants.register({ params })
    return { run: does, objectId: newestId(context, 'proposals'), actorId: context.admin.id }
  },
  'proposal.save': async ({ server, office }) => {
    const { actor, proposal_id: id } = await aProposer(office)
    const { proposals } = (await server.as(actor)).api
    return {
      run: () => proposals.put({ params: { id }, body: aProposalInput() }),
      objectId: id,
      actorId: actor.id,
    }
  },
  'proposal.submit': async ({ server, office }) => {
    const { actor, proposal_id: id } = await aSavedProposal(office)
    const { proposals } = (await server.as(actor)).api
    return { run: () => proposals.submit({ params: { id } }), objectId: id, actorId: actor.id }
  },
  'proposal.share': async ({ server, office }) => {
    const { actor, proposal_id: id } = await aSavedProposal(office)
    const { proposals } = (await server.as(actor)).api
    return {
      run: () => proposals.share({ params: { id }, body: { allowed: true } }),
      objectId: id,
      actorId: actor.id,
    }
  },
  'proposal.lock': async ({ server, office, api }) => {
    const { actor, proposal_id: id } = await aSubmittedProposal(office)
    await api.staff.unlock({ params: { id } })
    const { proposals } = (await server.as(actor)).api
    return { run: () => proposals.lock({ params: { id } }), objectId: id, actorId: actor.id }
  },
}

type Act = (staff: AuditFixtureContext['api']['staff'], id: number) => Promise<unknown>
/** An office command on a submitted proposal, after the commands that prepare it. */
const onSubmitted =
  (act: Act, before?: Act): AuditFixture =>
  async ({ api, admin, office }) => {
    const { proposal_id: id } = await aSubmittedProposal(office)
    await before?.(api.staff, id)
    return { run: () => act(api.staff, id), objectId: id, actorId: admin.id }
  }
const unlock: Act = (staff, id) => staff.unlock({ params: { id } })

const WITHDRAWAL = { reason: 'The beam time is gone.' }

/** A withdrawal by the proposer of a submitted proposal: asked of the office where a sample is confirmed or reviewed. */
const byProposer =
  (prepare: (context: AuditFixtureContext, id: number) => Promise<unknown>): AuditFixture =>
  async (context) => {
    const { server, office } = context
    const { actor, proposal_id: id } = await aSubmittedProposal(office)
    await prepare(context, id)
    const { staff } = (await server.as(actor)).api
    return {
      run: () => staff.withdraw({ params: { id }, body: WITHDRAWAL }),
      objectId: id,
      actorId: actor.id,
    }
  }
const request = async ({ office, server }: AuditFixtureContext, proposal_id: number) =>
  aReport(office, { proposal_id, reviewer: await aReviewer(server.ctx()), status: REPORT_REQUESTED })

/** The office decides a withdrawal that it is asked for. */
const decided =
  (act: Act): AuditFixture =>
  async (context) => {
    const { server, api, admin, office } = context
    const { actor, proposal_id: id } = await aSubmittedProposal(office)
    await request(context, id)
    await (await server.as(actor)).api.staff.withdraw({ params: { id }, body: WITHDRAWAL })
    return { run: () => act(api.staff, id), objectId: id, actorId: admin.id }
  }

export const staffFixtures: Record<keyof typeof staffActions, AuditFixture> = {
  'proposal.note': onSubmitted((staff, id) =>
    staff.saveNote({ params: { id }, body: { note: 'Ask again.' } }),
  ),
  'proposal.decision_notes': onSubmitted((staff, id) =>
    staff.saveDecisionNotes({
      params: { id },
      body: { for_proposer: 'A clear question.', internal: 'Close.' },
    }),
  ),
  'proposal.global_score': onSubmitted((staff, id) =>
    staff.saveGlobalScore({ params: { id }, body: { global_score: 4.5, rank: 1 } }),
  ),
  'proposal.cancel': onSubmitted((staff, id) => staff.cancel({ params: { id } })),
  'proposal.unlock': onSubmitted(unlock),
  'proposal.cancel_unlock': onSubmitted((staff, id) => staff.cancelUnlock({ params: { id } }), unlock),
  'proposal.withdraw': byProposer(async () => {}),
  'proposal.ask_withdrawal': byProposer(request),
  'proposal.grant_withdrawal': decided((staff, id) => staff.grantWithdrawal({ params: { id } })),
  'proposal.refuse_withdrawal': decided((staff, id) =>
    staff.refuseWithdrawal({ params: { id }, body: { reason: 'The samples are cut.' } }),
  ),
  'proposal.correction_mail': onSubmitted((staff) => staff.sendCorrectionMail()),
}

export const jobFixtures: Record<keyof typeof jobActions, AuditFixture> = {
  'proposal.discussion_digest': async ({ server, office }) => {
    const { proposal_id: id } = await aSubmittedProposal(office)
    const member = server.ctx(await aUser(server.ctx(), ['panel']))
    await followDiscussion(member, id, true)
    await anEntry(office, { proposal_id: id })
    server.at(nextDigestTime(server.services.clock()))
    return { run: () => sendDueDigests(server.services), objectId: id, actorId: null }
  },
  'proposal.unlock_reminder': async ({ server, api, office }) => {
    const { proposal_id: id } = await aSubmittedProposal(office)
    await api.staff.unlock({ params: { id } })
    server.at(daysFrom(server.services.clock(), 6))
    return { run: () => announceUnlockEnds(server.services), objectId: id, actorId: null }
  },
}
