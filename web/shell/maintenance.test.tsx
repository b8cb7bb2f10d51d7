import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { aTerm, aUser } from '#server/builders/people.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { maintenanceQuery, untilText } from '#web/lib/session/maintenance.ts'
import { fieldAt, withBrowser } from '#web/testing.tsx'

const UNTIL = '2099-07-20T20:00:00.000Z'
const LINE = /^Maintenance until 2099-07-20 20:00 UTC.*:$/u

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
      const refused = /: nobody can save until then, and nothing was changed\. What you type is kept/u
      // The first press is answered by the server, the second by what the screen knows then.
      for (let press = 0; press < 2; press++) {
        await user.click(save)
        await screen.findByText(refused)
        await screen.findByText(LINE)
        await user.click(screen.getAllByRole('button', { name: 'Close' })[0]!)
      }
      expect([name.value, name.matches(':disabled'), save.disabled]).toEqual(['Maria', false, false])
      await waitFor(() => expect(JSON.stringify({ ...localStorage })).toContain('Testova'))
      const found = () =>
        world.db.selectFrom('users').select('email').where('email', '=', 'maria@example.org').execute()
      expect(await found()).toEqual([])
      await end(world)
      await user.click(save)
      await screen.findByText(/Saved successfully|has been added/u)
      expect(await found()).toHaveLength(1)
      await waitFor(() => expect(screen.queryByText(LINE)).toBeNull())
    }))
})

describe('how the line is kept right', () => {
  const now = Date.parse('2027-07-20T12:00:00Z')
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllEnvs()
  })

  test.each([
    ['without maintenance', null, 60_000],
    ['long before its end', '2027-07-20T20:00:00Z', 60_000],
    ['half a minute before its end', '2027-07-20T12:00:30Z', 31_000],
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
