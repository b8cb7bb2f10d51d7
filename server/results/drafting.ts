import { done } from '#domain/endpoint.ts'
import { groupBy } from '#domain/group_by.ts'
import { mergeTemplate } from '#domain/mail_merge.ts'
import { PROCESSED } from '#domain/masters/values.ts'
import type { UnmetRequest } from '#domain/results/contract.ts'
import { deriveResult } from '#domain/results/derive.ts'
import { letterTemplates } from '#domain/results/mail_templates.ts'
import { whyNotSave } from '#domain/results/rules.ts'
import { DRAFTED, type Reason } from '#domain/results/status.ts'
import type { Ctx, Db, Tx } from '../platform/context.ts'
import { findWords } from '../platform/outbox/compose.ts'
import { requireTerm } from '../terms/service.ts'
import { type DraftedProposal, findFigures, findHolding, findToDraft } from './draft_queries.ts'
import { countOpen, prepareLeakCheck } from './leak_check.ts'
import { factsOf, onResult } from './locking.ts'
import { letterOf } from './mails.ts'
import { findUndrafted, lockForResults, type StoredResult } from './queries.ts'
import { insertResults, replaceSamples, updateResult } from './write_queries.ts'

/** What is granted and what is free, for any number of proposals. */
async function readAllocation(db: Db) {
  const figures = new Map((await findFigures(db)).map((sample) => [sample.sample_id, sample]))
  const holding = await findHolding(db)
  const held = new Set(holding.map(({ sample_id }) => sample_id))
  const free = [...figures.values()].filter(
    ({ sample_id, sample_type, flg }) => !held.has(sample_id) && (sample_type !== PROCESSED || flg),
  )
  const byProposal = groupBy(holding, ({ proposal_id }) => proposal_id)
  return {
    /** The samples confirmed for a proposal, as a correction would change them. */
    grantedTo: (proposal_id: number, { removes, adds }: { removes: number[]; adds: number[] }) => {
      const confirmed = (byProposal.get(proposal_id) ?? []).filter(
        ({ sample_id }) => !removes.includes(sample_id),
      )
      const ids = confirmed.map(({ sample_id }) => sample_id)
      const added = adds
        .filter((sample_id) => !ids.includes(sample_id))
        .map((sample_id) => ({ sample_id, priority: null }))
      return [...confirmed, ...added].map(({ sample_id, priority }) => ({
        ...figures.get(sample_id)!,
        priority,
      }))
    },
    availableTo: (proposal_id: number) => ({
      elsewhere: new Set(
        holding.filter((one) => one.proposal_id !== proposal_id).map(({ sample_id }) => sample_id),
      ),
      free,
    }),
  }
}

type Allocation = Awaited<ReturnType<typeof readAllocation>>
const UNCHANGED = { removes: [], adds: [] }

/** The reasons that the office has chosen itself. */
const chosenReasons = (unmet: readonly UnmetRequest[]) =>
  new Map<number, Reason>(
    unmet.flatMap(({ priority, reason, proposed }) =>
      reason !== null && reason !== proposed ? [[priority, reason]] : [],
    ),
  )

/** Drafts the results of a term that are missing, from the templates of their outcomes. Throws 'missing'. */
export const draftResults = (ctx: Ctx, term_id: number) =>
  ctx.write(async (tx) => {
    await requireTerm(tx, term_id)
    await lockForResults(tx, await findUndrafted(tx, tx.actor, term_id))
    const ids = await findUndrafted(tx, tx.actor, term_id)
    tx.refuse(ids.length === 0 ? 'Every submitted proposal of this call has a result.' : null)
    await addDrafts(tx, term_id, await findToDraft(tx, ids))
    const message =
      ids.length === 1 ? '1 result has been drafted.' : `${ids.length} results have been drafted.`
    return { ...done(message), drafted: ids.length }
  })

