import { expect, test } from 'vitest'
import { lineReader } from './lines.ts'

test('lines of JSON are told as they come, however they are cut; the last is kept', () => {
  const told: unknown[] = []
  const lines = lineReader((line) => told.push(line))
  const text = '{"at":"鉱"}\n{"at":2}\n{"end":1}\n'
  for (const byte of new TextEncoder().encode(text)) lines.read(Uint8Array.of(byte))
  expect(told).toEqual([{ at: '鉱' }, { at: 2 }, { end: 1 }])
  expect(lines.last()).toEqual({ end: 1 })
})

test('one line without an end is the last; nothing is nothing', () => {
  const lines = lineReader(() => {})
  expect(lines.last()).toBeUndefined()
  lines.read(new TextEncoder().encode('{"result":0}'))
  expect(lines.last()).toEqual({ result: 0 })
})
