import { expect, test } from 'vitest'
import { sampleAddress } from './rules.ts'

test.each([
  ['https://db.example.org/ryugu/', 'A0011', 'https://db.example.org/ryugu/A0011'],
  ['https://db.example.org/{name}?of={name}', 'A0011', 'https://db.example.org/A0011?of=A0011'],
  ['https://db.example.org/', 'OREX 1/2', 'https://db.example.org/OREX%201%2F2'],
  ['https://db.example.org/{name}', '$& #1', 'https://db.example.org/%24%26%20%231'],
])('at %s sample %s is at %s', (base, name, address) => {
  expect(sampleAddress(base, name)).toBe(address)
})
