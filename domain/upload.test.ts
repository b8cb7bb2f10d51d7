import { expect, test } from 'vitest'
import { upload } from './input_schemas.ts'
import { PDF, plainFileName, SentFile, whyNotFile } from './upload.ts'

const kind = { type: 'application/pdf', end: '.pdf', wrong: 'wrong', maxBytes: 50, tooLarge: 'large' }

test.each([
  ['PLAN.PDF', 'PLAN.PDF'],
  ['خطة البحث.pdf', 'خطة البحث.pdf'],
  ['計画\u202Efdp.\u202C書\u200F.pdf\u2069', '計画fdp.書.pdf'],
  ['a\u0007b\u2028c\ud800.pdf', 'abc.pdf'],
  ['C:\\Users\\me\\plan.pdf', 'plan.pdf'],
  ['../../etc/plan.pdf', 'plan.pdf'],
  [`${'計'.repeat(296)}.pdf`, `${'計'.repeat(196)}.pdf`],
  [`a.${'b'.repeat(300)}`, `a.${'b'.repeat(198)}`],
])('the file name %j becomes %j', (sent, stored) => expect(plainFileName(sent)).toBe(stored))

test.each([
  ['plan.pdf', 50, null],
  ['PLAN.PDF', 1, null],
  ['plan.pdf\u202C', 1, null],
  ['plan.pdf.exe', 1, 'wrong'],
  ['plan\u202Efdp.exe', 1, 'wrong'],
  ['plan', 0, 'wrong'],
  ['plan.pdf', 0, 'This file is empty.'],
  ['plan.pdf', 51, 'large'],
])('a file %j of %i bytes: %s', (name, size, why) => expect(whyNotFile({ name, size }, kind)).toBe(why))

test.each([
  [50_000_000, true],
  [50_000_001, false],
])('a PDF of %i bytes is accepted: %s', (size, accepted) => {
  expect(upload(PDF.maxBytes, PDF).safeParse(new SentFile('plan.pdf', '/nowhere', size)).success).toBe(
    accepted,
  )
})

test('a plain object is not accepted as a file', () => {
  const fake = { name: 'plan.pdf', path: '/etc/passwd', size: 7 }
  expect(upload(PDF.maxBytes, PDF).safeParse(fake).success).toBe(false)
})
