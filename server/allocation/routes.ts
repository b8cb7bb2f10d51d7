import type { allocation } from '#domain/allocation/contract.ts'
import {
  CONTACT_PAD_GRID,
  GAS_GRID,
  type Grid,
  PARTICLE_GRID,
  PROCESSED_GRID,
} from '#domain/allocation/grid.ts'
import { NDJSON } from '#domain/allocation/suggest/policy.ts'
import type { Ctx } from '../platform/context.ts'
import { Answer, type EndpointInput, type Handler, type Handlers } from '../platform/http/handlers.ts'
import { assignedList, downloadAssigned } from './assigned_list.ts'
import { cancelConfirmation, confirmPairs } from './confirm.ts'
import { currentSamples, downloadCurrent } from './current_samples.ts'
import { downloadPlan } from './distribution_plan.ts'
import { gridChanges } from './grid_changes.ts'
import { sampleHistory } from './sample_history.ts'
import { saveGrid } from './save_grid.ts'
import * as service from './service.ts'
import { streamAllocation, suggestAllocation } from './suggest/service.ts'

type Contract = typeof allocation

/** The columns, with the ETag that a save sends back as If-Match. */
async function samples(ctx: Ctx, query: service.GridColumnsQuery) {
  const { columns, etag } = await service.gridSamples(ctx, query)
  return new Answer(200, columns, { ETag: etag })
}

const save =
  (grid: Grid): Handler<Contract['save']> =>
  (ctx, { query, body, headers }: EndpointInput<Contract['save']>) =>
    saveGrid(ctx, { grid, term_id: query.term_id, items: body, ifMatch: headers['if-match']?.toString() })

export const allocationRoutes: Handlers<Contract> = {
  current: (ctx, { query }) => currentSamples(ctx, query),
  currentDownload: (ctx, { params, query }) => downloadCurrent(ctx, { ...query, all: params.all === '1' }),
  proposals: (ctx, { query }) => service.gridProposals(ctx, PARTICLE_GRID, query.term_id),
  proposalsOf: (ctx, { params, query }) => service.gridProposals(ctx, params.grid, query.term_id),
  samples: (ctx, { query }) => samples(ctx, { grid: PARTICLE_GRID, ...query }),
  samplesOf: (ctx, { params, query }) => samples(ctx, { grid: params.grid, ...query }),
  download: (ctx, { query }) => downloadPlan(ctx, PARTICLE_GRID, query.term_id),
  downloadOf: (ctx, { params, query }) => downloadPlan(ctx, params.grid, query.term_id),
  changes: (ctx, { params, query }) => gridChanges(ctx, { ...params, ...query }),
  save: save(PARTICLE_GRID),
  saveGas: save(GAS_GRID),
  saveContactPad: save(CONTACT_PAD_GRID),
  saveProcessed: save(PROCESSED_GRID),
  suggest: (ctx, { body, closed, headers }) =>
    (headers.accept === NDJSON ? streamAllocation : suggestAllocation)(ctx, body, closed),
  assigned: (ctx, { query }) => assignedList(ctx, query),
  assignedDownload: (ctx, { query }) => downloadAssigned(ctx, query),
  history: (ctx, { params }) => sampleHistory(ctx, params.id),
  confirm: (ctx, { query, body }) => confirmPairs(ctx, body, query),
  cancel: (ctx, { params }) => cancelConfirmation(ctx, params.main_key),
}
