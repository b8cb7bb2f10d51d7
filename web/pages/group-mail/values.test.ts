import { expect, it } from 'vitest'
import { EMPTY_VALUES, reconcileDestinations } from './-form.tsx'

it.each([
  [[1, 2], [1, 2], []],
  [[1, 9], [1], ['1 of the destinations no longer has an account.']],
  [[8, 9], [], ['2 of the destinations no longer have an account.']],
])('reduces the restored destinations %o to %o', (typed, destinations, lost) => {
  const values = { ...EMPTY_VALUES, title: 'T', destinations: typed }
  const reconciled = reconcileDestinations(values, [{ id: 1 }, { id: 2 }])
  expect(reconciled).toEqual({ values: { ...values, destinations }, lost })
})
