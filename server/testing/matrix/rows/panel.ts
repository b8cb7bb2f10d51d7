import { inOpenTerm, ok, on, type Rule, type StateOf, unlessConflict } from '../cell.ts'
import type { MatrixRows } from './rows.ts'

const DRAFTS: StateOf<'proposal'>[] = ['blank', 'draft', 'unlocked', 'cancelled']
const onSubmitted: Rule<'proposal'> = unlessConflict<'proposal'>(
  403,
  inOpenTerm(({ state }) => (DRAFTS.includes(state) ? 'no' : 'ok')),
)

export const panelRows: MatrixRows<'panel'> = {
  myGrades: ok,
  saveGrade: on('proposal', onSubmitted, { body: () => ({ grade: 3.75, notes: 'Ask about the blank.' }) }),
  // Nothing is graded.
  shareGrades: on('proposal', unlessConflict<'proposal'>(403, 'no'), {
    body: ({ subject }) => ({ proposal_ids: [subject.id], shared: true }),
  }),
  sharedGrades: on('proposal', 'ok'),
  saveLine: on('nothing', inOpenTerm('ok'), {
    body: () => ({ line: 3 }),
    query: ({ term }) => `term_id=${term}`,
  }),
  leads: ok,
  myLeads: ok,
  saveLeads: on('proposal', onSubmitted, {
    body: ({ subject, people }) => ({
      leads: [{ proposal_id: subject.id, first: people.panel!.id, second: null, acknowledged: true }],
    }),
  }),
  suggestLeads: on('nothing', inOpenTerm('ok'), { query: ({ term }) => `term_id=${term}` }),
}

export const panelBookRows: MatrixRows<'panelBook'> = {
  // Of no proposal: what a book holds is tested with it.
  download: on('nothing', 'ok', { query: ({ term }) => `term_id=${term}&ids=2000000000` }),
}
