import type { DocketModel } from './docket.ts'

/** Dynamic program over sets of items: when the next begins follows from the set. The first of the best orders. */
export function findBestOrder(model: DocketModel): number[] {
  const { size, minutes, nothing, violationCost } = model
  const states = 2 ** size
  const elapsed = new Int32Array(states)
  for (let set = 1; set < states; set++) {
    const lowest = 31 - Math.clz32(set & -set)
    elapsed[set] = elapsed[set & (set - 1)]! + minutes[lowest]!
  }
  const attendanceOf = (set: number, item: number) => model.attendanceAt(elapsed[set]!, item)
  /** The cost of what follows, by the set that is done and its last item. */
  const rest = new Float64Array(states * size)
  const costOf = (set: number, last: number, next: number) => {
    const is = attendanceOf(set, next)
    const was = last === nothing ? is : attendanceOf(set & ~(1 << last), last)
    return (
      model.leavings(was, last, is, next) +
      is.violations[next]! * violationCost +
      rest[(set | (1 << next)) * size + next]!
    )
  }
  const bestNext = (set: number, last: number) => {
    let [best, cost] = [-1, Number.POSITIVE_INFINITY]
    for (let next = 0; next < size; next++) {
      if (set & (1 << next)) continue
      const one = costOf(set, last, next)
      if (one < cost) [best, cost] = [next, one]
    }
    return { best, cost }
  }
  for (let set = states - 2; set > 0; set--)
    for (let last = 0; last < size; last++)
      if (set & (1 << last)) rest[set * size + last] = bestNext(set, last).cost
  const order: number[] = []
  for (let set = 0, last = nothing; order.length < size; ) {
    const { best } = bestNext(set, last)
    order.push(best)
    set |= 1 << best
    last = best
  }
  return order
}
