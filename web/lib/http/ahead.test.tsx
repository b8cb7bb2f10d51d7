import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { TERM_META } from '#domain/terms/rules.ts'
import { aTerm, aUser } from '#server/builders/people.ts'
import { aSubmittedProposal } from '#server/builders/proposals.ts'
import { withBrowser } from '#web/testing.tsx'

afterEach(() => document.querySelector(`meta[name="${TERM_META}"]`)?.remove())

/** The calls that are made from now on. */
function listen(): string[] {
  const calls: string[] = []
  const network = globalThis.fetch
  globalThis.fetch = (address, options) => {
    calls.push(String(address))
    return network(address, options)
  }
  return calls
}

test('a list of the current term asks for its rows without asking for the term, and a link that is pointed at reads ahead', () =>
  withBrowser(async ({ ctx }, open) => {
    const term = await aTerm(ctx())
    const admin = await aUser(ctx(), ['admin'])
    const { proposal_id: id } = await aSubmittedProposal(ctx(admin))
    document.head.insertAdjacentHTML(
      'beforeend',
      `<meta name="${TERM_META}" content='${JSON.stringify(term)}'>`,
    )
    const { user, open: load } = await open(admin)
    const calls = listen()
    load('/proposals')
    await waitFor(() => expect(calls.some((call) => call.startsWith('/api/proposals?'))).toBe(true))
    expect(calls.find((call) => call.startsWith('/api/proposals?'))).toContain('term_id=7')
    expect(calls).not.toContain('/api/masters/getTerm')
    const detail = `/api/proposals/${id}`
    const link = () => document.querySelector(`a[href="/proposals/detail/${id}"]`)
    await waitFor(() => expect(link()).not.toBeNull())
    expect(calls).not.toContain(detail)
    await user.hover(link()!)
    await waitFor(() => expect(calls).toContain(detail))
    expect(screen.queryByText('Proposal Detail')).toBeNull()
  }))
