import type { Step } from './rules.ts'
import { type AssignmentStatus, CONFIRMED, UNCONFIRMED } from './status.ts'

/** The kinds of rows that the assigned list can be narrowed to. */
export const SHOWN = ['to_propose', 'to_confirm', 'proposed', 'confirmed', 'contested', 'over_asked'] as const
export type Shown = (typeof SHOWN)[number]

interface Listed {
  name: string
  proposal_id: number
  proposal_title: string
  proposer: string
  status: AssignmentStatus
  step: Step | null
  over_asked: boolean
  others: readonly unknown[]
}

/** Whether a row is of a kind. Confirmed rows are neither contested nor over-asked: nothing is left to decide. */
export const isOf: Record<Shown, (row: Listed) => boolean> = {
  to_propose: ({ step }) => step === 'propose',
  to_confirm: ({ step }) => step === 'confirm',
  proposed: ({ status, step }) => status === UNCONFIRMED && step === null,
  confirmed: ({ status }) => status === CONFIRMED,
  contested: ({ status, others }) => status === UNCONFIRMED && others.length > 0,
  over_asked: ({ status, over_asked }) => status === UNCONFIRMED && over_asked,
}

/** A text without case and accents. */
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The rows in which all of these words stand: in the sample's name, or the proposal's id, title or proposer. */
export function finding<Row extends Listed>(rows: readonly Row[], find: string): Row[] {
  const words = fold(find).split(/\s+/u).filter(Boolean)
  if (words.length === 0) return [...rows]
  return rows.filter(({ name, proposal_id, proposal_title, proposer }) => {
    const text = fold(`${name} ${proposal_id} ${proposal_title} ${proposer}`)
    return words.every((word) => text.includes(word))
  })
}

interface Ranked {
  proposal_id: number
  global_score: number | null
  rank: number | null
}

/** The order of the grids: the best global score first, then rank, then id; empty ones last. */
export const bestFirst = (a: Ranked, b: Ranked) =>
  (b.global_score ?? -1) - (a.global_score ?? -1) ||
  (a.rank ?? Number.MAX_SAFE_INTEGER) - (b.rank ?? Number.MAX_SAFE_INTEGER) ||
  a.proposal_id - b.proposal_id
