import { z } from 'zod'

/** The parts of a JSON schema that are used here. */
interface Described {
  properties?: Record<string, Described>
  items?: Described
  additionalProperties?: Described | boolean
  anyOf?: Described[]
  allOf?: Described[]
}
/** Path of a field: names, and 0 for the first item of a list. */
export type FieldPath = readonly string[]

/** Paths of all fields of a schema, nested ones included. */
export function fieldPaths(shape: z.ZodType, io: 'input' | 'output' = 'input'): FieldPath[] {
  const found = new Map<string, FieldPath>()
  const walk = (at: FieldPath, shape: Described) => {
    if (at.length > 0) found.set(at.join('.'), at)
    for (const [name, inner] of Object.entries(shape.properties ?? {})) walk([...at, name], inner)
    if (shape.items) walk([...at, '0'], shape.items)
    if (typeof shape.additionalProperties === 'object') walk([...at, '1'], shape.additionalProperties)
    for (const inner of [...(shape.anyOf ?? []), ...(shape.allOf ?? [])]) walk(at, inner)
  }
  walk([], z.toJSONSchema(shape, { io, unrepresentable: 'any' }) as Described)
  return [...found.values()]
}

/** An object with only `value` at a path. */
export const setAt = ([name, ...rest]: FieldPath, value: unknown): unknown => {
  if (name === undefined) return value
  const inner = setAt(rest, value)
  return name === '0' ? [inner] : { [name]: inner }
}
