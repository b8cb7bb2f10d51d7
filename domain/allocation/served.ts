import type { Fulfilment } from './matching.ts'

/** How far requests are served: by nothing, in part, or by as many samples as they ask for. */
export const SERVED = ['nothing', 'part', 'complete'] as const
export type Served = (typeof SERVED)[number]

export const servedLabels: Record<Served, string> = {
  nothing: 'Nothing given',
  part: 'Given in part',
  complete: 'Complete',
}

/** How far requests for `asked` samples, of which `missing` are not assigned, are served; null if nothing is asked for. */
export function servedOf({ asked, missing }: { asked: number; missing: number }): Served | null {
  if (asked === 0) return null
  if (missing === 0) return 'complete'
  return missing === asked ? 'nothing' : 'part'
}

const joinParts = (parts: readonly string[]) =>
  [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter((part) => part !== '').join(' and ')

/** '8.5 of 12.6 mg', '8.5 of 12.6 mg and 3 by size', '3 by size and 1 of any size'; '' if nothing of it is asked for. */
export const comparedMgText = ({
  asked,
  given,
  bySize,
  unstated,
}: Pick<Fulfilment<never, never>['mg'], 'asked' | 'given' | 'bySize' | 'unstated'>): string =>
  joinParts([
    ...(asked > 0 ? [`${given} of ${asked} mg`] : []),
    ...(bySize > 0 ? [`${bySize} by size`] : []),
    ...(unstated > 0 ? [`${unstated} of any size`] : []),
  ])
