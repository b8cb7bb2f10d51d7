import type { SampleHistory } from '#domain/allocation/contract.ts'
import { notFound } from '#domain/errors.ts'
import { CATALOGUE } from '#domain/samples/catalogue.ts'
import type { Ctx } from '../platform/context.ts'
import { samplesByIds } from '../samples/service.ts'
import { findAssignmentsOf, findRequestsOf, findSampleEvents } from './sample_history_queries.ts'

/** A sample with its requests, assignments and events. Throws 'missing'. */
export async function sampleHistory(ctx: Ctx, id: number): Promise<SampleHistory> {
  const [sample] = await samplesByIds(ctx.db, [id])
  if (!sample) throw notFound()
  return {
    sample,
    requests: await findRequestsOf(ctx.db, id, ctx.actor),
    assignments: await findAssignmentsOf(ctx.db, id),
    events: (await findSampleEvents(ctx.db, id)).map(({ before, after, ...event }) => ({
      ...event,
      changes: before ? changesOf(before, after) : [],
    })),
  }
}

/** The catalogue fields that an import changed, formatted as in the CSV file. */
const changesOf = (before: Record<string, unknown>, after: Record<string, unknown>) =>
  CATALOGUE.filter(({ field }) => field !== 'name' && field in after).map(({ field, header, write }) => ({
    field: header,
    before: write(before[field] as never),
    after: write(after[field] as never),
  }))
