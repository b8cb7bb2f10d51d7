import { describe, expect, it } from 'vitest'
import { findScanned, type PackedRow, packingStep, stillToPack } from './packing.ts'

const TOLERANCE = { ug: 5, mpa: 500 }
const row = (name: string, weighed: string, container = 'B-1', present = 2611): PackedRow => ({
  ...{ name, unit: 'ug', present, weighed, container },
})

describe('a piece on the pick list', () => {
  it.each([
    ['', 'B-1', 'to_weigh'],
    ['2,611', 'B-1', 'to_weigh'],
    ['2.588', 'B-1', 'beyond'],
    ['2.617', 'B-1', 'beyond'],
    ['2.606', 'B-1', 'ready'],
    ['2.616', 'B-1', 'ready'],
    ['2.611', ' ', 'no_container'],
    ['2.588', '', 'beyond'],
  ])('weighed %j in container %j is %s', (weighed, container, step) =>
    expect(packingStep(row('A', weighed, container), TOLERANCE)).toBe(step),
  )

  it('of gas has the tolerance of the gauge', () => {
    const gas = { ...row('A0388', '68.5'), unit: 'mpa', present: 68_000 } as const
    expect(packingStep(gas, TOLERANCE)).toBe('ready')
    expect(packingStep({ ...gas, weighed: '68.6' }, TOLERANCE)).toBe('beyond')
  })
})

describe('what is left', () => {
  it('names each piece', () =>
    expect(
      stillToPack(
        [
          row('A0388', ''),
          row('OREX-1', ''),
          row('A0367-04', '2.588'),
          row('C1', '2.611', ''),
          row('C2', '2.611'),
        ],
        TOLERANCE,
      ),
    ).toBe('measure A0388 and OREX-1, resolve A0367-04, enter the container of C1'))

  it('counts many, and is nothing at the end', () => {
    expect(
      stillToPack(
        ['1', '2', '3', '4', '5'].map((name) => row(name, '')),
        TOLERANCE,
      ),
    ).toBe('measure 5 pieces')
    expect(stillToPack([row('A', '2.611')], TOLERANCE)).toBe('')
  })
})

describe('a scanned code', () => {
  const pieces = [
    { piece: 'abcdefgh2345', name: 'C0212-01' },
    { piece: 'zzzzzzzz9999', name: 'OREX-800021-101' },
  ]
  it.each([
    ['https://ao.example.org/pieces/abcdefgh2345', 'C0212-01'],
    ['https://ao.example.org/pieces/abcdefgh2345/', 'C0212-01'],
    ['HTTPS://AO.EXAMPLE.ORG/PIECES/ABCDEFGH2345', 'C0212-01'],
    ['/pieces/zzzzzzzz9999?x=1', 'OREX-800021-101'],
    ['orex-800021-101', 'OREX-800021-101'],
    [' c0212-01 ', 'C0212-01'],
    ['C0212', undefined],
    ['https://ao.example.org/pieces/bbbbbbbb2222', undefined],
  ])('%s is %s', (code, name) => expect(findScanned(pieces, code)?.name).toBe(name))
})
