export type Direction = 'asc' | 'desc'

/** By what a list is sorted now, if not in its own order, and how to sort it otherwise. */
export interface Sorting {
  by: string | undefined
  dir: Direction
  sort: (by: string | undefined, dir: Direction) => void
}

/** What a press of a head asks for: its first direction, then the other, then the list's own order. */
export function pressed({ by, dir, sort }: Sorting, head: string, first: Direction) {
  if (by !== head) sort(head, first)
  else if (dir === first) sort(head, first === 'asc' ? 'desc' : 'asc')
  else sort(undefined, 'asc')
}
