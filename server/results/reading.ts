import { notFound } from '#domain/errors.ts'
import { groupBy } from '#domain/group_by.ts'
import { termLabel } from '#domain/masters/values.ts'
import { participantsOf } from '#domain/proposals/participants.ts'
import {
  results as contract,
  type OwnResult,
  type ResultCounts,
  type ResultDetail,
  type ResultFilter,
  type ResultRow,
} from '#domain/results/contract.ts'
import {
  REMINDER_DAYS,
  whyNotAnswer,
  whyNotCheck,
  whyNotCorrect,
  whyNotNote,
  whyNotRelease,
  whyNotRemind,
  whyNotSave,
} from '#domain/results/rules.ts'
import { ANSWERS, REASONS, resultOutcome, resultState } from '#domain/results/status.ts'
import { totalMg } from '#domain/samples/exact_sum.ts'
import { loansOf } from '../custody/loans/create.ts'
import { getSetting } from '../masters/settings.ts'
import type { Ctx } from '../platform/context.ts'
import { type Export, exportAddress, plainColumn, textColumn } from '../platform/csv.ts'
import { writeMails } from '../platform/outbox/compose.ts'
import { currentTermId } from '../terms/service.ts'
import { requiresTwo } from '../users/shared_queries.ts'
import { findingsOf } from './checking.ts'
import { whyNotRenew } from './drafting.ts'
import { countOpen } from './leak_check.ts'
import { factsOf, readResult } from './locking.ts'
import { releasedMails } from './mails.ts'
import {
  countResults,
  findEditions,
  findOwnResults,
  findReminders,
  findResultPage,
  type StoredResult,
  streamResults,
} from './queries.ts'
import { answerDayNow, mailedProposal } from './release.ts'
import { suggestNext } from './suggestions.ts'

const answeredOf = ({ answered, answered_on_behalf, samples }: StoredResult) =>
  answered && {
    accepted: samples.filter(({ accepted }) => accepted === true).length,
    declined: samples.filter(({ accepted }) => accepted === false).length,
    at: answered.at,
    by: answered.by,
    on_behalf: answered_on_behalf,
  }

function toRow(result: StoredResult, viewer: { id: number }, two: boolean): ResultRow {
  const facts = factsOf(result)
  const waits = result.about_to_release ?? result.about_to_remind
  return {
    proposal_id: result.proposal_id,
    term_id: result.term_id,
    title: result.title,
    name: result.name,
    affiliation: result.affiliation,
    edition: result.edition,
    state: result.state,
    outcome: result.outcome,
    requests: result.requests,
    met: result.requests - result.unmet.length,
    samples: result.samples.length,
    mg: totalMg(result.samples),
    reasons: result.unmet.map(({ reason }) => reason),
    findings: result.findings,
    released_at: result.released_at,
    answer_by: result.answer_by,
    answer: result.answer,
    answered: answeredOf(result),
    why_not_check: whyNotCheck(facts, viewer, two),
    why_not_release: whyNotRelease(facts, two),
    about_to: waits && {
      what: result.about_to_release ? 'release' : 'remind',
      by: waits.by,
      due_at: waits.due_at,
    },
  }
}

/** A page of results that the viewer may see, those with findings first. */
export async function listResults(ctx: Ctx, filter: ResultFilter) {
  const [page, two] = [await findResultPage(ctx.db, ctx.actor, filter, ctx.now()), await requiresTwo(ctx.db)]
  return { ...page, data: page.data.map((result) => toRow(result, ctx.actor, two)) }
}

const NONE: ResultCounts = {
  ...{ proposals: 0, not_drafted: 0, finding: 0, drafted: 0, checked: 0, released: 0, read: 0, answered: 0 },
  ...{ noted: 0, granted: 0, part: 0, not: 0, answers_overdue: 0 },
}

/** How many results of a term, by default the current one, are in each state. */
export async function showCounts(ctx: Ctx, requestedTerm: number | undefined): Promise<ResultCounts> {
  const term_id = requestedTerm ?? (await currentTermId(ctx))
  return term_id === null ? NONE : countResults(ctx.db, ctx.actor, term_id, ctx.now())
}

const momentOf = (moment: StoredResult['saved']) => moment && { by: moment.by, at: moment.at }

