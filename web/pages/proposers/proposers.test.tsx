import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aPerson, aProposer, aTerm, aUser } from '#server/builders/people.ts'
import { withBrowser } from '#web/testing.tsx'

const press = (name: string) => screen.findByRole('button', { name })

describe('the proposer list', () => {
  test('keeps its search for this tab, until ?clear', () =>
    withBrowser(async ({ ctx }, open) => {
      await aTerm(ctx())
      const office = ctx(await aUser(ctx(), ['admin']))
      for (const last_name of ['Ek', 'Dahl']) await aProposer(office, { last_name })
      const { user, fill, open: load, path } = await open(await aUser(ctx(), ['panel']))
      load('/proposers')
      await screen.findByText('2 results')
      for (const name of ['Not Created', 'Not Submitted', 'Submitted'])
        expect((await screen.findByLabelText<HTMLInputElement>(name)).checked).toBe(true)
      await fill(screen.getByLabelText('Name'), 'dahl')
      await user.click(await press('Search'))
      await screen.findByText('1 result')

      load('/proposers')
      await screen.findByText('1 result')
      expect(path()).toContain('name=dahl')
      load('/proposers?name=ek')
      await screen.findByText('1 result')
      expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('ek')
      load('/proposers?clear')
      await screen.findByText('2 results')
      load('/proposers')
      await screen.findByText('2 results')
      expect(path()).toBe('/proposers')
    }))

  test('links to the proposer, whose detail links to the proposals', () =>
    withBrowser(async ({ ctx, db }, open) => {
      await aTerm(ctx())
      const office = ctx(await aUser(ctx(), ['admin']))
      const { actor, proposal_id } = await aProposer(office, { proposal_title: 'Grains', collaborators: [] })
      await db.updateTable('proposals').set({ status: 1 }).execute()
      const { user, open: load, path } = await open(await aUser(ctx(), ['panel']))
      load('/proposers')
      await user.click(await screen.findByRole('link', { name: /^DETAIL/u }))
      await screen.findByRole('heading', { name: 'Proposals' })
      expect(path()).toBe(`/proposers/detail/${actor.id}`)
      const [head, row] = await screen.findAllByRole('row')
      expect(head?.textContent).toBe('IDTermTitleStatusGlobal Score')
      expect(row?.textContent).toBe(`${proposal_id}AO7Grains--`)
      expect(screen.getByRole('link', { name: 'Grains' }).getAttribute('href')).toBe(
        `/proposals/detail/${proposal_id}`,
      )

      await db.updateTable('proposals').set({ status: 2, global_score: 4.5 }).execute()
      load(`/proposers/detail/${actor.id}`)
      await screen.findByText('Submitted')
      expect(screen.getByText('Excellent')).toBeTruthy()
    }))
})

test('proposers and collaborators link to their proposals, with more than three on demand', () =>
  withBrowser(async ({ ctx }, open) => {
    await aTerm(ctx())
    const office = ctx(await aUser(ctx(), ['admin']))
    const collaborators = ['One', 'Two', 'Three', 'Four'].map((last_name) => aPerson({ last_name }))
    const { proposal_id } = await aProposer(office, { first_name: 'Ada', last_name: 'Own', collaborators })
    const { user, open: load } = await open(await aUser(ctx(), ['panel']))
    load('/proposers')
    await screen.findByText('1 result')
    await user.click(await press('Peek at Ada Own'))
    const peek = within(await screen.findByRole('region', { name: 'Peek: Ada Own' }))
    expect(peek.queryByText(/Four/u)).toBeNull()
    await user.click(peek.getByRole('button', { name: '...[detailed]' }))
    expect(peek.getByText(/Four/u)).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Proposer & Collaborator List' }))
    await screen.findByText('5 results')
    const row = screen.getByText('Akari Four').closest('tr') as HTMLElement
    for (const link of within(row).getAllByRole('link', { name: String(proposal_id) }))
      expect(link.getAttribute('href')).toBe(`/proposals/detail/${proposal_id}`)
  }))
