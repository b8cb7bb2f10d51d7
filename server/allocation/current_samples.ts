import { allocation, type CurrentQuery, type CurrentSample } from '#domain/allocation/contract.ts'
import { EVERY_TYPE, typesOf } from '#domain/allocation/grid.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { groupBy } from '#domain/group_by.ts'
import { asteroids, labelOf } from '#domain/masters/values.ts'
import { withName } from '#domain/samples/rules.ts'
import { sizeInMm } from '#domain/samples/size.ts'
import { isStaff } from '#domain/session/actor.ts'
import type { Ctx } from '../platform/context.ts'
import { type Export, exportAddress, plainColumn, textColumn } from '../platform/csv.ts'
import { submittedProposals } from '../proposals/shared_queries.ts'
import { availableSamples, samplesByIds } from '../samples/service.ts'
import { assignmentsOfTerm, termOrCurrent } from './service.ts'

/** Samples that the term's proposals request or are assigned, or all available ones. */
export async function currentSamples(
  ctx: Ctx,
  { all, term_id: requestedTerm, clash, name }: CurrentQuery,
): Promise<CurrentSample[]> {
  const term_id = await termOrCurrent(ctx.db, requestedTerm)
  const proposals = await submittedProposals(ctx.db, ctx.actor, term_id)
  const titles = new Map(proposals.map(({ id, title }) => [id, title]))
  const positions = new Map(proposals.map(({ id }, position) => [id, position]))
  const staff = isStaff(ctx.actor)
  const requests = groupBy(
    (staff ? proposals : []).flatMap(({ id: proposal_id, title, requested_samples }) =>
      requested_samples.flatMap(({ sample_id, priority }) =>
        sample_id === null ? [] : [{ sample_id, proposal_id, title, priority }],
      ),
    ),
    (r) => r.sample_id,
  )
  const assignments = await assignmentsOfTerm(ctx.db, term_id)
  const assigned = groupBy(
    staff ? assignments : assignments.filter(({ status }) => status === CONFIRMED),
    (a) => a.sample_id,
  )
  const samples = all
    ? await availableSamples(ctx.db, typesOf[EVERY_TYPE], term_id)
    : await samplesByIds(ctx.db, [...new Set([...requests.keys(), ...assigned.keys()])])
  const named = withName(samples, name)
  const shown = clash ? named.filter(({ id }) => (assigned.get(id) ?? []).length > 1) : named
  return shown.map((sample) => ({
    ...sample,
    requested: Object.fromEntries(
      (requests.get(sample.id) ?? []).map((r) => [positions.get(r.proposal_id)!, r.priority]),
    ),
    requested_sample: requests.get(sample.id) ?? [],
    assigned: (assigned.get(sample.id) ?? []).map((a) => a.proposal_id),
    assigned_sample: (assigned.get(sample.id) ?? []).map(({ proposal_id, status }) => ({
      proposal_id,
      title: titles.get(proposal_id) ?? '',
      status,
    })),
  }))
}

async function* currentRows(ctx: Ctx, query: CurrentQuery) {
  yield* await currentSamples(ctx, query)
}

const proposalList = (proposals: { proposal_id: number; title: string }[]) =>
  proposals.map(({ proposal_id, title }) => `${proposal_id}: ${title}`).join('\n')

export const currentExport: Export<CurrentSample, CurrentQuery> = {
  name: 'samples',
  endpoint: allocation.currentDownload,
  columns: [
    plainColumn('ID', (s) => s.id),
    plainColumn('Asteroid', (s) => asteroids[s.db_type] ?? ''),
    textColumn('Name', (s) => s.name),
    plainColumn('Type', (s) => labelOf('sample_type', s.type)),
    plainColumn('Weight[mg]', (s) => s.weight),
    plainColumn('Initial weight[mg]', (s) => s.initial_weight),
    plainColumn('Size[mm]', (s) => sizeInMm(s.size)),
    plainColumn('Pressure[Pa]', (s) => s.pressure),
    plainColumn('Volume[ml]', (s) => s.volume),
    plainColumn('Chamber', (s) => (s.chamber === null ? '' : labelOf('ChamberList', s.chamber))),
    plainColumn('Dish', (s) => s.dish),
    textColumn('Description', (s) => s.description),
    textColumn('Source', (s) => s.source),
    plainColumn('On offer', (s) => (s.flg === 1 ? 'x' : '')),
    textColumn('Requested', (s) => proposalList(s.requested_sample)),
    textColumn('Assigned', (s) => proposalList(s.assigned_sample)),
    plainColumn('Confirmed', (s) =>
      s.assigned_sample.some(({ status }) => status === CONFIRMED) ? 'x' : '',
    ),
  ],
  rows: currentRows,
}

export const downloadCurrent = (ctx: Ctx, query: CurrentQuery) => exportAddress(ctx, currentExport, query)
