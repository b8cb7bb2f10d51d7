/** A period in minutes since the epoch. */
export interface Period {
  from: number
  to: number
}

/** An instant in whole minutes since the epoch. */
export const minuteOf = (at: Date | string) => Math.floor(new Date(at).getTime() / 60_000)

/** Periods in the order of time; those that touch or overlap are one. */
export function mergePeriods(periods: readonly Period[]): Period[] {
  const merged: Period[] = []
  for (const { from, to } of [...periods].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else if (to > from) merged.push({ from, to })
  }
  return merged
}

/**
 * The hours of a meeting as one run of minutes without its breaks. Proposals are taken one after the other: one that a
 * break interrupts is finished after it, and what does not fit goes on after the last session. So when a proposal begins
 * follows from what was discussed before it, in whatever order.
 */
export class MeetingHours {
  readonly sessions: readonly Period[]
  /** All sessions together, in minutes. */
  readonly length: number

  constructor(sessions: readonly Period[]) {
    this.sessions = mergePeriods(sessions)
    this.length = this.sessions.reduce((sum, { from, to }) => sum + to - from, 0)
  }

  /** When the discussion has lasted so many minutes; null without sessions. At the end of a session the next begins. */
  beginAt = (elapsed: number) => this.#clock(elapsed, (left, length) => left < length)

  /** The same, at the end of a session before the break. */
  endAt = (elapsed: number) => this.#clock(elapsed, (left, length) => left <= length)

  #clock(elapsed: number, isWithin: (left: number, length: number) => boolean): number | null {
    let left = elapsed
    for (const { from, to } of this.sessions) {
      if (isWithin(left, to - from)) return from + left
      left -= to - from
    }
    const last = this.sessions.at(-1)
    return last ? last.to + left : null
  }

  /** The breaks, each with the minutes of discussion before it. */
  breaks(): (Period & { after: number })[] {
    let after = 0
    return this.sessions.slice(1).map((next, at) => {
      const before = this.sessions[at]!
      after += before.to - before.from
      return { from: before.to, to: next.from, after }
    })
  }

  /** The hours of a member as periods of elapsed minutes; a break within them interrupts nothing. */
  elapsedOf(hours: readonly Period[]): Period[] {
    const parts: Period[] = []
    let before = 0
    for (const [at, { from, to }] of this.sessions.entries()) {
      const isLast = at === this.sessions.length - 1
      for (const one of hours) {
        const begin = Math.max(from, one.from)
        // Whoever stays longer than the meeting should last is there when it takes longer.
        const end = isLast ? one.to : Math.min(to, one.to)
        if (begin < end && (isLast || begin < to))
          parts.push({ from: before + begin - from, to: before + end - from })
      }
      before += to - from
    }
    return mergePeriods(parts)
  }
}
