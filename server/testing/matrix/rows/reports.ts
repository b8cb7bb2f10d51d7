import { aReview } from '#server/builders/reports.ts'
import {
  byOwner,
  expectedAnswer,
  inOpenTerm,
  ok,
  on,
  onlyInStates,
  type Rule,
  type StateOf,
  unlessConflict,
} from '../cell.ts'
import type { MatrixRows } from './rows.ts'

type OnReport = Rule<'report'>

/** Accepted and not yet submitted. */
const ACCEPTED: StateOf<'report'>[] = ['bare', 'accepted', 'scored', 'cancelled']

/** Reviewers get 404 before the request and 403 after declining; callers with a conflict get 404. */
const readable = (rule: OnReport): OnReport =>
  unlessConflict(404, (cell) => {
    if (cell.who !== 'reviewer' && cell.who !== 'other reviewer') return expectedAnswer(rule, cell)
    if (!cell.own || cell.state === 'declined') return 403
    return cell.state === 'notRequested' ? 404 : expectedAnswer(rule, cell)
  })

/** An office command on a report in one of these states. */
const officeCommand = (...states: StateOf<'report'>[]) =>
  on('report', unlessConflict(404, inOpenTerm(onlyInStates(...states))))
/** An office command on all reports of a reviewer. */
const bulkCommand = on('reviewer', unlessConflict<'reviewer'>('no', inOpenTerm('ok')))

/** Links end with every change of their term, as between the phases: server/reports/answer_links.test.ts has those that work. */
const byWrongToken = { params: () => ({ token: 'wrong' }) }
const noLink = on('nothing', 404, byWrongToken)

export const reportRows: MatrixRows<'reports'> = {
  requested: ok,
  assigned: ok,
  get: on('report', readable('ok')),
  proposalPdf: on('proposal', (cell) => {
    if (cell.who !== 'reviewer' && cell.who !== 'other reviewer') return 'ok'
    const takenOn = ['bare', 'accepted', 'handedIn', 'scored', 'cancelled'].includes(cell.state)
    return cell.own && takenOn ? 'ok' : 403
  }),
  acceptAll: on(
    'nothing',
    inOpenTerm(({ who }) => (who === 'reviewer' ? 'ok' : 'no')),
  ),
  declineAll: on(
    'nothing',
    inOpenTerm(({ who }) => (who === 'reviewer' ? 'ok' : 'no')),
  ),
  accept: on('report', readable(inOpenTerm(onlyInStates('requested')))),
  declineOwn: on('report', readable(inOpenTerm(onlyInStates('requested'))), {
    body: () => ({ reason: 'time' }),
  }),
  linked: noLink,
  acceptLinked: on('nothing', 404, { ...byWrongToken, body: () => ({ no_conflict: true }) }),
  declineLinked: on('nothing', 404, { ...byWrongToken, body: () => ({ reason: 'time' }) }),
  // The reviewer of a declined report, which they cannot read.
  confirmConflict: on('report', (cell) => (cell.state === 'notRequested' ? 404 : cell.own ? 'no' : 403), {
    body: () => ({ confirmed: true }),
  }),
  save: on('report', readable(inOpenTerm(onlyInStates('bare', 'accepted', 'handedIn', 'cancelled'))), {
    body: () => aReview(),
  }),
  check: on('report', readable('ok')),
  submit: on('report', readable(inOpenTerm(onlyInStates('accepted')))),
  cancel: officeCommand('handedIn'),
  decline: officeCommand('requested'),
  withdraw: on('report', unlessConflict(404, inOpenTerm(onlyInStates(...ACCEPTED))), {
    body: () => ({ reason: 'The panel has enough.' }),
  }),
  pdf: on(
    'report',
    readable((cell) => (cell.state === 'handedIn' ? 'ok' : 404)),
  ),
  ranks: on('person', byOwner('ok'), {
    params: ({ subject, actor }) => ({ userId: subject.state === 'self' ? actor!.id : subject.id }),
  }),
  saveRanks: on(
    'report',
    inOpenTerm((cell) => (cell.own && [...ACCEPTED, 'handedIn'].includes(cell.state) ? 'ok' : 'no')),
    { body: ({ subject }) => ({ ranks: { [subject.id]: 1 } }) },
  ),
  reviewers: ok,
  allReviewers: ok,
  download: ok,
  reviewer: on('reviewer', 'ok'),
  requestAllReviewers: on('nothing', unlessConflict<'nothing'>('no', inOpenTerm('ok'))),
  requestAll: bulkCommand,
  request: officeCommand('notRequested', 'declined'),
  remind: bulkCommand,
  late: ok,
  remindMany: on('report', unlessConflict(404, inOpenTerm(onlyInStates('requested', 'bare', 'accepted'))), {
    body: ({ subject }) => ({ report_ids: [subject.id] }),
  }),
  requestMany: on('report', unlessConflict('no', inOpenTerm(onlyInStates('notRequested'))), {
    body: ({ subject }) => ({ report_ids: [subject.id] }),
  }),
  add: on(
    'proposal',
    unlessConflict<'proposal'>(
      403,
      inOpenTerm((cell) => (DRAFTS.includes(cell.state) ? 'no' : 'ok')),
    ),
    { body: ({ spareReviewer: spare }) => ({ reviewer_id: spare.id }) },
  ),
  removeReviewer: officeCommand('notRequested'),
}
const DRAFTS: StateOf<'proposal'>[] = ['blank', 'draft', 'unlocked', 'cancelled']
