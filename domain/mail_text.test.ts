import { expect, test } from 'vitest'
import { mailText, signedBy } from './mail_text.ts'

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
