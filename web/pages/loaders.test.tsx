import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { TERM_META } from '#domain/terms/rules.ts'
import { aTerm, aUser } from '#server/builders/people.ts'
import { aSubmittedProposal } from '#server/builders/proposals.ts'
import { aReport, aReviewer } from '#server/builders/reports.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { api } from '#web/lib/http/api.ts'
import { withBrowser } from '#web/testing.tsx'

afterEach(() => {
  vi.useRealTimers()
  document.querySelector(`meta[name="${TERM_META}"]`)?.remove()
})

/** Records every address that is requested from now on; `answer` replaces the server's answer to some of them. */
function recordRequests(answer: (address: string) => Response | undefined = () => undefined): string[] {
  const requests: string[] = []
  const network = globalThis.fetch
  globalThis.fetch = async (address, options) => {
    requests.push(String(address))
    return answer(String(address)) ?? network(address, options)
  }
  return requests
}

/** A current term, told to the page, in which a proposal has a reviewer. */
async function aCall(ctx: TestServer['ctx']) {
  const term = await aTerm(ctx())
  const meta = `<meta name="${TERM_META}" content='${JSON.stringify(term)}'>`
  document.head.insertAdjacentHTML('beforeend', meta)
  const office = await aUser(ctx(), ['admin'])
  const { proposal_id } = await aSubmittedProposal(ctx(office))
  const reviewer = await aReviewer(ctx(office))
  const report = await aReport(ctx(office), { proposal_id, reviewer })
  return { office, proposal_id, reviewer, report }
}

const isList = (address: string) => address.startsWith('/api/proposals?')

test('a list of the current term is read without asking for the term, a link under the pointer preloads its screen', () =>
  withBrowser(async ({ ctx }, window) => {
    const { office, proposal_id: id } = await aCall(ctx)
    const { user, open } = await window(office)
    const requests = recordRequests()
    open('/proposals')
    await waitFor(() => expect(requests.find(isList)).toContain('term_id=7'))
    expect(requests).not.toContain('/api/masters/getTerm')
    const detail = `/api/proposals/${id}`
    const link = () => document.querySelector(`a[href="/proposals/detail/${id}"]`)
    await waitFor(() => expect(link()).not.toBeNull())
    expect(requests).not.toContain(detail)
    await user.hover(link()!)
    await waitFor(() => expect(requests).toContain(detail))
    expect(screen.queryByText('Proposal Detail')).toBeNull()
  }))

test('what a loader reads first is what its screen shows, and is read once', () =>
  withBrowser(async ({ ctx }, window) => {
    const { office, proposal_id, reviewer, report } = await aCall(ctx)
    // The clock stands still: after a second, what was read counts as old and is read again.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date() })
    for (const [actor, address, first] of [
      [office, '/', api.callState.get.address()],
      [office, '/proposals', '/api/proposals?'],
      [
        office,
        `/proposals/detail/${proposal_id}`,
        api.staff.get.address({ params: { id: String(proposal_id) } }),
      ],
      [reviewer, `/reports/edit/${report}`, api.reports.get.address({ params: { id: String(report) } })],
    ] as const) {
      const { open, close } = await window(actor)
      const requests = recordRequests()
      open(address)
      const isFirst = (one: string) => (first.endsWith('?') ? one.startsWith(first) : one === first)
      await waitFor(() => expect(requests.some(isFirst), address).toBe(true))
      await screen.findByRole('heading', { level: 1 })
      await waitFor(() => expect(document.querySelector('main [aria-busy="true"]')).toBeNull())
      await close()
      expect(requests, address).toEqual([...new Set(requests)])
    }
  }))

test('a form opens with what its loader has read', () =>
  withBrowser(async ({ ctx }, window) => {
    const { reviewer, report } = await aCall(ctx)
    const { open } = await window(reviewer)
    open(`/reports/edit/${report}`)
    await screen.findByRole('button', { name: 'Submit' })
  }))

test('nothing is read for a screen that is not open to the user', () =>
  withBrowser(async ({ ctx }, window) => {
    const { reviewer } = await aCall(ctx)
    const { open, path } = await window(reviewer)
    const requests = recordRequests()
    open('/proposals')
    await waitFor(() => expect(path()).toBe('/denied'))
    expect(requests.filter(isList)).toEqual([])
  }))

test('a session that has expired when the loader reads leads to /login', () =>
  withBrowser(async ({ ctx }, window) => {
    const { office } = await aCall(ctx)
    const { open, path } = await window(office)
    recordRequests((address) =>
      isList(address) ? Response.json({ message: 'Unauthenticated.' }, { status: 401 }) : undefined,
    )
    open('/proposals')
    await waitFor(() => expect(path()).toBe('/login'))
  }))

test('a list that cannot be loaded says so, with a way to try again', () =>
  withBrowser(async ({ ctx }, window) => {
    const { office } = await aCall(ctx)
    const { open } = await window(office)
    recordRequests((address) =>
      isList(address) ? Response.json({ message: 'Server Error' }, { status: 500 }) : undefined,
    )
    open('/proposals')
    await screen.findByText('This could not be loaded.')
    await screen.findByRole('button', { name: 'Try again' })
  }))
