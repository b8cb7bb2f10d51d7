import { done, saved } from '#domain/endpoint.ts'
import { invalid, notFound, refusal } from '#domain/errors.ts'
import { termLabel } from '#domain/masters/values.ts'
import type { Actor } from '#domain/session/actor.ts'
import { closedBySaving, whyNotClose, whyNotSaveTerm } from '#domain/terms/closing.ts'
import type { LineInput, NewTerm, TermDetail, TermInput } from '#domain/terms/contract.ts'
import {
  acceptsProposals,
  beforeDeadline,
  DAY_NAMES,
  type Days,
  NO_TERM,
  type Term,
  whyNotNotice,
  whyReadOnly,
} from '#domain/terms/rules.ts'
import type { AnyCtx, Ctx, Db } from '../platform/context.ts'
import { requireVersion } from '../platform/version_conflict.ts'
import {
  changeTerm,
  countUnsent,
  findCurrentTerm,
  findSavedTerm,
  findScored,
  findTerm,
  findTermRow,
  findTermRows,
  findTerms,
  findUnfinished,
  insertTerm,
  lockTerms,
  setCurrentTerm,
  updatePanelLine,
} from './queries.ts'

/** The current term; null before the first one. */
export const currentTerm = async (db: Db): Promise<Term | null> => (await findCurrentTerm(db)) ?? null

/** Whether the scoring of a term is complete, as far as the viewer may know. */
export const isScored = async (db: Db, viewer: Pick<Actor, 'id'>, id: number) =>
  (await findScored(db, viewer, id))?.scored ?? false

/** The term before this one; null for the first. */
export const previousTerm = async (db: Db, id: number): Promise<Term | null> =>
  (await findTerms(db)).findLast((term) => term.id < id) ?? null

/** The term with this id. Throws 'missing'. */
export async function requireTerm(db: Db, id: number): Promise<Term> {
  const term = await findTerm(db, id)
  if (!term) throw notFound()
  return term
}

/** The current term. Throws a refusal before the first one. */
export async function requireCurrentTerm(db: Db): Promise<Term> {
  const current = await currentTerm(db)
  if (!current) throw refusal(NO_TERM)
  return current
}

/** The current term, which cannot be disabled until the transaction ends. Throws a refusal before the first one. */
export const lockCurrentTerm = async (tx: Db) => lockTerm(tx, (await requireCurrentTerm(tx)).id)

/** A term, which cannot be disabled until the transaction ends. Throws 'missing'. */
export async function lockTerm(tx: Db, id: number): Promise<Term> {
  const term = await findTerm(tx, id, true)
  if (!term) throw notFound()
  return term
}

export const currentTermId = async (ctx: AnyCtx) => (await currentTerm(ctx.db))?.id ?? null

/** The label of a term; 0 means the current one ('' before the first). */
export async function termText(ctx: AnyCtx, id: number) {
  const term = id === 0 ? await currentTerm(ctx.db) : await findTerm(ctx.db, id)
  if (term) return termLabel(term.id)
  if (id === 0) return ''
  throw notFound()
}

const labels = (terms: Term[]) => Object.fromEntries(terms.map(({ id }) => [String(id), termLabel(id)]))

/** Labels of the terms up to the current one; none before the first. */
export async function openTerms(ctx: AnyCtx) {
  const current = await currentTerm(ctx.db)
  return current ? labels((await findTerms(ctx.db)).filter(({ id }) => id <= current.id)) : {}
}

/** Labels of the terms before the current one. */
export async function pastTerms(ctx: AnyCtx) {
  const current = await currentTerm(ctx.db)
  return current ? labels((await findTerms(ctx.db)).filter(({ id }) => id < current.id)) : {}
}

export async function allTerms(ctx: AnyCtx) {
  const terms = await findTerms(ctx.db)
  return Object.fromEntries(
    terms.map(({ id, disabled }) => [String(id), { id, label: termLabel(id), disabled }]),
  )
}

/** A handler that applies a rule to the current term; false without a current term. */
const forCurrentTerm = (rule: (term: Term, now: Date) => boolean) => async (ctx: AnyCtx) => {
  const term = await currentTerm(ctx.db)
  return term !== null && rule(term, ctx.now())
}

