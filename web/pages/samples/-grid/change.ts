/** Whether a sample is ticked for a proposal, and which of its requests a person chose it to answer: a priority, null the best fit. */
export interface Held {
  ticked: boolean
  priority: number | null
}

/** What was changed in a cell since the last save; kept by ids, for rows and columns may move. */
export interface Change extends Held {
  sample_id: number
  /** The sample's name, for when it has gone. */
  name: string
  proposal_id: number
  /** The tick was there before: only the request that it answers was chosen anew. */
  moved: boolean
}

/** A change that could not be made again on a grid that was loaded anew, and why. */
export interface Fallen extends Change {
  why: string
}

/** A proposal that has a sample or is to have it; of another term, or `term_id` null. */
export interface Claim {
  proposal_id: number
  term_id: number | null
  confirmed: boolean
  saved: boolean
}

/** A place in the model: a proposal by its row, a sample by its column. */
export interface Place {
  row: number
  column: number
}
