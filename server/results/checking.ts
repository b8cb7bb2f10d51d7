import { done, saved } from '#domain/endpoint.ts'
import { invalid, notFound } from '#domain/errors.ts'
import { groupBy } from '#domain/group_by.ts'
import type { ResultInput, UnmetRequest } from '#domain/results/contract.ts'
import { type ResultFacts, whyNotCheck, whyNotSave } from '#domain/results/rules.ts'
import { CHECKED } from '#domain/results/status.ts'
import { listNames, REQUIRED } from '#domain/text.ts'
import type { Ctx, Db, Tx } from '../platform/context.ts'
import { requireVersion } from '../platform/version_conflict.ts'
import { requiresTwo } from '../users/shared_queries.ts'
import { draftAgain, idOf } from './drafting.ts'
import { countOpen, prepareLeakCheck } from './leak_check.ts'
import { factsOf, lockResults, onResult } from './locking.ts'
import type { StoredResult } from './queries.ts'
import { insertAllowance, updateResult, updateResults } from './write_queries.ts'

/** What is found in the texts of these results now, by proposal. */
export async function findingsOf(db: Db, results: readonly StoredResult[]) {
  const found = new Map<number, ReturnType<Awaited<ReturnType<typeof prepareLeakCheck>>>>()
  for (const [term_id, own] of groupBy(results, (result) => result.term_id)) {
    const check = await prepareLeakCheck(
      db,
      term_id,
      own.map(({ proposal_id }) => proposal_id),
    )
    for (const result of own) found.set(result.proposal_id, check(result))
  }
  return found
}

/** Results as the rules take them, with what is found in their texts now. */
export async function freshFacts(
  db: Db,
  results: readonly StoredResult[],
): Promise<Map<number, ResultFacts>> {
  const findings = await findingsOf(db, results)
  return new Map(
    results.map((result) => [
      result.proposal_id,
      { ...factsOf(result), findings: countOpen(findings.get(result.proposal_id)!) },
    ]),
  )
}

const MAX_NAMED = 5

/** Why an act on several results is refused: which of them, and why; null if none is. */
export function whyNotAll(
  results: readonly StoredResult[],
  why: (result: StoredResult) => string | null,
  done: string,
): string | null {
  const refused = results.flatMap((result) => {
    const reason = why(result)
    return reason === null ? [] : [`${result.proposal_id}: ${reason}`]
  })
  if (refused.length === 0) return null
  if (results.length === 1) return refused[0]!.replace(/^\d+: /u, '')
  return `Nothing was ${done}. ${listNames(refused, MAX_NAMED)}`
}

const withReasons = (unmet: readonly UnmetRequest[], reasons: ResultInput['reasons']): UnmetRequest[] =>
  unmet.map((request) => {
    const chosen = reasons.find(({ priority }) => priority === request.priority)
    return chosen ? { ...request, reason: chosen.reason } : request
  })

/** Saves the texts and the reasons of a draft; what is changed is checked again. Throws 'missing', 'stale', 'invalid'. */
export const saveResult = (ctx: Ctx, id: number, input: ResultInput) =>
  onResult(
    (result) => whyNotSave(factsOf(result)),
    async (tx, result) => {
      const { at: saved_at, by: saved_by } = result.saved!
      requireVersion('This result', input.version, { version: result.version, saved_by, saved_at })
      if (result.edition > 1 && input.correction === '') throw invalid({ correction: REQUIRED })
      if (result.edition === 1 && input.correction !== '')
        throw invalid({ correction: 'The first version of a result corrects nothing.' })
      const unmet = withReasons(result.unmet, input.reasons)
      const { text, correction } = input
      const isUnchanged =
        text === result.text &&
        correction === result.correction &&
        unmet.every(({ reason }, i) => reason === result.unmet[i]!.reason)
      if (isUnchanged) {
        tx.skipAudit('Nothing was changed.')
        return saved(`The result of ${id} is unchanged.`, result.version)
      }
      const findings = (await findingsOf(tx, [{ ...result, text, correction }])).get(id)!
      const again = draftAgain(tx, result)
      const after = { text, correction, reasons: reasonsOf(unmet) }
      await updateResult(tx, result, {
        ...{ ...again, text, correction },
        unmet: JSON.stringify(unmet),
        findings: countOpen(findings),
      })
      await tx.audit('result.save', idOf(result), after, { ...result, reasons: reasonsOf(result.unmet) })
      const open = countOpen(findings)
      const found =
        open === 0 ? '' : ` ${open === 1 ? '1 finding is' : `${open} findings are`} to be looked at.`
      return saved(`The result of ${id} has been saved.${found}`, again.version)
    },
  )(ctx, id)

const reasonsOf = (unmet: readonly UnmetRequest[]) =>
  Object.fromEntries(unmet.map(({ priority, reason }) => [priority, reason]))

/** Lets a passage go out, with a reason. Throws 'missing' also where the text no longer has it. */
export const allowFinding = (ctx: Ctx, id: number, input: { fingerprint: string; reason: string }) =>
  onResult(
    (result) => whyNotSave(factsOf(result)),
    async (tx, result) => {
      const found = (await findingsOf(tx, [result])).get(id)!
      const finding = found.find(({ fingerprint }) => fingerprint === input.fingerprint)
      if (!finding) throw notFound()
      const { fingerprint, reason } = input
      const allowance = { proposal_id: id, fingerprint, reason }
      const isNew = await insertAllowance(tx, {
        ...allowance,
        allowed_by: tx.actor.id,
        allowed_at: tx.now().toISOString(),
      })
      tx.refuse(isNew ? null : 'It is allowed already.')
      const left = countOpen(found) - found.filter((one) => one.fingerprint === fingerprint).length
      await updateResult(tx, result, { findings: Math.max(0, left) })
      await tx.audit('result.allow', idOf(result), { kind: finding.kind, reason })
      return done(`The passage may go out in the result of ${id}.`)
    },
  )(ctx, id)

/** Marks results as checked, all or none: where two persons are required, by another than who wrote each last. */
export const checkResults = (ctx: Ctx, proposal_ids: readonly number[]) =>
  ctx.write(async (tx) => {
    const results = await lockResults(tx, proposal_ids)
    const [facts, two] = [await freshFacts(tx, results), await requiresTwo(tx)]
    tx.refuse(
      whyNotAll(results, ({ proposal_id }) => whyNotCheck(facts.get(proposal_id)!, tx.actor, two), 'checked'),
    )
    await setChecked(tx, results)
    return done(
      results.length === 1
        ? `The result of ${results[0]!.proposal_id} has been checked.`
        : `${results.length} results have been checked.`,
    )
  })

async function setChecked(tx: Tx, results: readonly StoredResult[]) {
  await updateResults(tx, results, {
    state: CHECKED,
    findings: 0,
    checked_by: tx.actor.id,
    checked_at: tx.now().toISOString(),
  })
  for (const result of results) await tx.audit('result.check', idOf(result), { edition: result.edition })
}
