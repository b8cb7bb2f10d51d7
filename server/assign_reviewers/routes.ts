import { NDJSON } from '#domain/allocation/suggest/policy.ts'
import type { assignReviewers } from '#domain/assign_reviewers/contract.ts'
import { Answer, type Handlers } from '../platform/http/handlers.ts'
import { downloadGrid } from './export.ts'
import { showGrid } from './grid.ts'
import { showReasons } from './reasons.ts'
import { saveLimits, saveMarks, takeReviewers, untakeReviewers } from './service.ts'
import { streamReviewers, suggestReviewers } from './suggest.ts'

export const assignReviewersRoutes: Handlers<typeof assignReviewers> = {
  grid: async (ctx, { query }) => {
    const grid = await showGrid(ctx, query.term_id)
    return new Answer(200, grid, { ETag: grid.etag })
  },
  reasons: (ctx, { query }) => showReasons(ctx, query),
  download: (ctx, { query }) => downloadGrid(ctx, query),
  saveMarks: (ctx, { query, body, headers }) =>
    saveMarks(ctx, query.term_id, body, headers['if-match']?.toString()),
  saveLimits: (ctx, { query, body }) => saveLimits(ctx, query.term_id, body),
  suggest: (ctx, { body, closed, headers }) =>
    (headers.accept === NDJSON ? streamReviewers : suggestReviewers)(ctx, body, closed),
  take: (ctx, { body }) => takeReviewers(ctx, body.items),
  untake: (ctx, { body }) => untakeReviewers(ctx, body.report_ids),
}
