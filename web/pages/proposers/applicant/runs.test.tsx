import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { carryOutRuns } from '#server/applicants/runs.ts'
import { aNotice, aTerm, aUser } from '#server/builders/people.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { type BrowserWindow, withBrowser } from '#web/testing.tsx'

const named = (last_name: string, more: object = {}) => ({ first_name: 'Bo', last_name, ...more })

/** The list of applicants as a member of the office sees it. */
async function openList(
  { ctx }: TestServer,
  open: (actor: Awaited<ReturnType<typeof aUser>>) => Promise<BrowserWindow>,
) {
  const browser = await open(await aUser(ctx(), ['admin'], named('Office')))
  browser.open('/proposers/applicant?sort=id')
  const select = async (...names: string[]) => {
    for (const name of names)
      await browser.user.click(await screen.findByRole('checkbox', { name: `Select Bo ${name}` }))
  }
  /** Opens the dialog of a decision. */
  const ask = async (button: string) => {
    await browser.user.click(await screen.findByRole('button', { name: button }))
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByRole('table')
    return within(dialog)
  }
  return { ...browser, select, ask }
}

/** The texts of the dialog's rows: name and what happens. */
const rowsOf = (dialog: ReturnType<typeof within>) =>
  within(dialog.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => {
      const [who, what] = within(row).getAllByRole('cell')
      return [who!.firstElementChild!.textContent, what!.textContent]
    })

describe('selected applicants', () => {
  test('are registered in one run, row by row, and a failed one stays selected with its reason', () =>
    withBrowser(async (server, open) => {
      const { ctx, db, services } = server
      await aTerm(ctx())
      const reviewer = await aUser(ctx(), ['reviewer'])
      const late = await aUser(ctx(), ['reviewer'])
      await aNotice(ctx(), named('Abe'))
      await aNotice(ctx(), named('Bell', { email: reviewer.email }))
      await aNotice(ctx(), named('Cole', { email: late.email }))
      await aNotice(ctx(), named('Dahl'))
      const { user, select, ask } = await openList(server, open)
      await select('Abe', 'Bell', 'Cole', 'Dahl')
      const dialog = await ask('Register 4')
      expect(rowsOf(dialog)).toEqual([
        ['Bo Abe', 'New account'],
        ['Bo Bell', 'Role addedhas a reviewer account'],
        ['Bo Cole', 'Role addedhas a reviewer account'],
        ['Bo Dahl', 'New account'],
      ])
      await user.click(dialog.getByRole('button', { name: 'Drop Bo Dahl' }))
      dialog.getByText('Register 3 of 4 applicants?')
      dialog.getByText(/^3 e-mails will be sent: 1 with an ID and a temporary password, 2 to users/u)
      await db.updateTable('users').set({ disabled: true }).where('id', '=', late.id).execute()
      await user.click(dialog.getByRole('button', { name: 'REGISTER 3' }))
      const panel = within(await screen.findByRole('region', { name: 'Registering 3 applicants' }))
      await panel.findByText(/Continues if you leave this page/u)
      await waitFor(() => expect(document.activeElement?.textContent).toBe('Registering 3 applicants'))
      expect(screen.getByText('Not included: dropped')).toBeTruthy()
      await carryOutRuns(services)
      const ended = within(await screen.findByRole('region', { name: '2 of 3 applicants registered' }))
      expect(ended.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
        `Bo ColeNot registeredThe user ${late.email} is disabled.`,
        'Bo AbeNew account',
        'Bo BellRole added',
      ])
      await screen.findByText('1 selected')
      expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Bo Cole' }).checked).toBe(true)
      await screen.findByText(`Failed: The user ${late.email} is disabled.`)
      await user.click(ended.getByRole('button', { name: 'Close' }))
      await waitFor(() => expect(screen.queryByRole('region', { name: /applicants registered/u })).toBeNull())
    }))

  test('with one e-mail are left out but for the first, and can be swapped', () =>
    withBrowser(async (server, open) => {
      const { ctx, db } = server
      await aTerm(ctx())
      const email = 'same@example.org'
      await aNotice(ctx(), named('Abe', { email }))
      await aNotice(ctx(), named('Bell', { email }))
      const { user, select, ask } = await openList(server, open)
      await select('Abe', 'Bell')
      const dialog = await ask('Register 2')
      dialog.getByText('Register 1 of 2 applicants?')
      expect(rowsOf(dialog)[1]).toEqual(['Bo Bell', 'Left out'])
      await user.click(dialog.getByRole('button', { name: 'Register this one instead' }))
      expect(rowsOf(dialog)[0]).toEqual(['Bo Abe', 'Left out'])
      await user.click(dialog.getByRole('button', { name: 'REGISTER 1' }))
      await screen.findByRole('region', { name: 'Registering 1 applicant' })
      const rows = await db
        .selectFrom('applicant_run_rows as w')
        .innerJoin('applicants as a', 'a.id', 'w.applicant_id')
        .select(['a.last_name', 'w.decision'])
        .execute()
      expect(rows).toEqual([{ last_name: 'Bell', decision: 'register' }])
    }))

  test.each([
    ['Reject 2', 'REJECT 2', ['reject_no_mail', 'reject'], '1 e-mail will be sent; 1 applicant gets none.'],
    [
      "REJECT (DON'T SEND MAIL) 2",
      "REJECT (DON'T SEND MAIL) 2",
      ['reject_no_mail', 'reject_no_mail'],
      'No e-mail is sent.',
    ],
  ])('are rejected by %s, and who has a proposal gets no e-mail', (button, start, decisions, says) =>
    withBrowser(async (server, open) => {
      const { ctx, db } = server
      await aTerm(ctx())
      const proposer = await aUser(ctx(), ['proposer'])
      await db.insertInto('proposals').values({ user_id: proposer.id, term_id: 7, title: 'Ice' }).execute()
      await aNotice(ctx(), named('Abe', { email: proposer.email }))
      await aNotice(ctx(), named('Bell'))
      const { user, select, ask } = await openList(server, open)
      await select('Abe', 'Bell')
      const dialog = await ask(button)
      dialog.getByText(
        (_, element) =>
          element?.textContent?.startsWith(says) === true &&
          element.tagName === 'DIV' &&
          element.children.length === 1,
      )
      expect(dialog.getByRole('link', { name: /^proposal \d+$/u })).toBeTruthy()
      await user.click(dialog.getByRole('button', { name: start }))
      await screen.findByRole('region', { name: 'Rejecting 2 applicants' })
      const rows = await db.selectFrom('applicant_run_rows').select('decision').orderBy('position').execute()
      expect(rows.map(({ decision }) => decision)).toEqual(decisions)
    }),
  )
})

test('the run of a colleague is shown to everyone in the office, and on the Dashboard', () =>
  withBrowser(async (server, open) => {
    const { ctx, as, services } = server
    await aTerm(ctx())
    const colleague = await aUser(ctx(), ['admin'], named('Colleague'))
    const ids = [await aNotice(ctx(), named('Abe')), await aNotice(ctx(), named('Bell'))]
    await (await as(colleague)).api.applicants.startRun({ body: { decision: 'register', ids } })
    const { open: load } = await openList(server, open)
    const panel = within(await screen.findByRole('region', { name: 'Registering 2 applicants' }))
    panel.getByText(/^by Bo Colleague, /u)
    load('/')
    await screen.findByRole('link', { name: 'Registering 2 applicants : 0 registered, 2 waiting' })
    await carryOutRuns(services)
    await screen.findByRole('link', { name: 'Registering 2 applicants : 2 registered' })
  }))
