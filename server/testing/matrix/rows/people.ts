import { aPerson } from '#server/builders/people.ts'
import { byOwner, byState, inOpenTerm, ok, on, onlyInStates } from '../cell.ts'
import type { MatrixRows } from './rows.ts'

const NOT_A_PASSWORD = 'not the password of anyone'

export const sessionRows: MatrixRows<'session'> = {
  csrfCookie: ok,
  // A failed sign-in is answered with 200.
  login: on('nothing', 'ok', { body: () => ({ email: 'nobody@example.org', password: NOT_A_PASSWORD }) }),
  loginPasskey: ok,
  loginSecond: on('nothing', 'ok', { body: () => ({ method: 'totp', code: '000000' }) }),
  logout: ok,
  loginUser: ok,
  changePassword: on('nothing', 'no', {
    body: () => ({ currentPass: NOT_A_PASSWORD, newPass: 'horse battery', newPassConfirm: 'horse battery' }),
  }),
  chooseViews: on('nothing', 'ok', { body: () => ({ proposals: 'ranking' as const }) }),
  requestReset: on('nothing', 'no', { body: () => ({ email: 'nobody@example.org' }) }),
  reset: on('nothing', 'no', { body: () => ({ email: 'nobody@example.org', token: 'none' }) }),
}

const wrongPassword = { body: () => ({ password: NOT_A_PASSWORD }) }

export const securityRows: MatrixRows<'security'> = {
  show: ok,
  beginApp: on('nothing', 400, wrongPassword),
  addApp: on('nothing', 'no', { body: () => ({ code: '000000' }) }),
  removeApp: on('nothing', 400, wrongPassword),
  beginPasskey: on('nothing', 400, { body: () => ({ password: NOT_A_PASSWORD, name: 'Laptop' }) }),
  addPasskey: on('nothing', 400),
  removePasskey: on('passkey', byOwner(400), wrongPassword),
  makeCodes: on('nothing', 400, wrongPassword),
  endSession: on('session', byOwner('ok')),
  endOthers: ok,
}

const unknownProvider = { body: () => ({ provider: 'none', password: NOT_A_PASSWORD }) }

/** No provider is configured. */
export const providerRows: MatrixRows<'providers'> = {
  list: ok,
  signIn: on('nothing', 404, unknownProvider),
  callback: on('nothing', 'ok', { params: () => ({ provider: 'none' }) }),
  noticeIdentity: ok,
  fillNotice: on('nothing', 'no'),
  emptyNotice: ok,
  own: ok,
  link: on('nothing', 404, unknownProvider),
  unlink: on('identity', byOwner(400), wrongPassword),
  unlinkOf: on('user', 'no', { body: () => ({ identity: 1 }) }),
}

export const calendarRows: MatrixRows<'calendars'> = {
  show: ok,
  make: on('nothing', 400, wrongPassword),
  // Nobody has an address.
  revoke: on('nothing', 'no'),
  read: on('nothing', 404, { params: () => ({ token: 'none' }) }),
}

const account = () => ({ ...aPerson(), is_administration_office: 0, is_panel: 1, is_reviewer: 0 })

export const apiTokenRows: MatrixRows<'apiTokens'> = {
  list: ok,
  make: on('nothing', 400, {
    body: () => ({ name: 'Script', scopes: ['read_lists' as const], days: 30, password: NOT_A_PASSWORD }),
  }),
  revoke: on('nothing', 404, { params: () => ({ id: 2_000_000 }) }),
}

export const userRows: MatrixRows<'users'> = {
  myProfile: ok,
  saveMyProfile: on('nothing', 'ok', { body: ({ actor }) => aPerson({ email: actor?.email }) }),
  list: ok,
  all: ok,
  mailList: ok,
  get: on('user', 'ok'),
  add: on('nothing', 'ok', { body: () => ({ ...account(), send_mail: 1 }) }),
  save: on('user', 'ok', { body: () => ({ ...account(), disabled: 0 }) }),
  resetPassword: on('user', onlyInStates('active')),
  resetSecondFactor: on('user', onlyInStates('active')),
  waiting: ok,
  confirmChange: on('nothing', 404, { params: () => ({ id: 2_000_000 }) }),
  dismissChange: on('nothing', 404, { params: () => ({ id: 2_000_000 }) }),
  remove: on('user', onlyInStates('disabled')),
}

const reviewing = { body: () => ({ keywords: [], methods: [], max_reports: 4, expertise: '', absences: [] }) }

export const reviewerProfileRows: MatrixRows<'reviewerProfiles'> = {
  mine: ok,
  saveMine: on('nothing', 'ok', reviewing),
  state: ok,
  ask: ok,
  get: on('reviewer', 'ok'),
  save: on('reviewer', 'ok', reviewing),
}

export const impersonationRows: MatrixRows<'acting'> = {
  start: on('user', ({ state, who }) => (state === 'active' && who !== 'conflicted' ? 'ok' : 'no')),
  stop: ok,
}

const notice = () => ({
  ...aPerson(),
  early_career: 0,
  proposal_title: 'Water',
  proposal_abstract: '',
  collaborators: [],
})
/** A decision on an undecided notice. */
const decision = on('applicant', inOpenTerm(onlyInStates('notRegistered')))

export const applicantRows: MatrixRows<'applicants'> = {
  create: on('nothing', ({ phase }) => (phase === 'before' || phase === 'closed' ? 'no' : 'ok'), {
    body: () => ({ ...notice(), methods: 'add' }),
  }),
  notRegisteredCount: ok,
  list: ok,
  get: on('applicant', 'ok'),
  reject: decision,
  rejectNoMail: decision,
  cancelReject: on('applicant', inOpenTerm(onlyInStates('rejected'))),
  register: decision,
  edit: on('applicant', 'ok'),
  save: on('applicant', byState({ notRegistered: ({ phase }) => (phase === 'open' ? 'ok' : 'no') }), {
    body: () => ({ ...notice(), methods: 'validate' }),
  }),
  selected: on('applicant', 'ok', { query: ({ subject }) => `ids=${subject.id}` }),
  runs: ok,
  run: on('nothing', 404, { params: () => ({ id: 2_000_000 }) }),
  // What else cannot be decided fails in the run, row by row.
  startRun: on('applicant', inOpenTerm('ok'), {
    body: ({ subject }) => ({ decision: 'register', ids: [subject.id] }),
  }),
  download: ok,
}

export const proposerRows: MatrixRows<'proposers'> = {
  list: ok,
  download: ok,
  get: on('proposer', 'ok'),
  people: ok,
  peopleDownload: ok,
}
