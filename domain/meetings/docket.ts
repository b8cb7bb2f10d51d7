import { MeetingHours, type Period } from './docket_hours.ts'

/** A proposal to discuss, with the members who speak first on it. */
export interface DocketItem {
  id: number
  minutes: number
  leads: readonly number[]
}

/**
 * Someone who attends: whether the quorum counts them, their hours (none: the whole meeting), and the proposals they have
 * a conflict of interest with.
 */
export interface DocketMember {
  id: number
  votes: boolean
  hours: readonly Period[]
  conflicts: readonly number[]
}

/** What an order of discussion depends on. */
export interface Docket {
  sessions: readonly Period[]
  quorum: number
  items: readonly DocketItem[]
  members: readonly DocketMember[]
}

/** What an order fails to give: a lead who is not there, or too few members who can vote. */
export type Violation =
  | { kind: 'lead'; item: number; member: number }
  | { kind: 'quorum'; item: number; voters: number; quorum: number }

/** A proposal in its place. Times are in minutes since the epoch, null for a meeting without hours. */
export interface DocketPlace {
  id: number
  from: number | null
  to: number | null
  /** Who is out while it is discussed, and who leaves and returns before it. */
  out: number[]
  leaves: number[]
  returns: number[]
  /** Breaks before it, and breaks that interrupt it. */
  breaks: Period[]
  interrupted: Period[]
}

/** An order with what it costs. */
export interface DocketPlan {
  places: DocketPlace[]
  /** How often members leave because of a conflict. */
  leavings: number
  violations: Violation[]
  /** The minutes of all proposals, and how many of them are beyond the hours. */
  minutes: number
  beyond: number
}

/** Bits of members: the words of a row of a bit matrix. */
type Words = Uint32Array

function countBits(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555)
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333)
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Who is there together at some time, and the costs of that time. */
export interface Attendance {
  index: number
  isThere: readonly boolean[]
  /** By item: the conflicts of those who are there. */
  out: readonly Words[]
  /** By item: how many leads are not there, and one more when the quorum is missed. */
  violations: Uint8Array
}

/**
 * A docket made ready to compare orders. Items and members are their indices here; `NOTHING` (the number of items) stands
 * for what is before the first proposal.
 *
 * A member is there for a proposal when their hours hold all of it. A leaving is a run of consecutive proposals of their
 * conflicts while they are there; a break does not end a run, for whoever is out before and after it stays away in between.
 */
export class DocketModel {
  readonly docket: Docket
  readonly hours: MeetingHours
  readonly size: number
  readonly minutes: Int32Array
  readonly total: number
  /** The elapsed minutes in which each member is there; null is always. */
  readonly periods: readonly (readonly Period[] | null)[]
  readonly nothing: number
  /** More than all leavings of any order. */
  readonly violationCost: number
  readonly #words: number
  readonly #conflicts: readonly Words[]
  readonly #leads: readonly (readonly number[])[]
  readonly #attendances = new Map<string, Attendance>()
  /** Attendances by minutes and start. */
  readonly #byStart = new Map<number, Attendance[]>()
  readonly #leavings: Uint8Array[][] = []
  readonly #differences: Uint8Array[] = []
  /** The moments at which members come or go, with 0 and the end of all proposals. */
  readonly moments: readonly number[]
  /** By elapsed minute: between which moments it is. */
  readonly #phases: Uint16Array
  readonly #attendanceOf: readonly Attendance[]

