import { describe, expect, test } from 'vitest'
import { CATALOGUE, UNKNOWN_SAMPLE } from './catalogue.ts'
import {
  createLineClassifier,
  type ParsedLine,
  readHeader,
  readLine,
  type StoredSample,
  type Tie,
} from './import.ts'
import { columnsCsv, exampleCsv } from './import_example.ts'

const HEAD = CATALOGUE.map(({ header }) => header)
const CELLS = ['Ryugu', 'A0042', 'Particle', '5.4', '', '2.013', '', '', 'A', '', 'Dark', 'Chamber A', '']
const columns = readHeader(HEAD) as Exclude<ReturnType<typeof readHeader>, string>

/** Reads a valid line with one cell replaced. */
const withCell = (header: string, text: string) =>
  readLine(
    columns,
    CELLS.map((cell, i) => (HEAD[i] === header ? text : cell)),
  )

const read: ParsedLine = { db_type: 1, name: 'A0042', sample_type: 0, weight: 5.4, size: 2013 }
const stored = (sample: Partial<StoredSample> = {}): StoredSample => ({
  ...UNKNOWN_SAMPLE,
  ...read,
  weight: 5.4,
  size: 2013,
  id: 3,
  tie: null,
  in_custody: false,
  ...sample,
})

describe('the first line', () => {
  test('names columns whatever their case and spaces, and those that the sample list has besides', () => {
    const found = readHeader(['ID', 'asteroid', ' NAME', 'sample_type', 'size [MM]', 'Requested'])
    expect((found as { field: string }[]).map((column) => column?.field)).toEqual([
      undefined,
      'db_type',
      'name',
      'sample_type',
      'size',
      undefined,
    ])
  })

  test.each([
    [['Asteroid', 'Name', 'Type', 'Size'], 'The column “Size” cannot be imported.'],
    [['Asteroid', 'Name', 'Type', 'Colour', 'weight'], 'The columns “Colour”, “weight” cannot be imported.'],
    [['Asteroid', 'Name'], 'The column Type is missing in the first line.'],
    [['Asteroid', 'Name', 'Type', 'name'], 'The column Name appears twice.'],
  ])('%j is refused: %s', (head, why) => {
    expect(readHeader(head)).toContain(why)
  })
})

describe('a cell', () => {
  test.each([
    ['Asteroid', 'bennu', 'db_type', 2],
    ['Asteroid', '1', 'db_type', 1],
    ['Type', 'contact pad PARTICLE', 'sample_type', 4],
    ['Type', '2', 'sample_type', 2],
    ['Weight[mg]', '', 'weight', null],
    ['Weight[mg]', '1e-2', 'weight', 0.01],
    ['Initial weight[mg]', '7.25', 'initial_weight', 7.25],
    ['Size[mm]', '0.0004', 'size', 0],
    ['Size[mm]', '1.2345', 'size', 1235],
    ['Chamber', 'c', 'chamber', 2],
    ['Dish', '8', 'dish', 8],
    ['On offer', 'X', 'flg', true],
    ['On offer', 'no', 'flg', false],
    ['Description', "a\r\n'-5 °C", 'description', 'a\n-5 °C'],
  ])('of %s that holds %j is read', (header, text, field, value) => {
    expect(withCell(header, text)).toMatchObject({ [field]: value })
  })

  test.each([
    ['Asteroid', 'Vesta', 'Asteroid: “Vesta” is none of Ryugu, Bennu.'],
    ['Name', '', 'Name: this field is required.'],
    ['Name', '=HYPERLINK("x")', 'Name: a name cannot begin with =, +, - or @'],
    ['Name', "'@x", 'Name: a name cannot begin with =, +, - or @'],
    ['Name', 'x'.repeat(51), 'Name: at most 50 characters can be kept.'],
    ['Name', 'A\n1', 'Name: the text must be on one line.'],
    ['Weight[mg]', '1,5', 'Weight[mg]: “1,5” has a comma; write it with a decimal point.'],
    ['Weight[mg]', '-1', 'Weight[mg]: “-1” is not a number of 0 or more.'],
    ['Weight[mg]', 'heavy', 'Weight[mg]: “heavy” is not a number of 0 or more.'],
    ['Weight[mg]', '0x10', 'Weight[mg]: “0x10” is not a number of 0 or more.'],
    ['Size[mm]', '1000001', 'Size[mm]: “1000001” is larger than any sample.'],
    ['Size[mm]', '9'.repeat(60), `Size[mm]: “${'9'.repeat(40)}…” is larger than any sample.`],
    ['Chamber', 'B', 'Chamber: “B” is none of A, C.'],
    ['Dish', '9', 'Dish: “9” is none of 1, 2, 3, 4, 5, 6, 7, 8.'],
    ['On offer', 'maybe', 'On offer: “maybe” is neither x nor empty.'],
  ])('of %s that holds %j refuses the line', (header, text, why) => {
    expect(withCell(header, text)).toMatchObject({ why: expect.stringContaining(why) })
  })

  test('too many or too few refuse the line', () => {
    expect(readLine(columns, CELLS.slice(0, 12))).toEqual({
      name: 'Ryugu A0042',
      why: 'This line has 12 cells where the first line has 13.',
    })
  })
})