/** A result with its texts, findings and mails. Throws 'missing'. Findings are for the office, which writes the texts. */
export async function showResult(ctx: Ctx, id: number): Promise<ResultDetail> {
  const { db, actor } = ctx
  const result = await readResult(ctx, id)
  const two = await requiresTwo(db)
  const isOffice = actor.roles.includes('admin')
  const found = result.released_at === null && isOffice ? (await findingsOf(db, [result])).get(id)! : []
  const facts = { ...factsOf(result), ...(isOffice && { findings: countOpen(found) }) }
  const answer_by =
    result.samples.length === 0 ? null : (result.answer_by ?? (await answerDayNow(db, ctx.now())))
  const mails = await writeMails(
    db,
    releasedMails(ctx.config, mailedProposal(result), { ...result, answer_by }, ctx.now()),
    ctx.config,
  )
  const people = participantsOf(result)
  const declined = result.samples
    .filter(({ accepted }) => accepted === false)
    .map((sample) => ({ ...sample, declined_by: id, term_id: result.term_id }))
  return {
    ...toRow(result, actor, two),
    findings: facts.findings,
    why_not_check: whyNotCheck(facts, actor, two),
    why_not_release: whyNotRelease(facts, two),
    term_disabled: result.disabled,
    heading: result.heading,
    text: result.text,
    correction: result.correction,
    sample_list: result.samples,
    unmet: result.unmet,
    text_findings: found,
    drafted: momentOf(result.drafted)!,
    saved: momentOf(result.saved)!,
    checked: momentOf(result.checked),
    released: momentOf(result.released),
    read_at: result.read_at,
    noted: momentOf(result.noted),
    reminded_at: await findReminders(db, id, result.edition),
    earlier: (await findEditions(db, id, ctx.now()))
      .filter(({ edition }) => edition < result.edition)
      .map(({ edition, outcome, text, correction, released, samples, unmet }) => ({
        ...{ edition, outcome, text, correction, samples, unmet },
        released: momentOf(released)!,
      })),
    freed: await suggestNext(db, actor, declined),
    loans: (await loansOf(db, [id])).map(({ number }) => number),
    mails: mails.map(({ subject, body, recipients }, i) => ({
      to: recipients[0]!,
      name: people[i]!.name,
      subject,
      text: body,
    })),
    outdated: result.outdated,
    why_not_save: whyNotSave(facts),
    why_not_renew: whyNotSave(facts) ?? (await whyNotRenew(db, result)),
    why_not_correct: whyNotCorrect(facts),
    why_not_answer: whyNotAnswer(facts),
    why_not_note: whyNotNote(facts),
    why_not_remind: whyNotRemind(facts),
    version: result.version,
  }
}

/** The caller's own released results, newest call first. */
export async function listOwnResults(ctx: Ctx): Promise<OwnResult[]> {
  const results = await findOwnResults(ctx.db, ctx.actor.id, ctx.now())
  const loans = groupBy(
    await loansOf(
      ctx.db,
      results.map(({ proposal_id }) => proposal_id),
    ),
    ({ proposal_id }) => proposal_id,
  )
  const loan_days = await getSetting(ctx.db, 'loan_days')
  return results.map((result) => ({
    proposal_id: result.proposal_id,
    term_id: result.term_id,
    title: result.title,
    edition: result.edition,
    outcome: result.outcome,
    released_at: result.released_at!,
    first_released_at: result.first_released_at,
    collaborators: participantsOf(result).length - 1,
    requests: result.requests,
    met: result.requests - result.unmet.length,
    text: result.text,
    correction: result.correction,
    samples: result.samples,
    unmet: result.unmet.map(({ known: _, proposed: __, ...request }) => request),
    read_at: result.read_at,
    answer_by: result.answer_by,
    answer: result.answer,
    answered: answeredOf(result),
    why_not_answer: whyNotAnswer({ state: result.state, samples: result.samples.length }),
    reminder_days: [...REMINDER_DAYS],
    loan_days,
    loans: (loans.get(result.proposal_id) ?? []).map(({ number }) => number),
  }))
}

/** One of them. Throws 'missing'. */
export async function readOwnResult(ctx: Ctx, id: number) {
  const [result] = await findOwnResults(ctx.db, ctx.actor.id, ctx.now(), id)
  if (!result) throw notFound()
  return result
}

const day = (at: string | null) => at?.slice(0, 10) ?? null

/** The list of results as a file: nothing of reviews. */
export const resultExport: Export<StoredResult, ResultFilter> = {
  name: 'results',
  endpoint: contract.download,
  columns: [
    plainColumn('ID', (r) => r.proposal_id),
    plainColumn('Term', (r) => termLabel(r.term_id)),
    textColumn('Title', (r) => r.title),
    textColumn('Name', (r) => r.name),
    textColumn('E-mail', (r) => r.email),
    textColumn('Affiliation', (r) => r.affiliation),
    plainColumn('Version', (r) => r.edition),
    plainColumn('State', (r) => resultState.label(r.state)),
    plainColumn('Outcome', (r) => resultOutcome.label(r.outcome)),
    plainColumn('Requests', (r) => r.requests),
    plainColumn('Requests met', (r) => r.requests - r.unmet.length),
    textColumn('Samples', (r) => r.samples.map(({ name }) => name).join(', ')),
    plainColumn('Sample IDs', (r) => r.samples.map(({ sample_id }) => sample_id).join(', ')),
    plainColumn('Weight (mg)', (r) => totalMg(r.samples)),
    textColumn('Not met', (r) =>
      r.unmet
        .map(({ priority, reason }) => `${priority}: ${reason ? REASONS[reason].label : '-'}`)
        .join('\n'),
    ),
    textColumn("Panel's words", (r) => r.text),
    plainColumn('Findings', (r) => r.findings),
    plainColumn('Released', (r) => day(r.released_at)),
    plainColumn('Read', (r) => day(r.read_at)),
    plainColumn('Answer by', (r) => r.answer_by),
    plainColumn('Answer', (r) => ANSWERS[r.answer]),
    textColumn('Accepted', (r) => named(r, true)),
    textColumn('Declined', (r) => named(r, false)),
  ],
  rows: (ctx, filter) => streamResults(ctx.db, ctx.actor, filter, ctx.now()),
}
const named = ({ samples }: StoredResult, wanted: boolean) =>
  samples
    .filter(({ accepted }) => accepted === wanted)
    .map(({ name }) => name)
    .join(', ')

export const downloadResults = (ctx: Ctx, filter: ResultFilter) => exportAddress(ctx, resultExport, filter)
