import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aConflict } from '#server/builders/conflicts.ts'
import { aMeeting } from '#server/builders/meetings.ts'
import { aTerm, aUser } from '#server/builders/people.ts'
import { aSubmittedProposal } from '#server/builders/proposals.ts'
import { aReview, aReviewer, aSubmittedReport } from '#server/builders/reports.ts'
import { saveDocket } from '#server/meetings/docket.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { type BrowserWindow, fieldAt, withBrowser } from '#web/testing.tsx'

const SESSIONS = [
  { starts_at: '2031-03-04T09:00:00.000Z', ends_at: '2031-03-04T09:20:00.000Z' },
  { starts_at: '2031-03-04T10:00:00.000Z', ends_at: '2031-03-04T11:00:00.000Z' },
]

/** A term in which the panel meets, with an administrator and two members of the panel. */
async function createPanel(world: TestServer) {
  await aTerm(world.ctx(), { panel_meets_at: '2031-03-04T00:00:00.000Z' })
  const office = world.ctx(await aUser(world.ctx(), ['admin'], { last_name: 'Office' }))
  const chair = await aUser(world.ctx(), ['panel'], { first_name: 'Cleo', last_name: 'Chair' })
  const member = await aUser(world.ctx(), ['panel'], { first_name: 'Mio', last_name: 'Member' })
  return { office, chair, member }
}

/** A prepared meeting of four proposals with totals of 10, 9, 8 and 7. */
async function createMeeting(world: TestServer) {
  const { office, chair, member } = await createPanel(world)
  const reviewer = await aReviewer(world.ctx())
  const ids: number[] = []
  for (const total of [10, 9, 8, 7]) {
    const { proposal_id } = await aSubmittedProposal(office)
    const review = aReview({ science_score: Math.ceil(total / 2), technical_score: Math.floor(total / 2) })
    await aSubmittedReport(office, { proposal_id, reviewer, review })
    ids.push(proposal_id)
  }
  const id = await aMeeting(office, { chair, members: [chair, member], sessions: SESSIONS })
  const params = { id: String(id) }
  const { meetings } = (await world.as(chair)).api
  const items = async () => (await meetings.docket({ params })).items
  return {
    ...{ office, chair, member, id, params, meetings, address: `/meetings/${id}` },
    ids: ids as [number, number, number, number],
    order: async () => (await items()).map(({ proposal_id }) => proposal_id),
    minutesOf: async (of: number) => (await items()).find(({ proposal_id }) => proposal_id === of)!.minutes,
    triage: async () =>
      (await items()).flatMap(({ proposal_id, track }) => (track === 'triage' ? [proposal_id] : [])),
  }
}
type Made = Awaited<ReturnType<typeof createMeeting>>

/** Opens a prepared meeting as its chair. */
const withMeeting = (
  work: (made: Made & BrowserWindow) => Promise<void>,
  prepare: (made: Made) => Promise<unknown> = async () => {},
) =>
  withBrowser(async (world, window) => {
    const made = await createMeeting(world)
    await prepare(made)
    const shown = await window(made.chair)
    shown.open(made.address)
    await button('Suggest an order')
    await work({ ...made, ...shown })
  })

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const press = async (name: string | RegExp) => fireEvent.click(await button(name))
const openDialog = async () => within(await screen.findByRole('dialog'))
const choose = async (label: string, option: string) => {
  const field = await screen.findByRole('combobox', { name: new RegExp(`^${label}`, 'u') })
  fireEvent.click(field)
  fireEvent.click(
    await waitFor(() => {
      const list = document.getElementById(field.getAttribute('aria-controls') ?? '')
      const options = [...(list?.querySelectorAll('[role=option]') ?? [])]
      const found = options.find(({ textContent }) => textContent?.startsWith(option))
      if (!found) throw new Error(`There is no ${option}.`)
      return found
    }),
  )
}
const minutesField = (id: number) => screen.findByLabelText(`Minutes for ${id}`)
/** The proposals in the docket as it is shown, and what stands between them. */
const linesShown = () =>
  [...document.querySelectorAll('[aria-labelledby=docket] ol > li')].map(
    (line) => (line as HTMLElement).dataset.reorder ?? line.textContent,
  )

