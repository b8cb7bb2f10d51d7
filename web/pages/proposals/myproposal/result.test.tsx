import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aTerm, aUser } from '#server/builders/people.ts'
import { aDraftedResult, aReleasedResult } from '#server/builders/results.ts'
import { answerOnBehalf, takeNote } from '#server/results/answers.ts'
import { saveResult } from '#server/results/checking.ts'
import { releaseResults } from '#server/results/release.ts'
import { findMails } from '#server/testing/reviews.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { withBrowser } from '#web/testing.tsx'

async function createReleased(world: TestServer, options?: Parameters<typeof aReleasedResult>[1]) {
  await aTerm(world.ctx())
  const admin = await aUser(world.ctx(), ['admin'])
  const office = world.ctx(admin)
  if (options?.granted !== 1) return { admin, office, ...(await aReleasedResult(office, options)) }
  const result = await aDraftedResult(office, options)
  const reasons = [{ priority: 2, reason: 'none_available' as const }]
  await saveResult(office, result.proposal_id, { text: 'Well done.', correction: '', reasons, version: null })
  await releaseResults(office, [result.proposal_id])
  return { admin, office, ...result }
}

const choose = async (name: string, answer: 'Accept' | 'Decline') =>
  fireEvent.click(
    within(await screen.findByRole('radiogroup', { name })).getByRole('radio', { name: answer }),
  )
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

const answersOf = async ({ db }: TestServer, proposal_id: number) =>
  (
    await db
      .selectFrom('result_samples')
      .select(['sample_id', 'accepted'])
      .where('proposal_id', '=', proposal_id)
      .orderBy('sample_id')
      .execute()
  ).map(({ sample_id, accepted }) => [sample_id, accepted])

