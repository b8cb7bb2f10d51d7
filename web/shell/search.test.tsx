import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aTerm, aUser } from '#server/builders/people.ts'
import { aSavedProposal } from '#server/builders/proposals.ts'
import { aSample } from '#server/builders/samples.ts'
import { withBrowser } from '#web/testing.tsx'

const field = () => screen.findByRole('combobox', { name: 'Search' })
const marked = () =>
  document.getElementById(
    screen.getByRole('combobox', { name: 'Search' }).getAttribute('aria-activedescendant') ?? '',
  )?.textContent

const opened = (
  work: (
    page: Awaited<ReturnType<Parameters<Parameters<typeof withBrowser>[0]>[1]>> & { id: number },
  ) => Promise<void>,
) =>
  withBrowser(async ({ ctx }, open) => {
    await aTerm(ctx())
    const admin = await aUser(ctx(), ['admin'])
    const { proposal_id: id } = await aSavedProposal(ctx(admin), { input: { title: 'Soluble organics' } })
    await aSample(ctx(), { name: 'Solus9' })
    const page = await open(admin)
    page.open('/masters')
    await screen.findByRole('heading', { level: 1 })
    await work({ ...page, id })
  })

test('“/” opens the search, arrows mark, Enter opens, and the heading has the focus', () =>
  opened(async ({ user, path, id }) => {
    await user.keyboard('/')
    await user.type(await field(), 'solu')
    const option = await screen.findByRole('option', { name: /Soluble organics/u })
    expect(within(screen.getByRole('group', { name: 'Proposals' })).getByRole('option')).toBe(option)
    expect(
      within(screen.getByRole('option', { name: /Solus9/u })).getByRole('img', { name: 'Ryugu' }),
    ).toBeTruthy()
    expect(marked()).toMatch(/Soluble/u)
    await user.keyboard('{ArrowDown}')
    expect(marked()).toMatch(/Solus9/u)
    await user.keyboard('{ArrowUp}{Enter}')
    await waitFor(() => expect(path()).toBe(`/proposals/detail/${id}`))
    await waitFor(() => expect(document.activeElement?.id).toBe('heading'))
    expect(screen.queryByRole('dialog')).toBeNull()
  }))

test('Enter before the answer opens what was typed, and an old answer is not taken for a new one', () =>
  opened(async ({ user, path, id }) => {
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await field(), 'Audit log')
    await screen.findByRole('option', { name: /Audit log/u })
    await user.clear(await field())
    await user.type(await field(), `${id}{Enter}`)
    await waitFor(() => expect(path()).toBe(`/proposals/detail/${id}`))
  }))

test('Escape closes it, and the focus is where it was; what is typed into a field opens nothing', () =>
  opened(async ({ user }) => {
    const button = screen.getByRole('button', { name: 'Search everything' })
    await user.click(button)
    await user.type(await field(), '/')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(button))
    const input = document.createElement('input')
    document.body.append(input)
    act(() => input.focus())
    await user.keyboard('/')
    expect([input.value, screen.queryByRole('dialog')]).toEqual(['/', null])
    input.remove()
  }))

test('it says when nothing is found, and when it cannot be asked', () =>
  opened(async ({ user }) => {
    await user.keyboard('/')
    await screen.findByText('Search for a number, a title, a person, a sample or a screen.')
    await user.type(await field(), 'xyzzy')
    await screen.findByText('Nothing is found by “xyzzy”.')
    const network = globalThis.fetch
    globalThis.fetch = async () => new Response('{}', { status: 500 })
    await user.type(await field(), 'y')
    await screen.findByText('The search could not be done.')
    globalThis.fetch = network
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Nothing is found by “xyzzyy”.')
  }))
