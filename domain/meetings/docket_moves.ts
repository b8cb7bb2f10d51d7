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

/** The proposals that were moved so that one order became the other; of an exchange of neighbours the later one. */
export function movedBetween(before: readonly number[], after: readonly number[]): number[] {
  const placeOf = new Map(before.map((id, at) => [id, at]))
  // Those that stay are a longest increasing subsequence of their former places.
  const tails: number[] = []
  const previous = new Map<number, number | undefined>()
  const place = (id: number) => placeOf.get(id) ?? Number.POSITIVE_INFINITY
  for (const id of after) {
    const at = tails.findIndex((one) => place(one) >= place(id))
    const end = at < 0 ? tails.length : at
    previous.set(id, tails[end - 1])
    tails[end] = id
  }
  const staying = new Set<number>()
  for (let id = tails.at(-1); id !== undefined; id = previous.get(id)) staying.add(id)
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
