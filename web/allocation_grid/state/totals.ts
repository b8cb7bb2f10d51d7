import type { Served } from '#domain/allocation/served.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { exactSum } from '#domain/samples/exact_sum.ts'
import type { GridModel } from './model.ts'
import type { RowAnswers } from './requests.ts'

type ComparedMg = RowAnswers['mg']

export interface Totals {
  assignments: number
  /** Samples assigned at least once, and their weight in mg. */
  samples: number
  weight: number
  confirmed: number
  /** Clashing samples, proposals with surplus samples, and proposals with unanswered requests. */
  clashes: number
  overAsked: number
  notServed: number
  /** How many proposals are served by nothing, in part, and completely. */
  served: Record<Served, number>
  /** Requested and assigned in this grid, in pieces and known mg. */
  pieces: { asked: number; given: number }
  mg: ComparedMg
  /** Unsaved changes. */
  changes: number
}

/** The totals of a grid, including hidden rows and columns. */
export function totalsOf(model: GridModel): Totals {
  const totals = {
    assignments: 0,
    samples: 0,
    confirmed: 0,
    clashes: 0,
    overAsked: 0,
    notServed: 0,
    served: { nothing: 0, part: 0, complete: 0 },
    pieces: { asked: 0, given: 0 },
  }
  const mg: ComparedMg[] = []
  const weights: number[] = []
  for (const [column, sample] of model.columns.entries()) {
    const assignmentCounts = model.assignments.assignmentCounts[column]!
    if (assignmentCounts === 0) continue
    totals.assignments += assignmentCounts
    totals.samples += 1
    weights.push(sample.weight ?? 0)
    totals.confirmed += sample.assigned_sample.filter(({ status }) => status === CONFIRMED).length
    if (model.hasClash(column)) totals.clashes += 1
  }
  for (const row of model.rows.keys()) {
    const { surplus: over, missing, pieces, mg: its, served } = model.answers.row(row)
    if (over.length > 0) totals.overAsked += 1
    if (missing > 0) totals.notServed += 1
    if (served !== null) totals.served[served] += 1
    totals.pieces.asked += pieces.asked
    totals.pieces.given += pieces.given
    mg.push(its)
  }
  const sumOf = (figure: keyof ComparedMg) => exactSum(mg.map((its) => its[figure]))
  return {
    ...totals,
    weight: exactSum(weights),
    mg: {
      asked: sumOf('asked'),
      given: sumOf('given'),
      bySize: sumOf('bySize'),
      unstated: sumOf('unstated'),
      total: sumOf('total'),
    },
    changes: model.unsaved,
  }
}
