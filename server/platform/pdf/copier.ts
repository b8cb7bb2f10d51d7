import {
  type PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNull,
  type PdfObject,
  PdfRef,
  PdfStream,
} from '@libpdf/core'

export type Objects = PDF['context']

/** Copies what is allowed of a value, or returns null. The value is never a reference. */
export type CopyRule = (value: PdfObject, copier: Copier) => PdfObject | null

/** Copies objects from one document to another, only as far as the rules name them. */
export class Copier {
  readonly #from: Objects
  readonly #to: Objects
  /** References still to be copied; an explicit stack, so that no chain of references overflows the call stack. */
  readonly #pending: [PdfRef, CopyRule, PdfRef][] = []
  readonly #copies = new Map<CopyRule, Map<string, PdfRef>>()

  constructor(from: Objects, to: Objects) {
    this.#from = from
    this.#to = to
  }

  /** Follows a reference; null for no object. */
  readonly resolve = (value: PdfObject | undefined): PdfObject | null => {
    const object = value instanceof PdfRef ? this.#from.resolve(value) : value
    return !object || object instanceof PdfRef || object instanceof PdfNull ? null : object
  }

  /** Adds a new object to the target. */
  add(value: PdfObject): PdfRef {
    return this.#to.register(value)
  }

  /** Copies a value by a rule; a reference stays a reference, and its object is copied once per rule. */
  copy(value: PdfObject | undefined, rule: CopyRule): PdfObject | null {
    if (!(value instanceof PdfRef)) return value ? rule(value, this) : null
    const refs = this.#copies.get(rule) ?? new Map<string, PdfRef>()
    this.#copies.set(rule, refs)
    const key = `${value.objectNumber} ${value.generation}`
    const existing = refs.get(key)
    if (existing) return existing
    const target = this.#to.registry.allocateRef()
    refs.set(key, target)
    this.#pending.push([value, rule, target])
    return target
  }

  /** Copies all objects that were referred to. */
  finish() {
    for (let next = this.#pending.pop(); next; next = this.#pending.pop()) {
      const [ref, rule, target] = next
      const value = this.resolve(ref)
      this.#to.registry.registerAt(target, (value && rule(value, this)) ?? PdfNull.instance)
    }
  }
}

/** Allows rules to be recursive: resources contain forms, which have resources. */
export const lazy =
  (rule: () => CopyRule): CopyRule =>
  (value, copier) =>
    rule()(value, copier)

/** Numbers, names, strings, and lists of them. */
export const plain: CopyRule = (value, copier) => {
  if (value instanceof PdfArray) return list(plain)(value, copier)
  return value instanceof PdfDict || value instanceof PdfRef ? null : value
}

/** One of these names: a damaged file may refer to an object of another kind, which keeps none of its own. */
export const named =
  (...names: string[]): CopyRule =>
  (value) =>
    value instanceof PdfName && names.includes(value.value) ? value : null

/** A list with one rule for every item; items that are not copied become null, to keep the positions. */
export const list =
  (item: CopyRule): CopyRule =>
  (value, copier) =>
    value instanceof PdfArray
      ? new PdfArray([...value].map((one) => copier.copy(one, item) ?? PdfNull.instance))
      : null

/** A list with a rule for each position, chosen by the name in the first. */
export const tuple =
  (places: (first: string) => readonly CopyRule[]): CopyRule =>
  (value, copier) => {
    if (!(value instanceof PdfArray)) return null
    const first = copier.resolve(value.at(0))
    const rules = places(first instanceof PdfName ? first.value : '')
    return new PdfArray(
      [...value].slice(0, rules.length).map((one, i) => copier.copy(one, rules[i]!) ?? PdfNull.instance),
    )
  }

type Fields = Readonly<Record<string, CopyRule>>

function entries(value: PdfDict, fields: Fields, copier: Copier) {
  const copies: [string, PdfObject][] = []
  for (const [key, rule] of Object.entries(fields)) {
    const copy = copier.copy(value.get(key), rule)
    if (copy) copies.push([key, copy])
  }
  return copies
}

export const dict =
  (fields: Fields): CopyRule =>
  (value, copier) =>
    value instanceof PdfDict && !(value instanceof PdfStream)
      ? new PdfDict(entries(value, fields, copier))
      : null

/** A dictionary with any keys and one rule for every value. */
export const dictOf =
  (rule: CopyRule): CopyRule =>
  (value, copier) => {
    if (!(value instanceof PdfDict) || value instanceof PdfStream) return null
    const copies = [...value].flatMap(([name, one]) => {
      const copy = copier.copy(one, rule)
      return copy ? [[name, copy] as const] : []
    })
    return new PdfDict(copies as [PdfName, PdfObject][])
  }

/** A stream with its encoded bytes, its filters and these entries; never data of an external file. */
export const stream =
  (fields: Fields): CopyRule =>
  (value, copier) =>
    value instanceof PdfStream
      ? new PdfStream(entries(value, { ...fields, ...DECODING_FIELDS }, copier), value.data)
      : null

/** One rule for each kind of value. */
export const oneOf =
  (kinds: { plain?: CopyRule; list?: CopyRule; dict?: CopyRule; stream?: CopyRule }): CopyRule =>
  (value, copier) => {
    const kind =
      value instanceof PdfStream
        ? 'stream'
        : value instanceof PdfDict
          ? 'dict'
          : value instanceof PdfArray
            ? 'list'
            : 'plain'
    return kinds[kind]?.(value, copier) ?? null
  }

export const plainFields = (...names: string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, plain]))

const parameters = dict({
  ...plainFields(
    'Predictor',
    'Colors',
    'BitsPerComponent',
    'Columns',
    'EarlyChange',
    'K',
    'EndOfLine',
    'EncodedByteAlign',
  ),
  ...plainFields('Rows', 'EndOfBlock', 'BlackIs1', 'DamagedRowsBeforeError', 'ColorTransform'),
  JBIG2Globals: lazy(() => bareStream),
})
const DECODING_FIELDS: Fields = {
  Filter: plain,
  DecodeParms: oneOf({ dict: parameters, list: list(parameters) }),
}

/** A stream without further entries. */
export const bareStream = stream({})
