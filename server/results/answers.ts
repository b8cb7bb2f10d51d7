import { done } from '#domain/endpoint.ts'
import { Fault, invalid, notFound } from '#domain/errors.ts'
import type { FreedSample, ResultAnswer } from '#domain/results/contract.ts'
import { whyNotAnswer, whyNotNote, whyNotRemind } from '#domain/results/rules.ts'
import { resultState } from '#domain/results/status.ts'
import { listNames } from '#domain/text.ts'
import { endAssignments } from '../allocation/service.ts'
import { createLoan, loansOf } from '../custody/loans/create.ts'
import type { Ctx, Tx } from '../platform/context.ts'
import { whyNotAll } from './checking.ts'
import { idOf } from './drafting.ts'
import { factsOf, lockResults } from './locking.ts'
import { answeredMail, reminderMail } from './mails.ts'
import { findOwnResults, lockForResults, type StoredResult } from './queries.ts'
import { mailedProposal } from './release.ts'
import { suggestNext } from './suggestions.ts'
import { insertReminder, updateResult, writeAnswers } from './write_queries.ts'

const { READ, ANSWERED, NOTED } = resultState.code
const MAX_NAMED = 5

/** Locks the caller's own released result. Throws 'missing' where it is not theirs or not released. */
async function lockOwnResult(tx: Tx, id: number) {
  await lockForResults(tx, [id])
  const [result] = await findOwnResults(tx, tx.actor.id, tx.now(), id)
  if (!result) throw notFound()
  return result
}

/** Records that the proposer has opened the result. Throws 'missing'. */
export const markResultRead = (ctx: Ctx, id: number) =>
  ctx.write(async (tx) => {
    const result = await lockOwnResult(tx, id)
    if (result.read_at !== null) {
      tx.skipAudit('It was read before.')
      return done('The result was read before.')
    }
    const read_at = tx.now().toISOString()
    await updateResult(tx, result, { read_at, ...(result.state === 'released' && { state: READ }) })
    await tx.audit('result.read', idOf(result), { edition: result.edition })
    return done('The result is marked as read.')
  })

/** Throws 'stale' for an answer to another version, and 'invalid' unless each sample is answered once. */
function requireAnswers(result: StoredResult, answer: ResultAnswer) {
  if (answer.edition !== result.edition)
    throw new Fault(
      'stale',
      'The result has been corrected since you opened it. Please read the new version.',
    )
  const asked = new Set(result.samples.map(({ sample_id }) => sample_id))
  const given = new Set(answer.samples.map(({ sample_id }) => sample_id))
  if (
    given.size !== answer.samples.length ||
    given.size !== asked.size ||
    [...given].some((id) => !asked.has(id))
  )
    throw invalid({ samples: 'Accept or decline each sample of the result once.' })
}

/** Why these samples cannot be declined, or null: what is in a loan, from an earlier version, comes back as a return. */
async function whyNotDecline(
  tx: Tx,
  { proposal_id }: StoredResult,
  samples: readonly { sample_id: number; name: string; accepted: boolean }[],
): Promise<string | null> {
  const declined = samples.filter(({ accepted }) => !accepted)
  if (declined.length === 0) return null
  const loans = await loansOf(tx, [proposal_id])
  for (const { sample_id, name } of declined) {
    const loan = loans.find(({ sample_ids }) => sample_ids.includes(sample_id))
    if (loan) return `${name} is in loan ${loan.number}: it cannot be declined, only returned.`
  }
  return null
}

async function writeAnswer(tx: Tx, result: StoredResult, answer: ResultAnswer, onBehalf: boolean) {
  tx.refuse(whyNotAnswer({ state: result.state, samples: result.samples.length }))
  requireAnswers(result, answer)
  const accepted = new Map(answer.samples.map((one) => [one.sample_id, one.accepted]))
  const samples = result.samples.map((sample) => ({ ...sample, accepted: accepted.get(sample.sample_id)! }))
  tx.refuse(await whyNotDecline(tx, result, samples))
  const isSame =
    result.state === ANSWERED && samples.every((one, i) => one.accepted === result.samples[i]!.accepted)
  if (isSame) {
    tx.skipAudit('The answer is unchanged.')
    return done('This is the answer that was given before.')
  }
  await writeAnswers(tx, result, answer.samples)
  await updateResult(tx, result, {
    state: ANSWERED,
    answered_at: tx.now().toISOString(),
    answered_by: tx.actor.id,
    answered_on_behalf: onBehalf,
  })
  const named = (wanted: boolean) => samples.filter((one) => one.accepted === wanted).map(({ name }) => name)
  const after = { accepted: named(true), declined: named(false), on_behalf: onBehalf }
  await tx.audit('result.answer', idOf(result), after)
  await tx.mail(answeredMail(tx.config, mailedProposal(result), samples, onBehalf ? tx.actor.name : null))
  const parts = [
    ...(after.accepted.length > 0 ? [`Accepted: ${listNames(after.accepted, MAX_NAMED)}.`] : []),
    ...(after.declined.length > 0 ? [`Declined: ${listNames(after.declined, MAX_NAMED)}.`] : []),
  ]
  const receipt = onBehalf ? `${result.name} has been e-mailed.` : 'You get a receipt by e-mail.'
  return done([...parts, receipt].join(' '))
}

