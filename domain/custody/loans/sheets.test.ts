import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  beyondTolerance,
  leftAfter,
  lossWithMissing,
  parseMeasured,
  parseSmall,
  splitBalance,
  typedDifference,
  whyNotConsumeYet,
  whyNotMeasured,
  whyNotSmall,
  whyNotSplitYet,
} from './sheets.ts'

const split = (parts: string[], used = '0', lost = '0') =>
  splitBalance(1870, { parts: parts.map((amount) => ({ amount })), used, lost }, 5)

describe('typed amounts', () => {
  it.each([
    ['ug', '260', 260],
    ['ug', '', 0],
    ['ug', '0.26', null],
    ['ug', '-3', null],
    ['ug', '1,000', null],
    ['mpa', '68.5', 68_500],
    ['mpa', '', 0],
    ['mpa', '-1', null],
  ] as const)('a small one in %s: %j is %s', (unit, text, n) => expect(parseSmall(unit, text)).toBe(n))

  it.each([
    ['1.870', 1870],
    ['1.87', 1870],
    ['.5', 500],
    ['', null],
    ['1,870', null],
    ['-1', null],
    ['1.8704', null],
  ])('a measured one: %j is %s', (text, n) => expect(parseMeasured('ug', text)).toBe(n))

  it('says what is wrong, and nothing of an empty field', () => {
    expect(whyNotMeasured('ug', '')).toBeNull()
    expect(whyNotMeasured('ug', '1,870')).toBe('Type mg with at most three decimals, such as 1.870.')
    expect(whyNotMeasured('mpa', 'x')).toBe('Type Pa with at most three decimals, such as 68.5.')
    expect(whyNotSmall('ug', '0.3')).toBe('Type whole µg, such as 260.')
    expect(whyNotSmall('mpa', '0.3')).toBeNull()
  })

  it('differs from the record by what was measured', () => {
    expect(typedDifference('ug', 1204, '1.180')).toBe(-24)
    expect(typedDifference('mpa', 68_000, '68.5')).toBe(500)
    expect(typedDifference('ug', 1204, '')).toBeNull()
  })
})

test.each([
  ['ug', -24, 5, 'A1 is 24 µg lighter than sent; 5 µg is the tolerance.'],
  ['ug', 6, 5, 'A1 is 6 µg heavier than sent; 5 µg is the tolerance.'],
  ['ug', -5, 5, null],
  ['mpa', -600, 500, 'A1 has 0.6 Pa less than sent; 0.5 Pa is the tolerance.'],
] as const)('a difference of %s %d', (unit, difference, tolerance, says) =>
  expect(beyondTolerance({ name: 'A1', unit }, difference, tolerance, 'sent')).toBe(says),
)

describe('the balance of a split', () => {
  it.each([
    ['missing', split(['1.104', '0.742'], '0', '9'), 15, '15 µg are missing'],
    ['balanced', split(['1.104', '0.742'], '0', '24'), 0, 'It balances'],
    ['balanced', split(['1.104', '0.742'], '24', ''), 0, 'It balances'],
    [
      'near',
      split(['1.104', '0.742'], '0', '20'),
      4,
      '4 µg less than on record, as near as a balance can be',
    ],
    ['near', split(['1.128', '0.744']), -2, '2 µg more than on record, as near as a balance can be'],
    ['near', split(['1.105', '0.760']), 5, '5 µg less than on record, as near as a balance can be'],
    ['missing', split(['1.104', '0.760']), 6, '6 µg are missing'],
    ['over', split(['1.200', '0.742']), -72, '72 µg more than on record'],
    ['over', split(['1.900', '']), -30, '30 µg more than on record'],
    ['incomplete', split(['1.104', '']), 0, '766 µg still to weigh'],
    ['incomplete', split(['1.104', '0']), 0, '766 µg still to weigh'],
    ['incomplete', split(['1.870', '']), 0, '0 µg still to weigh'],
    ['incomplete', split(['1.104', '0.742'], 'x', '24'), 0, '0 µg still to weigh'],
  ])('is %s', (state, balance, missing, title) => expect(balance).toMatchObject({ state, missing, title }))

  it('shows the sum as typed', () =>
    expect(split(['1.104', '0.742'], '0', '9').sum).toBe('1.104 + 0.742 + 0 + 0.009 = 1.855 of 1.870 mg'))

  it('lets the button wait until it balances', () => {
    expect(whyNotSplitYet(split(['1.104', '0.742'], '0', '9'))).toBe(
      '15 µg are missing: it must balance first.',
    )
    expect(whyNotSplitYet(split(['1.104', '']))).toBe('Weigh each part.')
    expect(whyNotSplitYet(split(['1.104', '0.742'], '0', '20'))).toBeNull()
  })

  it('balances once what is missing is added to the loss', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 3, max: 10_000_000 }),
        fc.float({ min: 0, max: 1, noNaN: true }),
        fc.nat(1000),
        (present, share, lost) => {
          const first = Math.max(1, Math.floor((present - 2) * share))
          const typed = {
            parts: [{ amount: String(first / 1000) }, { amount: '0.001' }],
            used: '0',
            lost: String(lost),
          }
          const { missing } = splitBalance(present, typed, 0)
          fc.pre(missing > 0)
          const loss = lossWithMissing(typed.lost, missing)
          expect(splitBalance(present, { ...typed, lost: loss }, 0).state).toBe('balanced')
        },
      ),
    ))
})

describe('a use', () => {
  const piece = { name: 'C0212-01', unit: 'ug', present: 1870 } as const

  it('leaves what is neither used nor lost', () => {
    expect(leftAfter('ug', 1870, '260', '')).toBe(1610)
    expect(leftAfter('mpa', 68_000, '60.5', '')).toBe(7_500)
    expect(leftAfter('ug', 1870, 'x', '')).toBeNull()
  })

  it.each([
    ['', '', 'Enter how much it is.'],
    ['0.2', '', 'Type whole µg, such as 260.'],
    ['10', 'x', 'Type whole µg, such as 260.'],
    ['1871', '', 'C0212-01 holds 1.870 mg, not so much.'],
    ['1870', '', null],
    ['', '3', null],
  ])('of %j and a loss of %j: %s', (used, lost, why) => expect(whyNotConsumeYet(piece, used, lost)).toBe(why))
})
