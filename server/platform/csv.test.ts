import { expect, test } from 'vitest'
import { textColumn } from './csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1', "'＝1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠1', "'＠1"],
  ['\t=1', "'\t=1"],
  ['\r=1', "'\r'=1"],
  ['\r\n1', "'\r\n1"],
  ['a\n=1\r\n-1\r＠1\u2028+1', "a\n'=1\r\n'-1\r'＠1\u2028'+1"],
  ['a\n\t1', "a\n'\t1"],
  ['a = b - c', 'a = b - c'],
  ['a\r\n\r\nb', 'a\r\n\r\nb'],
  ["'=1", "'=1"],
  ['', ''],
  [null, ''],
])('the free text %j is the cell %j', (given, cell) => {
  expect(textColumn('Title', () => given).cell({})).toBe(cell)
})