describe('a new meeting', () => {
  test('begins with the panel, its day and its quorum, and leads to its docket', () =>
    withBrowser(async (world, window) => {
      const { office, member } = await createPanel(world)
      const { proposal_id } = await aSubmittedProposal(office)
      const { fill, user, open, path } = await window(office.actor)
      open('/meetings')
      await screen.findByText('No meeting has been prepared.')
      await press('New meeting')
      await screen.findByText('Expected, 2 of 2 members of the panel')
      expect((await fieldAt('name')).value).toBe('Panel Meeting')
      expect((await fieldAt('quorum')).value).toBe('6')
      expect((screen.getByLabelText('Session 1, from') as HTMLInputElement).value).toMatch(/ 09:00$/u)
      expect((screen.getByLabelText('Session 2, to') as HTMLInputElement).value).toMatch(/ 17:00$/u)
      screen.getByText('Lunch, 12:00 to 13:00')
      await press('Prepare the meeting')
      await screen.findByText('Choose a member of the panel or the office.')
      await choose('Chair', 'Cleo Chair')
      await choose('Deputy', 'Mio Member')
      await fill(await fieldAt('place'), 'Sagamihara')
      await fill(await fieldAt('quorum'), '2')
      await user.click(screen.getByRole('checkbox', { name: member.name }))
      await press('Prepare the meeting')
      await screen.findByText('Panel Meeting has been prepared.')
      await minutesField(proposal_id)
      const { api } = await world.as(office.actor)
      const [row] = await api.meetings.list({ query: {} })
      expect(path()).toBe(`/meetings/${row!.id}`)
      expect(await api.meetings.get({ params: { id: String(row!.id) } })).toMatchObject({
        ...{ state: 'prepared', place: 'Sagamihara', quorum: 2, minutes_each: 10 },
        ...{ chair: { name: 'Cleo Chair' }, deputy: { name: 'Mio Member' } },
        members: [{ name: 'Cleo Chair', hours: [] }],
        sessions: [{}, {}],
      })
    }))

  test('cannot be begun beside one that is not closed, nor by a member of the panel', () =>
    withBrowser(async (world, window) => {
      const { office, member, address } = await createMeeting(world)
      for (const actor of [office.actor, member]) {
        const { open } = await window(actor)
        open('/meetings')
        const row = within(await screen.findByRole('row', { name: /Panel Meeting/u }))
        expect(row.getByRole('link', { name: 'Panel Meeting' }).getAttribute('href')).toBe(address)
        row.getByText('Prepared')
        row.getByText('Cleo Chair')
        expect(screen.queryByRole('button', { name: 'New meeting' })).toBeNull()
      }
      const { open } = await window(member)
      open(address)
      await screen.findByText(/Sagamihara/u)
      for (const name of ['Open the meeting', 'Send agenda', 'Delete', 'Suggest an order'])
        expect(screen.queryByRole('button', { name })).toBeNull()
    }))
})

describe('hours and people', () => {
  test('are saved, with the hours of a member', () =>
    withMeeting(async ({ fill, meetings, params, member }) => {
      await press('Edit hours and people')
      await fill(await fieldAt('quorum'), '2')
      await press(`Hours of ${member.name}: add`)
      await fill(await screen.findByLabelText(`Hours of ${member.name} 1, to`), '2031-03-04 10:30')
      await press('Save')
      await button('Suggest an order')
      const { quorum, members } = await meetings.get({ params })
      expect(quorum).toBe(2)
      expect(members.map(({ name, hours }) => [name, hours.length])).toEqual([
        ['Cleo Chair', 0],
        ['Mio Member', 1],
      ])
    }))

  test('that another person saved meanwhile are not overwritten unseen', () =>
    withMeeting(async ({ fill, meetings, params, id }) => {
      await press('Edit hours and people')
      await fill(await fieldAt('name'), 'Mine')
      const { chair, deputy, members, ...now } = await meetings.get({ params })
      await meetings.save({
        params: { id: String(id) },
        body: {
          ...{ ...now, place: 'Kyoto', chair_id: chair.id, deputy_id: deputy?.id ?? null },
          members: members.map(({ id: user_id, hours }) => ({ user_id, hours })),
        },
      })
      await press('Save')
      await screen.findByText(/^Cleo Chair saved this on /u)
      await screen.findByText('Kyoto', { exact: false })
      expect((await meetings.get({ params })).name).toBe('Panel Meeting')
    }))
})

