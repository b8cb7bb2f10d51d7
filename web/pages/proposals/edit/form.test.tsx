import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aTerm, aUser } from '#server/builders/people.ts'
import { aSavedProposal, aSubmittedProposal } from '#server/builders/proposals.ts'
import { aSample } from '#server/builders/samples.ts'
import type { World } from '#server/testing/world.ts'
import { inWindow } from '#web/testing.tsx'

const office = async ({ ctx }: World) => ctx(await aUser(ctx(), ['admin']))
const sample = (n: number) =>
  screen.findByLabelText<HTMLInputElement>(`Sample of priority ${n}`, { selector: 'input' })

describe('the sample picker', () => {
  test('reaches every sample, finds by figures, and keeps them in the row', () =>
    inWindow(async (world, open) => {
      await aTerm(world.ctx())
      const made = []
      for (let weight = 1; weight <= 60; weight++)
        made.push(await aSample(world.ctx(), { weight, description: 'Dark' }))
      const { actor, proposal_id } = await aSavedProposal(await office(world), { input: { samples: [] } })
      const { user, fill, open: load } = await open(actor)
      load(`/proposals/edit/${proposal_id}`)
      const field = await sample(1)
      await user.click(field)
      const shown = () => document.querySelectorAll('[role=option]').length
      await waitFor(() => expect(shown()).toBe(51))
      await user.click(screen.getByText('Show 10 more'))
      expect(shown()).toBe(61)
      await fill(screen.getByLabelText('Weight from, mg'), '59')
      expect(shown()).toBe(3)
      // Any first, then the two by name.
      await user.click(field)
      await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
      expect(field.value).toBe(made[58]!.name)
      expect(document.activeElement).toBe(field)
      const row = within(field.closest('tr')!)
      for (const figure of ['59 mg', '2.000 mm', 'A', 'Dark']) row.getByText(figure)
      await screen.findByText('59.0 mg')
      // The next row is open by itself, and what is chosen is not offered again.
      await user.click(await sample(2))
      await waitFor(() => expect(shown()).toBe(51))
      expect(screen.queryByText('59 of', { exact: false })?.textContent).toContain(
        '59 of 60 Particle samples of Ryugu',
      )
    }))

  test('an Any row names the samples that are nearest to what it asks', () =>
    inWindow(async (world, open) => {
      await aTerm(world.ctx())
      const far = await aSample(world.ctx(), { weight: 3 })
      const near = await aSample(world.ctx(), { weight: 2.1 })
      await aSample(world.ctx(), { weight: 9 })
      const { actor, proposal_id } = await aSavedProposal(await office(world), {
        input: { samples: [{ db_type: 1, type: 0, any: 1, weight: 2 }] },
      })
      const { open: load } = await open(actor)
      load(`/proposals/edit/${proposal_id}`)
      await screen.findByText(`nearest: ${near.name}, ${far.name}`)
    }))
})

describe('the form', () => {
  test('leads to what is missing, from its address and from its bar', () =>
    inWindow(async (world, open) => {
      await aTerm(world.ctx())
      const { actor, proposal_id } = await aSavedProposal(await office(world), {
        input: { keywords_other: [], methods_other: [] },
      })
      const { user, open: load } = await open(actor)
      load(`/proposals/edit/${proposal_id}?field=keywords`)
      const focused = () => document.activeElement?.closest('[data-path]')?.getAttribute('data-path')
      await waitFor(() => expect(focused()).toBe('keywords'))
      await user.click(await screen.findByRole('button', { name: '2 things missing' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Analysis methods' }))
      await waitFor(() => expect(focused()).toBe('methods'))
      await user.click(screen.getByRole('button', { name: 'Add Keyword' }))
      await user.type(screen.getByLabelText('Keyword 1'), 'Water')
      await screen.findByRole('button', { name: '1 thing missing' })
      expect(screen.getByRole('button', { name: 'Keywords, done' })).toBeTruthy()
    }))

  test('takes parts of a past proposal over, and gives back what they replaced', () =>
    inWindow(async (world, open) => {
      const { ctx, db } = world
      const admin = await office(world)
      await aTerm(ctx(), { id: 6 })
      const notice = { email: 'p@example.org' }
      await aSubmittedProposal(admin, {
        notice,
        input: { properties: 'Old remark', abstract: 'Old abstract' },
      })
      await db.updateTable('terms').set({ is_current: false, disabled: true }).execute()
      await aTerm(ctx())
      const { actor, proposal_id } = await aSavedProposal(admin, { notice, input: { abstract: 'New' } })
      const { user, open: load } = await open(actor)
      load(`/proposals/edit/${proposal_id}`)
      const value = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name }).value
      await user.click(await screen.findByRole('button', { name: 'Take over from a past proposal' }))
      // What is empty is ticked, what would be replaced is not.
      const remarks = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Remarks' })
      const abstract = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Abstract' })
      expect([remarks.checked, abstract.checked]).toEqual([true, false])
      screen.getByText('2 words, in place of 1 word')
      await user.click(abstract)
      await user.click(screen.getByRole('button', { name: 'Take over' }))
      expect([value('Remarks'), value('Abstract')]).toEqual(['Old remark', 'Old abstract'])
      await user.click(await screen.findByRole('button', { name: 'Undo' }))
      expect([value('Remarks'), value('Abstract')]).toEqual(['', 'New'])
    }))
})
