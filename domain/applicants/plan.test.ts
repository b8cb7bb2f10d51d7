import { describe, expect, test } from 'vitest'
import type { SelectedApplicant } from './contract.ts'
import { planRegistration, planRejection } from './plan.ts'

const anApplicant = (id: number, more: Partial<SelectedApplicant> = {}): SelectedApplicant => ({
  id,
  name: `Applicant ${id}`,
  email: `a${id}@example.org`,
  term_id: 7,
  why_not: null,
  account: null,
  proposal: null,
  namesakes: [],
  ...more,
})
const account = { id: 5, roles: ['reviewer' as const], disabled: false, deleted: false }
const none = new Set<number>()
const choices = { dropped: none, preferred: none, mailed: none }
const proposal = { id: 73, title: 'Ice' }

const statesOf = (rows: ReturnType<typeof planRegistration>) => rows.map(({ state }) => state)

describe('a plan to register', () => {
  test.each([
    ['was decided on', { why_not: 'This applicant is rejected.' }, 'why_not'],
    ['has a proposal in the term', { account, proposal }, 'proposal'],
    ['has a disabled account', { account: { ...account, disabled: true } }, 'account'],
    ['has a deleted account', { account: { ...account, disabled: true, deleted: true } }, 'account'],
  ])('leaves out who %s, with the reason alone', (_, more, is) => {
    const [row] = planRegistration([anApplicant(1, more)], choices)
    expect(row).toMatchObject({ state: 'impossible', remarks: [{ is, bad: true }] })
    expect(row!.remarks).toHaveLength(1)
  })

  test('registers the first of several with one e-mail or account, or the one that is preferred', () => {
    const selected = [
      anApplicant(1, { email: 'same@example.org' }),
      anApplicant(2, { email: 'Same@example.org' }),
      anApplicant(3, { account }),
      anApplicant(4, { account, email: 'former@example.org' }),
    ]
    expect(statesOf(planRegistration(selected, choices))).toEqual([
      'included',
      'left_out',
      'included',
      'left_out',
    ])
    const swapped = planRegistration(selected, { dropped: none, preferred: new Set([2, 4]) })
    expect(statesOf(swapped)).toEqual(['left_out', 'included', 'left_out', 'included'])
    expect(swapped[0]!.remarks).toEqual([
      {
        is: 'same_account',
        chosen: { id: 2, name: 'Applicant 2' },
        others: [{ id: 2, name: 'Applicant 2' }],
        bad: false,
      },
    ])
  })

  test('names those with one account once, though they are namesakes too', () => {
    const same = (id: number) => [
      { id, name: 'Ann', email: 'same@example.org', status: 0 as const, same_account: true },
    ]
    const rows = planRegistration(
      [
        anApplicant(1, { email: 'same@example.org', namesakes: same(2) }),
        anApplicant(2, { email: 'same@example.org', namesakes: same(1) }),
      ],
      choices,
    )
    expect(rows.map(({ remarks }) => remarks.map(({ is }) => is))).toEqual([
      ['same_account'],
      ['same_account'],
    ])
  })

  test('of several with one account never takes one that cannot be registered', () => {
    const selected = [
      anApplicant(1, { email: 'same@example.org', why_not: 'This applicant is rejected.' }),
      anApplicant(2, { email: 'same@example.org' }),
    ]
    const rows = planRegistration(selected, { dropped: none, preferred: new Set([1]) })
    expect(statesOf(rows)).toEqual(['impossible', 'included'])
    expect(rows[1]!.remarks).toEqual([])
  })

  test('registers the same e-mail in two terms', () => {
    const selected = [
      anApplicant(1, { email: 'x@example.org' }),
      anApplicant(2, { email: 'x@example.org', term_id: 8 }),
    ]
    expect(statesOf(planRegistration(selected, choices))).toEqual(['included', 'included'])
  })

  test('says whom a dropped one leaves out', () => {
    const selected = [anApplicant(1, { email: 'x@example.org' }), anApplicant(2, { email: 'x@example.org' })]
    const rows = planRegistration(selected, { dropped: new Set([1]), preferred: none })
    expect(statesOf(rows)).toEqual(['dropped', 'left_out'])
    expect(rows[1]!.remarks[0]).toMatchObject({ is: 'same_account', chosen: null })
  })

  test('warns of namesakes in the selection and in the term', () => {
    const namesake = { id: 2, name: 'João Muñoz', email: 'j@example.org', status: 1 as const }
    const [row] = planRegistration(
      [
        anApplicant(1, {
          namesakes: [
            { ...namesake, same_account: false },
            { ...namesake, id: 3, status: 0, same_account: false },
            { ...namesake, id: 4, status: 2, same_account: true },
          ],
        }),
        anApplicant(3),
      ],
      choices,
    )
    expect(row!.state).toBe('included')
    expect(row!.remarks.map((remark) => 'text' in remark && remark.text)).toEqual([
      'Same name as João Muñoz (j@example.org), registered in AO7',
      'Same name as João Muñoz (j@example.org), also selected',
      'Same account as João Muñoz (j@example.org), rejected in AO7',
    ])
  })
})

describe('a plan to reject', () => {
  test('sends no e-mail to who has a proposal, unless it is chosen', () => {
    const selected = [anApplicant(1, { account, proposal }), anApplicant(2)]
    const decisions = (mailed: Set<number>) =>
      planRejection(selected, 'reject', { dropped: none, mailed }).map(({ decision }) => decision)
    expect(decisions(none)).toEqual(['reject_no_mail', 'reject'])
    expect(decisions(new Set([1]))).toEqual(['reject', 'reject'])
    expect(planRejection(selected, 'reject_no_mail', choices).map(({ decision }) => decision)).toEqual([
      'reject_no_mail',
      'reject_no_mail',
    ])
  })

  test('rejects all with one account, warns of it, and leaves out who was decided on or dropped', () => {
    const rows = planRejection(
      [
        anApplicant(1, { email: 'x@example.org' }),
        anApplicant(2, { email: 'x@example.org' }),
        anApplicant(3, { why_not: 'This applicant is already registered.' }),
        anApplicant(4, { account: { ...account, disabled: true } }),
        anApplicant(5),
      ],
      'reject',
      { dropped: new Set([5]), mailed: none },
    )
    expect(statesOf(rows)).toEqual(['included', 'included', 'impossible', 'included', 'dropped'])
    expect(rows[0]!.remarks).toEqual([
      { is: 'namesake', text: 'Same account as Applicant 2 (x@example.org), also selected', bad: false },
    ])
  })
})
