import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Actor } from '#domain/session/actor.ts'
import { aTerm, aUser } from '#server/builders/people.ts'
import { aSubmittedProposal } from '#server/builders/proposals.ts'
import { aReviewer, aSubmittedReport } from '#server/builders/reports.ts'
import { aDraftedResult, anAnsweredResult, aReleasedResult } from '#server/builders/results.ts'
import { answerResult } from '#server/results/answers.ts'
import { saveResult } from '#server/results/checking.ts'
import { createConflictedUser, requireTwoToConfirm } from '#server/testing/allocation.ts'
import { findMails } from '#server/testing/reviews.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { withBrowser } from '#web/testing.tsx'

/** A call with a member of the office. */
async function createCall(world: TestServer) {
  await aTerm(world.ctx())
  const admin = await aUser(world.ctx(), ['admin'])
  return { admin, office: world.ctx(admin) }
}

const rowOf = async (id: number) =>
  within(
    await waitFor(() => {
      const row = document.querySelector<HTMLElement>(`[data-row="${id}"]`)
      if (!row) throw new Error(`There is no row of ${id}.`)
      return row
    }),
  )
const pane = async () => within(await screen.findByRole('region', { name: /^Peek/u }))
const openPane = async (id: number) => {
  fireEvent.click((await rowOf(id)).getByRole('button', { name: /^Peek/u }))
  return pane()
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const press = async (name: string | RegExp) => fireEvent.click(await button(name))
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))
const select = async (id: number) => fireEvent.click((await rowOf(id)).getByRole('checkbox'))

/** Changes the text as another member of the office does. */
const write = (world: TestServer, office: Actor, id: number, text: string) =>
  saveResult(world.ctx(office), id, { text, correction: '', reasons: [], version: undefined })

const resultOf = ({ db }: TestServer, id: number) =>
  db
    .selectFrom('results')
    .select(['state', 'text', 'edition', 'read_at'])
    .where('proposal_id', '=', id)
    .orderBy('edition', 'desc')
    .executeTakeFirstOrThrow()

describe('drafting', () => {
  test('is offered while results are missing, says what it does, and drafts all', () =>
    withBrowser(async (world, window) => {
      const { admin, office } = await createCall(world)
      const { proposal_id } = await aSubmittedProposal(office)
      await aSubmittedProposal(office)
      const { open } = await window(admin)
      open('/results')
      await screen.findByText('No result of AO7 has been drafted.')
      await screen.findByText(/^Draft them with the button above/u)
      expect(screen.queryByRole('button', { name: 'Remove Term' })).toBeNull()
      await press('Draft 2 results')
      const asked = await dialog('Draft 2 results?')
      asked.getByText(/proposers see nothing of it until then/u)
      asked.getByText('No e-mail is sent.')
      fireEvent.click(asked.getByRole('button', { name: 'YES' }))
      await waitFor(() => expect(screen.queryByText('No result of AO7 has been drafted.')).toBeNull())
      const row = await rowOf(proposal_id)
      row.getByText('Not granted')
      row.getByText('0 of 1')
      row.getByText('Draft')
      const strip = within(screen.getByRole('region', { name: 'Results of AO7' }))
      expect(strip.getByText(/of 2 released/u)).toBeTruthy()
      strip.getByText('0 granted, 0 in part, 2 not granted')
    }))

  test('is what the panel waits for, which is told so', () =>
    withBrowser(async (world, window) => {
      const { office } = await createCall(world)
      await aSubmittedProposal(office)
      const { open } = await window(await aUser(world.ctx(), ['panel']))
      open('/results')
      await screen.findByText('The office drafts them once the allocation is confirmed.')
      await button('All terms')
    }))

  test('is not offered to the panel, which reads without a button that writes', () =>
    withBrowser(async (world, window) => {
      const { office } = await createCall(world)
      const { proposal_id } = await aDraftedResult(office)
      await aSubmittedProposal(office)
      const { open } = await window(await aUser(world.ctx(), ['panel']))
      open('/results')
      const shown = await openPane(proposal_id)
      await shown.findByText("Panel's words for the proposer")
      expect(screen.queryByRole('button', { name: /^Draft/u })).toBeNull()
      expect(screen.queryByRole('checkbox', { name: /^Select/u })).toBeNull()
      for (const name of [/^Edit text/u, /^Mark as checked/u, /^Correct/u, /^Release/u])
        expect(screen.queryByRole('button', { name })).toBeNull()
    }))

  test('a result with which the viewer has a conflict is not there', () =>
    withBrowser(async (world, window) => {
      const { office } = await createCall(world)
      const own = await aDraftedResult(office)
      const other = await aDraftedResult(office)
      const { open } = await window(await createConflictedUser(world, own.proposal_id))
      open('/results')
      await rowOf(other.proposal_id)
      expect(document.querySelector(`[data-row="${own.proposal_id}"]`)).toBeNull()
      await screen.findByText(/of 1 released/u)
    }))
})

