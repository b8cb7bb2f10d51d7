import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bccNote,
  emptyPlaceholders,
  importAddresses,
  mergePlaceholders,
  PLACEHOLDERS,
  type Recipient,
  whyNotChange,
  whyNotContent,
  whyNotSend,
  whyNotTitle,
} from './rules.ts'
import { groupMailStatus } from './status.ts'

const { UNSENT, SENT } = groupMailStatus.code
const unsent = { transmission_status: UNSENT, disabled: false }
const sent = { transmission_status: SENT, disabled: false }
const deleted = { transmission_status: UNSENT, disabled: true }
const [active, disabled] = [{ disabled: false }, { disabled: true }]

test.each([
  [unsent, [active], null, null],
  [unsent, [active, disabled], null, null],
  [unsent, [], null, 'This group mail has no destination.'],
  [unsent, [disabled], null, 'All destinations of this group mail are disabled users.'],
  [sent, [active], 'This group mail was already sent.', 'This group mail was already sent.'],
  [deleted, [active], 'This group mail was deleted.', 'This group mail was deleted.'],
])('the group mail %j to %j: %s, %s', (mail, destinations, change, send) => {
  expect(whyNotChange(mail)).toBe(change)
  expect(whyNotSend(mail, destinations)).toBe(send)
})

const USERS = [
  { id: 1, email: 'Mira@example.org', disabled: false },
  { id: 2, email: 'bo@example.org', disabled: false },
  { id: 3, email: 'gone@example.org', disabled: true },
]

test.each([
  ['', { wrong: ['No input.'] }],
  [' \n ', { wrong: ['No input.'] }],
  [' , ,', { wrong: ['No input.'] }],
  ['mira@example.org', { ids: [1] }],
  [' bo@example.org ,\n MIRA@example.org,', { ids: [2, 1] }],
  ['bo@example.org,BO@example.org,bo@example.org', { ids: [2] }],
  ['bo @ example . org', { ids: [2] }],
  ['gone@example.org', { wrong: ['gone@example.org is disabled.'] }],
  [
    'bo@example.org,who@example.org,gone@example.org',
    { wrong: ['who@example.org is not registered.', 'gone@example.org is disabled.'] },
  ],
])('the addresses %j name %j', (text, imported) => {
  expect(importAddresses(text, USERS)).toEqual(imported)
})

test('an import of two thousand addresses reads each of twenty thousand users once', () => {
  let reads = 0
  const users = Array.from({ length: 20_000 }, (_, n) => ({
    id: n + 1,
    get email() {
      reads++
      return `u${n}@example.org`
    },
    disabled: false,
  }))
  const text = Array.from({ length: 2000 }, (_, n) => `u${n}@example.org`)
  expect(importAddresses(text.join(', '), users)).toEqual({ ids: users.slice(0, 2000).map(({ id }) => id) })
  expect(reads).toBe(users.length)
})

const MIRA: Recipient = {
  name: 'Mira Ito',
  affiliation: 'Tohoku',
  title: 'Water in Ryugu',
  samples: ['A0042', 'C0041'],
}
const BO: Recipient = { name: 'Bo Ek', affiliation: '', title: null, samples: [] }

describe('a group mail', () => {
  test.each<[string, Recipient, string]>([
    ['Dear #name# (#affiliation#),', MIRA, 'Dear Mira Ito (Tohoku),'],
    ['#title#: #samples#', MIRA, 'Water in Ryugu: A0042, C0041'],
    ['#name##name#', MIRA, 'Mira ItoMira Ito'],
    ['#Name# # name# name #names#', MIRA, '#Name# # name# name #names#'],
    ['[#affiliation##title##samples#]', BO, '[]'],
    ['#name#', { ...MIRA, name: '#title# $& $1' }, '#title# $& $1'],
    ['a\n#name#\n\nb', BO, 'a\nBo Ek\n\nb'],
  ])('%j for %j reads %j', (content, recipient, reads) => {
    expect(mergePlaceholders(content, recipient)).toBe(reads)
  })

  test('without a placeholder is the same for everyone', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const plain = text.replaceAll('#', '')
        expect(mergePlaceholders(plain, MIRA)).toBe(plain)
        expect(emptyPlaceholders(plain, BO)).toEqual([])
      }),
    )
  })

  test('lists the placeholders of the content that are empty for a recipient', () => {
    const all = PLACEHOLDERS.map((name) => `#${name}#`).join(' ')
    expect(emptyPlaceholders(all, BO)).toEqual(['affiliation', 'title', 'samples'])
    expect(emptyPlaceholders('#name# #samples#', BO)).toEqual(['samples'])
    expect(emptyPlaceholders(all, MIRA)).toEqual([])
  })

  test.each([
    ['Dear #name# (#affiliation#), #title##samples#', null],
    ['We have 3 # signs # and https://example.org/#top and issue #4, #5.', null],
    ['Dear #Name#', '#Name#'],
    ['#name##names#', '#names#'],
    ['See #nmae#.', '#nmae#'],
  ])('with the content %j names the unknown placeholder %s', (content, unknown) => {
    expect(whyNotContent(content)).toBe(
      unknown && `${unknown} is not a placeholder. Use #name#, #affiliation#, #title# or #samples#.`,
    )
  })

  test('has no placeholder in its title', () => {
    expect(whyNotTitle('AO7 #1')).toBeNull()
    for (const title of ['For #name#', 'For #name#'])
      expect(whyNotTitle(title)).toBe('Placeholders are replaced in the content only.')
  })

  test.each([
    [1, 'Copy of a group mail to 1 recipient; placeholders are replaced in each.'],
    [12, 'Copy of a group mail to 12 recipients; placeholders are replaced in each.'],
  ])('to %i has a Bcc copy that begins with: %s', (count, text) => {
    expect(bccNote(count)).toBe(text)
  })
})
