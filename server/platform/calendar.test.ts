import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { address } from '#domain/address.ts'
import { readEntries } from '../testing/calendar.ts'
import { datesFile, invitationFile, subscribedCalendar } from './calendar.ts'

const CONFIG = { baseUrl: 'https://ao.example.org' }
const ENTRY = {
  key: 'report-5',
  title: 'AO7: report on proposal 63 is due',
  starts_at: '2031-03-04T23:59:00.000Z',
  to: address('/reports/detail/$id', { id: 5 }),
  sequence: 2,
  stamp: new Date('2031-03-01T00:00:00.000Z'),
}
const MEETING = { ...ENTRY, ends_at: '2031-03-05T11:00:00.000Z' }
const COMPONENTS = /^(?:BEGIN|END|ORGANIZER|ATTENDEE|METHOD|UID|URL|SUMMARY|LOCATION)[:;]/gmu

/** Names, places and titles as anyone may type them: in any script, with what iCalendar has a meaning for. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 90 }),
      fc.constantFrom(
        '"',
        ';',
        ':',
        ',',
        '\\',
        '\\n',
        '\n',
        '\r\n',
        '\r',
        '\t',
        '\0',
        '\u2028',
        '日本語',
        '𝒳',
        'é',
      ),
      fc.constantFrom(
        '\r\nATTENDEE:mailto:evil@example.org',
        '\nEND:VEVENT\nBEGIN:VALARM',
        '";X="',
        '=?utf-8?q?',
      ),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join(''))

const typed = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trim()
const longestLine = (file: string) => Math.max(...file.split('\r\n').map((line) => Buffer.byteLength(line)))

describe('a calendar file', () => {
  test('holds a deadline in UTC, as a moment that keeps nobody busy, with the zone in words', () => {
    const file = datesFile(CONFIG, [ENTRY])
    expect(file).toMatch(/^METHOD:PUBLISH\r$/mu)
    expect(file).toMatch(/^DTSTART:20310304T235900Z\r$/mu)
    expect(file).toMatch(/^TRANSP:TRANSPARENT\r$/mu)
    expect(file).not.toMatch(/VALARM|VTIMEZONE|TZID/u)
    expect(readEntries(file)).toEqual([
      {
        uid: 'report-5@ao.example.org',
        title: ENTRY.title,
        starts_at: ENTRY.starts_at,
        ends_at: null,
        stamp: '2031-03-01T00:00:00.000Z',
        sequence: 2,
        url: 'https://ao.example.org/reports/detail/5',
        description:
          '2031-03-04 23:59 UTC (Coordinated Universal Time)\nhttps://ao.example.org/reports/detail/5',
        place: null,
        zone: 'UTC',
      },
    ])
  })

  test('of an address says how often to read it again, under a name', () => {
    const file = subscribedCalendar(CONFIG, 'Astromaterials Sample AO', [])
    expect(file).toMatch(/^X-WR-CALNAME:Astromaterials Sample AO\r$/mu)
    expect(file).toMatch(/^REFRESH-INTERVAL;VALUE=DURATION:PT1H\r$/mu)
    expect(file).toMatch(/^X-PUBLISHED-TTL:PT1H\r$/mu)
    expect(readEntries(file)).toEqual([])
  })

  test.each([
    [false, 'REQUEST', 'CONFIRMED'],
    [true, 'CANCEL', 'CANCELLED'],
  ])('of a meeting, cancelled: %s, is an invitation with method %s', (cancelled, method, status) => {
    const [organizer, recipient] = ['office', 'bo'].map((name) => ({ name, email: `${name}@example.org` }))
    const file = invitationFile(CONFIG, MEETING, {
      organizer: organizer!,
      recipient: recipient!,
      cancelled,
    })
    expect(file).toMatch(new RegExp(`^METHOD:${method}\r$`, 'mu'))
    expect(file).toMatch(new RegExp(`^STATUS:${status}\r$`, 'mu'))
    expect(file).toMatch(/^DTEND:20310305T110000Z\r$/mu)
  })

  test('holds any text as it was typed, folded by octets, and no text adds anything to it', () => {
    const plain = invitationFile(
      CONFIG,
      { ...MEETING, place: 'x' },
      {
        organizer: { name: 'x', email: 'office@example.org' },
        recipient: { name: 'x', email: 'bo@example.org' },
        cancelled: false,
      },
    )
    fc.assert(
      fc.property(hostile, hostile, hostile, (title, place, name) => {
        const file = invitationFile(
          CONFIG,
          { ...MEETING, title: `T${title}`, place: `P${place}` },
          {
            organizer: { name: `N${name}`, email: 'office@example.org' },
            recipient: { name: `N${name}`, email: 'bo@example.org' },
            cancelled: false,
          },
        )
        expect(longestLine(file)).toBeLessThanOrEqual(75)
        const unfolded = file.replaceAll('\r\n ', '')
        expect(unfolded.match(COMPONENTS)).toEqual(plain.replaceAll('\r\n ', '').match(COMPONENTS))
        const event = new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent('vevent')!
        expect(event.getFirstPropertyValue('summary')).toBe(typed(`T${title}`))
        expect(event.getFirstPropertyValue('location')).toBe(typed(`P${place}`))
        for (const property of ['organizer', 'attendee'])
          expect(event.getAllProperties(property).map((one) => one.getParameter('cn'))).toEqual([
            typed(`N${name}`).replaceAll('"', "'"),
          ])
      }),
      { numRuns: 300, seed: 26 },
    )
  })
})
