import type { Sample } from '#domain/samples/contract.ts'
import type { PersonInput } from '#domain/users/person_schemas.ts'
import { aKeyword, aMethod } from '../builders/people.ts'
import { getAllSettings, saveSettings } from '../masters/settings.ts'
import { addSamples, bennuSamples, ryuguSamples } from '../samples/service.ts'
import type { DemonstrationContext } from './context.ts'
import { demonstrationSamples } from './samples.ts'
import { CURRENT_TERM } from './terms.ts'
import { HIDDEN_KEYWORD, HIDDEN_METHOD, KEYWORDS, METHODS } from './topics.ts'

/** A pseudo-random number in [0, 1) that depends only on the seeds. */
export function pseudoRandom(...seeds: number[]): number {
  let h = 0x9e3779b9
  for (const seed of seeds) {
    h = Math.imul(h ^ (seed + 0x7f4a7c15), 0x85ebca6b)
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  }
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32
}

export const pick = <T>(list: readonly T[], ...seeds: number[]): T =>
  list[Math.floor(pseudoRandom(...seeds) * list.length)]!

export interface Choices {
  keywords: number[]
  methods: number[]
  /** Number of the current proposal that has `panelCollaborator` as a collaborator. */
  conflictAt: number
  panelCollaborator: PersonInput
  /** Number of the proposal of the call before that has `earlierCollaborator`, of the panel now, as a collaborator. */
  togetherAt: number
  earlierCollaborator: PersonInput
  /** Number of the current proposal, the first that is submitted, that has `proposerAccount` as a collaborator. */
  sharedAt: number
  proposerAccount: PersonInput
}

/** Creates the settings, the catalogue and the lists of keywords and methods. */
export async function setUpChoices(
  { office }: DemonstrationContext,
  panelCollaborator: PersonInput,
  earlierCollaborator: PersonInput,
  proposerAccount: PersonInput,
): Promise<Choices> {
  await saveSettings(office, await getAllSettings(office.db))
  const keywords: number[] = []
  for (const [i, name] of KEYWORDS.entries()) keywords.push(await aKeyword(office, { name, sort: i + 1 }))
  await aKeyword(office, { name: HIDDEN_KEYWORD, sort: 99, hidden: true })
  const methods: number[] = []
  for (const [i, name] of METHODS.entries()) methods.push(await aMethod(office, { name, sort: i + 1 }))
  await aMethod(office, { name: HIDDEN_METHOD, sort: 99, hidden: true })
  await office.write((tx) => addSamples(tx, demonstrationSamples()))
  return {
    keywords,
    methods,
    conflictAt: CURRENT_TERM.term_id * 31 + 3,
    panelCollaborator,
    // Another of its collaborators is on a current proposal too.
    togetherAt: (CURRENT_TERM.term_id - 1) * 31 + 1,
    earlierCollaborator,
    sharedAt: CURRENT_TERM.term_id * 31 + 1,
    proposerAccount,
  }
}

export const requestableSamples = async ({ office }: DemonstrationContext): Promise<Sample[]> => [
  ...(await ryuguSamples(office)),
  ...(await bennuSamples(office)),
]
