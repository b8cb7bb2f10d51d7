import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aTerm, aUser } from '#server/builders/people.ts'
import { aSample } from '#server/builders/samples.ts'
import { withBrowser } from '#web/testing.tsx'

test('a new call begins with the dates of the current one, and its check list leads to what is still to do', () =>
  withBrowser(async ({ ctx }, open) => {
    const current = await aTerm(ctx())
    await aSample(ctx())
    const {
      user,
      open: load,
      path,
    } = await open(await aUser(ctx(), ['admin'], { first_name: 'Olga', last_name: 'Office' }))
    load('/masters/terms')
    await user.click(await screen.findByRole('link', { name: 'New call' }))
    const opens = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Notices open/u })
    expect(Number(opens.value.slice(0, 4))).toBe(new Date(current.noi_opens_at).getFullYear() + 1)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByRole('heading', { name: 'Check list of AO8' })
    const item = (label: string) =>
      within(screen.getAllByRole('listitem').find(({ textContent }) => textContent?.includes(label))!)
    item('Samples on offer').getByText(/^Done/u)
    item('Automatic reminders').getByText(/^Still to do/u)
    const dates = item('Dates').getByRole<HTMLInputElement>('checkbox', { name: 'Dates: done' })
    expect(dates.checked).toBe(false)
    await user.click(dates)
    await item('Dates').findByText(/^done by Olga Office, /u)
    await user.click(item('Dates').getByRole('checkbox'))
    await waitFor(() => expect(item('Dates').queryByText(/^done by/u)).toBeNull())
    await user.click(item('Automatic reminders').getByRole('link', { name: /Automatic reminders$/u }))
    await waitFor(() => expect(path()).toBe('/masters/settings'))
  }))
