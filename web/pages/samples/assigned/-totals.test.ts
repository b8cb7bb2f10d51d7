import { expect, test } from 'vitest'
import { AGGREGATE, BENNU, GAS, PARTICLE, RYUGU } from '#domain/masters/values.ts'
import { kindText, totalsOf } from './-totals.tsx'

test('totals are in all, and by asteroid and type', () => {
  const totals = totalsOf([
    { proposal_id: 2, db_type: BENNU, type: AGGREGATE, weight: 1 },
    { proposal_id: 1, db_type: RYUGU, type: PARTICLE, weight: 0.1 },
    { proposal_id: 1, db_type: RYUGU, type: PARTICLE, weight: 0.2 },
    { proposal_id: 1, db_type: RYUGU, type: PARTICLE, weight: null },
    { proposal_id: 1, db_type: RYUGU, type: GAS, weight: null },
  ])
  expect([totals.pieces, totals.mg, totals.proposals, totals.unweighed]).toEqual([5, 1.3, 2, 1])
  expect(totals.kinds.map(kindText)).toEqual([
    '3 Ryugu particle, 0.3 mg',
    '1 Ryugu gas',
    '1 Bennu aggregate, 1 mg',
  ])
})
