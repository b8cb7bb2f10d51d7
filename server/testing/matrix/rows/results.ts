import { byState, ok, on, type RequestParts, type Rule, unlessConflict } from '../cell.ts'
import type { MatrixRows } from './rows.ts'

const NO_TERM = 2_000_000_000
type Parts = RequestParts<'result'>
const chosen = { body: ({ subject }: Parts) => ({ proposal_ids: [subject.id] }) }
const answer = {
  body: ({ subject }: Parts) => ({
    edition: 1,
    samples: [{ sample_id: subject.sample_id!, accepted: true }],
  }),
}

/** A call about a result, which does not exist for who has a conflict with its proposal. */
const about = (rule: Rule<'result'>, more: Parameters<typeof on<'result'>>[2] = {}) =>
  on('result', unlessConflict(404, rule), more)
const draft = byState<'result'>({ drafted: 'ok' })
const released = byState<'result'>({ released: 'ok' })
/** A call of its proposer, for whom it exists once it is released. */
const byProposer = (more: Parameters<typeof on<'result'>>[2] = {}) =>
  on('result', ({ own, state }) => (own && state === 'released' ? 'ok' : 404), more)

export const resultRows: MatrixRows<'results'> = {
  list: ok,
  counts: ok,
  download: ok,
  draft: on('nothing', 404, { body: () => ({ term_id: NO_TERM }) }),
  get: about('ok'),
  save: about(draft, { body: () => ({ text: '', correction: '', reasons: [] }) }),
  renew: about(draft),
  allow: about(byState({ drafted: 404 }), { body: () => ({ fingerprint: 'x', reason: 'Known.' }) }),
  check: about(draft, chosen),
  preview: about('ok', chosen),
  release: about(draft, chosen),
  correct: about(released, { body: () => ({ correction: 'x', remove: [], add: [] }) }),
  cancelCorrection: about('no'),
  remind: about(released, chosen),
  answerOnBehalf: about(released, answer),
  takeNote: about('no', chosen),
  pdf: about('ok'),
  allPdf: ok,
  mine: ok,
  markRead: byProposer(),
  answer: byProposer(answer),
  myPdf: byProposer(),
}
