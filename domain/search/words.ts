/** The proposal's number that a search means, '63' or '#63', or null. */
export const proposalNumber = (q: string) => numberIn(q, /^#?(\d{1,9})$/u)

/** The number of the call that a search means, '7', 'AO7' or 'ao 7', or null. */
export const termNumber = (q: string) => numberIn(q, /^(?:ao\s*)?(\d{1,4})$/iu)

function numberIn(q: string, shape: RegExp): number | null {
  const digits = shape.exec(q)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** Text as it is searched: without case and accents. */
export const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
