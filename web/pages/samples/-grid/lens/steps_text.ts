import type { GridModel } from '../model.ts'
import type { Step } from '../steps.ts'

/** What a step was about: 'A0042 for 63', 'A0042 for 63 and 2 more'. */
export function stepText({ ticks, columns }: GridModel, step: Step): string {
  const [{ sample_id, proposal_id }, ...more] = step as [Step[number], ...Step]
  const column = ticks.columnOfSample(sample_id)
  const name = column === undefined ? `sample ${sample_id}` : columns[column]!.name
  return `${name} for ${proposal_id}${more.length > 0 ? ` and ${more.length} more` : ''}`
}
