import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aTerm, aUser } from '#server/builders/people.ts'
import { inWindow, type Window } from '#web/testing.tsx'

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const field = (label: RegExp) => screen.findByLabelText<HTMLInputElement>(label)

async function fillIn({ fill }: Window) {
  const values = [
    [/^First Name/u, 'Zoë'],
    [/^Last Name/u, 'Ek'],
    [/^E-mail/u, 'zoe@example.org'],
    [/^Affiliation/u, 'Université'],
    [/^Proposal title/u, 'Grains'],
    [/^Abstract/u, 'one two three'],
  ] as const
  for (const [label, value] of values) await fill(await field(label), value)
}

describe('the Notice of Intent', () => {
  test('of a visitor is typed, looked over, changed and sent', () =>
    inWindow(async ({ ctx, db }, open) => {
      await aTerm(ctx())
      const window = await open()
      const { user } = window
      window.open('/applicants/create')
      await fillIn(window)
      expect(screen.getByText('3 / 150 words')).toBeTruthy()
      await user.click(await button('Add Collaborator'))
      await user.click(await button('Add Collaborator'))
      await user.click(await button('Remove collaborator 1'))
      await user.click(await button('Confirm'))
      const collaborator = await screen.findByRole('group', { name: 'Collaborator 1' })
      expect(within(collaborator).getAllByText('This field is required.')).toHaveLength(4)
      for (const [name, value] of [
        [/^First/u, '太郎'],
        [/^Last/u, '山田'],
        [/^E-mail/u, 'yamada@example.org'],
        [/^Affiliation/u, '東京大学'],
      ] as const)
        await window.fill(within(collaborator).getByLabelText(name), value)
      await user.click(await button('Confirm'))
      expect(await screen.findByText('太郎 山田 / 東京大学 (', { exact: false })).toBeTruthy()
      expect(window.path()).toBe('/applicants/confirm')
      expect(await db.selectFrom('applicants').selectAll().execute()).toEqual([])

      window.open('/applicants/confirm')
      await user.click(await button('Return'))
      expect((await field(/^Proposal title/u)).value).toBe('Grains')
      await window.fill(await field(/^Proposal title/u), 'Grains of Ryugu')
      await user.click(await button('Confirm'))
      await user.click(await button('Send'))
      await screen.findByText('This application has been sent successfully')
      expect(await db.selectFrom('applicants').selectAll().execute()).toMatchObject([
        { name: 'Zoë Ek', proposal_title: 'Grains of Ryugu', status: 0 },
      ])
      await user.click(await button('Back to TOP'))
      await button('LOGIN')

      window.open('/applicants/confirm')
      expect((await field(/^Proposal title/u)).value).toBe('')
    }))

  test('starts with what the profile says, and leads a proposer home', () =>
    inWindow(async ({ ctx }, open) => {
      await aTerm(ctx())
      const me = await aUser(ctx(), ['proposer'], { first_name: 'Jun', affiliation: 'JAXA' })
      const window = await open(me)
      window.open('/applicants/create')
      expect((await field(/^First Name/u)).value).toBe('Jun')
      expect((await field(/^E-mail/u)).value).toBe(me.email)
      expect((await screen.findByRole('link', { name: 'Back' })).getAttribute('href')).toBe(
        '/proposals/myproposal',
      )
      expect(screen.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe('/mypage')
    }))

  test('that comes too late is refused with the dates, and the form can be used on', () =>
    inWindow(async ({ ctx, at }, open) => {
      const term = await aTerm(ctx())
      const window = await open()
      window.open('/applicants/create')
      await fillIn(window)
      at(term.noi_closes_at)
      await window.user.click(await button('Confirm'))
      await screen.findByText(/Notices of Intent for AO7 are accepted from/u)
      expect(window.path()).toBe('/applicants/create')
      expect((await button('Confirm')).hasAttribute('disabled')).toBe(false)
    }))
})
