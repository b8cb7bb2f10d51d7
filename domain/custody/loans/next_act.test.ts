import { describe, expect, test } from 'vitest'
import { dueReminder, reminderOccasion } from './due.ts'
import { type ActLoan, type ActPiece, dueActs, nextAct, urgencyOf, type WaitsFor } from './next_act.ts'
import { loanState } from './status.ts'

const TODAY = '2027-07-20'
const aPiece = (piece: Partial<ActPiece> = {}): ActPiece => ({
  name: 'C0235',
  unit: 'ug',
  state: 'in_use',
  ...{ parts_to_choose: false, difference: null, weigh_again: false, missing: false, lost: false },
  write_off: false,
  ...piece,
})
const aLoan = (loan: Partial<ActLoan> = {}, ...pieces: Partial<ActPiece>[]): ActLoan => ({
  closed_at: null,
  agreement_sent_at: '2027-07-11T09:00:00Z',
  signed_at: '2027-07-12T09:00:00Z',
  agreed_at: '2027-07-13T09:00:00Z',
  packed_at: '2027-07-14T09:00:00Z',
  dispatched_at: '2027-07-15T09:00:00Z',
  due_on: '2028-07-16',
  report_at: null,
  ...{ reminders: 0, reminded_at: null, extension: null, moves: [], unlent: 0 },
  pieces: (pieces.length > 0 ? pieces : [{}]).map(aPiece),
  ...loan,
})

describe('the state of a loan', () => {
  test.each([
    [['in_curation', 'packed'], 'ready_to_pack'],
    [['dispatched', 'in_use'], 'dispatched'],
    [['received', 'in_use'], 'received'],
    [['in_use', 'sent_back', 'consumed'], 'in_use'],
    [['sent_back', 'returned', 'lost'], 'returned'],
    [['split', 'consumed', 'lost'], 'consumed'],
    [['split', 'void', 'lost'], 'lost'],
  ] as const)('of pieces that are %j is %s', (states, state) => {
    const pieces = states.map((state) => ({ state }))
    expect(loanState({ closed_at: null, agreed_at: 'x' }, pieces)).toBe(state)
    expect(loanState({ closed_at: 'x', agreed_at: 'x' }, pieces)).toBe('closed')
  })

  test('waits for its agreement', () => {
    expect(loanState({ closed_at: null, agreed_at: null }, [{ state: 'in_curation' }])).toBe('agreement_due')
  })
})