async function addDrafts(tx: Tx, term_id: number, proposals: readonly DraftedProposal[]) {
  const allocation = await readAllocation(tx)
  const check = await prepareLeakCheck(
    tx,
    term_id,
    proposals.map(({ id }) => id),
  )
  const write = await letterWriter(tx)
  const at = tx.now().toISOString()
  const samples = new Map<number, number[]>()
  const rows = proposals.map((proposal) => {
    const granted = allocation.grantedTo(proposal.id, UNCHANGED)
    samples.set(
      proposal.id,
      granted.map(({ sample_id }) => sample_id),
    )
    const derived = deriveResult(proposal.requested_samples, granted, allocation.availableTo(proposal.id))
    const letter = write(derived.outcome, proposal)
    const findings = check({ proposal_id: proposal.id, text: letter.text, correction: '' })
    return {
      proposal_id: proposal.id,
      edition: 1,
      outcome: derived.outcome,
      heading: letter.subject,
      text: letter.text,
      requests: derived.requests,
      unmet: JSON.stringify(derived.unmet),
      findings: countOpen(findings),
      drafted_by: tx.actor.id,
      drafted_at: at,
      saved_by: tx.actor.id,
      saved_at: at,
    }
  })
  await insertResults(tx, rows, samples)
  for (const { proposal_id, outcome } of rows)
    await tx.audit('result.draft', { id: proposal_id, proposal_id }, { outcome })
}

/** Writes the heading and the text of a result in the words of its outcome's template. */
async function letterWriter(db: Db) {
  const names = ['result_letter_granted', 'result_letter_part', 'result_letter_not'] as const
  const words = await findWords(db, names)
  return (outcome: StoredResult['outcome'], proposal: DraftedProposal) => {
    const template = `result_letter_${outcome}` as const
    const { values } = letterOf(outcome, proposal, proposal.words)
    return mergeTemplate(letterTemplates[template], words(template), values)
  }
}

/** What a draft would grant now. */
async function deriveNow(db: Db, result: Pick<StoredResult, 'proposal_id' | 'removes' | 'adds' | 'unmet'>) {
  const [proposal] = await findToDraft(db, [result.proposal_id])
  const allocation: Allocation = await readAllocation(db)
  const granted = allocation.grantedTo(result.proposal_id, result)
  const available = allocation.availableTo(result.proposal_id)
  const derived = deriveResult(proposal!.requested_samples, granted, available, chosenReasons(result.unmet))
  return { ...derived, samples: granted.map(({ sample_id }) => sample_id) }
}

/** Why there is nothing to take up in a draft, or null. */
export async function whyNotRenew(db: Db, result: StoredResult): Promise<string | null> {
  const { unmet } = await deriveNow(db, result)
  const isSame = JSON.stringify(unmet.map(compared)) === JSON.stringify(result.unmet.map(compared))
  return result.outdated || !isSame ? null : 'It is up to date with the allocation.'
}
/** What of a request that is not met comes from the allocation. */
const compared = ({ priority, given_count, proposed }: UnmetRequest) => [priority, given_count, proposed]

/** Takes up in a draft what was confirmed or taken back since; its text stays. Throws 'missing'. */
export const renewResult = onResult(
  (result) => whyNotSave(factsOf(result)),
  async (tx, result) => {
    const before = { outcome: result.outcome, samples: result.samples.map(({ name }) => name) }
    const { samples, outcome, requests, unmet } = await deriveNow(tx, result)
    await replaceSamples(tx, result, samples)
    await updateResult(tx, result, {
      ...draftAgain(tx, result),
      outcome,
      requests,
      unmet: JSON.stringify(unmet),
    })
    await tx.audit('result.renew', idOf(result), { outcome, samples }, before)
    return done(`The result of ${result.proposal_id} is up to date with the allocation.`)
  },
)

/** A draft that is changed is checked again. */
export const draftAgain = (tx: Tx, { version }: Pick<StoredResult, 'version'>) => ({
  state: DRAFTED,
  checked_by: null,
  checked_at: null,
  saved_by: tx.actor.id,
  saved_at: tx.now().toISOString(),
  version: version + 1,
})

/** A result in the audit log. */
export const idOf = ({ proposal_id }: { proposal_id: number }) => ({ id: proposal_id, proposal_id })

/** Adds the draft of a correction, with what it would grant. */
export async function addCorrection(
  tx: Tx,
  before: StoredResult,
  { correction, removes, adds }: { correction: string; removes: number[]; adds: number[] },
) {
  const { samples, outcome, requests, unmet } = await deriveNow(tx, { ...before, removes, adds })
  const check = await prepareLeakCheck(tx, before.term_id, [before.proposal_id])
  const at = tx.now().toISOString()
  const { proposal_id, heading, text } = before
  const row = {
    ...{ proposal_id, heading, text, correction, removes, adds, outcome, requests },
    edition: before.edition + 1,
    unmet: JSON.stringify(unmet),
    findings: countOpen(check({ proposal_id, text, correction })),
    ...{ drafted_by: tx.actor.id, drafted_at: at, saved_by: tx.actor.id, saved_at: at },
  }
  await insertResults(tx, [row], new Map([[proposal_id, samples]]))
  return { outcome, samples }
}
