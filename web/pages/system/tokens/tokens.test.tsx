import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TOKEN_PATTERN } from '#domain/api_tokens/rules.ts'
import { anApiToken } from '#server/builders/api_tokens.ts'
import { aTerm, aUser } from '#server/builders/people.ts'
import { hashPassword } from '#server/session/password_hash.ts'
import { withBrowser } from '#web/testing.tsx'

const PASSWORD = 'correct horse battery'

test('a token is made, shown once, listed, and revoked after a question', () =>
  withBrowser(async (server, window) => {
    await aTerm(server.ctx())
    const admin = await aUser(server.ctx(), ['admin'], { password_hash: await hashPassword(PASSWORD) })
    const colleague = await aUser(server.ctx(), ['admin'])
    const { open, user } = await window(admin)
    open('/system/tokens')
    await screen.findByText('There are no tokens.')
    await user.click(screen.getByRole('button', { name: 'Make a token' }))
    const form = within(await screen.findByRole('dialog', { name: 'Make a token' }))
    await form.findByText(
      `An e-mail goes to ${colleague.name} (${colleague.email}), with the token's name and scopes.`,
    )
    await user.type(form.getByLabelText(/^Name/u), 'Nightly export')
    await user.click(form.getByLabelText('Read allocation'))
    await user.type(form.getByLabelText(/^Password/u), PASSWORD)
    await user.click(form.getByRole('button', { name: 'Make' }))

    const shown = within(await screen.findByRole('dialog', { name: 'Your new token' }))
    const field = shown.getByLabelText<HTMLInputElement>('Token')
    expect(field.value).toMatch(TOKEN_PATTERN)
    const ending = field.value.slice(-4)
    await user.click(shown.getByRole('button', { name: 'Copy' }))
    expect(await navigator.clipboard.readText()).toBe(field.value)
    await user.click(shown.getByRole('button', { name: 'Done' }))

    const row = within((await screen.findByText('Nightly export')).closest('tr')!)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    for (const text of [`…${ending}`, admin.name, 'Read allocation', 'Active', 'Never']) row.getByText(text)
    await user.click(row.getByRole('button', { name: 'Revoke Nightly export' }))
    await screen.findByText(`Revoke the token Nightly export of ${admin.name}?`)
    await user.click(screen.getByRole('button', { name: 'YES' }))
    await row.findByText('Revoked')
    row.getByText(`By ${admin.name}`)
    expect(row.queryByRole('button', { name: 'Revoke Nightly export' })).toBeNull()
  }))

test('a wrong password is said at its field, and nothing is made', () =>
  withBrowser(async (server, window) => {
    await aTerm(server.ctx())
    const admin = await aUser(server.ctx(), ['admin'], { password_hash: await hashPassword(PASSWORD) })
    await anApiToken(server.ctx(), admin)
    const { open, user } = await window(admin)
    open('/system/tokens')
    await user.click(await screen.findByRole('button', { name: 'Make a token' }))
    const form = within(await screen.findByRole('dialog', { name: 'Make a token' }))
    await form.findByText('No e-mail is sent.')
    await user.type(form.getByLabelText(/^Name/u), 'Another')
    await user.click(form.getByLabelText('Read lists'))
    await user.type(form.getByLabelText(/^Password/u), 'wrong horse')
    await user.click(form.getByRole('button', { name: 'Make' }))
    await form.findByText('The password is not right.')
    expect(await server.db.selectFrom('api_tokens').select('id').execute()).toHaveLength(1)
  }))