describe('the docket', () => {
  test('is moved by keys and saved, with its times and who leaves', () =>
    withMeeting(
      async ({ user, ids: [a, b, c, d], order }) => {
        await waitFor(() =>
          expect(linesShown()).toEqual([
            ...['Mio Member leaves', String(a), 'Mio Member returns', String(b)],
            ...[expect.stringMatching(/^Break, .* to /u), String(c), String(d)],
          ]),
        )
        ;(await button(`Move ${a}`)).focus()
        await user.keyboard(' {ArrowDown} ')
        await waitFor(async () => expect(await order()).toEqual([b, a, c, d]))
        await user.keyboard(' {End} ')
        await waitFor(async () => expect(await order()).toEqual([b, c, d, a]))
        await screen.findByText(/^4 proposals, 40 min of 1 h 20 min · members leave 1 time$/u)
      },
      ({ office, member, ids: [a] }) => aConflict(office, { proposal_id: a, user_id: member.id }),
    ))

  test('says what does not fit', () =>
    withMeeting(async ({ fill, user, ids: [a], minutesOf }) => {
      await fill(await minutesField(a), '120')
      await user.keyboard('{Enter}')
      await screen.findByText(/ · 1 h 10 min too long · /u)
      await waitFor(async () => expect(await minutesOf(a)).toBe(120))
      await fill(await minutesField(a), '0')
      await user.tab()
      expect((await minutesField(a)).getAttribute('aria-invalid')).toBe('true')
      expect(await minutesOf(a)).toBe(120)
    }))

  test('takes a change over what another person changed meanwhile, and says so', () =>
    withMeeting(async ({ fill, user, ids, office, params, order, minutesOf }) => {
      const [a, b, c, d] = ids
      await minutesField(a)
      const other = [d, c, b, a]
      await saveOrder(office, params.id, other)
      await fill(await minutesField(b), '25')
      await user.keyboard('{Enter}')
      await screen.findByText('Someone else changed the docket meanwhile; your change was made to theirs.')
      expect(await minutesOf(b)).toBe(25)
      expect(await order()).toEqual(other)
      await waitFor(() =>
        expect(linesShown().filter((line) => /^\d+$/u.test(line!))).toEqual(other.map(String)),
      )
    }))

  test('keeps every one of several changes that are made before the first is saved', () =>
    withMeeting(async ({ ids: [a, b, c, d], minutesOf, order, user }) => {
      for (const [id, minutes] of [
        [a, '11'],
        [b, '12'],
        [c, '13'],
      ] as const) {
        const field = await minutesField(id)
        fireEvent.change(field, { target: { value: minutes } })
        fireEvent.blur(field)
      }
      ;(await button(`Move ${d}`)).focus()
      await user.keyboard(' {Home} ')
      await waitFor(async () => expect(await order()).toEqual([d, a, b, c]))
      expect([await minutesOf(a), await minutesOf(b), await minutesOf(c)]).toEqual([11, 12, 13])
      expect(screen.queryByText(/Someone else/u)).toBeNull()
    }))

  test('is put into a better order, which can be taken back', () =>
    withMeeting(
      async ({ ids: [a, b, c, d], order }) => {
        await press('Suggest an order')
        await screen.findByText(/^The suggested order is saved: members leave 1 instead of 2 times\./u)
        const suggested = await order()
        expect(Math.abs(suggested.indexOf(a) - suggested.indexOf(c))).toBe(1)
        await press('Undo')
        await waitFor(async () => expect(await order()).toEqual([a, b, c, d]))
      },
      async ({ office, member, ids: [a, , c] }) => {
        await aConflict(office, { proposal_id: a, user_id: member.id })
        await aConflict(office, { proposal_id: c, user_id: member.id })
      },
    ))

  test('is left as it is where no better order is found', () =>
    withMeeting(async ({ ids, order }) => {
      await press('Suggest an order')
      await screen.findByText(/^No better order was found\. Fewer is not possible\./u)
      expect(await order()).toEqual(ids)
    }))
})

describe('what goes through without discussion', () => {
  test('is what the lines let through, and is discussed again with one press', () =>
    withMeeting(async ({ fill, user, ids: [a, , c, d], triage }) => {
      await fill(await screen.findByLabelText('The first'), '1')
      await user.tab()
      await waitFor(async () => expect(await triage()).toEqual([a]))
      await fill(await screen.findByLabelText('All after place'), '2')
      await user.keyboard('{Enter}')
      await waitFor(async () => expect((await triage()).toSorted()).toEqual([a, c, d]))
      await screen.findByRole('heading', { name: 'Above' })
      await press(`Discuss ${c}`)
      await waitFor(async () => expect((await triage()).toSorted()).toEqual([a, d]))
      await minutesField(c)
      await screen.findByText(`Brought back: ${c}`)
      await press('Undo')
      await waitFor(async () => expect((await triage()).toSorted()).toEqual([a, c, d]))
      await user.clear(await screen.findByLabelText('The first'))
      await user.tab()
      await waitFor(async () => expect((await triage()).toSorted()).toEqual([c, d]))
    }))

  test('follows the line that another person has drawn meanwhile as well', () =>
    withMeeting(async ({ fill, user, ids: [a, b, c, d], office, params, triage }) => {
      const first = await screen.findByLabelText('The first')
      const items = [a, b, c, d].map((proposal_id) => ({
        ...{ proposal_id, minutes: 10 },
        track: proposal_id === d ? ('triage' as const) : ('discussed' as const),
      }))
      await saveDocket(office, Number(params.id), { items, triage_above: null, triage_below: 3 })
      await fill(first, '1')
      await user.tab()
      await screen.findByText('Someone else changed the docket meanwhile; your change was made to theirs.')
      expect((await triage()).toSorted()).toEqual([a, d])
    }))

  test('cannot be what a member of panel or office has a conflict with', () =>
    withMeeting(
      async ({ fill, user, ids: [a, b], triage }) => {
        await fill(await screen.findByLabelText('The first'), '1')
        await user.tab()
        await waitFor(async () => expect(await triage()).toEqual([b]))
        await minutesField(a)
      },
      ({ office, member, ids: [a] }) => aConflict(office, { proposal_id: a, user_id: member.id }),
    ))
})

