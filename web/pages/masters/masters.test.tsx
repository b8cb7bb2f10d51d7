import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aKeyword, aTerm, aUser } from '#server/builders/people.ts'
import { aSavedProposal } from '#server/builders/proposals.ts'
import { withBrowser } from '#web/testing.tsx'

const DAYS = {
  'Notices open': '2027-01-10T09:00',
  'Notices close': '2027-03-25T15:00',
  'Proposals open': '2027-01-20T00:00',
  'Proposals close': '2027-04-22T15:00',
  'Reviews are due': '2027-06-30T15:00',
}
/** Sets a date and time like the browser's own control, which user events cannot operate. */
const setDay = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`, 'u')), { target: { value } })
const main = () => within(screen.getByRole('main'))

describe('a new system', () => {
  test('guides the administrator through the setup steps and to the first call', () =>
    withBrowser(async ({ ctx, visitor }, open) => {
      const { user, open: load, path } = await open(await aUser(ctx(), ['admin']))
      load('/')
      await screen.findByText('No call has been opened yet.')
      await screen.findByText(/^1 of 7 steps are done/u)
      await user.click(main().getAllByRole('link', { name: 'Open the first call' })[0]!)
      expect((await screen.findByLabelText<HTMLInputElement>(/^AO number/u)).value).toBe('1')
      for (const [label, value] of Object.entries(DAYS)) setDay(label, value)
      setDay('Notices close', '2027-01-09T00:00')
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await screen.findByText('Notices must close after they open.')
      setDay('Notices close', DAYS['Notices close'])
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await screen.findByText('AO1 has been opened. It is the current call.')
      expect(path()).toBe('/masters/terms')
      expect(await visitor.api.terms.current()).toBe(1)
      await waitFor(() => expect(screen.queryByText('No call has been opened yet.')).toBeNull())
      load('/masters')
      await screen.findByText(/^2 of 7 steps are done/u)
    }))
})

describe('a term', () => {
  test('is made current after a question that explains the consequences', () =>
    withBrowser(async ({ ctx, visitor }, open) => {
      await aTerm(ctx())
      await aTerm(ctx(), { id: 8, is_current: false })
      const { user, open: load } = await open(await aUser(ctx(), ['admin']))
      load('/masters/terms/edit/8')
      await user.click(await screen.findByRole('button', { name: 'Make current' }))
      await screen.findByText(/Every call before it is closed/u)
      await user.click(screen.getByRole('button', { name: 'YES' }))
      await screen.findByText('AO8 is the current call now.')
      await screen.findByText('AO8: Current')
      expect(await visitor.api.terms.current()).toBe(8)
      load('/masters/terms/edit/7')
      await screen.findByText('AO7 is closed; nothing in it can be changed.')
      await user.click(screen.getByRole('button', { name: 'Open again' }))
      await user.click(await screen.findByRole('button', { name: 'YES' }))
      await screen.findByText('AO7: Not current')
    }))
})

describe('the settings', () => {
  test('warn an office with one member that no one could confirm their proposals', () =>
    withBrowser(async ({ ctx }, open) => {
      const { user, open: load } = await open(await aUser(ctx(), ['admin']))
      const toggle = async () =>
        user.click(await screen.findByRole('checkbox', { name: 'Two to confirm an allocation' }))
      load('/masters/settings')
      await toggle()
      await screen.findByText(/^You are the only member of the administration office/u)
      await toggle()
      expect(screen.queryByText(/^You are the only member/u)).toBeNull()
      await aUser(ctx(), ['admin'])
      load('/masters/settings')
      await toggle()
      await screen.findByRole('checkbox', { name: 'Two to confirm an allocation', checked: true })
      expect(screen.queryByText(/^You are the only member/u)).toBeNull()
    }))

  test('are saved, and errors are shown on their fields', () =>
    withBrowser(async ({ ctx, visitor }, open) => {
      const { user, fill, open: load, path } = await open(await aUser(ctx(), ['admin']))
      load('/masters/settings')
      const top = await screen.findByLabelText('Top page')
      await fill(top, 'example')
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await screen.findByText('Only url can be input in this form.')
      await fill(top, 'https://example.org/')
      await user.click(screen.getByRole('checkbox', { name: 'Correction mail' }))
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await screen.findByText('The settings have been saved.')
      expect(path()).toBe('/masters')
      expect(await visitor.api.masters.topUrl()).toBe('https://example.org/')
      await aTerm(ctx())
      load('/proposals')
      const send = await screen.findByRole('button', { name: 'SEND CONFIRMATION/FOLLOW UP MAIL' })
      await waitFor(() => expect(send.hasAttribute('disabled')).toBe(false))
      await user.click(send)
      await screen.findByText('Do you send a correction mail to all proposers and collaborators?')
      await user.click(screen.getByRole('button', { name: 'SEND' }))
      const inRed = async (text: string) =>
        expect((await screen.findByText(text)).closest('.mantine-Alert-root')?.outerHTML).toContain(
          'color-red',
        )
      await inRed('No proposal of this term is submitted.')
      const network = globalThis.fetch
      globalThis.fetch = async (address, init) =>
        String(address).endsWith('/send_correction_mail')
          ? new Response('{}', { status: 429 })
          : network(address, init)
      await user.click(send)
      await user.click(await screen.findByRole('button', { name: 'SEND' }))
      await inRed('Error sending correction mail.')
    }))
})

describe('the keywords', () => {
  test('adopt typed names with one click, and can be added, renamed and hidden', () =>
    withBrowser(async ({ ctx }, open) => {
      await aTerm(ctx())
      const admin = await aUser(ctx(), ['admin'])
      await aKeyword(ctx(), { name: 'Water', sort: 4 })
      await aSavedProposal(ctx(admin), { input: { keywords_other: [{ name: 'Ice' }] } })
      const { user, fill, open: load } = await open(admin)
      load('/masters/keywords')
      await user.click(await screen.findByRole('button', { name: 'Add to the list: Ice' }))
      await screen.findByText('Ice is one of the list now, and 1 proposal points to it.')
      await screen.findByText('Every keyword that proposals have typed is one of the list.')
      await screen.findByText('2 results')

      await user.click(main().getByRole('link', { name: 'ADD' }))
      const sort = await screen.findByLabelText<HTMLInputElement>(/^Sort/u)
      expect(sort.value).toBe('6')
      await user.type(sort, 'e1')
      expect(sort.value).toBe('61')
      await fill(screen.getByLabelText(/^Name/u), 'x'.repeat(51))
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await screen.findByText('This form is limited in 50 words.')
      await fill(screen.getByLabelText(/^Name/u), 'WATER')
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await screen.findByText('This keyword is there already.')

      load('/masters/keywords')
      await user.click((await screen.findAllByRole('link', { name: /^Edit/u }))[0]!)
      await user.click(await screen.findByLabelText('Hidden'))
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await screen.findByText('Water has been saved.')
      await screen.findByText('Hidden', { selector: 'td' })
    }))
})
