/** Colours with a meaning; the theme maps each to shades. 'hollow-red' marks what has not begun and is no problem yet. */
export const COLOURS = [
  'plain',
  'red',
  'hollow-red',
  'pink',
  'deep-orange',
  'orange',
  'green',
  'blue',
  'sea',
  'black',
] as const
export type Colour = (typeof COLOURS)[number]

/** A requested priority in the grids: the first four stand out, every later one is green. */
export const priorityColour = (priority: number): Colour =>
  (['red', 'pink', 'deep-orange', 'orange'] as const)[priority - 1] ?? 'green'

/** What every state has; a machine's own interface adds its other properties. */
export interface State {
  code: number | string
  label: string
  colour: Colour
}

type States = Readonly<Record<string, State>>

/** The union of the codes of a machine: `CodeOf<typeof reportStatus>`. */
export type CodeOf<M extends { codes: readonly unknown[] }> = M['codes'][number]

/**
 * A state machine from an object of states by name, in display order. Write it
 * `{ … } as const satisfies Record<string, OwnState>`, so that a new state with a missing property does not compile.
 */
export function stateMachine<const S extends States>(states: S) {
  type One = S[keyof S]
  type Code = One['code']
  const all = Object.values(states) as One[]
  const codes: readonly Code[] = all.map(({ code }) => code)
  const byCode = new Map<Code, One>(all.map((state) => [state.code, state]))
  const of = (code: Code): One => byCode.get(code)!
  return {
    /** The codes by name. */
    code: Object.fromEntries(Object.entries(states).map(([name, { code }]) => [name, code])) as {
      readonly [N in keyof S]: S[N]['code']
    },
    codes,
    states: all as readonly One[],
    of,
    label: (code: Code): string => of(code).label,
    colour: (code: Code): Colour => of(code).colour,
    labels: Object.fromEntries(all.map(({ code, label }) => [code, label])) as Record<Code, string>,
    choices: all.map(({ code, label }) => ({ id: code as Code, label })),
    /** The codes of the states that pass `test`. */
    where: (test: (state: One) => boolean): Code[] => all.filter(test).map(({ code }) => code),
  }
}

type Next<C extends number> = Readonly<Record<C, Readonly<Record<string, C | null>>>>
type StepIn<N> = { [C in keyof N]: keyof N[C] }[keyof N] & string
type StepsOf<N> = {
  readonly [S in StepIn<N>]: {
    [C in keyof N]: S extends keyof N[C] ? { readonly from: C; readonly to: N[C][S] } : never
  }[keyof N]
}

/** The transitions of a machine by name, each with its first and next state. `next`: by state, what each transition leads to. */
export const transitionsOf = <const C extends number, const N extends Next<C>>(next: N & Next<C>) =>
  Object.fromEntries(
    Object.entries<Readonly<Record<string, C | null>>>(next).flatMap(([from, steps]) =>
      Object.entries(steps).map(([step, to]) => [step, { from: Number(from), to }]),
    ),
  ) as StepsOf<N>
