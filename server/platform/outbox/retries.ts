const FIRST_WAIT_MS = 15_000

/** Milliseconds to wait after the n-th failure: 15 s, doubled each time, at most `max`. */
export const doubledWait = (tries: number, max: number) => Math.min(max, FIRST_WAIT_MS * 2 ** (tries - 1))
