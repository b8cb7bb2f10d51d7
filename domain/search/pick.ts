import { EXACT, KIND_NAMES, type Kind, MOST, type Near } from './kinds.ts'

interface Candidate {
  kind: Kind
  near: Near
}

/**
 * The twenty that are answered: what was meant exactly, then each kind in turn, so that none crowds the others out. In
 * the order of the kinds, exact ones first; those of one kind stay in their order.
 */
export function pick<C extends Candidate>(candidates: readonly C[]): C[] {
  const turn = new Map<Kind, number>()
  const places = candidates.map((candidate) => {
    const exact = candidate.near === EXACT
    const place = exact ? -1 : (turn.get(candidate.kind) ?? 0)
    if (!exact) turn.set(candidate.kind, place + 1)
    return { candidate, place }
  })
  return places
    .toSorted((a, b) => a.place - b.place || rank(a.candidate) - rank(b.candidate))
    .slice(0, MOST)
    .toSorted((a, b) => exactly(a.candidate) - exactly(b.candidate) || rank(a.candidate) - rank(b.candidate))
    .map(({ candidate }) => candidate)
}

const rank = ({ kind }: Candidate) => KIND_NAMES.indexOf(kind)
const exactly = ({ near }: Candidate) => (near === EXACT ? 0 : 1)
