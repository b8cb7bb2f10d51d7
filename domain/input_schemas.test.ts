import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkbox, EMAIL_PATTERN, multiLine, singleLine } from './input_schemas.ts'
import { countWords, firstWords, length, tooManyWords } from './text.ts'

const firstError = (schema: ReturnType<typeof singleLine>, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message ?? null

describe('a line', () => {
  const name = singleLine({ max: 5, required: 'This field is required.' })
  test.each([
    ['', 'This field is required.'],
    ['   ', 'This field is required.'],
    ['\u200B\u2060', 'This field is required.'],
    ['\u202E\u202C', 'This field is required.'],
    ['a\u200Bb', null],
    [undefined, 'This field is required.'],
    [null, 'This field is required.'],
    ['abcde', null],
    ['  abcde  ', null],
    ['𠮷𠮷𠮷𠮷𠮷', null],
    ['abcdef', 'This form is limited in 5 words'],
    ['a\nb', 'Line breaks cannot be used in this form.'],
    ['a\u2028b', 'Line breaks cannot be used in this form.'],
    ['a\0b', 'This text holds a character that cannot be stored.'],
    ['a\uD800', 'This text holds a character that cannot be stored.'],
    [7, 'This field must be text.'],
  ])('%j: %s', (value, message) => {
    expect(firstError(name, value)).toBe(message)
  })
})

test('a line contains no bidirectional control characters', () => {
  expect(singleLine({ max: 5 }).parse('\u202Eabc\u2066')).toBe('abc')
})

test('text of several lines normalizes line ends and limits words', () => {
  const text = multiLine({ max: 100, words: 3 })
  expect(text.parse('one\r\ntwo\rthree ')).toBe('one\ntwo\nthree')
  expect(text.safeParse('one two three four').error?.issues[0]?.message).toBe(tooManyWords(3))
})

test.each([
  ['a.b-c_d@example.org', true],
  ['A1@x.co.jp', true],
  ['.a@example.org', false],
  ['a+b@example.org', false],
  ['a@example', false],
  ['a b@example.org', false],
  ['a@example.org\nBcc: b@example.org', false],
])('%j is an e-mail: %s', (text, is) => {
  expect(EMAIL_PATTERN.test(text)).toBe(is)
})

test.each([
  [true, true],
  ['1', true],
  [0, false],
  ['false', false],
  ['', false],
  [null, false],
])('the checkbox value %j is %s', (sent, is) => {
  expect(checkbox.parse(sent)).toBe(is)
})

test('words and lengths are counted as people count them', () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-z山é]{1,8}$/u), { maxLength: 30 }),
      fc.integer({ min: 1, max: 40 }),
      (words, max) => {
        const text = words.join(' \n')
        expect(countWords(text)).toBe(words.length)
        expect(countWords(firstWords(text, max))).toBe(Math.min(max, words.length))
        expect(length(words.join(''))).toBe([...words.join('')].length)
      },
    ),
  )
})
