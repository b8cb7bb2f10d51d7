import { bandOf } from '#domain/staff/status.ts'
import type { GridModel } from '../model.ts'
import { among, type Narrows, type Wanted } from './samples.ts'
import { BAND_CODES, type Narrowing } from './search.ts'

const which: Record<Narrowing['proposals'], (model: GridModel) => Wanted> = {
  '': () => null,
  asks:
    ({ rows }) =>
    (row) =>
      rows[row]!.requested_samples.some(({ target }) => target),
  missing:
    ({ answers }) =>
    (row) =>
      answers.row(row).missing > 0,
  over:
    ({ answers }) =>
    (row) =>
      answers.row(row).over.length > 0,
  clash(model) {
    const clashing = [...model.columns.keys()].filter((column) => model.clashes(column))
    return among(clashing.flatMap((column) => model.ticks.takersOf(column)))
  },
}

/** Each way to narrow the proposals. */
export const PROPOSALS = {
  proposals: (what, model) => which[what](model),
  band: (ticked, { rows }) =>
    ticked.length === BAND_CODES.length
      ? null
      : (row) => ticked.includes(String(bandOf(rows[row]!.global_score) ?? 0)),
  unsaved: (on, model) => (on ? among(model.ticks.changedPlaces().map(({ row }) => row)) : null),
} satisfies Narrows
