import { describe, expect, test } from 'vitest'
import { bibtexEntries } from './bibtex.ts'
import { doiAddress, normaliseDoi } from './doi.ts'

describe('a DOI', () => {
  test.each([
    ['10.1126/science.abn8671', '10.1126/science.abn8671'],
    [' doi: 10.1126/Science.ABN8671. ', '10.1126/science.abn8671'],
    ['https://doi.org/10.1126/science.abn8671', '10.1126/science.abn8671'],
    ['http://dx.doi.org/10.1016/S0016-7037(02)01234-5?x=1#y', '10.1016/s0016-7037(02)01234-5'],
    ['https://doi.org/10.1002/a%3Cb', null],
    ['10.1000.10/123;', '10.1000.10/123'],
    ['10.126/short', null],
    ['10.1126/with blank', null],
    ['10.1126/', null],
    ['science.abn8671', null],
    ['https://example.org/10.1126/science', null],
    [`10.1126/${'x'.repeat(300)}`, null],
    ['https://doi.org/10.1126/%E0%A4%A', '10.1126/%e0%a4%a'],
  ])('%j is %j', (typed, doi) => {
    expect(normaliseDoi(typed)).toBe(doi)
  })

  test('leads to doi.org, with its characters escaped', () => {
    expect(doiAddress('10.1016/s0016(02)#1/a')).toBe('https://doi.org/10.1016/s0016(02)%231/a')
  })
})

describe('BibTeX', () => {
  const publication = { doi: '10.5555/ao.1', title: 'Fluids', year: 2026, pieces: ['A0106-02', 'C_1'] }

  test('names the pieces, and escapes what TeX would read', () => {
    const title = '50 % of {Δ47} & $x_1$ ~ ^ # \\cite\nnew'
    expect(bibtexEntries()({ ...publication, title })).toBe(
      [
        '@article{10.5555-ao.1,',
        '  title = {{50 \\% of \\{Δ47\\} \\& \\$x\\_1\\$ \\textasciitilde{} \\textasciicircum{} \\# \\textbackslash{}cite new}},',
        '  year = {2026},',
        '  doi = {10.5555/ao.1},',
        '  note = {Samples: A0106-02, C\\_1}',
        '}\n\n',
      ].join('\n'),
    )
  })

  test('has each key once', () => {
    const entry = bibtexEntries()
    const keys = ['10.1/a(b)', '10.1/ab', '10.1/c'].map(
      (doi) => entry({ ...publication, doi }).split('\n')[0],
    )
    expect(keys).toEqual(['@article{10.1-ab,', '@article{10.1-ab:2,', '@article{10.1-c,'])
  })
})
