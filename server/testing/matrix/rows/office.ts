import { MAIL_TEMPLATES } from '#domain/mail_templates/all.ts'
import { aGroupMailInput } from '#server/builders/group_mail.ts'
import { daysFrom } from '#server/builders/people.ts'
import { aWebHookInput } from '#server/builders/web_hooks.ts'
import { showSettings } from '#server/masters/settings.ts'
import { findTerm } from '#server/terms/queries.ts'
import { byState, inOpenTerm, ok, on, onlyInStates, type RequestParts } from '../cell.ts'
import type { MatrixRows } from './rows.ts'

const days = ({ server }: RequestParts<'nothing'>) => {
  const now = server.services.clock()
  return {
    noi_opens_at: daysFrom(now, 1),
    noi_closes_at: daysFrom(now, 2),
    proposals_open_at: daysFrom(now, 3),
    proposals_close_at: daysFrom(now, 4),
    reviews_due_at: daysFrom(now, 5),
    panel_meets_at: null,
    allocation_due_at: null,
  }
}

export const termRows: MatrixRows<'terms'> = {
  current: ok,
  text: on('term', 'ok', { params: ({ subject }) => ({ id: subject.id }) }),
  open: ok,
  past: ok,
  all: ok,
  proposalAccepted: ok,
  proposalLimit: ok,
  noticeAccepted: ok,
  list: ok,
  add: on('nothing', 'ok', { body: (sending) => ({ id: 9, ...days(sending) }) }),
  get: on('term', 'ok'),
  save: on('term', inOpenTerm('ok'), { body: ({ server, term }) => findTerm(server.db, term) }),
}

const organisation = { body: () => ({ name: 'Institute of Salts', ror: '', parent_id: '' }) }

export const organisationRows: MatrixRows<'organisations'> = {
  list: ok,
  choices: ok,
  affiliations: ok,
  add: on('nothing', 'ok', organisation),
  get: on('organisation', 'ok'),
  save: on('organisation', 'ok', organisation),
  addSpellings: on('organisation', 'ok', { body: () => ({ spellings: ['Ices'] }) }),
  removeSpellings: on('organisation', 404, { body: () => ({ spelling_ids: [2_000_000] }) }),
  merge: on('organisation', 400, { body: () => ({ into: 2_000_000 }) }),
  remove: on('organisation', 'ok'),
}

export const masterRows: MatrixRows<'masters'> = {
  earlyCareerTypes: ok,
  keywordChoices: ok,
  methodChoices: ok,
  environmentalConditions: ok,
  previousStatuses: ok,
  sampleTypes: ok,
  chambers: ok,
  dishes: ok,
  reportStatuses: ok,
  informationTargets: ok,
  earlyCareerTypeMap: ok,
  earlyCareerShortMap: ok,
  proposalStatusMap: ok,
  applicantStatusMap: ok,
  reportStatusMap: ok,
  previousStatusMap: ok,
  sampleTypeMap: ok,
  chamberMap: ok,
  dishMap: ok,
  progressMap: ok,
  globalScoreMap: ok,
  scoreMap: ok,
  informationTargetMap: ok,
  userMap: ok,
  topUrl: ok,
  office: ok,
  noticeAnswerDays: ok,
  ryuguUrl: ok,
  bennuUrl: ok,
  guidance: ok,
  settings: ok,
  saveSettings: on('nothing', 'ok', { body: ({ server, people }) => showSettings(server.ctx(people.admin)) }),
}

const entry = <L extends 'keyword' | 'method'>(list: L) => ({
  list: ok,
  notRegistered: ok,
  add: on('nothing', 'ok', { body: () => ({ name: 'Frost', sort: null }) }),
  get: on(list, 'ok'),
  save: on(list, 'ok', { body: () => ({ name: 'Frost', sort: 1, hidden: 0 }) }),
})
export const keywordRows: MatrixRows<'keywords'> = entry('keyword')
export const methodRows: MatrixRows<'methods'> = entry('method')

const news = {
  title: 'News',
  target: 1,
  content: 'The call is open.',
  url: '',
  date: '2026-05-01',
  published: 0,
}

const templateParams = { params: () => ({ name: 'review_closed' }) }
const templateWords = () => {
  const { subject, text } = MAIL_TEMPLATES.review_closed
  return { subject, text }
}
export const mailTemplateRows: MatrixRows<'mailTemplates'> = {
  list: ok,
  get: on('nothing', 'ok', templateParams),
  save: on('nothing', 'ok', { ...templateParams, body: templateWords }),
  subjects: on('nothing', 'ok', templateParams),
  preview: on('nothing', 404, { params: () => ({ name: 'review_closed', id: 2_000_000 }) }),
  test: on('nothing', 'ok', { ...templateParams, body: () => ({ ...templateWords(), about: null }) }),
}

