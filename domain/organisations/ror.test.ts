import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bareRor, whyNotRor } from './ror.ts'

// The University of Tokyo, JAXA, Caltech, the California Digital Library, RIKEN and others, as the registry lists them.
const VALID = ['057zh3y96', '059yx9a68', '05dxps055', '03yrm5c26', '015wdp703', '027ka1x80', '02feahw73']
const SHAPE = 'A ROR id has nine characters and begins with 0, like 057zh3y96.'
const CHECK = 'The check digits do not match: one of the nine characters is wrong.'

test.each(VALID)('%s is a ROR id', (id) => expect(whyNotRor(id)).toBeNull())

test.each([
  ['057zh3y69', CHECK],
  ['157zh3y96', SHAPE],
  ['057zh3y9', SHAPE],
  ['057zh3yl6', SHAPE],
  ['05ozh3y96', SHAPE],
  ['', SHAPE],
])('%s is none', (id, why) => expect(whyNotRor(id)).toBe(why))

test('one wrong character is always found', () => {
  const digits = [...'0123456789abcdefghjkmnpqrstvwxyz']
  fc.assert(
    fc.property(
      fc.constantFrom(...VALID),
      fc.integer({ min: 1, max: 6 }),
      fc.constantFrom(...digits),
      (id, at, digit) => {
        fc.pre(id[at] !== digit)
        expect(whyNotRor(id.slice(0, at) + digit + id.slice(at + 1))).toBe(CHECK)
      },
    ),
  )
})

test.each([
  'https://ror.org/057zh3y96',
  ' HTTPS://ROR.ORG/057ZH3Y96/ ',
  'ror.org/057zh3y96',
  'ror:057zh3y96',
  'http://www.ror.org/057zh3y96',
])('%s is taken as it is pasted', (text) => expect(bareRor(text)).toBe('057zh3y96'))
