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

/** The sample types that can be requested. Contact pad samples are allocated against requests for Bennu particles. */
export const REQUESTABLE_TYPES: Record<Asteroid, readonly SampleType[]> = {
  [RYUGU]: [PARTICLE, AGGREGATE, GAS, PROCESSED],
  [BENNU]: [PARTICLE, AGGREGATE],
}

/** The most particles and aggregates together that a proposal may request; gas and previously allocated samples are unlimited. */
export const MAX_LIMITED = 10
export const isLimited = (type: number) => type === PARTICLE || type === AGGREGATE

/** URL of a sample in its external database: `{name}` in `base` is replaced, otherwise the name is appended. */
export const sampleAddress = (base: string, name: string) =>
  base.includes('{name}')
    ? base.replaceAll('{name}', encodeURIComponent(name))
    : base + encodeURIComponent(name)

/** The samples whose name contains `text`, ignoring case. */
export function withName<S extends { name: string }>(samples: readonly S[], text: string): S[] {
  const wanted = text.trim().toLowerCase()
  return samples.filter(({ name }) => name.toLowerCase().includes(wanted))
}
