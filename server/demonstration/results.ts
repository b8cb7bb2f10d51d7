import type { Reason } from '#domain/results/status.ts'
import { loansOf } from '../custody/loans/create.ts'
import type { Ctx } from '../platform/context.ts'
import { answerResult, markResultRead, takeNote } from '../results/answers.ts'
import { saveResult } from '../results/checking.ts'
import { correctResult } from '../results/corrections.ts'
import { draftResults } from '../results/drafting.ts'
import { listOwnResults, showResult } from '../results/reading.ts'
import { releaseResults } from '../results/release.ts'
import type { DemonstrationContext } from './context.ts'
import type { Proposer } from './proposals.ts'

/** Days from the release of the results to a correction, to the proposers' answers, and to the loans. */
const CORRECTION = 2
const ANSWERS = 6
const LOANS = 9

/**
 * Releases the results of a call on `day`, one of them in a second version. All proposers who were granted samples answer but
 * the last: they accept all, and one who has several declines the last of them. Returns the loans of what they accept.
 */
export async function releaseAll(
  stage: DemonstrationContext,
  { term_id, day }: { term_id: number; day: number },
  proposers: readonly Proposer[],
) {
  const { office } = stage
  const ids = proposers.map(({ proposal_id }) => proposal_id)
  stage.at(day)
  await draftResults(office, term_id)
  for (const id of ids) await chooseReasons(office, id)
  const ready: { proposer: Proposer; samples: number }[] = []
  for (const proposer of proposers) {
    const { why_not_release, samples } = await showResult(office, proposer.proposal_id)
    if (why_not_release === null) ready.push({ proposer, samples })
  }
  await releaseResults(
    office,
    ready.map(({ proposer }) => proposer.proposal_id),
  )
  const granted = ready.filter(({ samples }) => samples > 0)
  stage.at(day + CORRECTION)
  const corrected = granted.at(-2)
  if (corrected) await correct(office, corrected.proposer.proposal_id)
  stage.at(day + ANSWERS)
  for (const { proposer } of ready) await markResultRead(stage.as(proposer.actor), proposer.proposal_id)
  const answering = granted.slice(0, -1)
  const declining = answering.find(({ samples }) => samples > 1)
  for (const one of answering) await answer(stage, one.proposer, one === declining)
  stage.at(day + LOANS)
  await takeNote(
    office,
    answering.map(({ proposer }) => proposer.proposal_id),
  )
  return loansOf(office.db, ids)
}

async function answer(stage: DemonstrationContext, { actor, proposal_id }: Proposer, declinesLast: boolean) {
  const own = stage.as(actor)
  const result = (await listOwnResults(own)).find((one) => one.proposal_id === proposal_id)!
  const samples = result.samples.map(({ sample_id }, i, all) => ({
    sample_id,
    accepted: !declinesLast || i < all.length - 1,
  }))
  await answerResult(own, proposal_id, { edition: result.edition, samples })
}

async function correct(office: Ctx, id: number) {
  await correctResult(office, id, {
    correction: 'The first version gave the wrong reasons for the requests that are not granted.',
    ...{ remove: [], add: [] },
  })
  await chooseReasons(office, id)
  await releaseResults(office, [id])
}

const NOT_IN_FULL: Reason = 'not_in_full'
const NONE_AVAILABLE: Reason = 'none_available'

/** Chooses the reasons that the allocation does not know. */
async function chooseReasons(office: Ctx, id: number) {
  const { text, correction, unmet, version } = await showResult(office, id)
  if (unmet.every(({ reason }) => reason !== null)) return
  const reasons = unmet.map(({ priority, reason, proposed, given_count }) => ({
    priority,
    reason: reason ?? proposed ?? (given_count > 0 ? NOT_IN_FULL : NONE_AVAILABLE),
  }))
  await saveResult(office, id, { text, correction, reasons, version })
}
