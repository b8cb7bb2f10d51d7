import { notFound, refusal } from '#domain/errors.ts'
import { termLabel } from '#domain/masters/values.ts'
import { acceptsProposals, beforeDeadline, type Term, whyNotNotice } from '#domain/terms/rules.ts'
import { NO_TERM } from '#domain/terms/shown.ts'
import type { AnyCtx, Db } from '../platform/context.ts'
import { findCurrentTerm, findScored, findTerm, findTerms } from './queries.ts'

/** The current term; null before the first one. */
export const currentTerm = async (db: Db): Promise<Term | null> => (await findCurrentTerm(db)) ?? null

/** Every reviewed proposal of a term has a global score, and there is one. */
export const isScored = async (db: Db, id: number) => (await findScored(db, id))?.scored ?? false

/** The term before this one; null for the first. */
export const termBefore = async (db: Db, id: number): Promise<Term | null> =>
  (await findTerms(db)).findLast((term) => term.id < id) ?? null

/** The current term. Refuses before the first one. */
export async function requireCurrentTerm(db: Db): Promise<Term> {
  const current = await currentTerm(db)
  if (!current) throw refusal(NO_TERM)
  return current
}

/** The current term, about to be written in: it cannot be disabled meanwhile. Refuses before the first one. */
export const holdCurrentTerm = async (tx: Db) => holdTerm(tx, (await requireCurrentTerm(tx)).id)

/** A term that is about to be written in: it cannot be disabled meanwhile. Throws 'missing'. */
export async function holdTerm(tx: Db, id: number): Promise<Term> {
  const term = await findTerm(tx, id, true)
  if (!term) throw notFound()
  return term
}

export const currentTermId = async (ctx: AnyCtx) => (await currentTerm(ctx.db))?.id ?? null

/** The label of a term; 0 stands for the current one, whose label is empty before the first. */
export async function termText(ctx: AnyCtx, id: number) {
  const term = id === 0 ? await currentTerm(ctx.db) : await findTerm(ctx.db, id)
  if (term) return termLabel(term.id)
  if (id === 0) return ''
  throw notFound()
}

const labels = (terms: Term[]) => Object.fromEntries(terms.map(({ id }) => [String(id), termLabel(id)]))

/** The terms that stand so to the current one; none before the first. */
const termsThat = (stands: (id: number, current: number) => boolean) => async (ctx: AnyCtx) => {
  const current = await currentTerm(ctx.db)
  return current ? labels((await findTerms(ctx.db)).filter(({ id }) => stands(id, current.id))) : {}
}
/** Terms that are not in the future: up to the current one. */
export const openTerms = termsThat((id, current) => id <= current)
export const pastTerms = termsThat((id, current) => id < current)

export async function allTerms(ctx: AnyCtx) {
  const terms = await findTerms(ctx.db)
  return Object.fromEntries(
    terms.map(({ id, disabled }) => [String(id), { id, label: termLabel(id), disabled }]),
  )
}

/** Asks a rule about the current term at this moment; without one the answer is no. */
const ask = (rule: (term: Term, now: Date) => boolean) => async (ctx: AnyCtx) => {
  const term = await currentTerm(ctx.db)
  return term !== null && rule(term, ctx.now())
}

export const proposalAccepted = ask(acceptsProposals)
export const proposalLimit = ask(beforeDeadline)
export const noticeAccepted = ask((term, now) => whyNotNotice(term, now) === null)
