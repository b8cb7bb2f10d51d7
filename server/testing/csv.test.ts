import { expect, test } from 'vitest'
import { readCsv } from './csv.ts'

test('a file of RFC 4180 is read by its headers', () => {
  expect(readCsv('\ufeffA,"B,C"\r\n"1\r\n""2""\r",\r\n,3\r\n')).toEqual([
    { A: '1\r\n"2"\r', 'B,C': '' },
    { A: '', 'B,C': '3' },
  ])
})

test.each([
  ['has no BOM', 'A\r\n1\r\n'],
  ['has no last line end', '\ufeffA\r\n1'],
  ['holds a bare line feed', '\ufeffA\r\n1\n2\r\n'],
  ['holds a bare carriage return', '\ufeffA\r\n1\r2\r\n'],
  ['holds a bare quote', '\ufeffA\r\n1"2\r\n'],
  ['goes on after a quote', '\ufeffA\r\n"1"2\r\n'],
  ['never closes a quote', '\ufeffA\r\n"1\r\n'],
  ['has too few cells in a row', '\ufeffA,B\r\n1\r\n'],
  ['has a header twice', '\ufeffA,A\r\n1,2\r\n'],
])('a file is not read that %s', (_, file) => {
  expect(() => readCsv(file)).toThrow()
})
