import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aNotice, aProposer, aTerm, aUser } from '#server/builders/people.ts'
import { withBrowser } from '#web/testing.tsx'

const heading = (name: string) => screen.findByRole('heading', { name })
const row = (name: string) => screen.findByRole('link', { name })

test('the applicants of a search are registered one after the other', () =>
  withBrowser(async ({ ctx, db }, open) => {
    await aTerm(ctx())
    for (const last_name of ['Ek', 'Dahl', 'Ekman', 'Ekberg'])
      await aNotice(ctx(), { first_name: 'Bo', last_name })
    const { user, open: load } = await open(await aUser(ctx(), ['admin']))
    load('/proposers/applicant?name=ek&sort=name&term_id=7')
    await user.click(await row('Bo Ek'))
    await screen.findByText('2 more to register')
    expect(screen.getByText('1 of 3, by Name')).toBeTruthy()
    for (const name of ['Bo Ekberg', 'Bo Ekman']) {
      // Alt+R and Enter are enough.
      await user.keyboard('{Alt>}r{/Alt}')
      await waitFor(() => expect(document.activeElement?.textContent).toBe('YES'))
      await user.keyboard('{Enter}')
      const next = await heading(name)
      await waitFor(() => expect(document.activeElement).toBe(next))
    }
    await screen.findByText('No more applicants to register')
    expect(screen.queryByRole('button', { name: 'REGISTER and next' })).toBeNull()
    expect(screen.getByText('3 of 3, by Name')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'REGISTER' }))
    await user.click(await screen.findByRole('button', { name: 'YES' }))
    await screen.findByRole('button', { name: 'REGISTERED' })
    const undecided = await db.selectFrom('applicants').select('last_name').where('status', '=', 0).execute()
    expect(undecided).toEqual([{ last_name: 'Dahl' }])
  }))

test('a registration is confirmed with a link to the next applicant', () =>
  withBrowser(async ({ ctx }, open) => {
    await aTerm(ctx())
    const first = await aNotice(ctx(), { first_name: 'Bo', last_name: 'Ek' })
    await aNotice(ctx(), { first_name: 'Bo', last_name: 'Ekman', proposal_title: 'Grains' })
    const { user, open: load } = await open(await aUser(ctx(), ['admin']))
    load(`/proposers/applicant/detail/${first}`)
    await screen.findByRole('button', { name: 'REGISTER and next' })
    await user.click(screen.getByRole('button', { name: 'REGISTER' }))
    await user.click(await screen.findByRole('button', { name: 'YES' }))
    await user.click(await screen.findByRole('link', { name: 'Next: Bo Ekman' }))
    await heading('Bo Ekman')
    // The facts for the decision are open, the rest is folded.
    await screen.findByText('Grains')
    expect(screen.queryByText('E-mail')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'All details' }))
    await screen.findByText('E-mail')
    expect(screen.queryByText('Bo Ek has been registered.')).toBeNull()
  }))

test('a preview opens at a row, moves with the keys onto the next page, and returns the focus', () =>
  withBrowser(async ({ ctx }, open) => {
    await aTerm(ctx())
    for (let n = 10; n < 31; n++) await aNotice(ctx(), { first_name: 'Bo', last_name: `Ek${n}` })
    const { user, open: load } = await open(await aUser(ctx(), ['admin']))
    const preview = (name: string) => screen.findByRole('region', { name: `Peek: Bo ${name}` })
    load('/proposers/applicant?sort=name')
    const first = await row('Bo Ek10')
    first.focus()
    await user.keyboard(' ')
    expect(within(await preview('Ek10')).getByText('1 of 21')).toBeTruthy()
    await user.keyboard('jj{ArrowUp}')
    await preview('Ek11')
    expect(document.activeElement).toBe(await row('Bo Ek11'))
    for (let n = 0; n < 19; n++) await user.keyboard('j')
    await preview('Ek30')
    expect(document.activeElement).toBe(await row('Bo Ek30'))
    await user.keyboard('{ArrowUp}')
    await preview('Ek29')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('region', { name: /^Peek/u })).toBeNull()
    expect(document.activeElement).toBe(await row('Bo Ek29'))
    await user.click(screen.getByRole('button', { name: 'Peek at Bo Ek20' }))
    const opened = await preview('Ek20')
    await waitFor(() => expect(document.activeElement).toBe(opened))
    await user.click(within(opened).getByRole('button', { name: 'Next row' }))
    await preview('Ek21')
  }))

test('selected proposers stay selected across pages, and a mail to them lists them first', () =>
  withBrowser(async ({ ctx, db }, open) => {
    await aTerm(ctx())
    const office = ctx(await aUser(ctx(), ['admin']))
    for (let n = 10; n < 31; n++)
      await aProposer(office, { first_name: 'Bo', last_name: `Ek${n}`, email: `ek${n}@example.org` })
    await db.updateTable('users').set({ disabled: true }).where('last_name', '=', 'Ek12').execute()
    const { user, open: load, path } = await open(await aUser(ctx(), ['admin']))
    const checkbox = (name: string) => screen.findByRole('checkbox', { name: `Select Bo ${name}` })
    load('/proposers?sort=name')
    await user.click(await checkbox('Ek11'))
    await user.keyboard('{Shift>}')
    await user.click(await checkbox('Ek13'))
    await user.keyboard('{/Shift}')
    await screen.findByText('3 selected')
    await user.click(screen.getByRole('button', { name: 'Page 2' }))
    await user.click(await checkbox('Ek30'))
    await screen.findByText(/3 of them on other pages/u)
    await user.click(screen.getByRole('button', { name: 'Mail 4 people' }))
    await screen.findByText(/3 of the chosen people are listed under Destination.*ek12@example.org/u)
    expect(path()).toBe('/group-mail/add')
    const destinations = within(screen.getByRole('table', { name: 'Destinations' }))
    for (const name of ['Ek11', 'Ek13', 'Ek30']) expect(destinations.getByText(`Bo ${name}`)).toBeTruthy()
  }))
