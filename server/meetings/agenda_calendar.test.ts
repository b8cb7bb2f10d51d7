import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import type { Config } from '../platform/config.ts'
import { meetingCalendar } from './agenda_calendar.ts'

const NAME = 'Bo "B"; Ek":mailto:evil@example.org;X="日本語'

test('no name, and no place, adds anything to a calendar file', () => {
  const file = meetingCalendar({ baseUrl: 'https://ao.example.org' } as Config, {
    meeting: {
      ...{ id: 1, term_id: 7, place: 'Room 1; "A", B\\nATTENDEE:mailto:evil@example.org' },
      sessions: [{ starts_at: '2031-03-04T09:00:00.000Z', ends_at: '2031-03-04T11:00:00.000Z' }],
    },
    organizer: { name: NAME, email: 'office@example.org' },
    recipient: { name: NAME, email: 'bo@example.org' },
    ...{ sequence: 1, now: new Date('2031-03-01T00:00:00.000Z'), cancelled: false },
  })
  const event = new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent('vevent')!
  const people = ['organizer', 'attendee'].flatMap((name) =>
    event
      .getAllProperties(name)
      .map((one) => [one.getParameter('cn'), String(one.getFirstValue()).toLowerCase()]),
  )
  const name = NAME.replaceAll('"', "'")
  expect(people).toEqual([
    [name, 'mailto:office@example.org'],
    [name, 'mailto:bo@example.org'],
  ])
  expect(event.getFirstPropertyValue('location')).toBe('Room 1; "A", B\\nATTENDEE:mailto:evil@example.org')
})