  constructor(docket: Docket) {
    this.docket = docket
    const { items, members, sessions } = docket
    this.hours = new MeetingHours(sessions)
    this.size = this.nothing = items.length
    this.minutes = Int32Array.from(items, ({ minutes }) => minutes)
    this.total = this.minutes.reduce((sum, one) => sum + one, 0)
    this.periods = members.map(({ hours }) =>
      hours.length === 0 || sessions.length === 0 ? null : this.hours.elapsedOf(hours),
    )
    this.violationCost = items.length * members.length + 1
    this.#words = Math.ceil(members.length / 32)
    const indexOf = new Map(items.map(({ id }, at) => [id, at]))
    this.#conflicts = items.map(() => new Uint32Array(this.#words))
    for (const [member, { conflicts }] of members.entries())
      for (const id of conflicts) {
        const item = indexOf.get(id)
        if (item !== undefined) this.#conflicts[item]![member >> 5]! |= 1 << (member & 31)
      }
    const memberOf = new Map(members.map(({ id }, at) => [id, at]))
    this.#leads = items.map(({ leads }) => leads.map((id) => memberOf.get(id) ?? -1))
    const ends = this.periods.flatMap((periods) => periods?.flatMap(({ from, to }) => [from, to]) ?? [])
    const inside = ends.map(Math.ceil).filter((at) => at > 0 && at < this.total)
    this.moments = [...new Set([0, ...inside, this.total])].sort((a, b) => a - b)
    this.#phases = new Uint16Array(this.total)
    for (const [phase, from] of this.moments.entries()) this.#phases.fill(phase, from)
    this.#attendanceOf = this.moments
      .slice(0, -1)
      .map((from, phase) =>
        this.attendance(members.map((_, at) => this.isThere(at, from, this.moments[phase + 1]!))),
      )
  }

