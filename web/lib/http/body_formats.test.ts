import { expect, it, test } from 'vitest'
import { nestFields } from '#server/platform/http/query.ts'
import { jsonLineReader, toFormData } from './body_formats.ts'

it('writes nested values under bracketed names, and the server reads the same tree', () => {
  const file = new File(['%PDF'], 'a.pdf')
  const data = toFormData({
    title: 'T',
    check: true,
    absent: undefined,
    none: null,
    samples: [{ size: 0.5, any: false }, { size: '' }],
    conditions: [2, 3],
    file,
  })
  expect(data.get('file')).toBeInstanceOf(File)
  data.delete('file')
  expect(nestFields([...data.entries()] as [string, string][])).toEqual({
    title: 'T',
    check: '1',
    samples: [{ size: '0.5', any: '0' }, { size: '' }],
    conditions: ['2', '3'],
  })
})

test('lines of JSON are told as they come, however they are cut; the last is kept', () => {
  const told: unknown[] = []
  const lines = jsonLineReader((line) => told.push(line))
  const text = '{"at":"鉱"}\n{"at":2}\n{"end":1}\n'
  for (const byte of new TextEncoder().encode(text)) lines.read(Uint8Array.of(byte))
  expect(told).toEqual([{ at: '鉱' }, { at: 2 }, { end: 1 }])
  expect(lines.last()).toEqual({ end: 1 })
})

test('one line without an end is the last; nothing is nothing', () => {
  const lines = jsonLineReader(() => {})
  expect(lines.last()).toBeUndefined()
  lines.read(new TextEncoder().encode('{"result":0}'))
  expect(lines.last()).toEqual({ result: 0 })
})
