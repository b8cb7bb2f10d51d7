import { AGGREGATE, BENNU, GAS, NOT_APPLICABLE, PARTICLE, PROCESSED, RYUGU } from '#domain/masters/values.ts'
import type { Sample } from '#domain/samples/contract.ts'
import type { Actor } from '#domain/session/actor.ts'
import { aPdf, aProposalInput, aSentFile } from '../builders/proposals.ts'
import { saveProposal, submitProposal } from '../proposals/service.ts'
import { type Choices, pick, pseudoRandom } from './choices.ts'
import type { DemonstrationContext } from './context.ts'
import { person } from './people.ts'
import { TERMS } from './terms.ts'
import { abstract, title } from './topics.ts'

/** A proposer with the proposal that the registration opened. */
export interface Proposer {
  actor: Actor
  proposal_id: number
}

const FIRST_TERM = TERMS[0]!.term_id

const WORDS = {
  sample_description_1_1:
    'Two milligrams give ten thousand counts on the rarest isotope, which is what the error budget needs.',
  sample_description_1_2: 'A second piece tells whether the first one speaks for the asteroid or for itself.',
  sample_description_2_1: 'Any particle of the same chamber serves, if it was never in contact with air.',
  sample_description_2_2: 'Half of the mass would answer the first question, not the second.',
  sample_description_2_3: 'An aggregate of the same mass would do for the bulk measurements.',
  sample_description_3_1: 'The pieces are measured as they are before anything is cut.',
  post_analysis_alternation:
    'Tomography changes nothing that can be seen. The section loses about 5 % of the volume to the beam.',
  methods_to_handle_of_sample:
    'Glove box under dry nitrogen, tools of stainless steel and PTFE, weighing to 1 µg.',
  environmental_condition_other: 'Please keep below 30 °C and away from magnetic fields > 100 µT.',
  properties: '',
}

/** The requests of the n-th proposal: by name and for any sample, of each asteroid and type. */
function samples(n: number, catalogue: Sample[]) {
  const listed = (db_type: number, type: number, k: number) => {
    const sample: Sample = pick(
      catalogue.filter((s) => s.db_type === db_type && s.sample_type === type),
      n,
      k,
    )
    return { db_type, type, sample_id: sample.id }
  }
  const any = (db_type: number, type: number, k: number) => ({
    db_type,
    type,
    any: 1,
    ...(k % 2 === 0
      ? { size: 0.5 + Math.round(pseudoRandom(n, k) * 20) / 10 }
      : { weight: 0.5 + Math.round(pseudoRandom(n, k) * 60) / 10 }),
    ...(db_type === RYUGU
      ? { chamber: Math.floor(pseudoRandom(n, k, 1) * 3) }
      : { dish: Math.floor(pseudoRandom(n, k, 2) * 9) }),
    ...(k === 1 && { number_of_samples: 2 }),
  })
  return [
    n % 4 === 3 ? any(BENNU, PARTICLE, 0) : listed(RYUGU, PARTICLE, 0),
    any(RYUGU, PARTICLE, 1),
    ...(n % 2 === 0 ? [any(BENNU, n % 4 === 0 ? AGGREGATE : PARTICLE, 2)] : []),
    ...(n % 3 === 0 ? [listed(RYUGU, AGGREGATE, 3)] : []),
    ...(n % 5 === 0 ? [{ db_type: RYUGU, type: GAS, any: 1, number_of_bottles: 1 + (n % 3) }] : []),
    ...(n % 7 === 1 ? [listed(RYUGU, PROCESSED, 4)] : []),
    ...(n % 6 === 2 ? [listed(BENNU, PARTICLE, 5)] : []),
  ]
}

interface Setting {
  term_id: number
  catalogue: Sample[]
  choices: Choices
}

/** Saves the n-th proposal of the demonstration with all fields. */
export async function writeProposal(
  stage: DemonstrationContext,
  { actor, proposal_id }: Proposer,
  n: number,
  { term_id, catalogue, choices }: Setting,
) {
  const input = aProposalInput({
    ...WORDS,
    title: title(n),
    abstract: abstract(n),
    early_career: n % 5 === 3 ? 1 : 0,
    keywords: [pick(choices.keywords, n), pick(choices.keywords, n, 1)].filter(
      (id, i, all) => all.indexOf(id) === i,
    ),
    keywords_other: n % 9 === 4 ? [{ name: n % 2 === 0 ? 'Chondrule rims' : 'Cometary ice' }] : [],
    methods: [pick(choices.methods, n, 2)],
    methods_other: n % 11 === 5 ? [{ name: 'Atom probe tomography' }] : [],
    conditions: n % 3 === 0 ? [2, 3] : [2],
    accepted_terms: n % 8 === 2 && term_id > FIRST_TERM ? [term_id - 1] : [],
    accepted_terms_other: n % 8 === 5 ? [1] : n % 8 === 2 ? [] : [NOT_APPLICABLE],
    proposal_collaborator: [
      ...Array.from({ length: 1 + (n % 5) }, (_, c) => person(600 + ((n * 7 + c) % 250))),
      ...(n === choices.conflictAt ? [choices.panelCollaborator] : []),
      ...(n === choices.togetherAt ? [choices.earlierCollaborator] : []),
      ...(n === choices.sharedAt ? [choices.proposerAccount] : []),
    ],
    samples: samples(n, catalogue),
    ...(n % 7 === 0 && { file: await aSentFile(stage.office, await aPdf(`Supporting material ${n}`)) }),
  })
  await saveProposal(stage.as(actor), proposal_id, input)
}

export const submit = async (stage: DemonstrationContext, { actor, proposal_id }: Proposer) =>
  submitProposal(stage.as(actor), proposal_id)
