import { aProposalInput } from '#server/builders/proposals.ts'
import { titleOf } from '../canaries.ts'
import {
  byOwner,
  byState,
  inOpenTerm,
  ok,
  on,
  onlyInStates,
  type Rule,
  type StateOf,
  unlessConflict,
} from '../cell.ts'
import type { MatrixRows } from './rows.ts'

type OnProposal = Rule<'proposal'>

/** The reviewer has accepted and can read the files. */
const ACCEPTED: StateOf<'proposal'>[] = ['bare', 'accepted', 'handedIn', 'scored', 'cancelled']
/** Eligible for review, scoring and allocation. */
const SUBMITTED: StateOf<'proposal'>[] = [
  'submitted',
  'notRequested',
  'requested',
  'bare',
  'accepted',
  'handedIn',
  'declined',
  'scored',
  'given',
]
/** Submitted, and not under review yet. */
const NOT_REVIEWED: StateOf<'proposal'>[] = ['submitted', 'notRequested', 'declined', 'given']
const DRAFTS: StateOf<'proposal'>[] = ['blank', 'draft', 'unlocked', 'cancelled']

/** Within the term's window, which unlocking extends. */
const inWindow =
  (rule: OnProposal): OnProposal =>
  (cell) => {
    const open = cell.phase === 'open' || (cell.phase === 'closed' && cell.state === 'unlocked')
    if (!open) return 'no'
    return typeof rule === 'function' ? rule(cell) : rule
  }

const saveRow = on('proposal', byOwner(inWindow(onlyInStates(...DRAFTS, ...NOT_REVIEWED))), {
  body: ({ subject }) => ({ ...aProposalInput({ title: titleOf(subject.state) }), version: undefined }),
})

/** Files of a proposal: for staff, and for its reviewers once they have accepted. */
const fileAnswer: OnProposal = (cell) => {
  if (cell.who !== 'reviewer' && cell.who !== 'other reviewer') return 'ok'
  return cell.own && ACCEPTED.includes(cell.state) ? 'ok' : 403
}
const fileRow = on('proposal', fileAnswer)

export const proposalRows: MatrixRows<'proposals'> = {
  mine: ok,
  myAll: ok,
  myOld: on(
    'proposal',
    byOwner((cell) => (cell.phase === 'disabled' && cell.state !== 'blank' ? 'ok' : 404)),
  ),
  edit: on('proposal', byOwner('ok')),
  save: saveRow,
  put: saveRow,
  check: on('proposal', byOwner('ok')),
  submit: on(
    'proposal',
    byOwner(inWindow(byState({ blank: 400, draft: 'ok', unlocked: 'ok', cancelled: 'ok' }))),
  ),
  // Its unlocked proposal is not submitted: that is locked by submitting it.
  lock: on('proposal', byOwner('no')),
  // What was never submitted has no copy.
  myCopy: on(
    'proposal',
    byOwner((cell) => (['blank', 'draft', 'unlocked'].includes(cell.state) ? 404 : 'ok')),
  ),
  askOffice: on('nothing', 'ok', { body: () => ({ question: 'Which size?' }) }),
  share: on('proposal', byOwner('ok'), { body: () => ({ allowed: true }) }),
  shared: ok,
  // No proposer of the fixture allows it: server/proposals/sharing.test.ts has those who do.
  sharedOne: on('proposal', 404),
  sharedPdf: on('proposal', 404),
  // The proposer gets the attachment, and there is none.
  pdf: on('proposal', (cell) => {
    if (cell.who === 'proposer') return 404
    if (cell.who === 'other proposer' || cell.who === 'curation') return 403
    return typeof fileAnswer === 'function' ? fileAnswer(cell) : fileAnswer
  }),
  pdfWithAttachment: fileRow,
}

/** An office command on a proposal of an open term; 403 with a conflict of interest. */
const officeCommand = (rule: OnProposal) => unlessConflict<'proposal'>(403, inOpenTerm(rule))
const inCall = officeCommand(onlyInStates(...SUBMITTED))

