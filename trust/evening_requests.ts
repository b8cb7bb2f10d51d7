import { setTimeout } from 'node:timers/promises'
import { type Answer, openBrowser } from './browser.ts'
import { quantile } from './figures.ts'

/** What people of the evening asked, by kind: how long each answer took to its last byte, and what nobody expects. */
export class RequestLog {
  readonly faults: string[] = []
  readonly #address: string
  readonly #times = new Map<string, number[]>()
  /** When each call began, and how long it took, in ms. */
  readonly #course: { at: number; took: number }[] = []

  constructor(address: string) {
    this.#address = address
  }

  get count() {
    return this.#course.length
  }

  /** Someone's browser. An answer other than 200 is a fault, unless it is one of `meant`. */
  async browser(session: string) {
    const ask = await openBrowser(this.#address, session)
    return async (
      kind: string,
      method: string,
      path: string,
      body?: object,
      { headers, meant = [200] }: { headers?: Record<string, string>; meant?: readonly number[] } = {},
    ): Promise<Answer> => {
      const start = performance.now()
      const answer = await ask(method, path, body, headers)
      const times = this.#times.get(kind) ?? []
      const took = performance.now() - start
      times.push(took)
      this.#times.set(kind, times)
      this.#course.push({ at: start, took })
      if (!meant.includes(answer.status))
        this.faults.push(`${kind} was answered ${answer.status} ${answer.bytes.toString().slice(0, 300)}`)
      return answer
    }
  }

  /** A line for each kind of call, the most frequent first. */
  report() {
    const kinds = [...this.#times].sort(([, a], [, b]) => b.length - a.length)
    const ms = (times: number[], share: number) => quantile(times, share).toFixed(0).padStart(8)
    console.log(
      `${'call'.padEnd(36)}${'count'.padStart(7)}${'p50'.padStart(8)}${'p99'.padStart(8)}     max ms`,
    )
    for (const [kind, times] of kinds)
      console.log(
        `${kind.padEnd(36)}${String(times.length).padStart(7)}${ms(times, 0.5)}${ms(times, 0.99)}${ms(times, 1)}`,
      )
    const [start, end] = [this.#course[0]!.at, performance.now()]
    const tenth = (n: number) => {
      const within = this.#course.filter(({ at }) => Math.floor(((at - start) / (end - start)) * 10) === n)
      return quantile(
        within.map(({ took }) => took),
        0.99,
      ).toFixed(0)
    }
    console.log(
      `p99 of all calls in each tenth of the time: ${Array.from({ length: 10 }, (_, n) => tenth(n)).join(', ')} ms`,
    )
  }
}

export type Send = Awaited<ReturnType<RequestLog['browser']>>

/** Chance, from a seed; what a person does with it. */
export class RandomChoices {
  readonly #random: () => number

  constructor(random: () => number) {
    this.#random = random
  }

  /** It happens so often. */
  happens = (share: number) => this.#random() < share
  one = <T>(of: readonly T[]): T => of[Math.floor(this.#random() * of.length)]!
  /** Evenly between the two. */
  between = (least: number, most: number) => least + this.#random() * (most - least)
  /** Thinks so many seconds, or until it is called away. */
  think = (least: number, most: number, signal?: AbortSignal) =>
    setTimeout(this.between(least, most) * 1000, undefined, { signal }).catch(() => undefined)
}
