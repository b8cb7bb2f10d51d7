import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { aTerm, aUser } from '#server/builders/people.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { maintenanceQuery, untilText } from '#web/lib/session/maintenance.ts'
import { fieldAt, withBrowser } from '#web/testing.tsx'

const UNTIL = '2099-07-20T20:00:00.000Z'
const LINE = /^Maintenance until 2099-07-20 20:00 UTC.*:$/u

const WHY_NOT = /^Maintenance until 2099-07-20 20:00 UTC.*: nobody can save until then\.$/u
const isOff = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true'

const begin = ({ db }: TestServer, reason = '') =>
  db.insertInto('maintenance').values({ until: UNTIL, reason }).execute()
const end = ({ db }: TestServer) => db.deleteFrom('maintenance').execute()

describe('during maintenance', () => {
  test.each([
    ['/login', undefined],
    ['/applicants/create', undefined],
    ['/request', undefined],
    ['/masters', 'admin'],
    ['/mypage', 'proposer'],
  ] as const)('a line says so on %s', (address, role) =>
    withBrowser(async (world, open) => {
      await aTerm(world.ctx())
      await begin(world, 'New disks')
      const { open: load } = await open(role && (await aUser(world.ctx(), [role])))
      load(address)
      const line = await screen.findByText(LINE)
      expect(line.parentElement!.textContent).toMatch(
        /: you can read, but nobody can save\. What you type is kept in this browser\. Reason: New disks$/u,
      )
    }),
  )

  test('a save says why it is refused, keeps what was typed, and works once it is over', () =>
    withBrowser(async (world, open) => {
      await aTerm(world.ctx())
      const { user, fill, open: load } = await open(await aUser(world.ctx(), ['admin']))
      load('/users/add')
      const name = await fieldAt('first_name')
      for (const [path, text] of [
        ['first_name', 'Maria'],
        ['last_name', 'Testova'],
        ['email', 'maria@example.org'],
        ['affiliation', 'Institute'],
      ] as const)
        await fill(await fieldAt(path), text)
      await user.click(screen.getByRole('checkbox', { name: /reviewer/iu }))
      expect(screen.queryByText(LINE)).toBeNull()
      await begin(world)
      const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
      expect(isOff(save)).toBe(false)
      await user.click(save)
      await screen.findByText(
        /: nobody can save until then, and nothing was changed\. What you type is kept/u,
      )
      await screen.findByText(LINE)
      expect([name.value, name.matches(':disabled'), isOff(save)]).toEqual(['Maria', false, true])
      await user.hover(save)
      expect((await screen.findByRole('tooltip')).textContent).toMatch(WHY_NOT)
      await user.type(name, ' Anna{Enter}')
      await waitFor(() => expect(JSON.stringify({ ...localStorage })).toContain('Testova'))
      const found = () =>
        world.db.selectFrom('users').select('email').where('email', '=', 'maria@example.org').execute()
      expect(await found()).toEqual([])
      await end(world)
      window.dispatchEvent(new Event('visibilitychange'))
      await waitFor(() => expect([screen.queryByText(LINE), isOff(save)]).toEqual([null, false]))
      await user.click(save)
      await screen.findByText(/Saved successfully|has been added/u)
      expect(await found()).toHaveLength(1)
    }))

  test('a file to import stays chosen, and can be checked once it is over', () =>
    withBrowser(async (world, open) => {
      await aTerm(world.ctx())
      await begin(world)
      const { user, open: load } = await open(await aUser(world.ctx(), ['admin']))
      load('/samples/import')
      await screen.findByText(LINE)
      await screen.findByText('CSV file of samples')
      const field = document.querySelector<HTMLInputElement>('input[type=file]')!
      await user.upload(field, new File(['name'], 'samples.csv', { type: 'text/csv' }))
      await screen.findByText(/: nobody can save until then, and nothing was changed/u)
      const again = await screen.findByRole('button', { name: 'Check again' })
      expect(isOff(again)).toBe(true)
      await end(world)
      window.dispatchEvent(new Event('visibilitychange'))
      await waitFor(() => expect(isOff(again)).toBe(false))
      screen.getByText(/samples\.csv/u)
    }))

  test.each([
    ['/applicants/create', undefined, 'Confirm'],
    ['/request', undefined, 'Request'],
    ['/users/add', 'admin', 'Save'],
    ['/group-mail/add', 'admin', 'Save'],
    ['/masters/settings', 'admin', 'Save'],
    ['/myprofile', 'proposer', 'Save'],
  ] as const)('%s says on its button why it cannot be pressed', (address, role, name) =>
    withBrowser(async (world, open) => {
      await aTerm(world.ctx())
      await begin(world)
      const { open: load, user } = await open(role && (await aUser(world.ctx(), [role])))
      load(address)
      const button = await screen.findByRole('button', { name })
      await waitFor(() => expect(isOff(button)).toBe(true))
      await user.hover(button)
      expect((await screen.findByRole('tooltip')).textContent).toMatch(WHY_NOT)
    }),
  )
})

describe('how the line is kept right', () => {
  const now = Date.parse('2027-07-20T12:00:00Z')
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllEnvs()
  })

  test.each([
    ['without maintenance', null, 60_000],
    ['long before its end', '2027-07-20T20:00:00Z', 15_000],
    ['just before its end', '2027-07-20T12:00:05Z', 6_000],
    ['after its end, by this clock', '2027-07-20T11:00:00Z', 1_000],
  ])('it is asked for again %s', (_, until, ms) => {
    vi.useFakeTimers({ now })
    const data = until === null ? null : { until, reason: '' }
    const next = maintenanceQuery.refetchInterval as (query: { state: { data: unknown } }) => number
    expect(next({ state: { data } })).toBe(ms)
  })

  test.each([
    ['UTC', '2027-07-20T20:00:00Z', '20:00 UTC'],
    ['Europe/Berlin', '2027-07-20T20:00:00Z', '20:00 UTC (your time 22:00)'],
    ['Asia/Tokyo', '2027-07-20T20:00:00Z', '20:00 UTC (your time 2027-07-21 05:00)'],
    ['UTC', '2027-07-21T06:00:00Z', '2027-07-21 06:00 UTC'],
    ['Europe/Berlin', '2027-07-21T06:00:00Z', '2027-07-21 06:00 UTC (your time 08:00)'],
  ])('in %s the end %s is written %s', (zone, until, text) => {
    vi.stubEnv('TZ', zone)
    expect(untilText(until, new Date(now))).toBe(text)
  })
})
