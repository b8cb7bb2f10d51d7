import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  emptyPlaceholders,
  importAddresses,
  mergePlaceholders,
  PLACEHOLDERS,
  type Recipient,
  whyNotChange,
  whyNotSend,
} from './rules.ts'
import { groupMailStatus } from './status.ts'

const { UNSENT, SENT } = groupMailStatus.code
const unsent = { transmission_status: UNSENT, disabled: false }
const sent = { transmission_status: SENT, disabled: false }
const deleted = { transmission_status: UNSENT, disabled: true }
const [bo, gone] = [{ disabled: false }, { disabled: true }]

test.each([
  [unsent, [bo], null, null],
  [unsent, [bo, gone], null, null],
  [unsent, [], null, 'This group mail has no destination.'],
  [unsent, [gone], null, 'Every destination of this group mail is a disabled user.'],
  [sent, [bo], 'This group mail was already sent.', 'This group mail was already sent.'],
  [deleted, [bo], 'This group mail was deleted.', 'This group mail was deleted.'],
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

test('two thousand addresses among twenty thousand users are found by reading each user once', () => {
  let read = 0
  const users = Array.from({ length: 20_000 }, (_, n) => ({
    id: n + 1,
    get email() {
      read++
      return `u${n}@example.org`
    },
    disabled: false,
  }))
  const text = Array.from({ length: 2000 }, (_, n) => `u${n}@example.org`)
  expect(importAddresses(text.join(', '), users)).toEqual({ ids: users.slice(0, 2000).map(({ id }) => id) })
  expect(read).toBe(users.length)
})

const MIRA: Recipient = {
  name: 'Mira Ito',
  affiliation: 'Tohoku',
  title: 'Water in Ryugu',
  samples: ['A0042', 'C0041'],
}
const NOBODY: Recipient = { name: 'Bo Ek', affiliation: '', title: null, samples: [] }

describe('a group mail', () => {
  test.each<[string, Recipient, string]>([
    ['Dear #name# (#affiliation#),', MIRA, 'Dear Mira Ito (Tohoku),'],
    ['#title#: #samples#', MIRA, 'Water in Ryugu: A0042, C0041'],
    ['#name##name#', MIRA, 'Mira ItoMira Ito'],
    ['#Name# # name# name #names#', MIRA, '#Name# # name# name #names#'],
    ['[#affiliation##title##samples#]', NOBODY, '[]'],
    ['#name#', { ...MIRA, name: '#title# $& $1' }, '#title# $& $1'],
    ['a\n#name#\n\nb', NOBODY, 'a\nBo Ek\n\nb'],
  ])('%j for %j reads %j', (content, recipient, reads) => {
    expect(mergePlaceholders(content, recipient)).toBe(reads)
  })

  test('without a placeholder reads the same for everybody', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const plain = text.replaceAll('#', '')
        expect(mergePlaceholders(plain, MIRA)).toBe(plain)
        expect(emptyPlaceholders(plain, NOBODY)).toEqual([])
      }),
    )
  })

  test('names the placeholders that are empty for somebody, if the content has them', () => {
    const all = PLACEHOLDERS.map((name) => `#${name}#`).join(' ')
    expect(emptyPlaceholders(all, NOBODY)).toEqual(['affiliation', 'title', 'samples'])
    expect(emptyPlaceholders('#name# #samples#', NOBODY)).toEqual(['samples'])
    expect(emptyPlaceholders(all, MIRA)).toEqual([])
  })
})
