import { expect, test } from 'vitest'
import { isOrcid, orcidLink } from './orcid.ts'

test.each(['0000-0002-1825-0097', '0000-0001-5109-3700', '0000-0002-1694-233X', '0000-0000-0000-0001'])(
  '%s is an ORCID iD',
  (orcid) => expect(isOrcid(orcid)).toBe(true),
)

test.each([
  '0000-0002-1825-0098',
  '0000-0002-1694-2330',
  '0000-0002-1694-233x',
  '0000-0002-8125-0097',
  '0000000218250097',
  'https://orcid.org/0000-0002-1825-0097',
  '0000-0002-1825-0097\n',
  '0000-0002-1825-009７',
  '',
])('%j is none', (text) => expect(isOrcid(text)).toBe(false))

test('is linked at orcid.org', () =>
  expect(orcidLink('0000-0002-1825-0097')).toBe('https://orcid.org/0000-0002-1825-0097'))