export const proposalAccepted = forCurrentTerm(acceptsProposals)
export const proposalLimit = forCurrentTerm(beforeDeadline)
export const noticeAccepted = forCurrentTerm((term, now) => whyNotNotice(term, now) === null)

export const listTerms = (ctx: Ctx) => findTermRows(ctx.db, ctx.actor)

/** One term with its counts and what is unfinished. Throws 'missing'. */
export async function showTerm(ctx: Ctx, id: number): Promise<TermDetail> {
  const term = await findTermRow(ctx.db, ctx.actor, id)
  if (!term) throw notFound()
  const unfinished = await findUnfinished(ctx.db, ctx.actor, id, ctx.now())
  return { ...term, unfinished, ...(await countUnsent(ctx.db, ctx.actor)) }
}

/** Adds a term; the first one becomes the current one. */
export const openTerm = (ctx: Ctx, input: NewTerm) =>
  ctx.write(async (tx) => {
    await lockTerms(tx)
    const current = await findCurrentTerm(tx)
    if (input.is_current && current)
      throw invalid({
        is_current: `${termLabel(current.id)} is the current call. Add this one first, then make it current.`,
      })
    const is_current = current === undefined
    const term = { ...input, disabled: false, is_current }
    if (!(await insertTerm(tx, term))) throw invalid({ id: `${termLabel(input.id)} already exists.` })
    await tx.audit('term.add', term, term)
    return done(
      is_current
        ? `${termLabel(term.id)} has been opened. It is the current call.`
        : `${termLabel(term.id)} has been added. It stays a draft until you make it current.`,
    )
  })

/**
 * Saves a term's days, closes it, opens it again, or makes it the current one, which closes those before it.
 * Throws 'missing', 'invalid' and 'stale'.
 */
export const saveTerm = (ctx: Ctx, id: number, { version, is_current, confirm, ...fields }: TermInput) =>
  ctx.write(async (tx) => {
    await lockTerms(tx)
    const before = await findSavedTerm(tx, id)
    if (!before) throw notFound()
    requireVersion('This call', version, before)
    const after = { ...fields, is_current }
    tx.refuse(whyNotSaveTerm(before, after))
    const closed = closedBySaving(before, after, await findTerms(tx))
    const unconfirmed = confirm === undefined || closed.length === 0 ? null : whyNotClose(closed, confirm)
    if (unconfirmed) throw invalid({ confirm: unconfirmed })
    const saving = { by: tx.actor.id, at: tx.now() }
    await changeTerm(tx, id, fields, saving)
    const days = daysOf(fields)
    if (DAY_NAMES.some((day) => days[day] !== before[day])) await tx.audit('term.edit', before, days, before)
    else tx.skipAudit('Every day is as it was.')
    const becomesCurrent = is_current && !before.is_current
    if (fields.disabled !== before.disabled) {
      const action = fields.disabled ? 'term.disable' : 'term.enable'
      await tx.audit(action, before, { disabled: fields.disabled }, before)
    }
    if (becomesCurrent) {
      await tx.audit('term.make_current', before, { is_current }, before)
      for (const closed of await setCurrentTerm(tx, id, saving))
        await tx.audit('term.disable', { id: closed }, { disabled: true }, { disabled: false })
    }
    return saved(
      becomesCurrent ? `${termLabel(id)} is now the current call.` : `${termLabel(id)} has been saved.`,
      before.version + 1,
    )
  })

const daysOf = (fields: Days) => Object.fromEntries(DAY_NAMES.map((day) => [day, fields[day]])) as Days

/**
 * Sets how many places of the ranking are above the line; null: as many as the material at hand serves. Throws 'missing'
 * and 'stale', and a refusal for a closed term.
 */
export const savePanelLine = (ctx: Ctx, id: number, { line, version }: LineInput) =>
  ctx.write(async (tx) => {
    await lockTerms(tx)
    const before = await findSavedTerm(tx, id)
    if (!before) throw notFound()
    requireVersion('This call', version, before)
    tx.refuse(whyReadOnly(before))
    await updatePanelLine(tx, id, line, { by: tx.actor.id, at: tx.now() })
    await tx.audit('term.panel_line', before, { panel_line: line }, { panel_line: before.panel_line })
    return saved(
      line === null
        ? `The line of ${termLabel(id)} is where the material at hand ends.`
        : `The line of ${termLabel(id)} is after rank ${line}.`,
      before.version + 1,
    )
  })