/** Accepts or declines the samples of the caller's own result. Throws 'missing', 'stale', 'invalid'. */
export const answerResult = (ctx: Ctx, id: number, answer: ResultAnswer) =>
  ctx.write(async (tx) => writeAnswer(tx, await lockOwnResult(tx, id), answer, false))

/** The same by the office for the proposer; not for its own proposal. Throws 'missing', 'stale', 'invalid'. */
export const answerOnBehalf = (ctx: Ctx, id: number, answer: ResultAnswer) =>
  ctx.write(async (tx) => writeAnswer(tx, (await lockResults(tx, [id]))[0]!, answer, true))

/**
 * Acts on answers, all or none: declined samples are free again, also in a closed term, and a loan is made of those that are
 * accepted. From now on the answers stay. Throws 'missing'.
 */
export const takeNote = (ctx: Ctx, proposal_ids: readonly number[]) =>
  ctx.write(async (tx) => {
    const results = await lockResults(tx, proposal_ids)
    tx.refuse(whyNotAll(results, (result) => whyNotNote(factsOf(result)), 'done'))
    const loans: { proposal_id: number; number: string }[] = []
    const freed: (FreedSample & { term_id: number })[] = []
    for (const result of results) {
      const { proposal_id, term_id, edition } = result
      freed.push(...(await freeDeclined(tx, result)))
      const loan = await lendAccepted(tx, result)
      if (loan) loans.push({ proposal_id, number: loan })
      const noted = { state: NOTED, noted_by: tx.actor.id, noted_at: tx.now().toISOString() }
      await updateResult(tx, { proposal_id, edition }, noted)
      await tx.audit('result.note', idOf(result), {
        edition,
        loan,
        freed: freed.filter((one) => one.declined_by === proposal_id).map(({ name }) => name),
        term_id,
      })
    }
    const suggested = await suggestNext(tx, tx.actor, freed)
    return { ...done(noteText(results.length, loans, suggested)), loans, freed: suggested }
  })

function noteText(results: number, loans: readonly { number: string }[], freed: readonly { name: string }[]) {
  const made = loans.map(({ number }) => number)
  return [
    results === 1 ? '1 answer has been acted on.' : `${results} answers have been acted on.`,
    ...(made.length > 0
      ? [`${made.length === 1 ? 'Loan' : 'Loans'} made: ${listNames(made, MAX_NAMED)}.`]
      : []),
    ...(freed.length > 0
      ? [
          `Free again: ${listNames(
            freed.map(({ name }) => name),
            MAX_NAMED,
          )}.`,
        ]
      : []),
  ].join(' ')
}

async function freeDeclined(tx: Tx, { proposal_id, term_id, samples }: StoredResult) {
  const declined = samples.filter(({ accepted }) => accepted === false)
  if (declined.length === 0) return []
  const sample_ids = declined.map(({ sample_id }) => sample_id)
  await endAssignments(tx, { proposal_id, sample_ids })
  return declined.map(({ sample_id, name }) => ({
    ...{ sample_id, name, term_id },
    declined_by: proposal_id,
    next: null,
  }))
}

/** The number of the loan of what was accepted and is in no loan yet; null where there is nothing to lend. */
async function lendAccepted(tx: Tx, { proposal_id, edition, samples }: StoredResult): Promise<string | null> {
  const before = (await loansOf(tx, [proposal_id])).filter((loan) => loan.proposal_id === proposal_id)
  const lent = new Set(before.flatMap(({ sample_ids }) => sample_ids))
  const sample_ids = samples
    .filter(({ sample_id, accepted }) => accepted === true && !lent.has(sample_id))
    .map(({ sample_id }) => sample_id)
  if (sample_ids.length === 0) return null
  const [first] = before
  const loan = await createLoan(tx, {
    ...{ proposal_id, sample_ids },
    result_version: edition,
    ...(first && { supplementary_to: first.id }),
  })
  return loan.number
}

/** Reminds proposers to answer, one e-mail each. Throws 'missing'. */
export const remindToAnswer = (ctx: Ctx, proposal_ids: readonly number[]) =>
  ctx.write(async (tx) => {
    const results = await lockResults(tx, proposal_ids)
    tx.refuse(whyNotAll(results, (result) => whyNotRemind(factsOf(result)), 'sent'))
    for (const result of results) await sendReminder(tx, result, null)
    const names = results.map(({ name }) => name)
    return done(
      `${listNames(names, MAX_NAMED)} ${names.length === 1 ? 'has' : 'have'} been reminded to answer.`,
    )
  })

type Reminded = Pick<
  StoredResult,
  'proposal_id' | 'edition' | 'term_id' | 'is_current' | 'title' | 'name' | 'email'
> & {
  answer_by: string | null
}

/** Mails a reminder; nothing where that of so many days before the end was sent already. */
export async function sendReminder(
  tx: Pick<Tx, 'mail' | 'audit' | 'config' | 'now'> & Parameters<typeof insertReminder>[0],
  result: Reminded,
  days_before: number | null,
) {
  const { proposal_id, edition } = result
  const sent_at = tx.now().toISOString()
  if (!(await insertReminder(tx, { proposal_id, edition, days_before, sent_at }))) return
  await tx.mail(reminderMail(tx.config, { ...result, id: proposal_id }, result.answer_by!))
  await tx.audit('result.remind', idOf(result), { edition, days_before })
}
