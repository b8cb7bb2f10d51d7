import type { Change, SampleHistory } from '#domain/allocation/contract.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { notFound } from '#domain/errors.ts'
import { CATALOGUE } from '#domain/samples/catalogue.ts'
import { isStaff } from '#domain/session/actor.ts'
import type { Ctx } from '../platform/context.ts'
import { samplesByIds } from '../samples/service.ts'
import { findAssignmentsOf, findRequestsOf, findSampleEvents } from './sample_history_queries.ts'

/** What curation reads of a sample's history: its catalogue entry, and to whom it was promised. */
const TOLD_TO_CURATION: readonly Change[] = ['confirmed', 'added', 'changed']

/** A sample with its requests, assignments and events. Throws 'missing'. */
export async function sampleHistory(ctx: Ctx, id: number): Promise<SampleHistory> {
  const [sample] = await samplesByIds(ctx.db, [id])
  if (!sample) throw notFound()
  const staff = isStaff(ctx.actor)
  const assignments = await findAssignmentsOf(ctx.db, id)
  const events = await findSampleEvents(ctx.db, id)
  return {
    sample,
    requests: staff ? await findRequestsOf(ctx.db, id, ctx.actor) : [],
    assignments: staff ? assignments : assignments.filter(({ status }) => status === CONFIRMED),
    events: events
      .filter(({ change }) => staff || TOLD_TO_CURATION.includes(change))
      .map(({ before, after, ...event }) => ({
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
