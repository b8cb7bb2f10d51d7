import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aTerm, aUser } from '#server/builders/people.ts'
import { aSubmittedProposal } from '#server/builders/proposals.ts'
import { aReport, aReviewer } from '#server/builders/reports.ts'
import { firstCalls } from '#server/first_calls.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import type { BegunCall } from '#web/lib/http/begun.ts'
import { withBrowser } from '#web/testing.tsx'

/** Notes each address that is asked from now on. */
function noted(): string[] {
  const network = globalThis.fetch
  const asked: string[] = []
  globalThis.fetch = (address, rest) => {
    asked.push(String(address))
    return network(address, rest)
  }
  return asked
}

/** A term in which a proposal has a reviewer. */
async function aCall(ctx: TestServer['ctx']) {
  const term = await aTerm(ctx())
  const office = await aUser(ctx(), ['admin'])
  const { proposal_id } = await aSubmittedProposal(ctx(office))
  const reviewer = await aReviewer(ctx(office))
  const report = await aReport(ctx(office), { proposal_id, reviewer })
  return { term, office, proposal_id, reviewer, report }
}

test('what a page begins to ask before its scripts are there is what its screen then asks, letter by letter', () =>
  withBrowser(async ({ ctx }, window) => {
    const { term, office, proposal_id, reviewer, report } = await aCall(ctx)
    for (const [actor, address] of [
      [office, '/proposals'],
      [office, `/proposals/detail/${proposal_id}`],
      [reviewer, `/reports/edit/${report}`],
    ] as const) {
      const { open } = await window(actor)
      const asked = noted()
      open(address)
      const begun = firstCalls(address, term.id, true)
      expect(begun.length, address).toBeGreaterThan(2)
      await waitFor(() => expect(asked).toEqual(expect.arrayContaining(begun)))
    }
  }))

test('a form opens with what was answered before it was drawn', () =>
  withBrowser(async ({ ctx }, window) => {
    const { term, reviewer, report } = await aCall(ctx)
    const { open } = await window(reviewer)
    const address = `/reports/edit/${report}`
    const begun = firstCalls(address, term.id, true).map(async (path): Promise<[string, BegunCall]> => {
      const answer = fetch(path)
      const reply: unknown = await (await answer).clone().json()
      const stop = new AbortController()
      return [path, { answer, reply, stop, at: performance.now(), cookies: document.cookie }]
    })
    globalThis.window.begunCalls = new Map(await Promise.all(begun))
    open(address)
    await screen.findByRole('button', { name: 'Submit' })
  }))

test('of who is not signed in, and of what anybody may see, only who it is is asked', () => {
  expect(firstCalls('/proposals', 7, false)).toEqual(['/api/login_user'])
  expect(firstCalls('/login', 7, true)).toEqual(['/api/login_user'])
  expect(firstCalls('/nowhere', 7, true)).toEqual(['/api/login_user'])
})
