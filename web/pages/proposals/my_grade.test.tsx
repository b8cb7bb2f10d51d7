import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test } from 'vitest'
import { aTerm, aUser } from '#server/builders/people.ts'
import { aSubmittedProposal } from '#server/builders/proposals.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { withBrowser } from '#web/testing.tsx'

/** Three submitted proposals, and a member of the panel who has chosen the view Ranking. */
async function scene(world: TestServer) {
  await aTerm(world.ctx())
  const office = world.ctx(await aUser(world.ctx(), ['admin']))
  const ids: number[] = []
  for (let n = 0; n < 3; n++) ids.push((await aSubmittedProposal(office)).proposal_id)
  const member = await aUser(world.ctx(), ['panel'])
  const list_views = JSON.stringify({ proposals: 'ranking' })
  await world.db.updateTable('users').set({ list_views }).execute()
  const grades = async () =>
    (
      await world.db
        .selectFrom('panel_grades')
        .select(['proposal_id', 'grade', 'notes', 'shared_at'])
        .orderBy('proposal_id')
        .execute()
    ).map(({ proposal_id, grade, notes, shared_at }) => [proposal_id, grade, notes, shared_at !== null])
  return { ids, member, office, grades }
}

/** The button of a row's own grade, once it has this text. */
const gradeOf = (id: number, says: string) =>
  waitFor(() => {
    const button = document.querySelector<HTMLElement>(`[data-row="${id}"] [data-edit="grade"]`)
    expect(button?.textContent).toBe(`My grade of ${id}: ${says}`)
    return button!
  })

describe('the column Mine', () => {
  test('is edited in place: Enter saves and goes on, Escape restores, an error stays at its field', () =>
    withBrowser(async (world, open) => {
      const { ids, member, grades } = await scene(world)
      const { user, open: load } = await open(member)
      load('/proposals')
      fireEvent.click(await gradeOf(ids[0]!, '–'))
      await user.keyboard('5.5{Enter}')
      await screen.findByText('Only a number from 0 to 5 can be inputted in this form.')
      await user.keyboard('{Backspace}{Backspace}{Backspace}4.75{Enter}')
      await screen.findByText(`${ids[0]}: your grade 4.75 saved.`)
      await waitFor(() =>
        expect(document.activeElement?.getAttribute('aria-label')).toBe(`My grade of ${ids[1]}`),
      )
      await user.keyboard('2{Escape}')
      await gradeOf(ids[0]!, '4.75')
      await gradeOf(ids[1]!, '–')
      expect(await grades()).toEqual([[ids[0], 4.75, '', false]])
      await screen.findByText('1 of 3 graded')
    }))

  test('keeps what was typed when the connection is lost, and saves it later', () =>
    withBrowser(async (world, open) => {
      const { ids, member, grades } = await scene(world)
      const { user, open: load } = await open(member)
      load('/proposals')
      const cell = await gradeOf(ids[0]!, '–')
      const network = globalThis.fetch
      onTestFinished(() => {
        globalThis.fetch = network
      })
      globalThis.fetch = (address, init) =>
        init?.method === 'PUT' ? Promise.reject(new TypeError('no network')) : network(address, init)
      fireEvent.click(cell)
      await user.keyboard('3.5{Enter}')
      await waitFor(() =>
        expect((screen.getByLabelText(`My grade of ${ids[0]}`) as HTMLInputElement).value).toBe('3.5'),
      )
      expect(await grades()).toEqual([])
      globalThis.fetch = network
      load('/proposals')
      await screen.findByText(`Not saved yet: My grade of ${ids[0]}: 3.5.`)
      fireEvent.click(await gradeOf(ids[0]!, '3.5, not saved'))
      await user.keyboard('{Enter}')
      await gradeOf(ids[0]!, '3.50')
      expect(await grades()).toEqual([[ids[0], 3.5, '', false]])
    }))

  test('is not there for the office, and cannot be edited where nothing can be graded', () =>
    withBrowser(async (world, open) => {
      const { ids, office } = await scene(world)
      const { open: load } = await open(office.actor)
      load('/proposals')
      await screen.findByText('3 results')
      expect(screen.queryByRole('columnheader', { name: /Mine/u })).toBeNull()
      expect(document.querySelector('[data-edit="grade"]')).toBeNull()
      expect(document.querySelector(`[data-row="${ids[0]}"] [data-edit="global_score"]`)).not.toBeNull()
    }))
})

