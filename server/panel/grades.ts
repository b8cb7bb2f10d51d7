import { done, saved } from '#domain/endpoint.ts'
import { forbidden, notFound } from '#domain/errors.ts'
import type { GradeInput, ShareInput } from '#domain/panel/grades.ts'
import { whyNotGrade } from '#domain/panel/rules.ts'
import { listNames } from '#domain/text.ts'
import type { Ctx, Tx } from '../platform/context.ts'
import { requireVersion } from '../platform/version_conflict.ts'
import {
  findGraded,
  findOwnGrades,
  findSharedGrades,
  type Graded,
  saveOwnGrade,
  setShared,
} from './grade_queries.ts'
import { lockWithTerms } from './lock_queries.ts'

export const listOwnGrades = (ctx: Ctx, term_id: number | undefined) =>
  findOwnGrades(ctx.db, ctx.actor, term_id)

/** Locks proposals to grade, in id order. Throws 'missing', and 'forbidden' with a conflict. */
async function lockGraded(tx: Tx, ids: readonly number[]): Promise<Graded[]> {
  await lockWithTerms(tx, ids)
  const proposals = await findGraded(tx, tx.actor, ids)
  if (proposals.length < new Set(ids).size) throw notFound()
  if (proposals.some(({ conflict }) => conflict)) throw forbidden()
  return proposals
}

const termOf = ({ term_id: id, disabled }: Graded) => ({ id, disabled })
const gradeText = (grade: number | null) => grade?.toFixed(2) ?? '-'

const receipt = (before: number | null, after: number | null) => {
  if (before === after) return 'your notes saved'
  return after === null ? 'your grade cleared' : `your grade ${gradeText(after)} saved`
}

/** Saves the actor's own grade of a proposal and notes on it. Throws 'stale' when another window saved them meanwhile. */
export const saveGrade = (ctx: Ctx, id: number, { version, ...own }: GradeInput) =>
  ctx.write(async (tx) => {
    const [before] = await lockGraded(tx, [id])
    const last = { version: before!.version ?? 0, saved_at: before!.saved_at ?? '', saved_by: 'you' }
    // A row that a declared conflict has deleted began again.
    if (version !== last.version && last.version > 0)
      requireVersion(`Your grade of ${id}`, version, last, `Now: ${gradeText(before!.grade)}.`)
    tx.refuse(whyNotGrade({ status: before!.status, term: termOf(before!) }))
    const next = last.version + 1
    await saveOwnGrade(tx, tx.actor, id, { ...own, at: tx.now(), version: next })
    await tx.audit('proposal.grade', before!)
    return saved(`${id}: ${receipt(before!.grade, own.grade)}.`, next)
  })

/** Shows the actor's grades of proposals, never the notes, to panel and office, or hides them again. */
export const shareGrades = (ctx: Ctx, { proposal_ids, shared }: ShareInput) =>
  ctx.write(async (tx) => {
    const proposals = await lockGraded(tx, proposal_ids)
    const changed = proposals.filter(({ shared_at }) => (shared_at !== null) !== shared)
    for (const one of changed)
      tx.refuse(
        whyNotGrade({ status: one.status, term: termOf(one) }) ??
          (one.grade === null ? `You have not graded ${one.id}.` : null),
      )
    if (changed.length === 0)
      return tx.refuse(shared ? 'These grades are already shared.' : 'These grades are not shared.')
    await setShared(
      tx,
      tx.actor,
      changed.map(({ id }) => id),
      shared ? tx.now() : null,
    )
    for (const one of changed) await tx.audit(shared ? 'proposal.share_grade' : 'proposal.unshare_grade', one)
    const of = listNames(
      changed.map(({ id }) => String(id)),
      10,
    )
    return done(
      shared
        ? `Your grades of ${of} are now shown to the panel and the office.`
        : `Your grades of ${of} are private again.`,
    )
  })

/** The grades that others share; none with a conflict. Throws 'missing'. */
export async function listSharedGrades({ db, actor }: Ctx, id: number) {
  const [proposal] = await findGraded(db, actor, [id])
  if (!proposal) throw notFound()
  return (await findSharedGrades(db, actor, id)).map(({ grade, ...user }) => ({ user, grade }))
}
