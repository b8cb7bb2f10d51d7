import type { Actor } from '#domain/session/actor.ts'
import { declineQuestion } from '../discussions/questions.ts'
import { editEntry, followDiscussion, writeEntry } from '../discussions/service.ts'
import { findSubmittedReviewers } from '../reports/shared_queries.ts'
import { tieZone } from '../staff/adjusted.ts'
import { showProposal } from '../staff/service.ts'
import type { DemonstrationContext } from './context.ts'
import type { Proposer } from './proposals.ts'

interface Cast {
  admin: Actor
  panel: Actor[]
}

/** Two submitted proposals, those in the tie zone first, that two reviewers have reported on and all of these people may discuss. */
async function findDiscussed({ office }: DemonstrationContext, submitted: Proposer[], people: Actor[]) {
  const zone = await tieZone(office, undefined)
  const found: number[] = []
  for (const id of [...zone, ...submitted.map(({ proposal_id }) => proposal_id)]) {
    const seen = await Promise.all(people.map((person) => showProposal(office.as(person), id)))
    const readable = seen.every((proposal) => !proposal.conflict && !proposal.reports_withheld)
    if (readable && (await findSubmittedReviewers(office.db, id)).length > 1 && !found.includes(id))
      found.push(id)
  }
  return found
}

/**
 * The panel has begun to discuss: a proposal at the line, with an edited entry and a question to its reviewers that waits
 * for the office; another with a question that was declined.
 */
export async function discuss(stage: DemonstrationContext, submitted: Proposer[], { admin, panel }: Cast) {
  const [demo, , third, fourth] = panel
  const [first, second] = await findDiscussed(stage, submitted, [admin, demo!, third!, fourth!])
  if (first === undefined || second === undefined) return
  const say = (who: Actor, id: number, text: string, more = {}) =>
    writeEntry(stage.as(who), id, { text, ...more })
  stage.at(-0.9)
  await say(
    third!,
    first,
    'The reports agree on the question and differ on the preparation. Can the grains stay uncut until the maps are made?',
  )
  stage.at(-0.8)
  await say(
    demo!,
    first,
    'Section 1b says that two grains suffice. I would rather see three, given the losses in polishing.',
    { follow: true },
  )
  stage.at(-0.7)
  await editEntry(stage.as(demo!), first, {
    number: 2,
    version: 1,
    text: 'Section 1b says that two grains suffice, and section 2b that one would answer half of the question. I can live with two.',
  })
  await say(
    fourth!,
    first,
    'How much material is lost in polishing one grain of this size? One report speaks of a third, the proposal of a tenth.',
    { to_reviewers: true },
  )
  await followDiscussion(stage.as(third!), first, true)
  await say(fourth!, second, 'Is the beam time granted yet?', { to_reviewers: true })
  stage.at(-0.6)
  await say(
    admin,
    first,
    'The curators can set aside a third grain of the same chamber until the panel has met.',
  )
  await declineQuestion(stage.as(admin), second, {
    number: 1,
    version: 1,
    reason: 'The proposer has answered this by e-mail: it is granted for November.',
  })
}
