import { expect, test } from 'vitest'
import { importAddresses } from './import.ts'

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
