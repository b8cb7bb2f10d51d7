import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aPerson, aTerm, aUser } from '#server/builders/people.ts'
import { aSubmittedProposal } from '#server/builders/proposals.ts'
import { aReport, aReviewer } from '#server/builders/reports.ts'
import { anAssignment, aSample } from '#server/builders/samples.ts'
import { findMails } from '#server/testing/reviews.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { withBrowser } from '#web/testing.tsx'

const COLLABORATOR = aPerson({ email: 'co.author@example.org' })

async function createSubmitted({ ctx, db }: TestServer) {
  await aTerm(ctx())
  const admin = await aUser(ctx(), ['admin'])
  const { proposal_id, actor: proposer } = await aSubmittedProposal(ctx(admin), {
    input: { title: 'Salts', proposal_collaborator: [COLLABORATOR] },
  })
  const proposal = () =>
    db.selectFrom('proposals').selectAll().where('id', '=', proposal_id).executeTakeFirstOrThrow()
  return { admin, office: ctx(admin), proposal_id, proposer, proposal }
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const type = async (label: RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
const inDialog = async (name: string) =>
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))

describe('the own submission', () => {
  test('is withdrawn at once, with a reason', () =>
    withBrowser(async (server, open) => {
      const { proposer, proposal } = await createSubmitted(server)
      const window = await open(proposer)
      window.open('/proposals/myproposal')
      await press('Withdraw')
      expect(await screen.findByText('Withdraw this proposal?')).toBeTruthy()
      await inDialog('Withdraw')
      expect(await screen.findByText('This field is required.')).toBeTruthy()
      await type(/^Reason/u, 'No beam time.')
      await inDialog('Withdraw')
      expect(await screen.findByText(/^The proposal has been withdrawn\./u)).toBeTruthy()
      expect((await proposal()).status).toBe(1)
    }))

  test('is asked of the office, which grants it and says whom it concerns', () =>
    withBrowser(async (server, open) => {
      const { admin, office, proposal_id, proposer, proposal } = await createSubmitted(server)
      const reviewer = await aReviewer(server.ctx())
      await aReport(office, { proposal_id, reviewer, status: 1 })
      const sample = await aSample(server.ctx())
      await anAssignment(office, 1, [{ sample_id: sample.id, proposal_id }])
      const window = await open(proposer)
      window.open('/proposals/myproposal')
      await press('Ask to withdraw')
      await type(/^Reason/u, 'No beam time.')
      await inDialog('Ask the office')
      expect(await screen.findByText(/^You asked the office on/u)).toBeTruthy()
      expect((await proposal()).status).toBe(2)
      const theirs = await open(admin)
      theirs.open(`/proposals/detail/${proposal_id}`)
      expect(await screen.findByText('No beam time.')).toBeTruthy()
      await press('Grant')
      expect(await screen.findByText(`The reports of ${reviewer.name} close.`)).toBeTruthy()
      expect(screen.getByText(`No longer assigned to it: ${sample.name}.`)).toBeTruthy()
      await inDialog('Withdraw')
      expect(await screen.findByText(/^Withdrawn on/u)).toBeTruthy()
      expect((await proposal()).status).toBe(1)
    }))

  test('stays submitted where the office refuses its withdrawal with a reason', () =>
    withBrowser(async (server, open) => {
      const { admin, office, proposal_id, proposer } = await createSubmitted(server)
      await aReport(office, { proposal_id, reviewer: await aReviewer(server.ctx()), status: 1 })
      const { staff } = (await server.as(proposer)).api
      await staff.withdraw({ params: { id: proposal_id }, body: { reason: 'No beam time.' } })
      const theirs = await open(admin)
      theirs.open(`/proposals/detail/${proposal_id}`)
      await press('Refuse')
      await type(/^Reason/u, 'The samples are cut.')
      await inDialog('Refuse')
      expect(await screen.findByText(/^Withdrawal refused on/u)).toBeTruthy()
      const window = await open(proposer)
      window.open('/proposals/myproposal')
      expect(await screen.findByText('The samples are cut.')).toBeTruthy()
      expect(screen.getByRole('button', { name: 'Ask to withdraw' }).getAttribute('aria-disabled')).toBe(
        'false',
      )
    }))

  test('is read by a collaborator once its proposer selects the box', () =>
    withBrowser(async (server, open) => {
      const { proposal_id, proposer, proposal } = await createSubmitted(server)
      const collaborator = await aUser(server.ctx(), ['proposer'], { email: COLLABORATOR.email })
      const window = await open(proposer)
      window.open('/proposals/myproposal')
      const box = await screen.findByRole<HTMLInputElement>('checkbox', {
        name: /^Collaborators with an account/u,
      })
      expect(box.checked).toBe(false)
      fireEvent.click(box)
      await waitFor(async () => expect((await proposal()).collaborators_may_read).toBe(true))
      const theirs = await open(collaborator)
      theirs.open('/mypage')
      fireEvent.click(await screen.findByRole('link', { name: `${proposal_id}: Salts` }))
      expect(await screen.findByRole('heading', { level: 1, name: `${proposal_id}: Salts` })).toBeTruthy()
    }))

  test('has the office below it, which is asked from there', () =>
    withBrowser(async (server, open) => {
      const { admin, proposal_id, proposer } = await createSubmitted(server)
      const window = await open(proposer)
      window.open('/proposals/myproposal')
      await press('Ask the office')
      await type(/^Your question/u, 'Which size?')
      await inDialog('Send')
      expect(await screen.findByText(/^Your question has been sent to the office\./u)).toBeTruthy()
      const [mail] = await findMails(server, 'office_question')
      expect(mail).toMatchObject({ recipients: [admin.email], proposal_ids: [proposal_id] })
    }))
})
