import { describe, expect, test } from 'vitest'
import { aPerson, aTerm, aUser } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { aReviewer, aSubmittedReport } from '../builders/reports.ts'
import { hashPassword } from '../session/password_hash.ts'
import { withServer } from '../testing/test_server.ts'

describe('a member of the staff who takes part in a proposal', () => {
  test('stays in conflict with it after a change of the e-mail address', () =>
    withServer(async (world) => {
      await aTerm(world.ctx())
      const admin = await aUser(world.ctx(), ['admin'])
      const office = world.ctx(admin)
      const password = 'correct horse battery'
      const password_hash = await hashPassword(password)
      const email = 'Member@Example.org'
      const member = await aUser(world.ctx(), ['panel', 'proposer'], { email, password_hash })
      const { proposal_id } = await aSubmittedProposal(office, {
        input: { proposal_collaborator: [aPerson({ email: 'member@example.org' })] },
      })
      const reviewer = await aReviewer(world.ctx())
      await aSubmittedReport(office, { proposal_id, reviewer })
      const { api } = await world.as(member)
      const body = { ...aPerson({ email: 'another@example.org' }), password }
      await api.users.saveMyProfile({ body })
      const { body: mail } = await world.db
        .selectFrom('mails')
        .select('body')
        .where('kind', '=', 'email_confirmation')
        .executeTakeFirstOrThrow()
      const email_token = /confirm=([\w-]+)/u.exec(mail)![1]!
      expect(await api.users.saveMyProfile({ body: { ...body, email_token } })).toMatchObject({ result: 1 })
      const proposal = await api.staff.get({ params: { id: proposal_id } })
      expect(proposal).toMatchObject({ conflict: true, reports: [] })
    }))
})