export const informationRows: MatrixRows<'information'> = {
  mine: ok,
  show: on('information', ({ who, state }) => {
    // The office may read all announcements.
    if (state === 'published' || who === 'admin' || who === 'conflicted') return 'ok'
    return state === 'for the panel' && who === 'panel' ? 'ok' : 403
  }),
  list: ok,
  get: on('information', 'ok'),
  add: on('nothing', 'ok', { body: () => news }),
  save: on('information', 'ok', { body: () => news }),
  remove: on('information', onlyInStates('unpublished')),
}

/** Views of the list of proposals, which reviewers may not open. */
const aView = { list: '/proposals', name: 'Mine', search: { sort: 'title' } }
const viewCell = (state: string, who: string): 'ok' | 403 | 404 => {
  if (who === 'reviewer' || who === 'other reviewer' || state === 'of the panel')
    return who === 'panel' ? 'ok' : 404
  return who === 'panel' ? 403 : 'ok'
}
export const savedViewRows: MatrixRows<'savedViews'> = {
  list: on('nothing', ({ who }) => (who.endsWith('reviewer') ? 403 : 'ok'), {
    query: () => 'list=/proposals',
  }),
  add: on('nothing', ({ who }) => (who.endsWith('reviewer') ? 403 : 'ok'), { body: () => aView }),
  save: on('savedView', ({ state, who }) => viewCell(state, who), {
    body: ({ subject }) => ({ ...aView, for_all: subject.state === 'of the office' }),
  }),
  remove: on('savedView', ({ state, who }) => viewCell(state, who)),
}

const unsent = onlyInStates<'groupMail'>('unsent')
export const mailRows: MatrixRows<'mail'> = {
  list: ok,
  get: on('groupMail', 'ok'),
  add: on('nothing', 'ok', { body: () => aGroupMailInput() }),
  save: on('groupMail', unsent, { body: () => aGroupMailInput() }),
  remove: on('groupMail', unsent),
  send: on('groupMail', unsent),
  schedule: on('groupMail', unsent, {
    body: ({ server }) => ({ send_at: daysFrom(server.services.clock(), 1) }),
  }),
  unschedule: on('groupMail', 'no'),
  test: on('user', 'ok', { body: ({ subject }) => ({ ...aGroupMailInput(), user_id: subject.id }) }),
  values: on('user', 'ok', { body: ({ subject }) => ({ destinations: [subject.id] }) }),
  target: on('groupMail', 'ok'),
  log: ok,
  retry: on('mail', onlyInStates('failed')),
}

const byWhoPressed = ({ who, state }: { who: string; state: string }) =>
  who === 'admin' && state === 'waiting' ? 'ok' : 'no'

export const undoRows: MatrixRows<'undo'> = {
  list: ok,
  undo: on('keptAct', byWhoPressed),
  resume: on('keptAct', onlyInStates('refused')),
  dismiss: on('keptAct', onlyInStates('refused')),
}

export const searchRows: MatrixRows<'search'> = {
  find: on('nothing', 'ok', { query: () => 'q=Titled' }),
  opened: on('proposal', 'ok', { query: ({ subject }) => `of=proposal:${subject.id}` }),
}
export const callStateRows: MatrixRows<'callState'> = {
  get: ok,
  checkList: on('term', 'ok'),
  check: on('term', inOpenTerm('ok'), { body: () => ({ item: 'dates', done: true }) }),
}
export const auditRows: MatrixRows<'audit'> = { list: ok, sealed: ok }
export const systemRows: MatrixRows<'system'> = {
  show: ok,
  checks: ok,
  maintenance: ok,
  // It is not on; and switched on it would refuse the calls that follow.
  switchMaintenance: on('nothing', 'no', { body: () => ({ until: null, reason: '' }) }),
}
export const downloadRows: MatrixRows<'downloads'> = {
  get: on('download', (cell) => (cell.own ? 'ok' : 404), {
    params: ({ subject }) => ({ token: subject.token!, name: 'users.csv' }),
  }),
}

const webHook = { body: () => aWebHookInput() }

export const webHookRows: MatrixRows<'webHooks'> = {
  list: ok,
  deliveries: ok,
  get: on('webHook', 'ok'),
  add: on('nothing', 'ok', webHook),
  save: on('webHook', 'ok', webHook),
  switchTo: on('webHook', byState({ on: 'ok' }), { body: () => ({ on: false }) }),
  rotate: on('webHook', 'ok', { body: () => ({ at_once: false }) }),
  test: on('webHook', 'ok'),
  remove: on('webHook', 'ok'),
  retry: on('webHookDelivery', byState({ failed: 'ok' }), { body: () => ({}) }),
}
