import { useState } from 'react'
import type { Fault } from '#domain/errors.ts'
import { fullName, type PersonInput, personLine } from '#domain/users/person.ts'
import { useBanner } from '../screen/banner.tsx'

/** How a form that holds a `version` compares what is typed with what somebody else saved meanwhile. */
export interface ConflictOptions<Values> {
  /** What the server holds now, as the form would open with it. */
  load: () => Promise<Values>
  words?: FieldWords<Values>
  together?: DependentFields<Values>
  /** What fields are called that the form shows without a label of their own. */
  labels?: Partial<Record<keyof Values, string>>
}

/** Somebody else saved since the form was opened: who and when, what differs, and the choosing. */
export interface VersionConflict {
  saved_by: string
  saved_at: string
  differences: readonly Difference[]
  labels: Readonly<Record<string, string>>
  /** Takes one side of each difference; what then differs from theirs is saved over it. */
  choose: (sides: Readonly<Record<string, Side>>) => void
  /** All stays as it is typed. */
  close: () => void
}

interface ConflictForm<Values> {
  serverValues: () => Values
  values: () => Values
  /** From now on the server holds `theirs`, and the form `values`. */
  acceptValues: (values: Values, theirs: Values) => void
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
export function useVersionConflict<Values extends object>(
  compared: ConflictOptions<Values> | undefined,
  form: ConflictForm<Values>,
) {
  const banner = useBanner()
  const [state, setState] = useState<VersionConflict | null>(null)

  async function handle(fault: Fault) {
    const { version, saved_by, saved_at } = fault.details
    // Without a version something else came in between: then trying again is enough.
    const theirs = version === undefined ? null : await compared?.load().catch(() => null)
    if (!theirs) return banner.show('alert', fault.message)
    const mine = form.values()
    // A restored draft was typed over something older than what this form was opened with.
    const base = versionOf(form.serverValues()) === versionOf(mine) ? form.serverValues() : null
    const differences = differencesOf(base, mine, theirs, compared?.words, compared?.together)
    const choose = (sides: Readonly<Record<string, Side>>) => {
      setState(null)
      const values = mergeChosen(form.values(), theirs, differences, sides, compared?.together)
      form.acceptValues(values, theirs)
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
  return { state, meet: handle }
}

/** Whose a field is to be: what was typed here, or what somebody else saved meanwhile. */
export type Side = 'mine' | 'theirs'

/** A field that was typed and saved differently, in words. */
export interface Difference {
  field: string
  mine: string
  theirs: string
  /** Who changed it since the form was opened; null when it is not known how it was then. */
  by: Side | 'both' | null
}

/** The words for fields that hold ids or codes. */
type FieldWords<Values> = { [N in keyof Values]?: (value: Values[N], values: Values) => string }

/** Fields that go with another and are not chosen for themselves. */
type DependentFields<Values> = { [N in keyof Values]?: readonly (keyof Values)[] }

/** The fields, but the version, that read differently in two states of a form. */
export function differencesOf<Values extends object>(
  base: Values | null,
  mine: Values,
  theirs: Values,
  words: FieldWords<Values> = {},
  together: DependentFields<Values> = {},
): Difference[] {
  const told = (field: keyof Values, values: Values) => (words[field] ?? describeValue)(values[field], values)
  const aside = new Set<unknown>(['version', ...Object.values(together).flat()])
  const names = Object.keys(theirs) as (keyof Values & string)[]
  return names.flatMap((field) => {
    const [own, other] = [told(field, mine), told(field, theirs)]
    if (aside.has(field) || own === other) return []
    const was = base && told(field, base)
    const by = was === null ? null : was === own ? 'theirs' : was === other ? 'mine' : 'both'
    return [{ field, mine: own, theirs: other, by }]
  })
}

/** The side that is offered first: theirs only where nothing was typed. */
export const defaultSide = ({ by }: Difference): Side => (by === 'theirs' ? 'theirs' : 'mine')

/** What is typed, with their version, and with those of their fields that are chosen. */
export function mergeChosen<Values extends object>(
  mine: Values,
  theirs: Values,
  differences: readonly Difference[],
  sides: Readonly<Record<string, Side>>,
  together: DependentFields<Values> = {},
): Values {
  const taken = differences.filter((one) => (sides[one.field] ?? defaultSide(one)) === 'theirs')
  if (taken.length === differences.length && taken.length > 0) return theirs
  const names = taken.flatMap(({ field }) => [field, ...(together[field as keyof Values] ?? [])])
  const fields = new Set<unknown>(['version', ...names])
  return { ...mine, ...Object.fromEntries(Object.entries(theirs).filter(([field]) => fields.has(field))) }
}

/** Two texts as what they begin with alike, what differs, and what they end with alike; cut between words. */
export function diffTexts(mine: string, theirs: string) {
  const [a, b] = [splitWords(mine), splitWords(theirs)]
  const most = Math.min(a.length, b.length)
  let start = 0
  while (start < most && a[start] === b[start]) start += 1
  let end = 0
  while (end < most - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const cut = (pieces: readonly string[]) => ({
    before: pieces.slice(0, start).join(''),
    differs: pieces.slice(start, pieces.length - end).join(''),
    after: pieces.slice(pieces.length - end).join(''),
  })
  return { mine: cut(a), theirs: cut(b) }
}

/** Words and the spaces between them. */
const splitWords = (text: string) => text.split(/(\s+)/u).filter((piece) => piece !== '')

type Item = Partial<PersonInput> & { name?: string }

/** What a field holds, in words: lists a line each; '' for nothing. */
function describeValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(describeValue).join('\n')
  if (typeof value !== 'object') return String(value)
  const item = value as Item
  if (item.first_name === undefined) return item.name ?? ''
  const person = item as PersonInput
  return personLine({ ...person, name: fullName(person) })
}
