import { screen, waitFor, within } from '@testing-library/react'
import dayjs from 'dayjs'
import { describe, expect, test } from 'vitest'
import { nextDays } from '#domain/terms/rules.ts'
import { aKeyword, aTerm, aUser, settleMails } from '#server/builders/people.ts'
import { aSavedProposal } from '#server/builders/proposals.ts'
import { time } from '#web/lib/format/format.ts'
import { settled, watchRequests } from '#web/testing/families/settled.ts'
import { withBrowser } from '#web/testing.tsx'

const DAYS = {
  'Notices open': '2027-01-10 09:00',
  'Notices close': '2027-03-25 15:00',
  'Proposals open': '2027-01-20 00:00',
  'Proposals close': '2027-04-22 15:00',
  'Reviews are due': '2027-06-30 15:00',
}
const main = () => within(screen.getByRole('main'))

describe('a new system', () => {
  test('guides the administrator through the setup steps and to the first call', () =>
    withBrowser(async ({ ctx, visitor }, open) => {
      const { user, fill, open: load, path } = await open(await aUser(ctx(), ['admin']))
      load('/')
      await screen.findByText('No call has been opened yet.')
      await screen.findByText(/^1 of 7 steps are done/u)
      await user.click(main().getAllByRole('link', { name: 'Open the first call' })[0]!)
      expect((await screen.findByLabelText<HTMLInputElement>(/^AO number/u)).value).toBe('1')
      const dayField = (label: string) => screen.getByRole('textbox', { name: new RegExp(`^${label}`, 'u') })
      for (const [label, value] of Object.entries(DAYS)) await fill(dayField(label), value)
      await fill(dayField('Notices close'), '2027-01-09 00:00')
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await screen.findByText('Notices must close after they open.')
      await fill(dayField('Notices close'), DAYS['Notices close'])
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
  test('is made current once the name of the call that closes is typed, which is undone in the same way', () =>
    withBrowser(async ({ ctx, visitor }, open) => {
      await aTerm(ctx())
      await aTerm(ctx(), { id: 8, is_current: false })
      const office = ctx(await aUser(ctx(), ['admin']))
      await aSavedProposal(office)
      await settleMails(ctx())
      const { user, fill, open: load } = await open(office.actor)
      const yes = () => screen.findByRole<HTMLButtonElement>('button', { name: 'YES' })
      load('/masters/terms/edit/8')
      await user.click(await screen.findByRole('button', { name: 'Make current' }))
      await screen.findByRole('dialog', { name: 'Make AO8 the current call?' })
      await screen.findByText('AO8 becomes the default everywhere.')
      await screen.findByText(
        'AO7 is closed: 1 draft can no longer be changed, and proposers see their allocation.',
      )
      await screen.findByText('You can undo this by making the earlier call current again.')
      expect((await yes()).disabled).toBe(true)
      await fill(await screen.findByLabelText('Type AO7 to confirm'), 'AO8')
      expect((await yes()).disabled).toBe(true)
      await fill(await screen.findByLabelText('Type AO7 to confirm'), 'ao7')
      await user.click(await yes())
      await screen.findByText('AO8 is now the current call.')
      await screen.findByText('AO8: Current')
      expect(await visitor.api.terms.current()).toBe(8)

      load('/masters/terms/edit/7')
      await screen.findByText('AO7 is closed; nothing in it can be changed.')
      await user.click(screen.getByRole('button', { name: 'Make current' }))
      await screen.findByText('AO7 becomes the default everywhere.')
      expect(screen.queryByLabelText(/^Type/u)).toBeNull()
      await user.click(await yes())
      await screen.findByText('AO7: Current')
      expect(await visitor.api.terms.current()).toBe(7)
    }))

  test('is closed once its name is typed, and opened again', () =>
    withBrowser(async ({ ctx }, open) => {
      await aTerm(ctx())
      const { user, fill, open: load } = await open(await aUser(ctx(), ['admin']))
      load('/masters/terms/edit/7')
      await user.click(await screen.findByRole('button', { name: 'Close' }))
      await screen.findByText(
        'AO7 is closed: nothing in it can be changed, and proposers see their allocation.',
      )
      await fill(await screen.findByLabelText('Type AO7 to confirm'), 'AO7')
      await user.click(screen.getByRole('button', { name: 'YES' }))
      await screen.findByText('AO7: Current, closed')
      await user.click(screen.getByRole('button', { name: 'Open again' }))
      await user.click(await screen.findByRole('button', { name: 'YES' }))
      await screen.findByText('AO7: Current')
    }))

  test('opens with the dates of the last one, a year later, and its dates can be typed or chosen', () =>
    withBrowser(async ({ ctx, as }, open) => {
      // In the middle of a month: the key that goes a week back stays in it.
      const noi_opens_at = dayjs().subtract(2, 'month').date(15).toISOString()
      const last = await aTerm(ctx(), { noi_opens_at })
      const admin = await aUser(ctx(), ['admin'])
      const { user, fill, open: load } = await open(admin)
      load('/masters/terms/add')
      const opens = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Notices open/u })
      const inAYear = nextDays(last, new Date()).noi_opens_at
      expect(opens.value).toBe(time(inAYear))
      expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^The panel meets/u }).value).toBe('')

      await fill(opens, '2099-13-01')
      await user.tab()
      await screen.findByText('Type a date and a time like 2027-03-25 15:00.')
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await screen.findByText('Only a date and a time can be inputted in this form.')

      // The calendar keeps the time, and is worked with the keyboard.
      await fill(opens, time(inAYear))
      const [day, clock] = time(inAYear).split(' ') as [string, string]
      screen.getByRole('button', { name: 'Calendar of Notices open' }).focus()
      await user.keyboard('{Enter}')
      const chosen = await waitFor(() => {
        const cell = document.querySelector<HTMLElement>('[data-selected]')
        if (!cell) throw new Error('The calendar is not open yet.')
        return cell
      })
      chosen.focus()
      await user.keyboard('{ArrowUp}{Enter}')
      const weekBefore = dayjs(day).subtract(7, 'day').format('YYYY-MM-DD')
      await waitFor(() => expect(opens.value).toBe(`${weekBefore} ${clock}`))
      await waitFor(() =>
        expect(document.activeElement?.getAttribute('aria-label')).toBe('Calendar of Notices open'),
      )
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await screen.findByText('AO8 has been added. It stays a draft until you make it current.')
      const added = await (await as(admin)).api.terms.get({ params: { id: 8 } })
      expect(time(added.noi_opens_at)).toBe(`${weekBefore} ${clock}`)
    }))
})

