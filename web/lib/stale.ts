import { useState } from 'react'
import type { Fault } from '#domain/errors.ts'
import { useBanner } from './banner.tsx'
import {
  chosenOf,
  type Difference,
  differencesOf,
  type Side,
  type Together,
  type Words,
} from './differences.ts'

/** How a form that holds a `version` compares what is typed with what somebody else saved meanwhile. */
export interface Compared<Values> {
  /** What the server holds now, as the form would open with it. */
  load: () => Promise<Values>
  words?: Words<Values>
  together?: Together<Values>
  /** What fields are called that the form shows without a label of their own. */
  labels?: Partial<Record<keyof Values, string>>
}

/** Somebody else saved since the form was opened: who and when, what differs, and the choosing. */
export interface StaleState {
  saved_by: string
  saved_at: string
  differences: readonly Difference[]
  labels: Readonly<Record<string, string>>
  /** Takes one side of each difference; what then differs from theirs is saved over it. */
  choose: (sides: Readonly<Record<string, Side>>) => void
  /** All stays as it is typed. */
  close: () => void
}

interface Form<Values> {
  held: () => Values
  values: () => Values
  /** From now on the server holds `theirs`, and the form `values`. */
  put: (values: Values, theirs: Values) => void
  send: () => unknown
}

const versionOf = (values: object) => ('version' in values ? values.version : undefined)

/** What a form holds once it is saved: with the version that the save has made, if the answer says it. */
export const withVersion = <Values extends object>(values: Values, reply: unknown): Values => {
  const { version } = (reply ?? {}) as { version?: unknown }
  return 'version' in values && typeof version === 'number' ? { ...values, version } : values
}

/**
 * What a form does about a stale save. Where nothing that was saved meanwhile touches what the form shows, it is saved
 * again at once; else the person chooses.
 */
export function useStale<Values extends object>(compared: Compared<Values> | undefined, form: Form<Values>) {
  const banner = useBanner()
  const [state, setState] = useState<StaleState | null>(null)

  async function meet(fault: Fault) {
    const { version, saved_by, saved_at } = fault.details
    // Without a version something else came in between: then trying again is enough.
    const theirs = version === undefined ? null : await compared?.load().catch(() => null)
    if (!theirs) return banner.show('alert', fault.message)
    const mine = form.values()
    // A restored draft was typed over something older than what this form was opened with.
    const base = versionOf(form.held()) === versionOf(mine) ? form.held() : null
    const differences = differencesOf(base, mine, theirs, compared?.words, compared?.together)
    const choose = (sides: Readonly<Record<string, Side>>) => {
      setState(null)
      const values = chosenOf(form.values(), theirs, differences, sides, compared?.together)
      form.put(values, theirs)
      if (values !== theirs) form.send()
    }
    if (differences.every(({ by }) => by === 'mine')) return choose({})
    setState({
      saved_by: String(saved_by),
      saved_at: String(saved_at),
      differences,
      labels: (compared?.labels ?? {}) as Record<string, string>,
      choose,
      close: () => setState(null),
    })
  }
  return { state, meet }
}
