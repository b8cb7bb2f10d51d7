import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { aTerm, aUser } from '#server/builders/people.ts'
import { aSavedProposal, aSubmittedProposal } from '#server/builders/proposals.ts'
import { aSample } from '#server/builders/samples.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { fieldAt, withBrowser } from '#web/testing.tsx'

const office = async ({ ctx }: TestServer) => ctx(await aUser(ctx(), ['admin']))
describe('the sample picker', () => {
  test('lists every sample, filters by measures, and shows them in the row', () =>
    withBrowser(async (world, open) => {
      await aTerm(world.ctx())
      const samples = Array.from({ length: 60 }, (_, n) => ({
        db_type: 1 as const,
        sample_type: 0 as const,
        name: `A${100 + n}`,
        weight: n + 1,
        size: 2000,
        chamber: 1,
        description: 'Dark',
      }))
      await world.db.insertInto('samples').values(samples).execute()
      const { actor, proposal_id } = await aSavedProposal(await office(world), { input: { samples: [] } })
      const { open: load } = await open(actor)
      load(`/proposals/edit/${proposal_id}`)
      const field = await fieldAt('samples.0.sample')
      const row = within(field.closest('tr')!)
      const press = (key: string) => fireEvent.keyDown(field, { key })
      const shown = () => document.querySelectorAll('[role=option]').length
      fireEvent.mouseDown(field)
      await waitFor(() => expect(shown()).toBe(51))
      fireEvent.click(row.getByText('Show 10 more'))
      expect(shown()).toBe(61)
      fireEvent.change(row.getByLabelText('Weight from, mg'), { target: { value: '59' } })
      expect(shown()).toBe(3)
      // Any first, then the two samples by name.
      for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) press(key)
      expect(field.value).toBe(samples[58]!.name)
      expect(document.activeElement).toBe(field)
      for (const figure of ['59 mg', '2.00 mm', 'A', 'Dark']) row.getByText(figure)
      await screen.findByText('59.0 mg')
      // The next row opens automatically, and a chosen sample is not offered again.
      const next = await fieldAt('samples.1.sample')
      fireEvent.mouseDown(next)
      await waitFor(() => expect(shown()).toBe(51))
      expect(within(next.closest('tr')!).getByText('59 of', { exact: false }).textContent).toContain(
        '59 of 60 Particle samples of Ryugu',
      )
    }))
})