describe('a letter', () => {
  test('shows samples, requests that are not met with their reasons, and the e-mail of its release', () =>
    withBrowser(async (world, window) => {
      const { admin, office } = await createCall(world)
      const { proposal_id, samples, actor } = await aDraftedResult(office, { count: 2, granted: 1 })
      const { open } = await window(admin)
      open('/results')
      const shown = await openPane(proposal_id)
      within(await shown.findByRole('list', { name: 'Samples' })).getByText(samples[0]!.name)
      const unmet = within(shown.getByRole('list', { name: 'Not granted' }))
      unmet.getByText(samples[1]!.name)
      shown.getByText(/^1 of 2 requests · 5\.400 mg$/u)
      fireEvent.click(shown.getByRole('radio', { name: 'E-mail' }))
      await shown.findByText(new RegExp(`^${actor.email} · `, 'u'))
      shown.getByText(/The result of your proposal for AO7 is available/u)
    }))

  test('with a finding cannot be selected; it is marked, and allowed with a reason', () =>
    withBrowser(async (world, window) => {
      const { admin, office } = await createCall(world)
      const { proposal_id } = await aDraftedResult(office)
      const reviewer = await aReviewer(world.ctx(), { last_name: 'Quillfeather' })
      await aSubmittedReport(office, { proposal_id, reviewer })
      await write(world, admin, proposal_id, `The panel agrees with ${reviewer.name} on this.`)
      const { open, fill } = await window(admin)
      open('/results')
      const row = await rowOf(proposal_id)
      row.getByText('1 finding')
      expect(row.getByRole<HTMLInputElement>('checkbox').disabled).toBe(true)
      const shown = await openPane(proposal_id)
      expect((await shown.findByText(reviewer.name)).tagName).toBe('MARK')
      fireEvent.click(await shown.findByRole('button', { name: 'Allow with a reason' }))
      const asked = await dialog('Allow this passage?')
      fireEvent.click(asked.getByRole('button', { name: 'Allow' }))
      await asked.findByText('This field is required.')
      await fill(asked.getByLabelText(/^Why it may go out/u), 'They asked to be named.')
      fireEvent.click(asked.getByRole('button', { name: 'Allow' }))
      await shown.findByText(/They asked to be named\.$/u)
      await waitFor(async () =>
        expect((await rowOf(proposal_id)).getByRole<HTMLInputElement>('checkbox').disabled).toBe(false),
      )
    }))

  test('is edited; what a colleague saved meanwhile is shown beside it, and nothing is overwritten', () =>
    withBrowser(async (world, window) => {
      const { admin, office } = await createCall(world)
      const { proposal_id } = await aDraftedResult(office)
      const { open, fill } = await window(admin)
      open('/results')
      const shown = await openPane(proposal_id)
      fireEvent.click(await shown.findByRole('button', { name: 'Edit text' }))
      const form = await dialog(`Text and reasons of ${proposal_id}`)
      await write(world, await aUser(world.ctx(), ['admin']), proposal_id, 'Theirs.')
      await fill(form.getByLabelText('Text for the proposer'), 'Ours.')
      fireEvent.click(form.getByRole('button', { name: 'Save' }))
      const conflict = await dialog(/saved this on/u)
      expect((await resultOf(world, proposal_id)).text).toBe('Theirs.')
      fireEvent.click(conflict.getByRole('button', { name: 'Save' }))
      await waitFor(async () => expect((await resultOf(world, proposal_id)).text).toBe('Ours.'))
      await shown.findByText('Ours.')
    }))
})

describe('releasing', () => {
  test('is previewed with every e-mail, and done for the selection', () =>
    withBrowser(async (world, window) => {
      const { admin, office } = await createCall(world)
      const first = await aDraftedResult(office, { count: 1 })
      const second = await aDraftedResult(office, { count: 1, granted: 0 })
      const third = await aDraftedResult(office, { count: 1 })
      const { open } = await window(admin)
      open('/results')
      await select(first.proposal_id)
      await select(second.proposal_id)
      // Nothing of the allocation says why it is not granted.
      const released = (await resultOf(world, second.proposal_id)).state === 'drafted'
      expect(released).toBe(true)
      await press(/^Release \d results?$/u)
      const asked = await dialog(/^Release \d results?\?$/u)
      await asked.findByText(first.actor.email)
      await asked.findByText(/The result of your proposal for AO7 is available/u)
      asked.getByText(/Each proposer then sees the result and its samples in MyProposal\./u)
      fireEvent.click(asked.getByRole('button', { name: /^Release \d/u }))
      await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull())
      expect((await resultOf(world, first.proposal_id)).state).toBe('released')
      expect((await resultOf(world, third.proposal_id)).state).toBe('drafted')
      expect((await findMails(world, 'result_released')).map(({ recipients }) => recipients)).toContainEqual([
        first.actor.email,
      ])
    }))

  test('needs another person to check where two are required', () =>
    withBrowser(async (world, window) => {
      const { admin, office } = await createCall(world)
      const other = await aUser(world.ctx(), ['admin'])
      const { proposal_id } = await aDraftedResult(office)
      await requireTwoToConfirm((await world.as(admin)).api, true)
      const own = await window(admin)
      own.open('/results')
      const mine = await openPane(proposal_id)
      const check = await mine.findByRole('button', { name: 'Mark as checked' })
      expect(check.getAttribute('aria-disabled')).toBe('true')
      mine.getByText('You wrote it last: another member of the office checks it.')
      const { open } = await window(other)
      open('/results')
      const theirs = await openPane(proposal_id)
      fireEvent.click(await theirs.findByRole('button', { name: 'Mark as checked' }))
      await waitFor(async () => expect((await resultOf(world, proposal_id)).state).toBe('checked'))
      await theirs.findByText(new RegExp(`checked .+ by ${other.name}`, 'u'))
    }))
})

