import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { ApplicantStatus } from '#domain/applicants/status.ts'
import { aNotice, aProposer, aTerm, aUser, daysFrom } from '#server/builders/people.ts'
import { withBrowser } from '#web/testing.tsx'

describe('the applicant list', () => {
  test('opens with the current term and every status, and filters by search', () =>
    withBrowser(async ({ ctx, db }, open) => {
      await aTerm(ctx(), { id: 6 })
      await aNotice(ctx(), { first_name: 'Long', last_name: 'Ago' })
      await db.updateTable('terms').set({ is_current: false }).execute()
      await aTerm(ctx())
      for (const last_name of ['Ek', 'Dahl', 'Ekström']) await aNotice(ctx(), { first_name: 'Bo', last_name })
      const { user, fill, open: load, path } = await open(await aUser(ctx(), ['admin']))
      load('/proposers/applicant')
      await screen.findByText('3 results')
      for (const name of ['Not Registered', 'Registered', 'Rejected'])
        expect(screen.getByLabelText<HTMLInputElement>(name).checked).toBe(true)

      await fill(screen.getByLabelText('Name'), 'ek')
      await user.click(screen.getByRole('button', { name: 'Search' }))
      await screen.findByText('2 results')
      expect(path()).toContain('name=ek')

      await user.click(screen.getByLabelText('Not Registered'))
      await user.click(screen.getByRole('button', { name: 'Search' }))
      await screen.findByText('0 results')
      await user.click(screen.getByRole('button', { name: 'Reset' }))
      await screen.findByText('3 results')

      load('/proposers/applicant?term_id=&name=long')
      await screen.findByText('Long Ago')
    }))

  test('leads to an applicant who can be registered there', () =>
    withBrowser(async ({ ctx, db }, open) => {
      await aTerm(ctx())
      await aNotice(ctx(), { first_name: 'Bo', last_name: 'Ek' })
      const { user, open: load } = await open(await aUser(ctx(), ['admin']))
      load('/proposers/applicant')
      await user.click(await screen.findByRole('link', { name: /^DETAIL/u }))
      const register = await screen.findByRole('button', { name: 'REGISTER' })
      await user.click(register)
      const dialog = within(await screen.findByRole('dialog', { name: 'Register Bo Ek?' }))
      dialog.getByText(/^An e-mail goes to Bo Ek \(.+@.+\), with the ID and a temporary password\.$/u)
      await user.click(dialog.getByRole('button', { name: 'NO' }))
      expect(await db.selectFrom('proposals').select('title').execute()).toHaveLength(0)
      await user.click(register)
      await user.click(await screen.findByRole('button', { name: 'YES' }))
      const registered = await screen.findByRole('button', { name: 'REGISTERED' })
      expect(registered.hasAttribute('disabled')).toBe(true)
      expect(within(screen.getByRole('main')).getByText('Bo Ek has been registered.')).toBeTruthy()
      expect(await db.selectFrom('proposals').select('title').execute()).toHaveLength(1)
    }))
})

