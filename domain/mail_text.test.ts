import { describe, expect, test } from 'vitest'
import { officeOf, quoteTyped, signatureOf, signedBy } from './mail_text.ts'

const NOTHING_SET = {
  office_name: '',
  office_email: '',
  office_address: '',
  office_signature: '',
  mail_sender: '',
}

test.each([
  [{}, 'AO Office', 'Astromaterials Sample AO System\nhttps://ao.example.org\nAO Office\nao@example.org'],
  [
    { mail_sender: 'other@example.org' },
    'Administration office',
    'Astromaterials Sample AO System\nhttps://ao.example.org\nAdministration office\nother@example.org',
  ],
  [
    { mail_sender: 'other@example.org', office_name: 'Samples', office_address: '1 Rock Road\nMoon' },
    'Samples',
    'Astromaterials Sample AO System\nhttps://ao.example.org\nSamples\n1 Rock Road\nMoon\nother@example.org',
  ],
  [
    { office_email: 'ask@example.org' },
    'AO Office',
    'Astromaterials Sample AO System\nhttps://ao.example.org\nAO Office\nask@example.org',
  ],
  [{ office_signature: 'Yours,\nthe curators' }, 'AO Office', 'Yours,\nthe curators'],
])('with the settings %j the office is %s, and mails end with its signature', (set, name, end) => {
  const office = officeOf({ ...NOTHING_SET, ...set }, 'AO Office <ao@example.org>')
  expect(office.name).toBe(name)
  expect(signatureOf({ baseUrl: 'https://ao.example.org' }, office)).toBe(end)
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
