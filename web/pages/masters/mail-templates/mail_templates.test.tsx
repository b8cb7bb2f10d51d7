import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aNotice, aPerson, aTerm, aUser } from '#server/builders/people.ts'
import { withBrowser } from '#web/testing.tsx'

const field = async (name: 'Subject' | 'Text') =>
  (await screen.findByLabelText(new RegExp(`^${name}`, 'u'))) as HTMLTextAreaElement
const preview = () => within(screen.getByRole('region', { name: 'E-mail' }))

test('an unknown placeholder is named with its nearest, in text and preview, and Save waits until it is replaced', () =>
  withBrowser(async ({ ctx: context, db }, open) => {
    const ctx = context()
    await aTerm(ctx)
    await aNotice(ctx, { ...aPerson({ first_name: 'Maria', last_name: 'Testova' }), proposal_title: 'Salts' })
    const { user, fill, open: load } = await open(await aUser(ctx, ['admin']))
    load('/masters/mail-templates/rejection')
    const text = await field('Text')
    await waitFor(() => expect(preview().getByText(/Dear Maria Testova,/u)).toBeTruthy())
    await fill(text, 'Dear #nmae#, about #title#')
    expect(await screen.findByText(/#nmae# is not known in this e-mail. Did you mean #name#\?/u)).toBeTruthy()
    expect(preview().getByText('#nmae#').tagName).toBe('MARK')
    expect(screen.getByText('Not saved')).toBeTruthy()
    const save = screen.getByRole('button', { name: 'Save' })
    expect(save.getAttribute('aria-disabled')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Replace' }))
    expect(text.value).toBe('Dear #name#, about #title#')
    expect(preview().getByText(/Dear Maria Testova, about Salts/u)).toBeTruthy()
    await user.click(save)
    await waitFor(() => expect(screen.queryByText('Not saved')).toBeNull())
    const stored = await db.selectFrom('mail_templates').select(['name', 'text']).execute()
    expect(stored).toEqual([{ name: 'rejection', text: 'Dear #name#, about #title#' }])
    await user.click(screen.getByRole('button', { name: 'Back to the original' }))
    expect(text.value).toContain('We are sorry to inform you')
    expect(screen.getByText('Not saved')).toBeTruthy()
  }))

test('a placeholder is inserted where the cursor is, in the field that was used last', () =>
  withBrowser(async ({ ctx }, open) => {
    await aTerm(ctx())
    const { user, fill, open: load } = await open(await aUser(ctx(), ['admin']))
    load('/masters/mail-templates/rejection')
    const subject = await field('Subject')
    await fill(subject, 'About ')
    await user.click(subject)
    subject.setSelectionRange(6, 6)
    await user.click(screen.getByRole('button', { name: '#title#' }))
    expect(subject.value).toBe('About #title#')
    await user.click(await field('Text'))
    await user.click(screen.getByRole('button', { name: '#office#' }))
    expect(subject.value).toBe('About #title#')
    expect((await field('Text')).value).toContain('#office#')
    expect(screen.getByText(/Nobody would get this e-mail now/u)).toBeTruthy()
  }))
