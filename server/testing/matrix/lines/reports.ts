import { aReview } from '../../../builders/reports.ts'
import { answerOf, conflicted, on, only, owned, plain, type Rule, type StateOf, writes } from '../cell.ts'
import type { LinesOf } from './lines.ts'

type OnReport = Rule<'report'>

/** The states in which a report is accepted and not handed in. */
const ACCEPTED: StateOf<'report'>[] = ['bare', 'accepted', 'scored', 'cancelled']

/** Its reviewer does not find it before it is requested, and may not look at it once declined; to who has a conflict it is not there. */
const readable = (rule: OnReport): OnReport =>
  conflicted(404, (cell) => {
    if (cell.who !== 'reviewer' && cell.who !== 'other reviewer') return answerOf(rule, cell)
    if (!cell.own || cell.state === 'declined') return 403
    return cell.state === 'notRequested' ? 404 : answerOf(rule, cell)
  })

/** A deed of the office on a report. */
const deed = (...states: StateOf<'report'>[]) => on('report', conflicted(404, writes(only(...states))))
/** What the office does with all that a reviewer has. */
const bulk = on('reviewer', conflicted<'reviewer'>('no', writes('ok')))

export const reportLines: LinesOf<'reports'> = {
  requested: plain,
  assigned: plain,
  get: on('report', readable('ok')),
  proposalPdf: on('proposal', (cell) => {
    if (cell.who !== 'reviewer' && cell.who !== 'other reviewer') return 'ok'
    const takenOn = ['bare', 'accepted', 'handedIn', 'scored', 'cancelled'].includes(cell.state)
    return cell.own && takenOn ? 'ok' : 403
  }),
  acceptAll: on(
    'nothing',
    writes(({ who }) => (who === 'reviewer' ? 'ok' : 'no')),
  ),
  declineAll: on(
    'nothing',
    writes(({ who }) => (who === 'reviewer' ? 'ok' : 'no')),
  ),
  save: on('report', readable(writes(only('bare', 'accepted', 'handedIn', 'cancelled'))), {
    sends: () => aReview(),
  }),
  check: on('report', readable('ok')),
  submit: on('report', readable(writes(only('accepted')))),
  cancel: deed('handedIn'),
  decline: deed('requested'),
  withdraw: on('report', conflicted(404, writes(only(...ACCEPTED))), {
    sends: () => ({ reason: 'The panel has enough.' }),
  }),
  pdf: on(
    'report',
    readable((cell) => (cell.state === 'handedIn' ? 'ok' : 404)),
  ),
  ranks: on('person', owned('ok'), {
    at: ({ subject, actor }) => ({ userId: subject.state === 'self' ? actor!.id : subject.id }),
  }),
  saveRanks: on(
    'report',
    writes((cell) => (cell.own && [...ACCEPTED, 'handedIn'].includes(cell.state) ? 'ok' : 'no')),
    { sends: ({ subject }) => ({ ranks: { [subject.id]: 1 } }) },
  ),
  reviewers: plain,
  allReviewers: plain,
  download: plain,
  reviewer: on('reviewer', 'ok'),
  requestAllReviewers: on('nothing', conflicted<'nothing'>('no', writes('ok'))),
  requestAll: bulk,
  request: deed('notRequested', 'declined'),
  remind: bulk,
  late: plain,
  remindMany: on('report', conflicted(404, writes(only('requested', 'bare', 'accepted'))), {
    sends: ({ subject }) => ({ report_ids: [subject.id] }),
  }),
  add: on(
    'proposal',
    conflicted<'proposal'>(
      403,
      writes((cell) => (DRAFTS.includes(cell.state) ? 'no' : 'ok')),
    ),
    { sends: ({ spare }) => ({ reviewer_id: spare.id }) },
  ),
  removeReviewer: deed('notRequested'),
}
const DRAFTS: StateOf<'proposal'>[] = ['blank', 'draft', 'unlocked', 'cancelled']
