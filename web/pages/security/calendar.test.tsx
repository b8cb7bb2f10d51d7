import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ENDS_CALENDARS } from '#domain/calendars/rules.ts'
import { aTerm, aUser } from '#server/builders/people.ts'
import { hashPassword } from '#server/session/password_hash.ts'
import { withBrowser } from '#web/testing.tsx'

const PASSWORD = 'correct horse battery'
const hashed = hashPassword(PASSWORD)
/** The path of the address that is shown once. */
async function shownAddress() {
  const { value } = await screen.findByLabelText<HTMLInputElement>('Address')
  expect(value).toMatch(/\/api\/calendar\/[\w-]{43}\.ics$/u)
  return new URL(value).pathname
}
const button = (name: string) => screen.findByRole('button', { name })

test('a calendar address is made with the password, shown once, replaced and revoked after saying what ends', () =>
  withBrowser(async (world, window) => {
    await aTerm(world.ctx())
    const member = await aUser(world.ctx(), ['proposer'], { password_hash: await hashed })
    const { user, fill, open } = await window(member)
    open('/security')
    await screen.findByText('You have no address.')
    await user.click(await button('Make an address'))
    await fill(await screen.findByLabelText('Password'), PASSWORD)
    await user.click(await button('Make'))
    const first = await shownAddress()
    expect(within(screen.getByRole('dialog')).getByText('It is shown only once.')).toBeTruthy()
    const read = (url: string) => world.app.inject({ method: 'GET', url })
    expect((await read(first)).statusCode).toBe(200)
    await user.click(await button('Done'))
    await screen.findByText(/It has not been read yet|It was last read/u)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByLabelText('Address')).toBeNull()
    expect(document.body.textContent).not.toContain(first)
    await user.click(await button('Replace the address'))
    await screen.findByText(ENDS_CALENDARS)
    await fill(await screen.findByLabelText('Password'), PASSWORD)
    await user.click(await button('Replace'))
    expect(await shownAddress()).not.toBe(first)
    expect((await read(first)).statusCode).toBe(404)
    await user.click(await button('Done'))
    await user.click(await button('Revoke'))
    await screen.findByText(ENDS_CALENDARS)
    await user.click(await button('YES'))
    await screen.findByText('You have no address.')
    expect(await world.db.selectFrom('calendar_addresses').selectAll().execute()).toEqual([])
  }))