/** A choice of the switch, once it has this text. */
const choice = (says: string) =>
  waitFor(() => {
    const all = [...document.querySelectorAll<HTMLElement>('[aria-label="Show"] button')]
    expect(all.map(({ textContent }) => textContent)).toContain(says)
    return all.find(({ textContent }) => textContent === says)!
  })

test('the switch finds what is not graded, with its count, and shows all again', () =>
  withBrowser(async (world, open) => {
    const { ids, member } = await scene(world)
    const { api } = await world.as(member)
    await api.panel.saveGrade({ params: { id: ids[1]! }, body: { grade: 2, notes: '' } })
    const { open: load, path } = await open(member)
    load('/proposals')
    fireEvent.click(await choice('I have not graded 2'))
    await screen.findByText('2 results')
    expect(path()).toContain('not_graded=true')
    expect(
      [...document.querySelectorAll<HTMLElement>('[data-row]')].map(({ dataset }) => dataset.row),
    ).toEqual([ids[0], ids[2]].map(String))
    expect((await choice('I have not graded 2')).getAttribute('aria-pressed')).toBe('true')
    fireEvent.click(await choice('All 3'))
    await screen.findByText('3 results')
  }))

test('sharing says before what it shows and to whom, and can be stopped', () =>
  withBrowser(async (world, open) => {
    const { ids, member, grades } = await scene(world)
    const { api } = await world.as(member)
    await api.panel.saveGrade({ params: { id: ids[0]! }, body: { grade: 2, notes: 'Mine alone.' } })
    const { user, open: load } = await open(member)
    load('/proposals')
    await user.click(await screen.findByRole('button', { name: 'Share' }))
    await user.click(await screen.findByText('Share 1 grade…'))
    const dialog = within(await screen.findByRole('dialog', { name: /^Share your 1 grade of AO7/u }))
    dialog.getByText(
      /administration office will see the grade with your name, except .* Your notes stay private/u,
    )
    expect(await grades()).toEqual([[ids[0], 2, 'Mine alone.', false]])
    fireEvent.click(dialog.getByText('SHARE'))
    await screen.findByText(`Your grades of ${ids[0]} are now shown to the panel and the office.`)
    expect(await grades()).toEqual([[ids[0], 2, 'Mine alone.', true]])
    await user.click(screen.getByRole('button', { name: 'Share' }))
    await user.click(await screen.findByText('Stop sharing 1 grade…'))
    fireEvent.click(await screen.findByText('STOP SHARING'))
    await screen.findByText(`Your grades of ${ids[0]} are private again.`)
    expect(await grades()).toEqual([[ids[0], 2, 'Mine alone.', false]])
  }))

test('the detail has the own grade with notes, and the grades that others share', () =>
  withBrowser(async (world, open) => {
    const { ids, member, grades } = await scene(world)
    const id = ids[0]!
    const other = await aUser(world.ctx(), ['panel'])
    const { api } = await world.as(other)
    await api.panel.saveGrade({ params: { id }, body: { grade: 1.25, notes: 'Nobody else reads this.' } })
    await api.panel.shareGrades({ body: { proposal_ids: [id], shared: true } })
    const { user, fill, open: load } = await open(member)
    load(`/proposals/detail/${id}?tab=tab-3`)
    await screen.findByText(`Shared by others: ${other.name} 1.25`)
    await fill(await screen.findByLabelText('Grade'), '4')
    await user.keyboard('{Enter}')
    await screen.findByText(`${id}: your grade 4.00 saved.`)
    await screen.findByText('Share…')
    fireEvent.click(screen.getByText('Add notes'))
    const dialog = within(await screen.findByRole('dialog', { name: `My notes on ${id}` }))
    await fill(dialog.getByLabelText('Notes'), 'Ask about the blank.')
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(async () => expect(await grades()).toContainEqual([id, 4, 'Ask about the blank.', false]))
    await screen.findByText('Ask about the blank.', { selector: 'p' })
    expect(document.body.textContent).not.toContain('Nobody else reads this.')
  }))
