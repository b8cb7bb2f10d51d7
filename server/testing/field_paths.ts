import { z } from 'zod'

/** A shape as a document has it. */
interface Described {
  properties?: Record<string, Described>
  items?: Described
  additionalProperties?: Described | boolean
  anyOf?: Described[]
  allOf?: Described[]
}
/** Where something stands in what is sent: fields by name, the first of a list as 0. */
export type FieldPath = readonly string[]

/** The fields within a shape as it is sent or answered, those of lists and of objects in it too. */
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

/** What has a value at a place and nothing beside it. */
export const setAt = ([name, ...rest]: FieldPath, value: unknown): unknown => {
  if (name === undefined) return value
  const inner = setAt(rest, value)
  return name === '0' ? [inner] : { [name]: inner }
}