describe('an applicant', () => {
  test.each<[ApplicantStatus, string[]]>([
    [0, ['REGISTER', 'Edit', 'Reject', "REJECT (DON'T SEND MAIL)"]],
    [1, ['REGISTERED']],
    [2, ['CANCEL REJECT']],
  ])('with status %i has the buttons %j', (status, buttons) =>
    withBrowser(async ({ ctx, db }, open) => {
      await aTerm(ctx())
      const id = await aNotice(ctx())
      await db.updateTable('applicants').set({ status }).execute()
      const { open: load } = await open(await aUser(ctx(), ['admin']))
      load(`/proposers/applicant/detail/${id}`)
      await screen.findByRole('button', { name: buttons[0] })
      const shown = within(screen.getByRole('main')).getAllByRole('button')
      // The disabled previous and next arrows are buttons too.
      const names = shown.map((button) => button.textContent).filter(Boolean)
      expect(names).toEqual(['All details', ...buttons])
      if (status === 1) expect(shown.at(-1)?.hasAttribute('disabled')).toBe(true)
    }),
  )

  test.each([
    ['Reject', '/api/applicants/reject/', ['rejection']],
    ["REJECT (DON'T SEND MAIL)", '/api/applicants/reject_no_mail/', []],
  ])('is rejected by %s, with the request %s and the mails %j', (name, path, kinds) =>
    withBrowser(async ({ ctx, db }, open) => {
      await aTerm(ctx())
      const id = await aNotice(ctx(), { first_name: 'Bo', last_name: 'Ek', email: 'bo@example.org' })
      const { user, open: load } = await open(await aUser(ctx(), ['admin']))
      const sent: string[] = []
      const network = globalThis.fetch
      globalThis.fetch = (address, init) => {
        if (init?.method === 'PUT') sent.push(String(address))
        return network(address, init)
      }
      load(`/proposers/applicant/detail/${id}`)
      await user.click(await screen.findByRole('button', { name }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Reject Bo Ek?' }))
      dialog.getByText(kinds.length > 0 ? 'An e-mail goes to Bo Ek (bo@example.org).' : 'No e-mail is sent.')
      await user.click(dialog.getByRole('button', { name: 'YES' }))
      await screen.findByText('Bo Ek has been rejected.')
      expect(sent).toEqual([`${path}${id}`])
      const mails = await db
        .selectFrom('mails')
        .select(['kind', 'recipients'])
        .where('kind', '=', 'rejection')
        .execute()
      expect(mails).toEqual(kinds.map((kind) => ({ kind, recipients: ['bo@example.org'] })))
    }),
  )

  test('whose account already has a proposal is first offered to be rejected without a mail', () =>
    withBrowser(async ({ ctx, db }, open) => {
      await aTerm(ctx())
      const admin = await aUser(ctx(), ['admin'])
      const { actor } = await aProposer(ctx(admin), { proposal_title: 'Grains' })
      const id = await aNotice(ctx(), { first_name: 'Bo', last_name: 'Ek', email: actor.email })
      const { user, open: load } = await open(admin)
      load(`/proposers/applicant/detail/${id}`)
      const register = await screen.findByRole('button', { name: 'REGISTER' })
      expect(register.getAttribute('aria-disabled') ?? register.getAttribute('data-disabled')).toBe('true')
      await user.click(await screen.findByRole('button', { name: 'Reject' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Reject Bo Ek?' }))
      dialog.getByText(/^Bo Ek already has a proposal in AO7: Grains\./u)
      expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
        'NO',
        "REJECT (DON'T SEND MAIL)",
        'Reject',
      ])
      await user.click(dialog.getByRole('button', { name: "REJECT (DON'T SEND MAIL)" }))
      await screen.findByText('Bo Ek has been rejected.')
      expect(await db.selectFrom('mails').select('id').where('kind', '=', 'rejection').execute()).toEqual([])
    }))

  test('who is registered has no form with Save', () =>
    withBrowser(async ({ ctx, db }, open) => {
      await aTerm(ctx())
      const id = await aNotice(ctx())
      await db.updateTable('applicants').set({ status: 1 }).execute()
      const { open: load } = await open(await aUser(ctx(), ['admin']))
      load(`/proposers/applicant/edit/${id}`)
      await screen.findByRole('link', { name: 'Back' })
      expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
      expect(screen.queryByLabelText(/^Proposal title/u)).toBeNull()
    }))

  test('a download that fails is reported', () =>
    withBrowser(async ({ ctx, db }, open) => {
      await aTerm(ctx())
      const { user, open: load } = await open(await aUser(ctx(), ['admin']))
      for (const [address, button, text] of [
        ['/proposers/applicant', 'Download CSV', 'failed'],
        ['/', 'Applicants List', 'failed.'],
      ] as const) {
        await db.updateTable('users').set({ is_administration_office: true }).execute()
        load(address)
        const download = await screen.findByRole('button', { name: button })
        await db.updateTable('users').set({ is_administration_office: false, is_panel: true }).execute()
        await user.click(download)
        await screen.findByText(text)
      }
    }))

  test('can be edited: an invalid field has an error, a valid one is saved, and after the window nothing is', () =>
    withBrowser(async ({ ctx, at }, open) => {
      const term = await aTerm(ctx(), { noi_closes_at: daysFrom(ctx().now(), 1 / 24) })
      const id = await aNotice(ctx(), { proposal_title: 'Grains' })
      const { user, fill, open: load, path } = await open(await aUser(ctx(), ['admin']))
      const title = () => screen.findByLabelText<HTMLInputElement>(/^Proposal title/u)
      const save = async (text: string) => {
        await fill(await title(), text)
        await user.click(screen.getByRole('button', { name: 'Save' }))
      }
      load(`/proposers/applicant/edit/${id}`)
      expect((await title()).value).toBe('Grains')
      await save('')
      await screen.findByText('This field is required.')
      await save('Grains of Ryugu')
      await screen.findByText(/has been saved\.$/u)
      await screen.findByText('Grains of Ryugu')
      expect(path()).toBe(`/proposers/applicant/detail/${id}`)

      load(`/proposers/applicant/edit/${id}`)
      await title()
      at(term.noi_closes_at)
      await save('Too late')
      await screen.findByText(/Notices of Intent for AO7 are accepted from/u)
      expect(path()).toBe(`/proposers/applicant/edit/${id}`)
    }))
})