describe('the own result', () => {
  test('is not there before it is released', () =>
    withBrowser(async (world, window) => {
      await aTerm(world.ctx())
      const office = world.ctx(await aUser(world.ctx(), ['admin']))
      const { actor, samples } = await aDraftedResult(office)
      const { open } = await window(actor)
      open('/proposals/myproposal')
      await screen.findByText('Your submission')
      await waitFor(() => expect(document.querySelector('main [aria-busy=true]')).toBeNull())
      expect(screen.queryByText('What happens next')).toBeNull()
      expect(screen.queryByRole('radiogroup', { name: samples[0]!.name })).toBeNull()
    }))

  test('says what is granted, what is not and why, and is marked as read', () =>
    withBrowser(async (world, window) => {
      const { actor, proposal_id, samples } = await createReleased(world, { count: 2, granted: 1 })
      const { open } = await window(actor)
      open('/proposals/myproposal')
      await screen.findByRole('heading', { name: /^One of your two requests is granted: 5\.4/u })
      const unmet = within(await screen.findByRole('list', { name: 'Not granted' }))
      unmet.getByText(samples[1]!.name)
      unmet.getByText('No sample of that kind and size available.')
      screen.getByText('Well done.')
      screen.getByText(/^until \d{4}-\d\d-\d\d 23:59 UTC$/u)
      await waitFor(async () =>
        expect(
          (
            await world.db
              .selectFrom('results')
              .select('read_at')
              .where('proposal_id', '=', proposal_id)
              .executeTakeFirstOrThrow()
          ).read_at,
        ).not.toBeNull(),
      )
    }))

  test('is answered by sample, after the dialog has said what that does', () =>
    withBrowser(async (world, window) => {
      const { actor, proposal_id, samples } = await createReleased(world)
      const [first, second] = samples as [(typeof samples)[0], (typeof samples)[0]]
      const { open } = await window(actor)
      open('/proposals/myproposal')
      await choose(second.name, 'Decline')
      fireEvent.click(await button('Accept 1, decline 1'))
      const asked = await dialog('Accept 1, decline 1?')
      asked.getByText(
        `You accept ${first.name}: the office prepares a loan agreement for you to sign. You decline ${second.name}: other proposals may then get what you decline. You can change this until the office has acted on it.`,
      )
      asked.getByText('You will receive an e-mail.')
      expect(await answersOf(world, proposal_id)).toEqual(samples.map(({ id }) => [id, null]))
      fireEvent.click(asked.getByRole('button', { name: 'YES' }))
      await screen.findByText(/^You answered on .+: 1 accepted, 1 declined\.$/u)
      expect(await answersOf(world, proposal_id)).toEqual([
        [first.id, true],
        [second.id, false],
      ])
      expect((await findMails(world, 'result_answered'))[0]!.recipients).toEqual([actor.email])
      const again = await button('Accept 1, decline 1')
      expect(again.getAttribute('aria-disabled')).toBe('true')
      await choose(second.name, 'Accept')
      expect((await button('Accept 2 samples')).getAttribute('aria-disabled')).not.toBe('true')
    }))

  test('Decline all declines every sample, if it is meant', () =>
    withBrowser(async (world, window) => {
      const { actor, proposal_id, samples } = await createReleased(world)
      const { open } = await window(actor)
      open('/proposals/myproposal')
      fireEvent.click(await button('Decline all'))
      const asked = await dialog('Decline 2 samples?')
      fireEvent.click(asked.getByRole('button', { name: 'YES' }))
      await waitFor(async () =>
        expect(await answersOf(world, proposal_id)).toEqual(samples.map(({ id }) => [id, false])),
      )
    }))

  test('keeps what was chosen until it is sent', () =>
    withBrowser(async (world, window) => {
      const { actor, samples } = await createReleased(world)
      const { open } = await window(actor)
      open('/proposals/myproposal')
      await choose(samples[0]!.name, 'Decline')
      open('/proposals/myproposal')
      await button('Accept 1, decline 1')
      const first = within(await screen.findByRole('radiogroup', { name: samples[0]!.name }))
      expect(first.getByRole<HTMLInputElement>('radio', { name: 'Decline' }).checked).toBe(true)
    }))

  test('says that the office has answered, and that it can no longer be changed', () =>
    withBrowser(async (world, window) => {
      const { actor, admin, office, proposal_id, samples } = await createReleased(world)
      await answerOnBehalf(office, proposal_id, {
        edition: 1,
        samples: samples.map(({ id }) => ({ sample_id: id, accepted: true })),
      })
      await takeNote(office, [proposal_id])
      const { open } = await window(actor)
      open('/proposals/myproposal')
      await screen.findByText(new RegExp(`^${admin.name} of the office answered for you on`, 'u'))
      await screen.findByText(/^The office has acted on the answer/u)
      expect(screen.queryByRole('radiogroup', { name: samples[0]!.name })).toBeNull()
      expect(screen.queryByRole('button', { name: /^Accept/u })).toBeNull()
      await screen.findByRole('link', { name: 'My samples' })
    }))

  test('without a sample there is nothing to answer', () =>
    withBrowser(async (world, window) => {
      const { actor } = await createReleased(world, { count: 1, granted: 0 })
      const { open } = await window(actor)
      open('/proposals/myproposal')
      await screen.findByText('Not granted', { selector: 'span' })
      expect(screen.queryByRole('radiogroup')).toBeNull()
      expect(screen.queryByText('Terms of the loan')).toBeNull()
    }))
})

describe('Home', () => {
  test('says that the result is there, until when to answer, and leads to it', () =>
    withBrowser(async (world, window) => {
      const { actor } = await createReleased(world)
      const { open, path, user } = await window(actor)
      open('/mypage')
      await screen.findByText('The result of your proposal for AO7: Granted.')
      screen.getByText(/^Accept or decline your samples by \d{4}-\d\d-\d\d, \d+ days left\.$/u)
      await screen.findByText('You accept or decline')
      await user.click(screen.getByRole('link', { name: 'Answer' }))
      await screen.findByRole('heading', { name: /requests are granted/u })
      expect(path()).toBe('/proposals/myproposal')
    }))
})