export const staffRows: MatrixRows<'staff'> = {
  list: ok,
  withReviewers: ok,
  withAssignedSamples: ok,
  viewCounts: ok,
  adjusted: ok,
  download: ok,
  downloadAssignedSamples: ok,
  get: on('proposal', 'ok'),
  score: on('proposal', 'ok'),
  zip: fileRow,
  correctionMail: ok,
  sendCorrectionMail: on('nothing', inOpenTerm('ok')),
  saveNote: on('proposal', officeCommand('ok'), { body: () => ({ note: 'Ask again.' }) }),
  decisionNotes: on('proposal', unlessConflict<'proposal'>(403, 'ok')),
  saveDecisionNotes: on('proposal', inCall, {
    body: () => ({ for_proposer: 'A clear question.', internal: 'Close.' }),
  }),
  saveGlobalScore: on('proposal', inCall, { body: () => ({ global_score: 2, rank: 1 }) }),
  // Only while proposals can be submitted again, and not when a sample is confirmed.
  cancel: on(
    'proposal',
    officeCommand((cell) => {
      const may = SUBMITTED.includes(cell.state) && cell.state !== 'given' && cell.phase === 'open'
      return may ? 'ok' : 'no'
    }),
  ),
  unlock: on(
    'proposal',
    officeCommand((cell) => (cell.state === 'unlocked' ? 'no' : 'ok')),
  ),
  withdraw: on('proposal', byOwner(inOpenTerm(onlyInStates(...SUBMITTED))), {
    body: () => ({ reason: 'The beam time is gone.' }),
  }),
  // No withdrawal waits in the fixture: server/staff/withdrawal.test.ts has those that do.
  grantWithdrawal: on('proposal', officeCommand('no')),
  refuseWithdrawal: on('proposal', officeCommand('no'), { body: () => ({ reason: 'The samples are cut.' }) }),
  cancelUnlock: on('proposal', officeCommand(onlyInStates('unlocked'))),
}

/** On the discussion of a proposal: refused to those with a conflict of interest. */
const inDiscussion = (rule: OnProposal) => unlessConflict<'proposal'>(403, rule)
/** No proposal of the fixture has an entry: server/discussions has those that have. */
const onEntry = (body: object = {}) =>
  on('proposal', inDiscussion(404), { body: () => ({ number: 1, ...body }) })

export const discussionRows: MatrixRows<'discussions'> = {
  get: on('proposal', inDiscussion('ok')),
  counts: ok,
  earlier: on('proposal', inDiscussion(404), { query: () => 'number=1' }),
  write: on('proposal', inDiscussion(inOpenTerm(onlyInStates(...SUBMITTED))), {
    body: ({ actor }) => ({ text: `What is the fallback? ${actor?.name ?? ''}` }),
  }),
  edit: onEntry({ text: 'Another text.' }),
  withdraw: onEntry(),
  follow: on('proposal', inDiscussion('ok'), { body: () => ({ follow: true }) }),
  seen: on('proposal', inDiscussion('ok'), { body: () => ({ number: 1 }) }),
  sendQuestion: onEntry({ words: 'Which size?', report_ids: [1] }),
  declineQuestion: onEntry({ reason: 'The report says so.' }),
}

/** Evidence that is not that of any finding. */
const noFinding = (proposal_id: number, user_id: number) =>
  ({ proposal_id, user_id, kind: 'organisation', fingerprint: 'none' }) as const

/** Findings are of submitted proposals; those with a conflict do not exist for a member of the office. */
const onJudgedProposal: Rule<'proposal'> = unlessConflict<'proposal'>(404, ({ state }) =>
  ['blank', 'draft', 'unlocked', 'cancelled'].includes(state) ? 404 : 'no',
)

export const conflictRows: MatrixRows<'conflicts'> = {
  list: ok,
  declare: on(
    'proposal',
    unlessConflict<'proposal'>('no', (cell) => {
      const reviewer = cell.who === 'reviewer' || cell.who === 'other reviewer'
      if (reviewer && (!cell.own || cell.state === 'declined' || cell.state === 'notRequested')) return 403
      return cell.phase === 'disabled' ? 'no' : 'ok'
    }),
    { body: ({ subject }) => ({ proposal_id: subject.id, reason: 'We share a grant.' }) },
  ),
  // Users cannot withdraw their own conflict.
  takeBack: on('conflict', unlessConflict<'conflict'>('no', inOpenTerm('ok')), {
    body: () => ({ reason: 'No.' }),
  }),
  // A user without any conflict is missing, but not to those who may not know.
  lift: on('proposal', unlessConflict<'proposal'>(403, 404), {
    body: ({ subject }) => ({ proposal_id: subject.id, user_id: 2_000_000, reason: 'No.' }),
  }),
  findings: ok,
  findingsDownload: ok,
  judge: on('proposal', onJudgedProposal, {
    body: ({ subject, spareReviewer }) => ({
      findings: [noFinding(subject.id, spareReviewer.id)],
      verdict: 'block',
      reason: '',
    }),
  }),
  ask: on('proposal', onJudgedProposal, {
    body: ({ subject, spareReviewer }) => ({ findings: [noFinding(subject.id, spareReviewer.id)] }),
  }),
  linkedQuestion: on('nothing', 404, { params: () => ({ token: 'none' }) }),
  answerLinked: on('nothing', 404, {
    params: () => ({ token: 'none' }),
    body: () => ({ conflict: false, note: '' }),
  }),
  questions: ok,
  answer: on('nothing', 404, {
    params: () => ({ id: 2_000_000 }),
    body: () => ({ conflict: false, note: '' }),
  }),
  relations: ok,
  addRelation: on('nothing', 'ok', {
    body: () => ({ kind: 'family', name: 'Aoi Sato', email: '', from_year: '', until_year: '', note: '' }),
  }),
  removeRelation: on('nothing', 404, { params: () => ({ id: 2_000_000 }) }),
}
