import { done } from '#domain/endpoint.ts'
import { notFound } from '#domain/errors.ts'
import { participantsOf } from '#domain/proposals/participants.ts'
import type { PreviewedRelease } from '#domain/results/contract.ts'
import { answerDay, whyNotRelease } from '#domain/results/rules.ts'
import { resultState } from '#domain/results/status.ts'
import { confirmForCorrection } from '../allocation/confirm.ts'
import { endAssignments } from '../allocation/service.ts'
import { loansOf } from '../custody/loans/create.ts'
import { getSetting } from '../masters/settings.ts'
import type { Ctx, Db, Tx } from '../platform/context.ts'
import { requiresTwo } from '../users/shared_queries.ts'
import { announce } from '../web_hooks/announce.ts'
import { freshFacts, whyNotAll } from './checking.ts'
import { idOf } from './drafting.ts'
import { lockResults } from './locking.ts'
import { type MailedProposal, releasedMails } from './mails.ts'
import { findEditions, findLastResults, type StoredResult } from './queries.ts'
import { keepAnswers, supersede, updateResult, updateResults } from './write_queries.ts'

const { RELEASED, ANSWERED, NOTED } = resultState.code

/** A result's proposal as mails name it. */
export const mailedProposal = (result: StoredResult): MailedProposal => ({
  ...result,
  id: result.proposal_id,
})

/** The last day to answer a result that is released at this moment. */
export const answerDayNow = async (db: Db, now: Date) =>
  answerDay(now, await getSetting(db, 'result_answer_days'))

/** Why a correction cannot take back what it does, or null: what is in a loan comes back as a return. */
async function whyNotTakeBack(db: Db, results: readonly StoredResult[]): Promise<Map<number, string>> {
  const corrections = results.filter(({ removes }) => removes.length > 0)
  const loans = await loansOf(
    db,
    corrections.map(({ proposal_id }) => proposal_id),
  )
  return new Map(
    corrections.flatMap(({ proposal_id, removes }) => {
      const loan = loans.find(
        (one) => one.proposal_id === proposal_id && one.sample_ids.some((id) => removes.includes(id)),
      )
      return loan
        ? [[proposal_id, `A sample that it takes back is in loan ${loan.number}.`] as [number, string]]
        : []
    }),
  )
}

/** What releasing these results would do now, and what is in its way. Throws 'missing'. */
export async function previewRelease(ctx: Ctx, proposal_ids: readonly number[]): Promise<PreviewedRelease> {
  const { db, actor } = ctx
  const ids = [...new Set(proposal_ids)]
  const results = await findLastResults(db, actor, ids, ctx.now())
  if (results.length < ids.length) throw notFound()
  const [facts, two] = [await freshFacts(db, results), await requiresTwo(db)]
  const inLoans = await whyNotTakeBack(db, results)
  const people = results.map((result) => participantsOf(result))
  const ofOutcome = (outcome: StoredResult['outcome']) =>
    results.filter((one) => one.outcome === outcome).length
  const mails = people.flat().length
  return {
    results: results.length,
    granted: ofOutcome('granted'),
    part: ofOutcome('part'),
    not: ofOutcome('not'),
    mails,
    proposers: results.map(({ proposal_id, name, email }) => ({ proposal_id, name, email })),
    collaborators: mails - results.length,
    answer_by: results.some(({ samples }) => samples.length > 0) ? await answerDayNow(db, ctx.now()) : null,
    seconds_to_undo: await getSetting(db, 'undo_seconds'),
    obstacles: results.flatMap((result) => {
      const { proposal_id } = result
      const waits = result.about_to_release ? 'It is about to be released already.' : null
      const why = waits ?? whyNotRelease(facts.get(proposal_id)!, two) ?? inLoans.get(proposal_id)
      return why ? [{ proposal_id, why }] : []
    }),
  }
}

/**
 * Releases results, all or none: their proposers see them, and the samples that they grant, and each person on the proposals
 * gets one e-mail. A correction replaces the version before, takes back and adds samples. Throws 'missing'.
 */
export const releaseResults = (ctx: Ctx, proposal_ids: readonly number[]) =>
  ctx.write(async (tx) => {
    const results = await lockResults(tx, proposal_ids)
    const [facts, two] = [await freshFacts(tx, results), await requiresTwo(tx)]
    const inLoans = await whyNotTakeBack(tx, results)
    tx.refuse(
      whyNotAll(
        results,
        ({ proposal_id }) => whyNotRelease(facts.get(proposal_id)!, two) ?? inLoans.get(proposal_id) ?? null,
        'released',
      ),
    )
    const answer_by = await answerDayNow(tx, tx.now())
    const granting = results.filter(({ samples }) => samples.length > 0)
    const rest = results.filter(({ samples }) => samples.length === 0)
    await supersede(
      tx,
      results.map(({ proposal_id }) => proposal_id),
      tx.now(),
    )
    const released = {
      state: RELEASED,
      findings: 0,
      released_by: tx.actor.id,
      released_at: tx.now().toISOString(),
    }
    if (granting.length > 0) await updateResults(tx, granting, { ...released, answer_by })
    if (rest.length > 0) await updateResults(tx, rest, { ...released, answer_by: null })
    for (const result of results) {
      if (result.edition > 1) await carryOver(tx, result)
      const { edition, outcome, samples } = result
      await tx.audit('result.release', idOf(result), {
        edition,
        outcome,
        samples: samples.map(({ name }) => name),
      })
    }
    await announce(
      tx,
      ...results.map(({ term_id, proposal_id, edition, samples }) => ({
        type: edition === 1 ? ('result.released' as const) : ('result.corrected' as const),
        data: { term_id, proposal_id, edition, answer_by: samples.length > 0 ? answer_by : null },
      })),
    )
    await tx.mail(
      results.flatMap((result) =>
        releasedMails(
          tx.config,
          mailedProposal(result),
          { ...result, answer_by: result.samples.length > 0 ? answer_by : null },
          tx.now(),
        ),
      ),
    )
    return done(
      results.length === 1
        ? `The result of ${results[0]!.proposal_id} has been released, and ${results[0]!.name} has been e-mailed.`
        : `${results.length} results have been released, and their proposers have been e-mailed.`,
    )
  })

/** What a released correction changes: samples, and the answer to those that stay. */
async function carryOver(tx: Tx, result: StoredResult) {
  const { proposal_id, term_id, removes, adds, edition } = result
  if (removes.length > 0) await endAssignments(tx, { proposal_id, sample_ids: removes })
  if (adds.length > 0) await confirmForCorrection(tx, { proposal_id, term_id, sample_ids: adds })
  await keepAnswers(tx, result)
  const [now, before] = await findEditions(tx, proposal_id, tx.now())
  if (!before?.answered || now!.samples.length === 0) return
  if (now!.samples.some(({ accepted }) => accepted === null)) return
  const { answered, noted } = before
  await updateResult(
    tx,
    { proposal_id, edition },
    {
      state: noted ? NOTED : ANSWERED,
      answered_at: answered.at,
      answered_by: answered.id,
      answered_on_behalf: before.answered_on_behalf,
      ...(noted && { noted_at: noted.at, noted_by: noted.id }),
    },
  )
}
