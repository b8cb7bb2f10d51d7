import { AGGREGATE, BENNU, GAS, PARTICLE, PROCESSED, RYUGU } from '../masters/values.ts'

/** The sample types that can be asked for, by asteroid; contact pad samples are allocated against Bennu particles. */
export const ASKABLE_TYPES: Record<number, readonly number[]> = {
  [RYUGU]: [PARTICLE, AGGREGATE, GAS, PROCESSED],
  [BENNU]: [PARTICLE, AGGREGATE],
}

/** A size in micrometres as it is shown: mm with 3 decimals; '' when it is not known. */
export const sizeInMm = (size: number | null) => (size === null ? '' : (size / 1000).toFixed(3))

/** Where a sample stands in its external database: the setting's `{name}` is replaced, else the name is appended. */
export const sampleAddress = (base: string, name: string) =>
  base.includes('{name}')
    ? base.replaceAll('{name}', encodeURIComponent(name))
    : base + encodeURIComponent(name)
