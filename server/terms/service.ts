import { Fault, missing } from '#domain/errors.ts'
import { termLabel } from '#domain/masters/values.ts'
import { acceptsProposals, beforeDeadline, type Term, whyNotNotice } from '#domain/terms/rules.ts'
import type { AnyCtx, Db } from '../platform/context.ts'
import { findCurrentTerm, findTerm, findTerms } from './queries.ts'

/** The current term. Throws 'missing' before the first term is set up. */
export async function currentTerm(db: Db): Promise<Term> {
  const term = await findCurrentTerm(db)
  if (!term) throw new Fault('missing', 'No call is set up yet.')
  return term
}

/** A term that is about to be written in: it cannot be disabled meanwhile. Throws 'missing'. */
export async function holdTerm(tx: Db, id: number): Promise<Term> {
  const term = await findTerm(tx, id, true)
  if (!term) throw missing()
  return term
}

export const currentTermId = async (ctx: AnyCtx) => (await currentTerm(ctx.db)).id

/** The label of a term; 0 stands for the current one. */
export async function termText(ctx: AnyCtx, id: number) {
  const term = id === 0 ? await currentTerm(ctx.db) : await findTerm(ctx.db, id)
  if (!term) throw missing()
  return termLabel(term.id)
}

const labels = (terms: Term[]) => Object.fromEntries(terms.map(({ id }) => [String(id), termLabel(id)]))

/** Terms that are not in the future: up to the current one. */
export async function openTerms(ctx: AnyCtx) {
  const current = await currentTerm(ctx.db)
  return labels((await findTerms(ctx.db)).filter(({ id }) => id <= current.id))
}

export async function pastTerms(ctx: AnyCtx) {
  const current = await currentTerm(ctx.db)
  return labels((await findTerms(ctx.db)).filter(({ id }) => id < current.id))
}

export async function allTerms(ctx: AnyCtx) {
  const terms = await findTerms(ctx.db)
  return Object.fromEntries(
    terms.map(({ id, disabled }) => [String(id), { id, label: termLabel(id), disabled }]),
  )
}

/** Asks a rule about the current term at this moment. */
const ask = (rule: (term: Term, now: Date) => boolean) => async (ctx: AnyCtx) =>
  rule(await currentTerm(ctx.db), ctx.now())

export const proposalAccepted = ask(acceptsProposals)
export const proposalLimit = ask(beforeDeadline)
export const noticeAccepted = ask((term, now) => whyNotNotice(term, now) === null)
