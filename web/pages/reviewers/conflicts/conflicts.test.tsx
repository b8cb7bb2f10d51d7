import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { findFinding, makeColleagues } from '#server/builders/conflicts.ts'
import { aTerm, aUser } from '#server/builders/people.ts'
import { aSubmittedProposal } from '#server/builders/proposals.ts'
import { aReviewer } from '#server/builders/reports.ts'
import { findMails } from '#server/testing/reviews.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { withBrowser } from '#web/testing.tsx'

/** Two reviewers of a proposer's organisation. */
async function createFindings(world: TestServer) {
  await aTerm(world.ctx())
  const admin = await aUser(world.ctx(), ['admin'])
  const office = world.ctx(admin)
  const { actor: proposer, proposal_id } = await aSubmittedProposal(office)
  const first = await aReviewer(world.ctx(), { last_name: 'Aaa' })
  const second = await aReviewer(world.ctx(), { last_name: 'Bbb' })
  await makeColleagues(office, [proposer.id, first.id, second.id])
  const judgements = () =>
    world.db
      .selectFrom('conflict_judgements')
      .select(['user_id', 'verdict', 'reason'])
      .orderBy('id')
      .execute()
  return { admin, office, proposer, proposal_id, first, second, judgements }
}

const key = (name: string) => fireEvent.keyDown(document.body, { key: name })
const pane = (name: string) => screen.findByRole('region', { name: new RegExp(`^Finding: ${name}`, 'u') })

test('B blocks and shows the next, A wants a reason, and each goes to its finding', () =>
  withBrowser(async (world, open) => {
    const { admin, first, second, judgements } = await createFindings(world)
    const window = await open(admin)
    window.open('/reviewers/conflicts')
    await pane(first.name)
    key('b')
    await pane(second.name)
    expect(await judgements()).toEqual([{ user_id: first.id, verdict: 'block', reason: '' }])
    key('a')
    const reason = within(await pane(second.name)).getByLabelText(/^Reason/u)
    expect(document.activeElement).toBe(reason)
    fireEvent.keyDown(reason, { key: 'b' })
    fireEvent.change(reason, { target: { value: 'Two campuses.' } })
    ;(reason as HTMLElement).blur()
    key('a')
    expect(await screen.findByText('There is nothing to judge.')).toBeTruthy()
    expect((await judgements()).slice(1)).toEqual([
      { user_id: second.id, verdict: 'allow', reason: 'Two campuses.' },
    ])
  }))

test('Q asks the person after naming them, who answers by the link', () =>
  withBrowser(async (world, open) => {
    const { admin, first, proposer } = await createFindings(world)
    const window = await open(admin)
    window.open('/reviewers/conflicts')
    await pane(first.name)
    key('q')
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain(`An e-mail goes to ${first.name}.`)
    expect(dialog.textContent).toContain(`Do you have a conflict of interest with ${proposer.name}`)
    expect(await findMails(world, 'conflict_question')).toEqual([])
    fireEvent.click(within(dialog).getByRole('button', { name: 'YES' }))
    await screen.findByText(`${first.name} has been asked.`)
    const [mail] = await findMails(world, 'conflict_question')
    const [link] = /\/conflicts\/answer\/[\w-]+/u.exec(mail!.body)!
    const visitor = await open()
    visitor.open(link)
    fireEvent.click(await screen.findByRole('button', { name: 'Send the answer' }))
    expect(await screen.findByText('Choose one of the two answers.')).toBeTruthy()
    fireEvent.click(screen.getByRole('radio', { name: 'Yes, I have a conflict of interest' }))
    fireEvent.click(screen.getByRole('button', { name: 'Send the answer' }))
    expect(await screen.findByText(/“Yes, I have a conflict of interest”/u)).toBeTruthy()
    const { answer } = await world.db
      .selectFrom('conflict_questions')
      .select('answer')
      .executeTakeFirstOrThrow()
    expect(answer).toBe(true)
  }))

test('several are judged at once', () =>
  withBrowser(async (world, open) => {
    const { admin, office, proposal_id, first, second, judgements } = await createFindings(world)
    const window = await open(admin)
    window.open('/reviewers/conflicts')
    await pane(first.name)
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }))
    const bar = within(await screen.findByRole('region', { name: 'Judge the selected findings' }))
    fireEvent.click(bar.getByRole('button', { name: 'Block' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain(
      `${first.name} and ${proposal_id}; ${second.name} and ${proposal_id}`,
    )
    expect(await findFinding(office, { proposal_id, user_id: first.id })).toBeTruthy()
    fireEvent.click(within(dialog).getByRole('button', { name: 'YES' }))
    expect(await screen.findByText('2 findings have been blocked.')).toBeTruthy()
    expect(await judgements()).toHaveLength(2)
  }))
