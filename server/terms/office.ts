import { done, saved } from '#domain/endpoint.ts'
import { invalid, notFound } from '#domain/errors.ts'
import { termLabel } from '#domain/masters/values.ts'
import type { NewTerm, TermInput } from '#domain/terms/contract.ts'
import { DAY_NAMES, type Days, whyNotSaveTerm } from '#domain/terms/rules.ts'
import type { Ctx } from '../platform/context.ts'
import { requireVersion } from '../platform/version_conflict.ts'
import {
  addTerm,
  changeTerm,
  findCurrentTerm,
  findSavedTerm,
  findTermRow,
  findTermRows,
  lockTerms,
  setCurrentTerm,
} from './queries.ts'

export const listTerms = (ctx: Ctx) => findTermRows(ctx.db)

/** One term with its counts. Throws 'missing'. */
export async function showTerm(ctx: Ctx, id: number) {
  const term = await findTermRow(ctx.db, id)
  if (!term) throw notFound()
  return term
}

/** Opens a term; the first one is the current one. */
export const openTerm = (ctx: Ctx, input: NewTerm) =>
  ctx.write(async (tx) => {
    await lockTerms(tx)
    const is_current = (await findCurrentTerm(tx)) === undefined
    const term = { ...input, disabled: false, is_current }
    if (!(await addTerm(tx, term))) throw invalid({ id: `${termLabel(input.id)} is there already.` })
    await tx.audit('term.add', term, term)
    return done(
      is_current
        ? `${termLabel(term.id)} has been opened. It is the current call.`
        : `${termLabel(term.id)} has been added. It waits until you make it the current call.`,
    )
  })

/**
 * Saves a term's days, closes it, opens it again, or makes it the current one, which closes those before it.
 * Throws 'missing' and 'stale'.
 */
export const saveTerm = (ctx: Ctx, id: number, { version, is_current, ...fields }: TermInput) =>
  ctx.write(async (tx) => {
    await lockTerms(tx)
    const before = await findSavedTerm(tx, id)
    if (!before) throw notFound()
    requireVersion('This call', version, before)
    tx.refuse(whyNotSaveTerm(before, { ...fields, is_current }))
    const saving = { by: tx.actor.id, at: tx.now() }
    await changeTerm(tx, id, fields, saving)
    const days = daysOf(fields)
    if (DAY_NAMES.some((day) => days[day] !== before[day])) await tx.audit('term.edit', before, days, before)
    else tx.unrecorded('Every day is as it was.')
    const made = is_current && !before.is_current
    if (fields.disabled !== before.disabled) {
      const action = fields.disabled ? 'term.disable' : 'term.enable'
      await tx.audit(action, before, { disabled: fields.disabled }, before)
    }
    if (made) {
      await tx.audit('term.make_current', before, { is_current }, before)
      for (const closed of await setCurrentTerm(tx, id, saving))
        await tx.audit('term.disable', { id: closed }, { disabled: true }, { disabled: false })
    }
    return saved(
      made ? `${termLabel(id)} is the current call now.` : `${termLabel(id)} has been saved.`,
      before.version + 1,
    )
  })

const daysOf = (fields: Days) => Object.fromEntries(DAY_NAMES.map((day) => [day, fields[day]])) as Days