describe('the settings', () => {
  test('warn an office with one member that no one could confirm their proposals', () =>
    withBrowser(async ({ ctx }, open) => {
      const { user, open: load } = await open(await aUser(ctx(), ['admin']))
      const toggle = async () => user.click(await screen.findByRole('checkbox', { name: 'Two persons' }))
      load('/masters/settings')
      await toggle()
      await screen.findByText(/^You are the only member of the administration office/u)
      await toggle()
      expect(screen.queryByText(/^You are the only member/u)).toBeNull()
      await aUser(ctx(), ['admin'])
      load('/masters/settings')
      await toggle()
      await screen.findByRole('checkbox', { name: 'Two persons', checked: true })
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
      await inRed('No proposal of this call is submitted.')
      const network = globalThis.fetch
      globalThis.fetch = async (address, init) =>
        String(address).endsWith('/send_correction_mail')
          ? new Response('{}', { status: 429 })
          : network(address, init)
      await waitFor(() => expect(send.hasAttribute('disabled')).toBe(false))
      await user.click(send)
      await user.click(await screen.findByRole('button', { name: 'SEND' }))
      await inRed('Error sending correction mail.')
    }))
})

describe('the setting to notify users of a view as them', () => {
  test.each([
    [true, 'An e-mail goes to Bo Ek (bo@example.org), with your name and until when.', ['acted_as']],
    [false, 'No e-mail is sent.', []],
  ])('%s: the dialog says %j, and these are queued: %j', (tell_acting, said, kinds) =>
    withBrowser(async ({ ctx, db, as }, open) => {
      const admin = await aUser(ctx(), ['admin'])
      const bo = await aUser(ctx(), ['reviewer'], {
        first_name: 'Bo',
        last_name: 'Ek',
        email: 'bo@example.org',
      })
      const { api } = await as(admin)
      const { setup: _, base_url: __, sender: ___, ...settings } = await api.masters.settings()
      await api.masters.saveSettings({ body: { ...settings, tell_acting } })
      const { user, open: load } = await open(admin)
      load(`/users/detail/${bo.id}`)
      const view = await screen.findByRole('button', { name: 'View as this user' })
      await waitFor(() => expect(view.hasAttribute('disabled')).toBe(false))
      await user.click(view)
      await screen.findByText(said)
      const requests = watchRequests()
      await user.click(screen.getByRole('button', { name: 'YES' }))
      await waitFor(async () =>
        expect(
          await db.selectFrom('audit_entries').select('id').where('action', '=', 'user.act_as').execute(),
        ).toHaveLength(1),
      )
      const mails = db.selectFrom('mails').select('kind')
      await waitFor(async () => expect((await mails.execute()).map(({ kind }) => kind)).toEqual(kinds))
      // The page then asks whom it acts as, which must be answered before the test ends.
      await settled(requests)
    }),
  )
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
      await screen.findByText('Ice has been added to the list and replaces the typed name on 1 proposal.')
      await screen.findByText('Every keyword typed in a proposal is in the list.')
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
      await screen.findByText('This keyword is already in the list.')

      load('/masters/keywords')
      await user.click((await screen.findAllByRole('link', { name: /^Edit/u }))[0]!)
      await user.click(await screen.findByLabelText('Hidden'))
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await screen.findByText('Water has been saved.')
      await screen.findByText('Hidden', { selector: 'td' })
    }))
})
