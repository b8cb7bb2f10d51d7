import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aGroupMail } from '#server/builders/group_mail.ts'
import { aTerm, aUser } from '#server/builders/people.ts'
import { createUsers } from '#server/testing/many_users.ts'
import { withBrowser } from '#web/testing.tsx'

const table = () => within(screen.getByRole('table', { name: 'Destinations' }))
const typed = (label: RegExp | string) => screen.getByLabelText<HTMLInputElement>(label)

describe('group mails', () => {
  test('are listed with the beginnings of their texts, destinations and status', () =>
    withBrowser(async ({ ctx, db }, open) => {
      const admin = await aUser(ctx(), ['admin'], { first_name: 'Ada', last_name: 'Bell' })
      const office = ctx(admin)
      const [one, two, three, four] = await createUsers(db, 4)
      await aGroupMail(office, {
        title: 'One two three four five six',
        content: '1 2 3 4 5 6 7 8 9 10 11',
        destinations: [one!, two!, three!, four!],
        sent: true,
      })
      await aGroupMail(office, { title: 'Waiting', destinations: [one!] })
      const { user, open: load } = await open(admin)
      load('/group-mail')
      await screen.findByText('2 results')
      const [first, second] = screen.getAllByRole('row').slice(1)
      expect(first!.textContent).toContain('Waiting')
      expect(within(first!).getByText('Unsent')).toBeTruthy()
      const row = within(second!)
      for (const text of ['One two three four five…', '1 2 3 4 5 6 7 8 9 10…', 'and 2 more', 'Sent'])
        expect(row.getByText(text)).toBeTruthy()
      const named = '1. Guest 1 / guest1@example.org, 2. Guest 2 / guest2@example.org'
      for (const text of [`Ada Bell / ${admin.email}`, named]) expect(second!.textContent).toContain(text)
      await user.click(row.getByRole('button', { name: /^and 2 more destinations of One two/u }))
      const all = within(await screen.findByRole('group', { name: 'Destinations' }))
      await waitFor(() => expect(all.getAllByRole('listitem')).toHaveLength(4))
      await user.keyboard('{Escape}')
      await user.click(row.getByRole('button', { name: /^Peek at/u }))
      const preview = within(await screen.findByRole('region', { name: /^Peek: One two/u }))
      await waitFor(() => expect(preview.getAllByRole('listitem')).toHaveLength(4))
      expect(preview.getByText('1 2 3 4 5 6 7 8 9 10 11')).toBeTruthy()
    }))

  test('can be added: validated, with imported addresses and preview', () =>
    withBrowser(async ({ ctx, db }, open) => {
      const admin = await aUser(ctx(), ['admin'])
      const [guest] = await createUsers(db, 3)
      const gone = await aUser(ctx(), ['panel'], { disabled: true })
      const { id: term_id } = await aTerm(ctx())
      await db
        .insertInto('proposals')
        .values({ user_id: guest!.id, term_id, title: 'Dust of Ryugu', status: 1 })
        .execute()
      const { user, fill, open: load, path } = await open(admin)
      load('/group-mail/add/')
      await user.click(await screen.findByRole('button', { name: 'Save' }))
      await screen.findByText('This field is required.')
      await fill(typed(/^Title/u), 'News')
      await fill(typed(/^Content/u), 'Dear #name# of #affiliation#: #title#')
      await fill(typed(/^Reply To Address/u), 'office')
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await screen.findByText('This field have to be email format.')
      await fill(typed(/^Reply To Address/u), 'office@example.org')
      await fill(typed(/^Content/u), 'Dear #nmae#')
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await screen.findByText('#nmae# is not a placeholder. Use #name#, #affiliation#, #title# or #samples#.')
      await fill(typed(/^Content/u), 'Dear #name# of #affiliation#: #title#')

      const add = async (text: string) => {
        await fill(typed('Import Address'), text)
        await user.click(screen.getByRole('button', { name: 'Import' }))
      }
      await user.click(screen.getByRole('button', { name: 'Import' }))
      await screen.findByText('No input.')
      await add(`guest1@example.org, ${gone.email},who@example.org`)
      await screen.findByText(`${gone.email} is disabled.`)
      await screen.findByText('who@example.org is not registered.')
      expect(screen.getByText('0 destinations')).toBeTruthy()
      await add(' guest1@example.org ,\n GUEST2@example.org,guest1@example.org')
      await screen.findByText('Imported.')
      expect(typed('Import Address').value).toBe('')
      await screen.findByText('2 destinations')
      await add('guest2@example.org,guest3@example.org')
      await screen.findByText('3 destinations')
      await user.click(table().getByRole('button', { name: 'Remove Guest 2 (guest2@example.org)' }))
      await screen.findByText('2 destinations')

      const letter = within(await screen.findByRole('region', { name: 'The letter' }))
      await letter.findByText('Dear Guest 1 of Institute 1: Dust of Ryugu')
      await screen.findByText('#title# is empty for 1 of 2 destinations.')
      await user.click(screen.getByRole('button', { name: 'Send me a test' }))
      await screen.findByText(`A test with the values of Guest 1 is on its way to ${admin.email}.`)
      const tests = await db
        .selectFrom('mails')
        .select(['subject', 'body'])
        .where('kind', '=', 'mail_test')
        .execute()
      expect(tests).toEqual([{ subject: '[Test] News', body: 'Dear Guest 1 of Institute 1: Dust of Ryugu' }])
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await screen.findByText('Saved successfully')
      await user.click(screen.getByRole('button', { name: 'Back' }))
      await screen.findByRole('heading', { name: 'News' })
      expect(path()).toMatch(/^\/group-mail\/detail\/\d+$/u)
      expect(screen.getAllByText('none')).toHaveLength(2)
      const stored = await db.selectFrom('group_mails').select(['title', 'reply_to_address']).execute()
      expect(stored).toEqual([{ title: 'News', reply_to_address: 'office@example.org' }])
    }))

  test('can be sent after a question; the delivery is refreshed until no mail waits', () =>
    withBrowser(async ({ ctx, db }, open) => {
      const admin = await aUser(ctx(), ['admin'])
      const destinations = await createUsers(db, 3)
      const id = await aGroupMail(ctx(admin), { destinations })
      await db.updateTable('users').set({ disabled: true }).where('id', '=', destinations[2]!.id).execute()
      const { user, open: load } = await open(admin)
      load(`/group-mail/detail/${id}`)
      await user.click(await screen.findByRole('button', { name: 'Send' }))
      await screen.findByText(/Do you send this group mail\?/u)
      await screen.findByText('An e-mail goes to each of 2 people:')
      await screen.findByText(/^Left out because disabled: Guest 3/u)
      await user.click(screen.getByRole('button', { name: 'YES' }))
      await screen.findByText('0 delivered, 2 waiting, 0 failed')
      expect(screen.getByText('Guest 3 (guest3@example.org)')).toBeTruthy()
      for (const name of ['Edit', 'Send', 'Delete'])
        expect(within(screen.getByRole('main')).queryByText(name)).toBeNull()
      const settle = (n: number, set: object) =>
        db.updateTable('mails').set(set).where('destination_id', '=', destinations[n]!.id).execute()
      await settle(0, { state: 'sent' })
      await screen.findByText('1 delivered, 1 waiting, 0 failed')
      await settle(1, {
        state: 'failed',
        last_error: 'The mail server refused the recipient: 550 no such user',
      })
      await screen.findByText('1 delivered, 0 waiting, 1 failed')
      await screen.findByText(
        'Guest 2 (guest2@example.org): The mail server refused the recipient: 550 no such user',
      )
    }))

  test('can be set for a time, changed and cancelled; the question names whose placeholders are empty', () =>
    withBrowser(async ({ ctx, db }, open) => {
      const admin = await aUser(ctx(), ['admin'], { first_name: 'Ada', last_name: 'Bell' })
      await aTerm(ctx())
      const id = await aGroupMail(ctx(admin), {
        content: '#title#',
        destinations: await createUsers(db, 2),
      })
      const { user, fill, open: load } = await open(admin)
      load(`/group-mail/detail/${id}`)
      const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
      await press('Send at …')
      const dialog = within(await screen.findByRole('dialog'))
      await dialog.findByText('An e-mail goes to each of 2 people:')
      const empty = within(dialog.getByRole('group', { name: '#title# is empty for' }))
      expect(empty.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
        'Guest 1 (guest1@example.org)',
        'Guest 2 (guest2@example.org)',
      ])
      const year = new Date().getUTCFullYear() + 1
      const next = (day: string) => new Date(`${year}-01-${day}T09:30`)
      await fill(typed(/^Send at/u), `${year}-01-02 09:30`)
      await press('Schedule')
      await screen.findByText('Ada Bell has scheduled it. What is saved until then is what is sent.')
      const due = async () =>
        (await db.selectFrom('kept_acts').select('due_at').execute()).map(({ due_at }) => due_at)
      expect(await due()).toEqual([next('02').toISOString()])
      await press('Change the time')
      await fill(await screen.findByLabelText(/^Send at/u), `${year}-01-03 09:30`)
      await press('Schedule')
      await waitFor(async () => expect(await due()).toEqual([next('03').toISOString()]))
      await press('Cancel the schedule')
      await press('YES')
      await screen.findByText('Unsent')
      expect(await due()).toEqual([])
    }))

  test('show all destinations, of which a part can be searched for', () =>
    withBrowser(async ({ ctx, db }, open) => {
      const admin = await aUser(ctx(), ['admin'])
      const id = await aGroupMail(ctx(admin), { destinations: await createUsers(db, 45) })
      const { fill, open: load } = await open(admin)
      load(`/group-mail/detail/${id}`)
      await screen.findByText('45 destinations')
      expect(table().getAllByRole('row')).toHaveLength(46)
      await fill(screen.getByRole('textbox', { name: 'Search destinations' }), 'guest 44')
      await screen.findByText('1 of 45 destinations')
      expect(table().getAllByRole('row')).toHaveLength(2)
      expect(table().getByText('Guest 44')).toBeTruthy()
    }))

  test('lead a panel member back to the dashboard after saving', () =>
    withBrowser(async ({ ctx, db }, open) => {
      const id = await aGroupMail(ctx(await aUser(ctx(), ['admin'])), {
        destinations: await createUsers(db, 1),
      })
      await aTerm(ctx())
      const { user, fill, open: load, path } = await open(await aUser(ctx(), ['panel']))
      load(`/group-mail/edit/${id}`)
      await screen.findByText('1 destination')
      await fill(typed(/^Title/u), 'Other news')
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await user.click(await screen.findByRole('button', { name: 'Back' }))
      await waitFor(() => expect(path()).toBe('/'))
      expect(await db.selectFrom('group_mails').select('title').execute()).toEqual([{ title: 'Other news' }])
    }))

  test('have no form after they were sent', () =>
    withBrowser(async ({ ctx, db }, open) => {
      const destinations = await createUsers(db, 1)
      const id = await aGroupMail(ctx(await aUser(ctx(), ['admin'])), { destinations, sent: true })
      await aTerm(ctx())
      const { open: load } = await open(await aUser(ctx(), ['panel']))
      load(`/group-mail/edit/${id}`)
      await screen.findByText('This group mail was already sent.')
      expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    }))
})
