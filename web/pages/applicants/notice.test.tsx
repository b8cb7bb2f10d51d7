import { act, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { TERM_META } from '#domain/terms/rules.ts'
import { aTerm, aUser } from '#server/builders/people.ts'
import { draftName, readStored, type StoredDraft } from '#web/lib/drafts/draft_store.ts'
import { time, zoneName } from '#web/lib/format/format.ts'
import { withBrowser } from '#web/testing.tsx'

/** A button by its text; faster than a query by role. */
const button = async (text: string) => (await screen.findByText(text)).closest('button')!
const press = async (text: string) => fireEvent.click(await button(text))
const field = (label: RegExp) => screen.findByLabelText<HTMLInputElement>(label)

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

async function fillIn() {
  const values = [
    [/^First Name/u, 'Zoë'],
    [/^Last Name/u, 'Ek'],
    [/^E-mail/u, 'zoe@example.org'],
    [/^Affiliation/u, 'Université'],
    [/^Proposal title/u, 'Grains'],
    [/^Abstract/u, 'one two three'],
  ] as const
  for (const [label, value] of values) type(await field(label), value)
}

/** Changes the draft as another tab would. */
function changeInOtherTab(change: (draft: StoredDraft<object>) => Partial<StoredDraft<object>>) {
  const key = draftName(null, 'notice')
  const draft = readStored<object>(key)!
  const newValue = JSON.stringify({ ...draft, ...change(draft), saved_at: new Date().toISOString() })
  localStorage.setItem(key, newValue)
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue })))
}

describe('the Notice of Intent', () => {
  test('of a visitor is filled in, reviewed, changed and sent', () =>
    withBrowser(async ({ ctx, db }, open) => {
      await aTerm(ctx())
      await db.insertInto('settings').values({ name: 'notice_answer_days', value: '5' }).execute()
      const window = await open()
      window.open('/applicants/create')
      await fillIn()
      expect(screen.getByText('3 / 150 words')).toBeTruthy()
      await press('Add Collaborator')
      await press('Add Collaborator')
      fireEvent.click(screen.getByLabelText('Remove collaborator 1'))
      await press('Confirm')
      const collaborator = await screen.findByRole('group', { name: 'Collaborator 1' })
      expect(within(collaborator).getAllByText('This field is required.')).toHaveLength(4)
      for (const [name, value] of [
        [/^First/u, '太郎'],
        [/^Last/u, '山田'],
        [/^E-mail/u, 'yamada@example.org'],
        [/^Affiliation/u, '東京大学'],
      ] as const)
        type(within(collaborator).getByLabelText(name), value)
      await press('Confirm')
      expect(await screen.findByText('太郎 山田 / 東京大学 (', { exact: false })).toBeTruthy()
      expect(window.path()).toBe('/applicants/confirm')
      expect(await db.selectFrom('applicants').selectAll().execute()).toEqual([])

      window.open('/applicants/confirm')
      await press('Return')
      expect((await field(/^Proposal title/u)).value).toBe('Grains')
      type(await field(/^Proposal title/u), 'Grains of Bennu')
      await press('Confirm')
      await screen.findByText('Grains of Bennu')
      changeInOtherTab(({ values }) => ({ values: { ...values, proposal_title: 'Grains of Ryugu' } }))
      await screen.findByText('Grains of Ryugu')
      await press('Send')
      await screen.findByText('This application has been sent successfully')
      await screen.findByText(
        'We have e-mailed a confirmation to zoe@example.org. You will hear from the office within 5 days.',
      )
      expect(await db.selectFrom('applicants').selectAll().execute()).toMatchObject([
        { name: 'Zoë Ek', proposal_title: 'Grains of Ryugu', status: 0 },
      ])
      await press('Back to TOP')
      await button('LOGIN')

      window.open('/applicants/confirm')
      expect((await field(/^Proposal title/u)).value).toBe('')
    }))

  test('that was sent in another tab cannot be sent again', () =>
    withBrowser(async ({ ctx }, open) => {
      await aTerm(ctx())
      const window = await open()
      window.open('/applicants/create')
      await fillIn()
      await press('Confirm')
      await button('Send')
      changeInOtherTab(() => ({ values: {}, ended: 'saved' }))
      await screen.findByText(/in another tab/u)
      expect(screen.queryByText('Send')).toBeNull()
    }))

  test('starts with the values of the profile, and its exits lead a proposer home', () =>
    withBrowser(async ({ ctx }, open) => {
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

  test('that is not accepted now names the dates', () =>
    withBrowser(async ({ ctx, at }, open) => {
      const term = await aTerm(ctx())
      at(term.noi_closes_at)
      document.head.insertAdjacentHTML(
        'beforeend',
        `<meta name="${TERM_META}" content='${JSON.stringify(term)}'>`,
      )
      const window = await open()
      window.open('/applicants/create')
      await screen.findByText('Notices of Intent are not accepted at the moment.')
      await screen.findByText(
        `AO7 accepts them from ${time(term.noi_opens_at)} to ${time(term.noi_closes_at)} (${zoneName()}).`,
        { exact: false },
      )
      document.querySelector(`meta[name="${TERM_META}"]`)?.remove()
    }))

  test('that is too late is refused with the dates, and the form stays usable', () =>
    withBrowser(async ({ ctx, at }, open) => {
      const term = await aTerm(ctx())
      const window = await open()
      window.open('/applicants/create')
      await fillIn()
      at(term.noi_closes_at)
      await press('Confirm')
      await screen.findByText(/Notices of Intent for AO7 are accepted from/u)
      expect(window.path()).toBe('/applicants/create')
      expect((await button('Confirm')).hasAttribute('disabled')).toBe(false)
    }))
})
