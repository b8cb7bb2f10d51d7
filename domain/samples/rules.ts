import {
  AGGREGATE,
  type Asteroid,
  BENNU,
  GAS,
  PARTICLE,
  PROCESSED,
  RYUGU,
  type SampleType,
} from '../masters/values.ts'

/** The sample types that can be asked for, by asteroid; contact pad samples are allocated against Bennu particles. */
export const REQUESTABLE_TYPES: Record<Asteroid, readonly SampleType[]> = {
  [RYUGU]: [PARTICLE, AGGREGATE, GAS, PROCESSED],
  [BENNU]: [PARTICLE, AGGREGATE],
}

/** Where a sample stands in its external database: the setting's `{name}` is replaced, else the name is appended. */
export const sampleAddress = (base: string, name: string) =>
  base.includes('{name}')
    ? base.replaceAll('{name}', encodeURIComponent(name))
    : base + encodeURIComponent(name)