  hasConflict = (member: number, item: number) =>
    ((this.#conflicts[item]![member >> 5]! >>> (member & 31)) & 1) === 1

  /** Whether a member is there from one elapsed minute to another. */
  isThere = (member: number, from: number, to: number) =>
    this.periods[member]?.some((period) => period.from <= from && to <= period.to) ?? true

  /** Who is there while an item is discussed that begins at an elapsed minute. */
  attendanceAt(start: number, item: number): Attendance {
    const minutes = this.minutes[item]!
    let row = this.#byStart.get(minutes)
    if (!row) {
      row = []
      this.#byStart.set(minutes, row)
    }
    row[start] ??= this.attendance(
      this.docket.members.map((_, member) => this.isThere(member, start, start + minutes)),
    )
    return row[start]
  }

  attendance(isThere: readonly boolean[]): Attendance {
    const key = isThere.map(Number).join('')
    const known = this.#attendances.get(key)
    if (known) return known
    const there = new Uint32Array(this.#words)
    for (const [member, is] of isThere.entries()) if (is) there[member >> 5]! |= 1 << (member & 31)
    const out = this.#conflicts.map((row) => row.map((word, at) => word & there[at]!))
    const made: Attendance = {
      index: this.#attendances.size,
      isThere,
      out,
      violations: Uint8Array.from(this.docket.items, (_, item) => {
        const absent = this.#leads[item]!.filter((lead) => !isThere[lead]).length
        return absent + (this.#votersOf(isThere, item) < this.docket.quorum ? 1 : 0)
      }),
    }
    this.#attendances.set(key, made)
    return made
  }

  /** How many can vote on an item of those who are there. */
  #votersOf = (isThere: readonly boolean[], item: number) =>
    this.docket.members.filter(
      ({ votes }, member) => votes && isThere[member] && !this.hasConflict(member, item),
    ).length

  /** Who is there, when it is the same people from one elapsed minute to another; else null. */
  constantAttendance(from: number, to: number): Attendance | null {
    const phase = this.#phases[from]
    return phase !== undefined && phase === this.#phases[Math.max(from, to - 1)]
      ? this.#attendanceOf[phase]!
      : null
  }

  /** In how many members items (and `nothing`, the last row and column) differ while the same people are there. */
  differences(attendance: Attendance): Uint8Array {
    let table = this.#differences[attendance.index]
    if (!table) {
      const row = this.size + 1
      table = new Uint8Array(row * row)
      for (let a = 0; a < row; a++)
        for (let b = 0; b < row; b++) table[a * row + b] = this.difference(attendance, a, attendance, b)
      this.#differences[attendance.index] = table
    }
    return table
  }

  /** How many leave when `item` follows `before` (or `nothing`). */
  leavings(was: Attendance, before: number, is: Attendance, item: number): number {
    this.#leavings[was.index] ??= []
    const rows = this.#leavings[was.index]!
    let table = rows[is.index]
    if (!table) {
      table = new Uint8Array((this.size + 1) * this.size)
      for (let from = 0; from <= this.size; from++)
        for (let to = 0; to < this.size; to++)
          table[from * this.size + to] = is.out[to]!.reduce(
            (sum, word, at) => sum + countBits(word & ~(was.out[from]?.[at] ?? 0)),
            0,
          )
      rows[is.index] = table
    }
    return table[before * this.size + item]!
  }

  /** In how many members two items differ, as those who are out. */
  difference = (was: Attendance, before: number, is: Attendance, item: number): number => {
    const a = was.out[before]
    const b = is.out[item]
    let sum = 0
    for (let at = 0; at < this.#words; at++) sum += countBits((a?.[at] ?? 0) ^ (b?.[at] ?? 0))
    return sum
  }

  /** Violations and leavings of an order as one number, of which less is better. */
  cost(order: ArrayLike<number>): number {
    let [elapsed, sum, before] = [0, 0, this.nothing]
    let was: Attendance | null = null
    for (let at = 0; at < order.length; at++) {
      const item = order[at]!
      const is = this.attendanceAt(elapsed, item)
      sum += this.leavings(was ?? is, before, is, item) + is.violations[item]! * this.violationCost
      elapsed += this.minutes[item]!
      was = is
      before = item
    }
    return sum
  }

  /** Times, who leaves and returns, and violations of an order of items. */
  plan(order: ArrayLike<number>): DocketPlan {
    const { items, members, quorum } = this.docket
    const breaks = this.hours.breaks()
    const violations: Violation[] = []
    const places: DocketPlace[] = []
    let elapsed = 0
    let wasOut = new Set<number>()
    for (let at = 0; at < order.length; at++) {
      const item = order[at]!
      const [start, end] = [elapsed, elapsed + this.minutes[item]!]
      const { isThere } = this.attendanceAt(start, item)
      const out = new Set(
        members.flatMap((_, member) => (isThere[member] && this.hasConflict(member, item) ? [member] : [])),
      )
      const { id } = items[item]!
      const idsOf = (indices: Iterable<number>) => [...indices].map((member) => members[member]!.id)
      places.push({
        id,
        from: this.hours.beginAt(start),
        to: this.hours.endAt(end),
        out: idsOf(out),
        leaves: idsOf([...out].filter((member) => !wasOut.has(member))),
        returns: idsOf([...wasOut].filter((member) => isThere[member] && !out.has(member))),
        breaks: breaks.filter(({ after }) => after === start && start > 0),
        interrupted: breaks.filter(({ after }) => start < after && after < end),
      })
      for (const [index, lead] of this.#leads[item]!.entries())
        if (!isThere[lead]) violations.push({ kind: 'lead', item: id, member: items[item]!.leads[index]! })
      const voters = this.#votersOf(isThere, item)
      if (voters < quorum) violations.push({ kind: 'quorum', item: id, voters, quorum })
      elapsed = end
      wasOut = out
    }
    return {
      places,
      leavings: places.reduce((sum, { leaves }) => sum + leaves.length, 0),
      violations,
      minutes: elapsed,
      beyond: this.hours.sessions.length > 0 ? Math.max(0, elapsed - this.hours.length) : 0,
    }
  }
}

/** The plan of the items in the order in which they are given. */
export const planDocket = (docket: Docket): DocketPlan =>
  new DocketModel(docket).plan(docket.items.map((_, at) => at))

/** A violation in a sentence. */
export function violationText(violation: Violation, nameOf: (member: number) => string): string {
  const { item } = violation
  if (violation.kind === 'lead') return `${item}: ${nameOf(violation.member)}, who speaks, is not there.`
  const { voters, quorum } = violation
  return `${item}: ${voters === 1 ? '1 member' : `${voters} members`} can vote, the quorum is ${quorum}.`
}
