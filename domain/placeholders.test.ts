import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fillPlaceholders, nearestPlaceholder, placeholdersIn, segmentsOf } from './placeholders.ts'

const KNOWN = ['name', 'affiliation', 'due_date', 'days_left', 'proposals', 'office']

describe('placeholders', () => {
  test.each([
    ['Dear #name#, #due_date#', ['name', 'due_date']],
    ['3 # signs #, issue #4, #5 and #name#', ['name']],
    ['#名前#', ['名前']],
    ['#a# b #a#', ['a', 'a']],
    ['##', []],
  ])('of %j are %j', (text, names) => {
    expect(placeholdersIn(text)).toEqual(names)
  })

  test('and what is between them are the whole text again', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(
          segmentsOf(text)
            .map((segment) => segment.text)
            .join(''),
        ).toBe(text)
      }),
    )
    expect(segmentsOf('a #b# c')).toEqual([
      { text: 'a ', placeholder: null },
      { text: '#b#', placeholder: 'b' },
      { text: ' c', placeholder: null },
    ])
  })

  test.each([
    ['deu_date', 'due_date'],
    ['nmae', 'name'],
    ['Name', 'name'],
    ['days', null],
    ['proposal', 'proposals'],
    ['zebra', null],
  ])('unknown as #%s# were probably meant as %s', (name, nearest) => {
    expect(nearestPlaceholder(name, KNOWN)).toBe(nearest)
  })
})

describe('filling a text', () => {
  const VALUES = {
    name: 'Mira',
    affiliation: '',
    due_date: '2027-04-05',
    days_left: '',
    proposals: '- 75\n- 76',
  }
  test.each([
    ['Dear #name#,', 'Dear Mira,'],
    ['#name##name#', 'MiraMira'],
    ['by #due_date#, in #other# days', 'by 2027-04-05, in #other# days'],
    ['#name# (#affiliation#) wrote', 'Mira wrote'],
    ['#name# (#due_date#) wrote', 'Mira (2027-04-05) wrote'],
    ['A\nin #days_left# days\nB', 'A\nB'],
    ['A\n\nin #days_left# days of #due_date#\n\nB', 'A\n\nB'],
    ['A\n\n\n\n#proposals#\n \nB', 'A\n\n- 75\n- 76\n\nB'],
    ['', ''],
  ])('%j gives %j', (text, filled) => {
    expect(fillPlaceholders(text, VALUES, ['proposals'])).toBe(filled)
  })

  test('leaves out the paragraph of an empty list', () => {
    const text = 'A\n\nThese are open, until #due_date#:\n#proposals#\n\nB'
    expect(fillPlaceholders(text, { ...VALUES, proposals: '' }, ['proposals'])).toBe('A\n\nB')
    expect(fillPlaceholders(text, { ...VALUES, proposals: '' })).toBe(
      'A\n\nThese are open, until 2027-04-05:\n\nB',
    )
  })

  test('replaces once: what looks like a placeholder, or a pattern, in a value stays', () => {
    expect(fillPlaceholders('#name# #due_date#', { name: '#due_date# $& $1', due_date: '#name#' })).toBe(
      '#due_date# $& $1 #name#',
    )
  })

  test('without a placeholder changes nothing but blank lines', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const plain = text.replaceAll('#', '').replaceAll('\n', ' ')
        expect(fillPlaceholders(plain, VALUES)).toBe(plain)
      }),
    )
  })
})