describe('a line', () => {
  test('adds an unknown sample, with defaults for absent columns', () => {
    expect(createLineClassifier([])(2, read)).toEqual({
      kind: 'added',
      line: 2,
      row: { ...UNKNOWN_SAMPLE, ...read, initial_weight: 5.4 },
    })
  })

  test('leaves equal values and absent columns unchanged', () => {
    expect(createLineClassifier([stored({ description: 'Dark' })])(2, read)).toEqual({
      kind: 'unchanged',
      line: 2,
    })
  })

  test('changes values that differ or are emptied', () => {
    const verdict = createLineClassifier([stored()])(2, { ...read, weight: null, size: 2 })
    expect(verdict).toMatchObject({
      kind: 'changed',
      id: 3,
      changes: [
        { field: 'weight', before: 5.4, after: null },
        { field: 'size', before: 2013, after: 2 },
      ],
    })
  })

  test.each<[string, Partial<ParsedLine>, StoredSample[], string]>([
    ['of a contact pad of Ryugu', { sample_type: 4 }, [], 'Contact pad particles are from Bennu.'],
    ['of Bennu with a chamber', { db_type: 2, chamber: 1 }, [], 'Only a sample from Ryugu has a chamber.'],
    ['of Ryugu with a dish', { dish: 1 }, [], 'Only a sample from Bennu has a dish.'],
    ['of a particle on offer', { flg: true }, [], 'Only a previously allocated sample can be on offer.'],
    [
      'in other letters',
      { name: 'a0042' },
      [stored()],
      'Ryugu A0042 is in the catalogue with a different spelling.',
    ],
  ])('%s is refused', (_, line, samples, why) => {
    expect(createLineClassifier(samples)(2, { ...read, ...line })).toMatchObject({
      kind: 'refused',
      line: 2,
      why,
    })
  })

  test('that occurs twice for one asteroid is refused the second time', () => {
    const verdict = createLineClassifier([])
    expect(verdict(2, read).kind).toBe('added')
    expect(verdict(3, { ...read, db_type: 2 }).kind).toBe('added')
    expect(verdict(4, { ...read, name: 'a0042' })).toMatchObject({
      why: 'Ryugu a0042 is already in line 2.',
    })
  })

  test.each<[Tie['kind'], string]>([
    ['requested', 'A0042 is requested by proposal 5 of AO7: its type cannot be changed.'],
    ['assigned', 'A0042 is assigned to proposal 5 of AO7: its type cannot be changed.'],
    ['confirmed', 'A0042 is confirmed for proposal 5 of AO7: its type cannot be changed.'],
  ])('does not make another type of a sample that is %s, and may change its figures', (kind, why) => {
    const sample = stored({ tie: { kind, proposal_id: 5, term_id: 7 } })
    expect(createLineClassifier([sample])(2, { ...read, sample_type: 1 })).toMatchObject({
      kind: 'refused',
      why,
    })
    expect(createLineClassifier([sample])(2, { ...read, weight: 1 }).kind).toBe('changed')
    expect(createLineClassifier([stored()])(2, { ...read, sample_type: 1 }).kind).toBe('changed')
  })
})

test('the example holds every column, and the columns are explained', () => {
  expect(exampleCsv().split('\r\n')[0]).toBe(`\uFEFF${HEAD.join()}`)
  expect(columnsCsv()).toContain('Size[mm],no,mm,')
})

test('changes no weight of a sample that has been lent, and its description only', () => {
  const classify = createLineClassifier([stored({ in_custody: true })])
  const { weight: _, ...unweighed } = read
  expect(classify(2, { ...read, weight: 5 })).toMatchObject({
    kind: 'refused',
    why: 'A0042 has been lent: its weight, pressure and volume follow from what is recorded on its piece.',
  })
  const other = createLineClassifier([stored({ in_custody: true })])
  expect(other(2, { ...unweighed, description: 'Polished' } as ParsedLine).kind).toBe('changed')
})
