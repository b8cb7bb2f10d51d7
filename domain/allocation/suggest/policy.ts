/** How samples are suggested: strictly by the rank of the proposals, or for the most benefit in all. */
export const POLICIES = ['rank', 'benefit'] as const
export type Policy = (typeof POLICIES)[number]

/** Who accepts this gets the answer in lines of JSON: how far it is, and last the reply. */
export const LINES = 'application/x-ndjson'
