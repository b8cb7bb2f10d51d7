import { describe, expect, test } from 'vitest'
import { mailText, quoteTyped, signedBy } from './mail_text.ts'

test('a mail ends with where it comes from, not with the sign-in screen', () => {
  expect(mailText({ baseUrl: 'https://ao.example.org' }, 'Mira Ito', 'One.', 'Two.')).toBe(
    'Dear Mira Ito,\n\nOne.\n\nTwo.\n\nAstromaterials Sample AO System\nhttps://ao.example.org',
  )
})

test.each([
  ['AO Office <ao@example.org>', 'AO Office', 'ao@example.org'],
  ['"AO Office" <ao@example.org>', 'AO Office', 'ao@example.org'],
  ['<ao@example.org>', 'Administration office', 'ao@example.org'],
  ['ao@example.org', 'Administration office', 'ao@example.org'],
])('a mail by %s is signed %s, %s', (sender, name, address) => {
  expect(signedBy(sender, 'Text')).toBe(`Text\n${name}\n${address}`)
})

describe('typed words in a mail', () => {
  test.each([
    ['Maria Testova', '"Maria Testova"'],
    ['Grains of 2.5 mm, e.g. olivine', '"Grains of 2.5 mm, e.g. olivine"'],
    ['see http://a.b/c?d', '"see [address removed]"'],
    ['see HTTPS:evil', '"see HTTPS:evil"'],
    ['WWW.evil', '"[address removed]"'],
    ['me@evil', '"[address removed]"'],
    ['(evil.example)', '"[address removed]"'],
    ['пример.рф', '"[address removed]"'],
    ['a\nb\r\n\u2028c\u202Ed\u0000e', '"a b c d e"'],
    ['say "yes"', '"say ”yes”"'],
    ['鉱'.repeat(21), `"${'鉱'.repeat(19)}…"`],
    ['', '""'],
  ])('%j becomes %s', (typed, shown) => {
    const max = typed.startsWith('鉱') ? 20 : 60
    expect(quoteTyped(typed, max)).toBe(shown)
  })
})
