import type { assignReviewers } from '#domain/assign_reviewers/contract.ts'
import { Answer, type Handlers } from '../platform/http/handlers.ts'
import { showGrid } from './grid.ts'
import { showReasons } from './reasons.ts'
import { saveLimits, saveMarks, takeReviewers } from './service.ts'

export const assignReviewersRoutes: Handlers<typeof assignReviewers> = {
  grid: async (ctx, { query }) => {
    const grid = await showGrid(ctx, query.term_id)
    return new Answer(200, grid, { ETag: grid.etag })
  },
  reasons: (ctx, { query }) => showReasons(ctx, query),
  saveMarks: (ctx, { query, body, headers }) =>
    saveMarks(ctx, query.term_id, body, headers['if-match']?.toString()),
  saveLimits: (ctx, { query, body }) => saveLimits(ctx, query.term_id, body),
  take: (ctx, { body }) => takeReviewers(ctx, body.items),
}