describe('the buttons of a prepared meeting', () => {
  test('send the agenda to the people named, and again once it has changed', () =>
    withMeeting(async ({ fill, user, ids: [a], meetings, params }) => {
      await press('Send agenda')
      const asked = await openDialog()
      asked.getByText('Send the agenda?')
      asked.getByText(/calendar file goes to Cleo Chair, Mio Member\. Those with a conflict/u)
      fireEvent.click(asked.getByText('SEND'))
      await screen.findByText('The agenda has been sent to Cleo Chair, Mio Member.')
      await fill(await minutesField(a), '20')
      await user.keyboard('{Enter}')
      await press('Send the changed agenda')
      const again = await openDialog()
      again.getByText('Send the agenda again?')
      again.getByText(/, and has changed since\./u)
      fireEvent.click(again.getByText('NO'))
      expect((await meetings.agenda({ params })).number).toBe(1)
    }))

  test('say why an agenda without hours cannot be sent', () =>
    withBrowser(async (world, window) => {
      const { office, chair } = await createPanel(world)
      const id = await aMeeting(office, { chair, members: [chair] })
      const { open } = await window(chair)
      open(`/meetings/${id}`)
      await screen.findByText('Not set: no times are planned.')
      const { why_not } = await (await world.as(chair)).api.meetings.agenda({ params: { id: String(id) } })
      expect(why_not).not.toBeNull()
      ;(await button('Send agenda')).focus()
      await screen.findByText(why_not!)
    }))

  test('open it, and whoever has the chair begins', () =>
    withMeeting(async ({ meetings, params, ids }) => {
      expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
      await press('Open the meeting')
      const asked = await openDialog()
      asked.getByText(/Nobody is e-mailed, and nothing is discussed until you begin\./u)
      fireEvent.click(asked.getByText('OPEN'))
      await button(`Begin with ${ids[0]}`)
      expect((await meetings.get({ params })).state).toBe('open')
    }))

  test('delete it for the office, and name who is told', () =>
    withBrowser(async (world, window) => {
      const { office, meetings, params, address } = await createMeeting(world)
      await meetings.sendAgenda({ params, body: { number: 0 } })
      const { open, path } = await window(office.actor)
      open(address)
      await press('Delete')
      const asked = await openDialog()
      asked.getByText(/An e-mail with a cancellation goes to Cleo Chair, Mio Member\./u)
      fireEvent.click(asked.getByText('DELETE'))
      await screen.findByText('No meeting has been prepared.')
      expect(path()).toBe('/meetings')
      await screen.findByText(/A cancellation has been sent to Cleo Chair, Mio Member\./u)
    }))

  test('open it again once it was closed, and mail nobody', () =>
    withBrowser(async (world, window) => {
      const { office, meetings, params, address } = await createMeeting(world)
      await meetings.open({ params })
      await meetings.close({ params })
      const { open } = await window(office.actor)
      open(address)
      await press('Open again')
      const asked = await openDialog()
      asked.getByText(/What was agreed stays\. No e-mail is sent\./u)
      fireEvent.click(asked.getByText('Open again'))
      await waitFor(async () => expect((await meetings.get({ params })).state).toBe('open'))
    }))
})

/** Puts all proposals of a docket into an order, as the office on another screen. */
async function saveOrder(office: Made['office'], id: string, order: readonly number[]) {
  await saveDocket(office, Number(id), {
    items: order.map((proposal_id) => ({ proposal_id, minutes: 10, track: 'discussed' as const })),
    ...{ triage_above: null, triage_below: null },
  })
}
