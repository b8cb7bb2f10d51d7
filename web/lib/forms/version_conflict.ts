import { useState } from 'react'
import type { Fault } from '#domain/errors.ts'
import { fullName, personLine } from '#domain/users/person.ts'
import type { PersonInput } from '#domain/users/person_schemas.ts'
import { useBanner } from '../screen/banner.tsx'

/** How a form with a `version` compares its values with what someone else has saved. */
export interface ConflictOptions<Values> {
  /** Loads the current values from the server, as the form would open with them. */
  load: () => Promise<Values>
  words?: FieldWords<Values>
  together?: DependentFields<Values>
  /** Labels of fields that the form shows without one. */
  labels?: Partial<Record<keyof Values, string>>
}

/** Someone else has saved since the form was opened: who, when, what differs. */
export interface VersionConflict {
  saved_by: string
  saved_at: string
  differences: readonly Difference[]
  labels: Readonly<Record<string, string>>
  /** Takes one side of each difference, and saves again if the result differs from theirs. */
  choose: (sides: Readonly<Record<string, Side>>) => void
  /** Leaves the form as it is. */
  close: () => void
}

interface ConflictForm<Values> {
  serverValues: () => Values
  values: () => Values
  /** Takes `theirs` as the server's values and `values` as the form's. */
  acceptValues: (values: Values, theirs: Values) => void
  send: () => unknown
}

const versionOf = (values: object) => ('version' in values ? values.version : undefined)

/** The values with the new version, if the reply has one. */
export const withVersion = <Values extends object>(values: Values, reply: unknown): Values => {
  const { version } = (reply ?? {}) as { version?: unknown }
  return 'version' in values && typeof version === 'number' ? { ...values, version } : values
}

/**
 * Resolves version conflicts: if what others saved does not touch the fields that were changed here, the form is saved
 * again at once; otherwise the user chooses.
 */
export function useVersionConflict<Values extends object>(
  options: ConflictOptions<Values> | undefined,
  form: ConflictForm<Values>,
) {
  const banner = useBanner()
  const [state, setState] = useState<VersionConflict | null>(null)

  async function handle(fault: Fault) {
    const { version, saved_by, saved_at } = fault.details
    // Without a version the conflict was about something else; trying again is enough.
    const theirs = version === undefined ? null : await options?.load().catch(() => null)
    if (!theirs) return banner.show('alert', fault.message)
    const mine = form.values()
    // A restored draft may be based on an older version than the form was opened with.
    const base = versionOf(form.serverValues()) === versionOf(mine) ? form.serverValues() : null
    const differences = differencesOf(base, mine, theirs, options?.words, options?.together)
    const choose = (sides: Readonly<Record<string, Side>>) => {
      setState(null)
      const values = mergeChosen(form.values(), theirs, differences, sides, options?.together)
      form.acceptValues(values, theirs)
      if (values !== theirs) form.send()
    }
    if (differences.every(({ by }) => by === 'mine')) return choose({})
    setState({
      saved_by: String(saved_by),
      saved_at: String(saved_at),
      differences,
      labels: (options?.labels ?? {}) as Record<string, string>,
      choose,
      close: () => setState(null),
    })
  }
  return { state, handle }
}

export type Side = 'mine' | 'theirs'

/** A field that differs between the form and the server, as text. */
export interface Difference {
  field: string
  mine: string
  theirs: string
  /** Who changed it since the form was opened; null if the original is unknown. */
  by: Side | 'both' | null
}

/** How fields that hold ids or codes are written. */
type FieldWords<Values> = { [N in keyof Values]?: (value: Values[N], values: Values) => string }

/** For a field, those that are always taken together with it. */
type DependentFields<Values> = { [N in keyof Values]?: readonly (keyof Values)[] }

/** The fields, except the version, whose text differs between two states of a form. */
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

/** Theirs only if nothing was typed here. */
export const defaultSide = ({ by }: Difference): Side => (by === 'theirs' ? 'theirs' : 'mine')

/** `mine` with their version and those of their fields that were chosen. */
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

/** Splits two texts at word boundaries into a common start, the part that differs, and a common end. */
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

/** Words and the white space between them. */
const splitWords = (text: string) => text.split(/(\s+)/u).filter((piece) => piece !== '')

type Item = Partial<PersonInput> & { name?: string }

/** A field's value as text: lists as lines, '' for nothing. */
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
