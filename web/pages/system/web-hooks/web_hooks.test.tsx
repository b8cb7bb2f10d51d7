import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aUser } from '#server/builders/people.ts'
import { aFailedDelivery, aWebHook, PUBLIC_URL } from '#server/builders/web_hooks.ts'
import { withBrowser } from '#web/testing.tsx'

test('a web hook is added, and its secret shown until it is said to be kept', () =>
  withBrowser(async ({ ctx, db }, open) => {
    const { user, open: visit } = await open(await aUser(ctx(), ['admin']))
    visit('/system/web-hooks/add')
    await user.type(await screen.findByLabelText(/^Name/u), 'Vault')
    await user.type(screen.getByLabelText(/^Address/u), PUBLIC_URL)
    await user.click(screen.getByLabelText('Piece moved'))
    await user.click(screen.getByRole('button', { name: 'Add' }))
    const dialog = await screen.findByRole('dialog')
    const { secret, events } = await db.selectFrom('web_hooks').selectAll().executeTakeFirstOrThrow()
    expect(events).toEqual(['piece.moved'])
    expect(within(dialog).getByLabelText<HTMLInputElement>('Secret').value).toBe(secret)
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Done' }).disabled).toBe(true)
    await user.click(within(dialog).getByLabelText('I have kept it'))
    await user.click(within(dialog).getByRole('button', { name: 'Done' }))
    expect(await screen.findByRole('heading', { name: 'State' })).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByDisplayValue(secret)).toBeNull()
  }))

test('a web hook is tested, its secret replaced, switched off and on, and deleted', () =>
  withBrowser(async ({ ctx, db }, open) => {
    const admin = await aUser(ctx(), ['admin'])
    const { id, secret } = await aWebHook(ctx(admin), { name: 'Vault' })
    const hook = () => db.selectFrom('web_hooks').selectAll().where('id', '=', id).executeTakeFirst()
    const { user, open: visit } = await open(admin)
    visit(`/system/web-hooks/edit/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Send a test event' }))
    await screen.findByText('A test event is on its way to Vault.')
    await user.click(screen.getByRole('button', { name: 'Replace the secret' }))
    await user.click(await screen.findByLabelText(/^Stop signing with the old secret at once/u))
    await user.click(screen.getByRole('button', { name: 'Replace' }))
    await user.click(await screen.findByLabelText('I have kept it'))
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(await hook()).toMatchObject({ previous_secret: null, secret: expect.not.stringContaining(secret) })
    await user.click(await screen.findByRole('button', { name: 'Switch off' }))
    await user.click(await screen.findByRole('button', { name: 'YES' }))
    await waitFor(async () => expect(await hook()).toMatchObject({ state: 'off' }))
    await user.click(await screen.findByRole('button', { name: 'Switch on' }))
    await screen.findByText('The waiting event is sent now.')
    expect(await hook()).toMatchObject({ state: 'off' })
    await user.click(screen.getByRole('button', { name: 'YES' }))
    await screen.findByRole('button', { name: 'Switch off' })
    expect(await hook()).toMatchObject({ state: 'on' })
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(await screen.findByText(/one event that waits is not sent/u)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'YES' }))
    await waitFor(async () => expect(await hook()).toBeUndefined())
  }))

test('a failed delivery is sent again', () =>
  withBrowser(async ({ ctx, db }, open) => {
    const admin = await aUser(ctx(), ['admin'])
    const { id } = await aWebHook(ctx(admin))
    const delivery = await aFailedDelivery(ctx(admin), id)
    const { user, open: visit } = await open(admin)
    visit('/system/web-hooks/deliveries')
    await user.click(await screen.findByRole('button', { name: `Retry ${delivery} Test` }))
    await waitFor(async () =>
      expect(
        (await db.selectFrom('web_hook_deliveries').select('state').executeTakeFirstOrThrow()).state,
      ).toBe('waiting'),
    )
  }))
