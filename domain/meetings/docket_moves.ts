/** A proposal in a docket, for someone who reorders it. */
interface Place {
  proposal_id: number
  /** The person who moves others has a conflict of interest with it, and does not see it. */
  hidden: boolean
  /** It waits. */
  movable: boolean
}

/**
 * The docket after its visible waiting proposals were put into another order: others keep their place among the visible
 * ones, and a hidden one stays behind the same visible one. Null when `order` is not all of those that can be moved.
 */
export function reorder(docket: readonly Place[], order: readonly number[]): number[] | null {
  const movable = docket.filter((one) => !one.hidden && one.movable).map(({ proposal_id }) => proposal_id)
  const isSame = order.length === movable.length && new Set(order).size === order.length
  if (!isSame || new Set([...movable, ...order]).size > order.length) return null
  const behind = new Map<number | null, number[]>([[null, []]])
  let last: number | null = null
  for (const { proposal_id, hidden } of docket)
    if (hidden) behind.get(last)!.push(proposal_id)
    else {
      last = proposal_id
      behind.set(last, [])
    }
  const rest = [...order]
  const visible = docket
    .filter(({ hidden }) => !hidden)
    .map((one) => (one.movable ? rest.shift()! : one.proposal_id))
  return [
    ...behind.get(null)!,
    ...visible.flatMap((proposal_id) => [proposal_id, ...behind.get(proposal_id)!]),
  ]
}

/**
 * The proposals that were moved so that one order became the other; of an exchange of neighbours the later one. Those that
 * are hidden from anyone count as moved before any other does: who does not see them is not told of a move.
 */
export function movedBetween(
  before: readonly number[],
  after: readonly number[],
  hidden: ReadonlySet<number> = new Set(),
): number[] {
  const places = new Map(before.map((id, at) => [id, at]))
  const placeOf = (id: number) => places.get(id) ?? Number.POSITIVE_INFINITY
  // Those that stay are a heaviest increasing subsequence of their former places.
  const best: { weight: number; previous: number }[] = []
  let last = -1
  after.forEach((id, at) => {
    const weight = hidden.has(id) ? 1 : after.length + 1
    let previous = -1
    for (let i = 0; i < at; i++)
      if (placeOf(after[i]!) < placeOf(id) && (previous < 0 || best[i]!.weight >= best[previous]!.weight))
        previous = i
    best.push({ weight: weight + (previous < 0 ? 0 : best[previous]!.weight), previous })
    if (last < 0 || best[at]!.weight >= best[last]!.weight) last = at
  })
  const staying = new Set<number>()
  for (let at = last; at >= 0; at = best[at]!.previous) staying.add(after[at]!)
  return after.filter((id) => !staying.has(id))
}

interface Lines {
  triage_above: number | null
  triage_below: number | null
}

/** On which side of the lines a place goes through without discussion; null: it is discussed. */
export function sideOf(
  place: number | null,
  { triage_above, triage_below }: Lines,
): 'above' | 'below' | null {
  if (place === null) return null
  if (triage_above !== null && place <= triage_above) return 'above'
  return triage_below !== null && place > triage_below ? 'below' : null
}
