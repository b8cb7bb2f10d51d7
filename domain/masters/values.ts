/** A value of a closed list. */
export interface Choice {
  id: number
  label: string
}

/** The values of a closed list from its labels. */
export const choices = (labels: Record<number, string>): Choice[] =>
  Object.entries(labels).map(([id, label]) => ({ id: Number(id), label }))

export const RYUGU = 1 as const
export const BENNU = 2 as const
export const ASTEROIDS = [RYUGU, BENNU] as const
export type Asteroid = (typeof ASTEROIDS)[number]
export const asteroids: Record<Asteroid, string> = { [RYUGU]: 'Ryugu', [BENNU]: 'Bennu' }

export const PARTICLE = 0 as const
export const AGGREGATE = 1 as const
export const GAS = 2 as const
export const PROCESSED = 3 as const
export const CONTACT_PAD = 4 as const
export const SAMPLE_TYPES = [PARTICLE, AGGREGATE, GAS, PROCESSED, CONTACT_PAD] as const
export type SampleType = (typeof SAMPLE_TYPES)[number]

/** The id of Previous Status 'Not applicable', which excludes all others. */
export const NOT_APPLICABLE = 9999

/** Information targets. */
export const TARGET_ALL = 1
export const TARGET_PANEL = 2
export const TARGET_REVIEWER = 3
export const TARGET_PROPOSER = 4

/** Labels by id, by the name of the list in API paths. */
export const LABELS = {
  early_career_type: {
    0: 'Not an early-career researcher',
    1: 'Graduate student',
    2: 'Within ten years of the doctorate',
  },
  early_career_short: { 0: '-', 1: 'Student', 2: 'Early career' },
  ChamberList: { 0: 'Any', 1: 'A', 2: 'C' },
  dish_list: { 0: 'Any', 1: '1', 2: '2', 3: '3', 4: '4', 5: '5', 6: '6', 7: '7', 8: '8' },
  EnvironmentalCondition: {
    1: 'Other (see remarks)',
    2: 'Standard container OK',
    3: 'Commercial delivery OK',
  },
  sample_type: {
    [PARTICLE]: 'Particle',
    [AGGREGATE]: 'Aggregate',
    [GAS]: 'Gas',
    [PROCESSED]: 'Previously allocated',
    [CONTACT_PAD]: 'Contact pad particle',
  } satisfies Record<SampleType, string>,
  proposal_previos_accepted_status: {
    1: 'Initial analysis',
    2: 'Phase-2 curation',
    [NOT_APPLICABLE]: 'Not applicable',
  },
  score_list: { 1: 'Poor', 2: 'Fair', 3: 'Good', 4: 'Very Good', 5: 'Excellent' },
  information_target_list: {
    [TARGET_ALL]: 'All',
    [TARGET_PANEL]: 'Panel',
    [TARGET_REVIEWER]: 'Reviewer',
    [TARGET_PROPOSER]: 'Proposer',
  },
} satisfies Record<string, Record<number, string>>

type MasterName = keyof typeof LABELS

/** The label of an id in a closed list; '-' for null and unknown ids. */
export const labelOf = (name: MasterName, id: number | null | undefined): string =>
  (id === null || id === undefined ? undefined : (LABELS[name] as Record<number, string>)[id]) ?? '-'

/** The values of a closed list. */
export const listOf = (name: MasterName): Choice[] => choices(LABELS[name])

/** The label of a term: AO{n}. */
export const termLabel = (term_id: number) => `AO${term_id}`
