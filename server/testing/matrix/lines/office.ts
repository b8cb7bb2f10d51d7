import { aGroupMailInput } from '../../../builders/group_mail.ts'
import { daysFrom } from '../../../builders/people.ts'
import { showSettings } from '../../../masters/settings.ts'
import { findTerm } from '../../../terms/queries.ts'
import { on, only, plain, type Sending, writes } from '../cell.ts'
import type { LinesOf } from './lines.ts'

const days = ({ world }: Sending<'nothing'>) => {
  const now = world.services.clock()
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

export const termLines: LinesOf<'terms'> = {
  current: plain,
  text: on('term', 'ok', { at: ({ subject }) => ({ id: subject.id }) }),
  open: plain,
  past: plain,
  all: plain,
  proposalAccepted: plain,
  proposalLimit: plain,
  noticeAccepted: plain,
  list: plain,
  add: on('nothing', 'ok', { sends: (sending) => ({ id: 9, ...days(sending) }) }),
  get: on('term', 'ok'),
  save: on('term', writes('ok'), { sends: ({ world, term }) => findTerm(world.db, term) }),
}

export const masterLines: LinesOf<'masters'> = {
  earlyCareerTypes: plain,
  keywordChoices: plain,
  methodChoices: plain,
  environmentalConditions: plain,
  previousStatuses: plain,
  sampleTypes: plain,
  chambers: plain,
  dishes: plain,
  reportStatuses: plain,
  informationTargets: plain,
  earlyCareerTypeMap: plain,
  earlyCareerShortMap: plain,
  proposalStatusMap: plain,
  applicantStatusMap: plain,
  reportStatusMap: plain,
  previousStatusMap: plain,
  sampleTypeMap: plain,
  chamberMap: plain,
  dishMap: plain,
  progressMap: plain,
  globalScoreMap: plain,
  scoreMap: plain,
  informationTargetMap: plain,
  userMap: plain,
  topUrl: plain,
  ryuguUrl: plain,
  bennuUrl: plain,
  settings: plain,
  saveSettings: on('nothing', 'ok', { sends: ({ world, people }) => showSettings(world.ctx(people.admin)) }),
}

const entry = <L extends 'keyword' | 'method'>(list: L) => ({
  list: plain,
  notRegistered: plain,
  add: on('nothing', 'ok', { sends: () => ({ name: 'Frost', sort: null }) }),
  get: on(list, 'ok'),
  save: on(list, 'ok', { sends: () => ({ name: 'Frost', sort: 1, hidden: 0 }) }),
})
export const keywordLines: LinesOf<'keywords'> = entry('keyword')
export const methodLines: LinesOf<'methods'> = entry('method')

const news = {
  title: 'News',
  target: 1,
  content: 'The call is open.',
  url: '',
  date: '2026-05-01',
  published: 0,
}

export const informationLines: LinesOf<'information'> = {
  mine: plain,
  show: on('information', ({ who, state }) => {
    // The office reads every one of them.
    if (state === 'published' || who === 'admin' || who === 'conflicted') return 'ok'
    return state === 'for the panel' && who === 'panel' ? 'ok' : 403
  }),
  list: plain,
  get: on('information', 'ok'),
  add: on('nothing', 'ok', { sends: () => news }),
  save: on('information', 'ok', { sends: () => news }),
  remove: on('information', only('unpublished')),
}

const unsent = only<'groupMail'>('unsent')
export const mailLines: LinesOf<'mail'> = {
  list: plain,
  get: on('groupMail', 'ok'),
  add: on('nothing', 'ok', { sends: () => aGroupMailInput() }),
  save: on('groupMail', unsent, { sends: () => aGroupMailInput() }),
  remove: on('groupMail', unsent),
  send: on('groupMail', unsent),
  target: on('groupMail', 'ok'),
  log: plain,
  retry: on('mail', only('failed')),
}

export const searchLines: LinesOf<'search'> = { find: on('nothing', 'ok', { query: () => 'q=Titled' }) }
export const callStateLines: LinesOf<'callState'> = { get: plain }
export const auditLines: LinesOf<'audit'> = { list: plain, sealed: plain }
export const downloadLines: LinesOf<'downloads'> = {
  get: on('download', (cell) => (cell.own ? 'ok' : 404), {
    at: ({ subject }) => ({ token: subject.token!, name: 'users.csv' }),
  }),
}