describe('the next act', () => {
  test.each<[string, ActLoan, string, string]>([
    [
      'send',
      aLoan({ agreement_sent_at: null, signed_at: null, agreed_at: null }, { state: 'in_curation' }),
      'office to send the agreement',
      'Send agreement',
    ],
    [
      'sign',
      aLoan({ signed_at: null, agreed_at: null }, { state: 'in_curation' }),
      'holder to sign, asked 9 days ago',
      'Sign',
    ],
    [
      'countersign',
      aLoan({ agreed_at: null }, { state: 'in_curation' }),
      'office to countersign: signed copy came 2027-07-12',
      'Countersign',
    ],
    [
      'pack',
      aLoan({ packed_at: null, dispatched_at: null }, { state: 'in_curation' }),
      'curation to pack',
      'Pack',
    ],
    ['dispatch', aLoan({ dispatched_at: null }, { state: 'packed' }), 'curation to dispatch', 'Dispatch'],
    ['receive', aLoan({}, { state: 'dispatched' }), 'holder to receive, sent 5 days ago', 'Receive'],
    ['return', aLoan({ due_on: '2027-08-05' }), 'holder to return or ask', 'Return'],
    ['report', aLoan({}, { state: 'returned' }), 'holder to send the report of use', 'Upload'],
    [
      'close',
      aLoan({ report_at: '2027-07-19T09:00:00Z' }, { state: 'returned' }),
      'office to close: everything is accounted for',
      'Close',
    ],
  ])('is to %s', (_, loan, waiting, verb) => {
    expect(dueActs(loan, TODAY)[0]).toMatchObject({ waiting, verb })
  })

  test('is the first that the viewer can do, else that of the others without a button', () => {
    const loan = aLoan({ due_on: '2027-08-05', extension: '2028-01-31' })
    expect(nextAct(loan, 'office', TODAY)).toMatchObject({ kind: 'extension', verb: 'Decide' })
    expect(nextAct(loan, 'curation', TODAY)).toMatchObject({ kind: 'extension', verb: null })
    expect(nextAct(loan, 'holder', TODAY)).toMatchObject({ kind: 'return', verb: 'Return' })
  })

  test('is nothing until 30 days before the due day', () => {
    expect(nextAct(aLoan({ due_on: '2027-08-28' }), 'office', TODAY)).toEqual({
      who: null,
      kind: null,
      label: 'nothing until 2027-07-29',
      verb: null,
    })
  })

  test('is of the office for curation’s acts too, and never of what is closed', () => {
    expect(nextAct(aLoan({ dispatched_at: null }, { state: 'packed' }), 'office', TODAY).verb).toBe(
      'Dispatch',
    )
    expect(dueActs(aLoan({ closed_at: 'x' }, { state: 'in_use' }), TODAY)).toEqual([])
  })

  test('says how often a late one was reminded', () => {
    const reminded = { due_on: '2027-06-28', reminders: 3, reminded_at: '2027-07-05T07:00:00Z' }
    expect(dueActs(aLoan(reminded), TODAY)[0]).toMatchObject({
      kind: 'remind',
      label: '3 reminders, last 2027-07-05',
    })
    expect(dueActs(aLoan({ ...reminded, reminded_at: `${TODAY}T07:00:00Z` }), TODAY)[0]!.label).toBe(
      '3 reminders, last today',
    )
  })
})

test('the order is own acts first, late ones foremost, then of others, of holders, quiet ones, closed ones', () => {
  const loans = {
    later: aLoan({ due_on: '2027-07-13' }),
    late: aLoan({ due_on: '2027-06-28' }),
    difference: aLoan({}, { state: 'received', difference: -41 }),
    pack: aLoan({ packed_at: null, dispatched_at: null }, { state: 'in_curation' }),
    holder: aLoan({}, { state: 'dispatched' }),
    quiet: aLoan({ due_on: '2027-09-02' }),
    closed: aLoan({ closed_at: '2027-07-01T00:00:00Z' }),
  }
  const orderFor = (viewer: WaitsFor) =>
    Object.entries(loans)
      .map(([name, loan]) => [name, ...urgencyOf(loan, viewer, TODAY)] as const)
      .toSorted((a, b) => a[1] - b[1] || a[2] - b[2])
      .map(([name]) => name)
  expect(orderFor('office')).toEqual(['late', 'later', 'difference', 'pack', 'holder', 'quiet', 'closed'])
  expect(orderFor('curation')).toEqual(['pack', 'late', 'later', 'difference', 'holder', 'quiet', 'closed'])
})

describe('reminders', () => {
  test.each([
    [-31, null],
    [-30, -30],
    [-29, -30],
    [-28, -30],
    [-8, -30],
    [-7, -7],
    [0, 0],
    [6, 0],
    [7, 7],
    [29, 7],
    [30, 30],
    [59, 30],
    [60, 60],
    [89, 60],
    [90, 90],
    [365, 360],
  ])('%s days from the due day have come to the occasion %s', (days, occasion) => {
    const today = new Date(Date.parse(TODAY) + days * 86_400_000).toISOString().slice(0, 10)
    expect(reminderOccasion(TODAY, today)).toBe(occasion)
    const isDue = occasion !== null && days - occasion <= 1
    expect(dueReminder(TODAY, today)).toBe(isDue ? occasion : null)
  })
})
