import type { Term } from '#domain/terms/rules.ts'
import type { Ctx } from '../platform/context.ts'
import { countByProgress } from '../staff/shared_queries.ts'
import { awaitedReports, countProposals } from './queries.ts'

/** What both the list of what is to do and the picture of the call are made from, as a member of the staff may see it. */
export async function countTerm({ db, actor }: Ctx, term: Term) {
  const [progress, proposals, awaited] = await Promise.all([
    countByProgress(db, actor, term.id),
    countProposals(db, term.id),
    awaitedReports(db, actor, term.id),
  ])
  return { progress, proposals, awaited }
}
export type Counts = Awaited<ReturnType<typeof countTerm>>
