import type { AssignedSample } from './requested_sample.ts'
import { figuresOf } from './shown.ts'

/** An assigned sample on one line: A0042 (1.250 mm, 0.7 mg). */
export function sampleLine(sample: AssignedSample): string {
  const figures = figuresOf(sample)
  return figures === '' ? sample.name : `${sample.name} (${figures})`
}
