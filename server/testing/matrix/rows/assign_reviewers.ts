import { DEFAULT_LIMITS } from '#domain/assign_reviewers/limits.ts'
import { inOpenTerm, ok, on, onlyInStates, type Rule, type StateOf, unlessConflict } from '../cell.ts'
import type { MatrixRows } from './rows.ts'

const ofTerm = ({ term }: { term: number }) => `term_id=${term}`
const DRAFTS: StateOf<'proposal'>[] = ['blank', 'draft', 'unlocked', 'cancelled']
const submitted =
  (rest: 'no' | 404): Rule<'proposal'> =>
  (cell) =>
    DRAFTS.includes(cell.state) ? rest : 'ok'

export const assignReviewersRows: MatrixRows<'assignReviewers'> = {
  grid: ok,
  // With a conflict the proposal is not in the grid.
  reasons: on('proposal', unlessConflict<'proposal'>(404, submitted(404)), {
    query: ({ subject, spareReviewer }) => `proposal_id=${subject.id}&user_id=${spareReviewer.id}`,
  }),
  download: ok,
  suggest: on('nothing', inOpenTerm('ok'), { body: ({ term }) => ({ term_id: term }) }),
  saveMarks: on('nothing', inOpenTerm('ok'), { body: () => ({ marks: [] }), query: ofTerm }),
  saveLimits: on('nothing', inOpenTerm('ok'), { body: () => DEFAULT_LIMITS, query: ofTerm }),
  untake: on('report', unlessConflict<'report'>('no', inOpenTerm(onlyInStates('notRequested'))), {
    body: ({ subject }) => ({ report_ids: [subject.id] }),
  }),
  take: on('proposal', unlessConflict<'proposal'>('no', inOpenTerm(submitted('no'))), {
    body: ({ subject, spareReviewer }) => ({
      items: [{ proposal_id: subject.id, user_id: spareReviewer.id, acknowledged: true }],
    }),
  }),
}
