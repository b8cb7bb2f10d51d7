import type { PersonInput } from '#domain/users/person_schemas.ts'
import { register, reject, rejectNoMail } from '../applicants/decisions.ts'
import { aNotice, proposerOf } from '../builders/people.ts'
import type { DemonstrationContext } from './context.ts'
import { person } from './people.ts'
import type { Proposer } from './proposals.ts'
import { CURRENT_TERM, type DemonstrationTerm } from './terms.ts'
import { abstract, title } from './topics.ts'

/** Notices per term; AO1 had 105, of which 57 became proposals. */
const NOTICES = { current: 100, past: 25 }
const REGISTERED_SHARE = 0.7

/** What registering many warns of, among the last notices of the current term: the person or the address is another's. */
const TO_CHECK: Record<number, Partial<PersonInput>> = {
  // A disabled member of the panel, a second notice from the address of another one, a proposer with a proposal.
  74: { email: person(960).email },
  81: { email: person(97).email },
  82: { email: person(2).email },
  // A reviewer.
  91: person(922),
}

/** Files the notices of a term, registers or rejects most of them, and returns the proposers. */
export async function fileNotices(stage: DemonstrationContext, call: DemonstrationTerm): Promise<Proposer[]> {
  const count = call === CURRENT_TERM ? NOTICES.current : NOTICES.past
  const first = call === CURRENT_TERM ? 0 : 200 + call.term_id * 10
  const ids: number[] = []
  for (let n = 0; n < count; n++) {
    stage.at(call.opens + 1 + (n * 30) / count)
    ids.push(
      await aNotice(stage.office, {
        ...(n === 0 && call.term_id >= CURRENT_TERM.term_id - 1 ? DEMO_PROPOSER : person(first + n)),
        ...(call === CURRENT_TERM && TO_CHECK[n]),
        early_career: n % 5 === 3 ? 1 : n % 7 === 4 ? 2 : 0,
        proposal_title: title(call.term_id * 31 + n),
        proposal_abstract: abstract(call.term_id * 31 + n),
        collaborators: Array.from({ length: n % 6 }, (_, c) => person(600 + ((n * 7 + c) % 250))),
      }),
    )
  }
  stage.at(call.opens + 35)
  const proposers: Proposer[] = []
  for (const [n, id] of ids.entries()) {
    if (n < count * REGISTERED_SHARE) {
      await register(stage.office, id)
      proposers.push(await proposerOf(stage.office, id))
    } else if (n % 6 === 0) await (n % 12 === 0 ? reject : rejectNoMail)(stage.office, id)
  }
  return proposers
}

export const PROPOSER_ACCOUNT = 'proposer@example.org'

export const DEMO_PROPOSER = {
  first_name: 'Demo',
  middle_name: '',
  last_name: 'Proposer',
  suffix: '',
  email: PROPOSER_ACCOUNT,
  affiliation: 'Hokuto University',
}