describe('the answer', () => {
  test('is given on behalf of the proposer, who is told', () =>
    withBrowser(async (world, window) => {
      const { admin, office } = await createCall(world)
      const { proposal_id, actor, samples } = await aReleasedResult(office)
      const { open } = await window(admin)
      open('/results')
      const shown = await openPane(proposal_id)
      fireEvent.click(await shown.findByRole('button', { name: 'Answer on behalf' }))
      const form = await dialog(`Answer on behalf of ${actor.name}?`)
      form.getByText(`An e-mail goes to ${actor.name}.`)
      const second = within(form.getByRole('radiogroup', { name: samples[1]!.name }))
      fireEvent.click(second.getByRole('radio', { name: 'Decline' }))
      fireEvent.click(form.getByRole('button', { name: 'Accept 1, decline 1' }))
      await shown.findByText(new RegExp(`by ${admin.name}, on behalf of the proposer`, 'u'))
      const list = within((await shown.findAllByRole('list', { name: 'Samples' })).at(-1)!)
      list.getByText('Accepted')
      list.getByText('Declined')
      expect((await findMails(world, 'result_answered'))[0]!.recipients).toEqual([actor.email])
    }))

  test('is acted on after it is said what that does', () =>
    withBrowser(async (world, window) => {
      const { admin, office } = await createCall(world)
      const { proposal_id, actor } = await anAnsweredResult(office, { declined: [1] })
      const { open } = await window(admin)
      open('/results')
      await select(proposal_id)
      await press('Take note of 1')
      const asked = await dialog(`Take note of the answer of ${actor.name}?`)
      asked.getByText(
        `1 sample accepted: a loan is made for ${actor.name}. 1 sample declined: free again for other proposals. The answer can then no longer be changed.`,
      )
      fireEvent.click(asked.getByRole('button', { name: 'YES' }))
      await screen.findByText(/^1 answer has been acted on\. Loan made: L\d+/u)
      expect((await resultOf(world, proposal_id)).state).toBe('noted')
    }))

  test('a proposer who has not answered is reminded', () =>
    withBrowser(async (world, window) => {
      const { admin, office } = await createCall(world)
      const { proposal_id, actor } = await aReleasedResult(office)
      const answered = await aReleasedResult(office)
      await answerResult(office.as(answered.actor), answered.proposal_id, {
        edition: 1,
        samples: answered.samples.map(({ id }) => ({ sample_id: id, accepted: true })),
      })
      const { open } = await window(admin)
      open('/results')
      await select(proposal_id)
      await select(answered.proposal_id)
      await press('Remind 1')
      const asked = await dialog('Send a reminder to 1 proposer?')
      asked.getByText(`An e-mail goes to ${actor.name}.`)
      fireEvent.click(asked.getByRole('button', { name: 'YES' }))
      await waitFor(async () => expect(await findMails(world, 'result_reminder')).toHaveLength(1))
    }))
})

describe('a correction', () => {
  test('is begun with what is corrected, shows the version before, and can be removed', () =>
    withBrowser(async (world, window) => {
      const { admin, office } = await createCall(world)
      const { proposal_id, samples } = await aReleasedResult(office)
      const { open, fill } = await window(admin)
      open('/results')
      const shown = await openPane(proposal_id)
      fireEvent.click(await shown.findByRole('button', { name: 'Correct' }))
      const form = await dialog(`Correct the result of ${proposal_id}?`)
      form.getByText(/^This begins version 2/u)
      await fill(form.getByLabelText(/^What is corrected/u), 'The second sample was broken.')
      fireEvent.click(form.getByRole('checkbox', { name: new RegExp(`^${samples[1]!.name}`, 'u') }))
      fireEvent.click(form.getByRole('button', { name: 'Begin correction' }))
      await shown.findByText('The second sample was broken.')
      await shown.findByText(/^Version 1: Granted, released/u)
      expect(await resultOf(world, proposal_id)).toMatchObject({ edition: 2, state: 'drafted' })
      fireEvent.click(await shown.findByRole('button', { name: 'Remove correction' }))
      await press('YES')
      await waitFor(async () =>
        expect(await resultOf(world, proposal_id)).toMatchObject({ edition: 1, state: 'released' }),
      )
    }))
})
