import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { aConflict } from '#server/builders/conflicts.ts'
import { aTerm, aUser } from '#server/builders/people.ts'
import { aReviewer } from '#server/builders/reports.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { withBrowser } from '#web/testing.tsx'

/** A browser in which everyone has chosen the view Ranking. */
const withRanking = (work: Parameters<typeof withBrowser>[0]) =>
  withBrowser((world, open) =>
    work(world, async (user) => {
      const list_views = JSON.stringify({ proposals: 'ranking' })
      await world.db.updateTable('users').set({ list_views }).execute()
      return open(user)
    }),
  )

/** Submitted proposals with two submitted reports each, with increasing scores, and ranks for the first of them. */
async function createRankedProposals({ ctx, db }: TestServer, count: number, ranks: number[] = []) {
  await aTerm(ctx())
  const proposer = await aUser(ctx(), ['proposer'])
  const reviewers = [await aReviewer(ctx()), await aReviewer(ctx()), await aReviewer(ctx())]
  const ids: number[] = []
  for (let n = 0; n < count; n += 1) {
    const { id } = await db
      .insertInto('proposals')
      .values({
        user_id: n === 0 ? proposer.id : (await aUser(ctx(), ['proposer'])).id,
        term_id: 7,
        status: 2,
        title: `Study ${n}`,
        abstract: `What study ${n} asks`,
        rank: ranks[n] ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
    // Better proposals are created later, so that the order by id differs from the order by total.
    const both = Math.max(4, 21 - count + n)
    for (const k of [0, 1])
      await db
        .insertInto('reports')
        .values({
          proposal_id: id,
          user_id: reviewers[(n + k) % 3]!.id,
          status: 3,
          submitted_at: '2026-04-01T00:00:00Z',
          science_score: Math.floor((both + k) / 4),
          technical_score: Math.floor((both + k + 2) / 4),
        })
        .execute()
  }
  return { ids }
}

const titles = () =>
  screen.getAllByRole('row').flatMap((row) => /Study \d+/u.exec(row.textContent ?? '')?.[0] ?? [])
/** The button of a row's score or rank, once it has this text. */
const valueButton = (id: number, field: 'rank' | 'global_score', says: string) =>
  waitFor(() => {
    const button = document.querySelector<HTMLElement>(`[data-row="${id}"] [data-edit="${field}"]`)
    const name = field === 'rank' ? 'Rank' : 'Global Score'
    expect(button?.textContent).toBe(`${name} of ${id}: ${says}`)
    return button!
  })
const rankOf = (id: number, says: string) => valueButton(id, 'rank', says)

describe('the ranking table', () => {
  test('shows twenty proposals to the panel, best first, with averages, read-only', () =>
    withRanking(async (world, open) => {
      const { ids } = await createRankedProposals(world, 20)
      const panel = await aUser(world.ctx(), ['panel'])
      const { open: load } = await open(panel)
      load('/proposals')
      await screen.findByText('20 results')
      expect(titles().slice(0, 5)).toEqual(['Study 19', 'Study 18', 'Study 17', 'Study 16', 'Study 15'])
      const best = screen.getAllByRole('row')[1]!
      expect(best.textContent).toContain(`${ids[19]}: Study 19`)
      for (const figure of ['2/2', '10.00']) expect(best.textContent).toContain(figure)
      expect(within(best).getByRole('img', { name: 'Totals 10, 10' })).toBeTruthy()
      await waitFor(() => expect(best.querySelector('[title*="plain average is 10.00"]')).not.toBeNull())
      expect(document.querySelector('[data-edit="rank"], [data-edit="global_score"]')).toBeNull()
    }))

  test('hides scores of a proposal with a conflict, and says once why there are no adjusted scores', () =>
    withRanking(async (world, open) => {
      const { ids } = await createRankedProposals(world, 2, [1, 2])
      const office = await aUser(world.ctx(), ['admin'])
      await aConflict(world.ctx(office), { proposal_id: ids[1]! })
      const { open: load } = await open(office)
      load('/proposals')
      await screen.findByText('2 results')
      const row = screen.getAllByRole('row').find(({ textContent }) => textContent?.includes('Study 1'))!
      expect(row.textContent).toContain('Conflict')
      expect(row.textContent).not.toMatch(/10\.00|5\.00|2\/2/u)
      expect(row.querySelector('[data-edit]')).toBeNull()
      expect(await screen.findAllByText(/Adjusted scores need 10 submitted reports/u)).toHaveLength(1)
    }))

  test('edits global score and rank in place: Enter moves on, Escape restores, errors appear at the field', () =>
    withRanking(async (world, open) => {
      const { ids } = await createRankedProposals(world, 3, [1, 2])
      const { user, open: load } = await open(await aUser(world.ctx(), ['admin']))
      load('/proposals')
      fireEvent.click(await rankOf(ids[2]!, '-'))
      const field = () => screen.findByLabelText(/^Rank of \d+$/u)
      await user.keyboard('2')
      const hint = `${ids[1]} has rank 2 too. Shift+Enter makes room: ${ids[1]} goes from 2 to 3.`
      await screen.findByText(hint)
      await user.keyboard('1{Enter}')
      await screen.findByText('Only a number from 0 to 20 can be inputted in this form.')
      await user.keyboard('{Backspace}{Shift>}{Enter}{/Shift}')
      // The next row's rank is open now; Escape leaves it unchanged.
      await waitFor(async () => expect((await field()).getAttribute('aria-label')).toBe(`Rank of ${ids[1]}`))
      await user.keyboard('9{Escape}')
      await rankOf(ids[1]!, '3')
      const ranks = await world.db.selectFrom('proposals').select('rank').orderBy('id').execute()
      expect(ranks.map(({ rank }) => rank)).toEqual([1, 3, 2])

      fireEvent.click(await valueButton(ids[0]!, 'global_score', '-'))
      await user.keyboard('4.5{Enter}')
      await valueButton(ids[0]!, 'global_score', '4.50Excellent')
      const kept = await world.db
        .selectFrom('proposals')
        .select(['global_score', 'rank'])
        .where('id', '=', ids[0]!)
        .executeTakeFirstOrThrow()
      expect(kept).toEqual({ global_score: 4.5, rank: 1 })
    }))

  test('keeps unsaved values over a reload, says so, and drops them once saved', () =>
    withRanking(async (world, open) => {
      const { ids } = await createRankedProposals(world, 3, [1, 2])
      const { user, open: load } = await open(await aUser(world.ctx(), ['admin']))
      load('/proposals')
      fireEvent.click(await rankOf(ids[2]!, '-'))
      await user.keyboard('7')
      fireEvent.click(await valueButton(ids[0]!, 'global_score', '-'))
      await user.keyboard('9')
      load('/proposals')
      await screen.findByText(/^Your figures of .* were restored\.$/u)
      await screen.findByText(new RegExp(`^Not saved yet: .*Global Score of ${ids[0]}: 9\\.$`, 'u'))
      fireEvent.click(await valueButton(ids[0]!, 'global_score', '9, not saved'))
      await user.keyboard('{Backspace}4.5{Enter}')
      await valueButton(ids[0]!, 'global_score', '4.50Excellent')
      load('/proposals')
      await screen.findByText(`Not saved yet: Rank of ${ids[2]}: 7.`)
    }))

  test('sorted by rank, moves a row by keyboard and says which ranks change before saving', () =>
    withRanking(async (world, open) => {
      const { ids } = await createRankedProposals(world, 4, [1, 2, 3])
      const { user, open: load } = await open(await aUser(world.ctx(), ['admin']))
      load('/proposals?sort=rank&dir=asc')
      const grip = await screen.findByLabelText(`Move ${ids[2]} in the ranking`)
      grip.focus()
      await user.keyboard(' {ArrowUp}{ArrowUp}')
      const said = `${ids[2]} goes from 3 to 1, ${ids[0]} from 1 to 2, ${ids[1]} from 2 to 3.`
      const bar = within(screen.getByLabelText('Ranking'))
      await bar.findByText(said)
      expect(bar.queryByText('Save ranks')).toBeNull()
      await user.keyboard('{Escape}')
      expect(screen.queryByLabelText('Ranking')).toBeNull()
      await waitFor(() => expect(document.activeElement).toBe(grip))
      await user.keyboard(' {ArrowUp}{ArrowUp} ')
      fireEvent.click(await screen.findByText('Save ranks'))
      await screen.findByText(`${ids[2]}: rank 1 saved; ${ids[0]} goes from 1 to 2, ${ids[1]} from 2 to 3.`)
      const ranks = await world.db.selectFrom('proposals').select('rank').orderBy('id').execute()
      expect(ranks.map(({ rank }) => rank)).toEqual([2, 3, 1, null])
      await waitFor(() => expect(titles()).toEqual(['Study 2', 'Study 0', 'Study 1', 'Study 3']))
    }))
})

test('the detail navigates the list it was opened from by keyboard, keeps the tab, and names the sort order', () =>
  withRanking(async (world, open) => {
    const { ids } = await createRankedProposals(world, 3)
    const { user, open: load, path } = await open(await aUser(world.ctx(), ['panel']))
    load('/proposals')
    await screen.findByText('3 results')
    load(`/proposals/detail/${ids[2]}?tab=tab-3`)
    await screen.findByText('1 of 3, by Exp. rank')
    await screen.findByText('Too little to compare')
    await screen.findByTitle(/^Adjusted scores need 10 submitted reports; there are 6\.$/u)
    await user.keyboard('j{Alt>}k{/Alt}')
    expect(path()).toBe(`/proposals/detail/${ids[2]}?tab=tab-3`)
    await user.keyboard('{Alt>}j{/Alt}')
    await screen.findByText('2 of 3, by Exp. rank')
    expect(path()).toBe(`/proposals/detail/${ids[1]}?tab=tab-3`)
    await waitFor(() => expect(document.title).toBe(`${ids[1]}: Study 1 · Proposal Detail · AO system`))
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('dialog')
    await user.keyboard('{Alt>}j{/Alt}')
    expect(path()).toBe(`/proposals/detail/${ids[1]}?tab=tab-3`)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.keyboard('{Alt>}k{/Alt}')
    await screen.findByText('1 of 3, by Exp. rank')
  }))

test('the preview shows averages, reports and abstract, and the office’s fields', () =>
  withRanking(async (world, open) => {
    const { ids } = await createRankedProposals(world, 2, [1])
    const { user, fill, open: load } = await open(await aUser(world.ctx(), ['admin']))
    load('/proposals')
    fireEvent.click(await screen.findByLabelText(`Peek at ${ids[1]} Study 1`))
    const peek = within(await screen.findByLabelText(/^Peek: .*Study 1/u))
    await peek.findByText('What study 1 asks')
    expect(peek.getAllByRole('img', { name: '5 Excellent' })).toHaveLength(4)
    await fill(peek.getByLabelText('Rank'), '1')
    await peek.findByText(/has rank 1 too/u)
    await user.keyboard('{Shift>}{Enter}{/Shift}')
    await rankOf(ids[0]!, '2')
    await rankOf(ids[1]!, '1')
    // The preview and the focus stay at what was saved, which is acknowledged by name.
    await screen.findByText(`${ids[1]}: rank 1 saved; ${ids[0]} goes from 1 to 2.`)
    expect(document.activeElement).toBe(peek.getByLabelText('Rank'))
    fireEvent.click(screen.getByLabelText(`Peek at ${ids[0]} Study 0`))
    const next = within(await screen.findByLabelText(/^Peek: .*Study 0/u))
    // A value that someone else saved meanwhile is not overwritten but shown.
    const { api: other } = await world.as(await aUser(world.ctx(), ['admin']))
    await other.staff.saveGlobalScore({ params: { id: ids[0]! }, body: { global_score: 4, rank: 2 } })
    await fill(next.getByLabelText('Rank'), '5')
    await user.keyboard('{Enter}')
    await next.findByText(/was saved by .* Now: global score 4, rank 2\.$/u)
    await valueButton(ids[0]!, 'global_score', '4.00Very Good')
    await user.keyboard('{Enter}')
    await rankOf(ids[0]!, '5')
  }))

test('Download all PDF continues after failures, lists them at the end, and retries them', () =>
  withRanking(async (world, open) => {
    const { ids } = await createRankedProposals(world, 3)
    const { open: load } = await open(await aUser(world.ctx(), ['admin']))
    const network = globalThis.fetch
    const asked: number[] = []
    const broken = new Set([ids[1]])
    globalThis.fetch = async (address, init) => {
      const id = Number(/download_reports\/(\d+)$/u.exec(String(address))?.[1])
      if (!id) return network(address, init)
      asked.push(id)
      return new Response('PK', { status: broken.has(id) ? 500 : 200 })
    }
    const saved: string[] = []
    URL.createObjectURL = () => 'blob:zip'
    URL.revokeObjectURL = () => {}
    const follow = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download)
    })
    onTestFinished(() => follow.mockRestore())
    load('/proposals')
    await screen.findByText('3 results')
    fireEvent.click(screen.getByText('Download all PDF'))
    await screen.findByText('All PDFs displayed on the page will be downloaded. It may take a long time.')
    fireEvent.click(screen.getByText('YES'))
    await screen.findByText(/1 of 3 could not be downloaded\./u)
    within(screen.getByRole('dialog')).getByText(`${ids[1]}: Study 1`)
    expect(asked.toSorted()).toEqual(ids.toSorted())
    expect(saved.toSorted()).toEqual([`proposal_${ids[0]}.zip`, `proposal_${ids[2]}.zip`])
    broken.clear()
    fireEvent.click(screen.getByText('Try these again'))
    await waitFor(() => expect(saved).toContain(`proposal_${ids[1]}.zip`))
    await waitFor(() => expect(screen.queryByText(/could not be downloaded/u)).toBeNull())
    expect(asked).toHaveLength(4)
  }))
