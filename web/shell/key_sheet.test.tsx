import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aTerm, aUser } from '#server/builders/people.ts'
import { aSubmittedProposal } from '#server/builders/proposals.ts'
import { withBrowser } from '#web/testing.tsx'

const openOffice = (
  work: (
    page: Awaited<ReturnType<Parameters<Parameters<typeof withBrowser>[0]>[1]>>,
    ids: number[],
  ) => Promise<void>,
) =>
  withBrowser(async ({ ctx }, open) => {
    await aTerm(ctx())
    const admin = await aUser(ctx(), ['admin'])
    const ids = [
      (await aSubmittedProposal(ctx(admin))).proposal_id,
      (await aSubmittedProposal(ctx(admin))).proposal_id,
    ]
    await work(await open(admin), ids)
  })

/** The lines of the sheet: keys, and what they do. */
const lines = async () =>
  within(await screen.findByRole('dialog'))
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)

test('“?” shows the keys that the screen itself declares, and no others', () =>
  openOffice(async ({ user, open }, [first]) => {
    open(`/proposals/detail/${first}`)
    await screen.findByRole('link', { name: 'Next proposal' })
    await user.keyboard('?')
    expect(await lines()).toEqual([
      '?: Show this sheet',
      '/ or Ctrl+K: Search everything',
      'Alt+J: Next proposal',
    ])
    await user.keyboard('{Escape}')
    open('/masters')
    await screen.findByRole('heading', { level: 1, name: 'Master' })
    await user.keyboard('?')
    expect(await lines()).toEqual(['?: Show this sheet', '/ or Ctrl+K: Search everything'])
  }))

test('keys of a list are said in a sentence; a “?” that is typed stays a character', () =>
  openOffice(async ({ user, open }) => {
    open('/proposals')
    await screen.findByRole('heading', { level: 1, name: 'Proposal List' })
    const [field] = await screen.findAllByRole('textbox')
    await user.type(field!, 'why?')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect((field as HTMLInputElement).value).toBe('why?')
    field!.blur()
    await user.keyboard('?')
    const sheet = await screen.findByRole('dialog')
    expect(sheet.textContent).toMatch(/Proposal List: on a row, J or Arrow down/u)
  }))
