import { contract } from '#domain/contract.ts'
import { aGroupMail } from '../../builders/group_mail.ts'
import { aSubmittedProposal } from '../../builders/proposals.ts'
import { aReport, aReviewer } from '../../builders/reports.ts'
import { handlers } from '../../handlers.ts'
import { carryOutDue, performer } from '../../undo/carry_out.ts'
import { pressed } from '../undo.ts'
import type { AuditFixture, AuditFixtureContext } from './fixture.ts'

interface Steps {
  press(): Promise<unknown>
  undo(): Promise<unknown>
  /** At the end of the time to undo it, when it can no longer be done. */
  carryOut(): Promise<unknown>
  dismiss(): Promise<unknown>
}

async function pathOn({ server, office, admin }: AuditFixtureContext, type: 'report' | 'group_mail') {
  if (type === 'group_mail') {
    const id = await aGroupMail(office, { destinations: [admin] })
    return { id, method: 'POST', path: `/api/group_mail/send/${id}` } as const
  }
  const { proposal_id } = await aSubmittedProposal(office)
  const reviewer = await aReviewer(server.ctx())
  const id = await aReport(office, { proposal_id, reviewer, status: 0 })
  return { id, method: 'PUT', path: `/api/reviewers/request/${id}` } as const
}

/** A step of an act that is kept, on a report or a group mail; the steps before it are taken first. */
export const onKeptAct =
  (type: 'report' | 'group_mail', step: (steps: Steps) => Promise<unknown>): AuditFixture =>
  async (context) => {
    const { server, api, admin } = context
    const { id, method, path } = await pathOn(context, type)
    const visit = await server.as(admin)
    const onAct = async (act: (input: { params: { id: number } }) => Promise<unknown>) =>
      act({ params: { id: (await api.undo.list())[0]!.id } })
    const makeDue = () =>
      server.db.updateTable('kept_acts').set({ due_at: '2000-01-01T00:00:00Z', area: 'none' }).execute()
    const carryOut = () => carryOutDue(server.services, performer(contract, handlers))
    const taken: (keyof Steps)[] = []
    await step({
      press: async () => taken.push('press'),
      undo: async () => taken.push('undo'),
      carryOut: async () => taken.push('carryOut'),
      dismiss: async () => taken.push('dismiss'),
    })
    const [last] = taken
    const press = async () => (await pressed(visit, method, path, {})).json()
    if (last !== 'press') await press()
    if (last === 'carryOut' || last === 'dismiss') await makeDue()
    if (last === 'dismiss') await carryOut()
    const runs: Steps = {
      press,
      undo: () => onAct(api.undo.undo),
      carryOut,
      dismiss: () => onAct(api.undo.dismiss),
    }
    return { run: () => step(runs), objectId: id, actorId: last === 'carryOut' ? null : admin.id }
  }