describe('the form', () => {
  test('leads to missing fields, names the nearest samples, and asks before Save omits a row', () =>
    withBrowser(async (world, open) => {
      await aTerm(world.ctx())
      const far = await aSample(world.ctx(), { weight: 3 })
      const near = await aSample(world.ctx(), { weight: 2.1 })
      await aSample(world.ctx(), { weight: 9 })
      const { actor, proposal_id } = await aSavedProposal(await office(world), {
        input: {
          keywords_other: [],
          methods_other: [],
          samples: [{ db_type: 1, type: 0, any: 1, weight: 2 }],
        },
      })
      const { open: load, path } = await open(actor)
      load(`/proposals/edit/${proposal_id}?field=keywords`)
      const focused = () => document.activeElement?.closest('[data-path]')?.getAttribute('data-path')
      await waitFor(() => expect(focused()).toBe('keywords'))
      await screen.findByText(`nearest: ${near.name}, ${far.name}`)
      fireEvent.click(screen.getByText('2 things missing'))
      const menu = within(await screen.findByRole('menu'))
      fireEvent.click(menu.getByText('Analysis methods'))
      await waitFor(() => expect(focused()).toBe('methods'))
      fireEvent.click(screen.getByText('Add Keyword'))
      fireEvent.change(await fieldAt('keywords_other.0.name'), { target: { value: 'Water' } })
      await screen.findByText('1 thing missing')
      const outline = within(screen.getByLabelText('Sections'))
      outline.getByRole('button', { name: 'Keywords, done' })

      // Uploads do not use fetch; the request is only observed here.
      const send = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (
        this: XMLHttpRequest,
      ) {
        Object.defineProperties(this, {
          status: { value: 403 },
          responseText: { value: '{"message":"Forbidden"}' },
        })
        this.onload?.(new ProgressEvent('load'))
      })
      onTestFinished(() => send.mockRestore())
      const chooseFile = (...files: File[]) =>
        fireEvent.change(document.querySelector('input[type=file]')!, { target: { files } })
      const large = new File(['%PDF-'], 'plan.pdf')
      Object.defineProperty(large, 'size', { value: 50_000_001 })
      for (const [file, why] of [
        [new File(['x'], 'plan.pdf.exe'), 'Only PDF files can be uploaded.'],
        [large, 'Max file size is 50MB.'],
        [new File([], 'plan.pdf'), 'This file is empty.'],
      ] as const) {
        chooseFile(file)
        expect(screen.getByText(why).role).toBe('alert')
        fireEvent.click(screen.getByText('Save'))
        await screen.findByText(/^Error: Save failed\./u)
        await waitFor(() => expect(focused()).toBe('file'))
        fireEvent.click(screen.getByText('Remove'))
        expect(screen.queryByText(why)).toBeNull()
      }
      const two = [new File(['%PDF-'], 'a.pdf'), new File(['%PDF-'], 'b.pdf')]
      fireEvent.drop(screen.getByText('or drop it here'), { dataTransfer: { files: two } })
      screen.getByText('Only one file can be uploaded; 2 were dropped.')
      fireEvent.click(screen.getByText('Save'))
      expect(send).not.toHaveBeenCalled()
      fireEvent.click(screen.getByText('Remove'))

      fireEvent.change(await fieldAt('samples.1.type'), { target: { value: '1' } })
      fireEvent.change(await fieldAt('samples.2.type'), { target: { value: '2' } })
      fireEvent.change(await fieldAt('samples.3.type'), { target: { value: '3' } })
      fireEvent.click(screen.getByText('Save'))
      await screen.findByText(
        'Priorities 2, 3, 4 of the samples have neither a sample nor Any, and are not saved.',
      )
      fireEvent.click(screen.getByText('CHOOSE'))
      await waitFor(() => expect(focused()).toBe('samples.1.sample'))
      expect(send).not.toHaveBeenCalled()
      fireEvent.click(screen.getByText('Save'))
      fireEvent.click(await screen.findByText('SAVE WITHOUT'))
      await waitFor(() => expect(send).toHaveBeenCalledOnce())
      // A forbidden save opens the Forbidden screen; the draft stays.
      await screen.findByRole('heading', { name: 'Forbidden' })
      expect(path()).toBe('/403')
      expect(JSON.stringify({ ...localStorage })).toContain('Water')
    }))

  test('copies parts of a past proposal, and undo restores what they replaced', () =>
    withBrowser(async (world, open) => {
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
      const { open: load } = await open(actor)
      load(`/proposals/edit/${proposal_id}`)
      const values = async () => [(await fieldAt('properties')).value, (await fieldAt('abstract')).value]
      fireEvent.click(await screen.findByText('Copy from an earlier proposal'))
      const dialog = within(await screen.findByRole('dialog'))
      // Empty parts are checked, parts that would be replaced are not.
      const remarks = await dialog.findByRole<HTMLInputElement>('checkbox', { name: 'Remarks' })
      const abstract = dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Abstract' })
      expect([remarks.checked, abstract.checked]).toEqual([true, false])
      dialog.getByText('2 words, replacing 1 word')
      fireEvent.click(abstract)
      fireEvent.click(dialog.getByText('Copy'))
      expect(await values()).toEqual(['Old remark', 'Old abstract'])
      fireEvent.click(await screen.findByText('Undo'))
      expect(await values()).toEqual(['', 'New'])
    }))
})
