import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyFor, merged, PLACEHOLDERS, type Recipient } from './merge.ts'

const MIRA: Recipient = {
  name: 'Mira Ito',
  affiliation: 'Tohoku',
  title: 'Water in Ryugu',
  samples: ['A0042', 'C0041'],
}
const NOBODY: Recipient = { name: 'Bo Ek', affiliation: '', title: null, samples: [] }

describe('a group mail', () => {
  test.each<[string, Recipient, string]>([
    ['Dear #name# (#affiliation#),', MIRA, 'Dear Mira Ito (Tohoku),'],
    ['#title#: #samples#', MIRA, 'Water in Ryugu: A0042, C0041'],
    ['#name##name#', MIRA, 'Mira ItoMira Ito'],
    ['#Name# # name# name #names#', MIRA, '#Name# # name# name #names#'],
    ['[#affiliation##title##samples#]', NOBODY, '[]'],
    ['#name#', { ...MIRA, name: '#title# $& $1' }, '#title# $& $1'],
    ['a\n#name#\n\nb', NOBODY, 'a\nBo Ek\n\nb'],
  ])('%j for %j reads %j', (content, recipient, reads) => {
    expect(merged(content, recipient)).toBe(reads)
  })

  test('without a placeholder reads the same for everybody', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const plain = text.replaceAll('#', '')
        expect(merged(plain, MIRA)).toBe(plain)
        expect(emptyFor(plain, NOBODY)).toEqual([])
      }),
    )
  })

  test('names the placeholders that are empty for somebody, if the content has them', () => {
    const all = PLACEHOLDERS.map((name) => `#${name}#`).join(' ')
    expect(emptyFor(all, NOBODY)).toEqual(['affiliation', 'title', 'samples'])
    expect(emptyFor('#name# #samples#', NOBODY)).toEqual(['samples'])
    expect(emptyFor(all, MIRA)).toEqual([])
  })
})
