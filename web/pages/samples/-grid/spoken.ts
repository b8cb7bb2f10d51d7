import type { Cell } from './model.ts'

interface Spoken extends Cell {
  sample: string
  proposal: number
  /** Why it can not be changed, or null. */
  why: string | null
}

/** 'may answer priority 2, among the nearest'. */
const hoped = ({ hope, near }: Cell) => `may answer priority ${hope}${near ? ', among the nearest' : ''}`

/** How a cell is spoken: 'A0042, proposal 12: priority 1, assigned, clash'; a request for any only may get the sample. */
export function spoken(cell: Spoken) {
  const states = [
    cell.named > 0 ? `priority ${cell.named}` : cell.hope > 0 && hoped(cell),
    cell.confirmed ? 'confirmed' : cell.ticked ? 'assigned' : 'not assigned',
    cell.changed && 'not saved',
    cell.clash && 'clash',
    cell.suggested && `suggested: ${cell.suggested.reason}`,
  ]
  return `${cell.sample}, proposal ${cell.proposal}: ${states.filter(Boolean).join(', ')}`
}

/** What a pointer is told over a cell, or nothing: why it can not be changed, why it is suggested, what it may answer. */
export function cellTitle(cell: Spoken): string | undefined {
  const { why, suggested, named, hope, ticked } = cell
  if (why !== null) return why
  if (suggested) return `Suggested: ${suggested.reason}`
  if (ticked || named > 0 || hope === 0) return undefined
  return `${cell.sample} ${hoped(cell)} of proposal ${cell.proposal}`
}
