import { aPerson } from '#server/builders/people.ts'
import { byOwner, byState, inOpenTerm, ok, on, onlyInStates } from '../cell.ts'
import type { MatrixRows } from './rows.ts'

const NOT_A_PASSWORD = 'not the password of anybody'

export const sessionLines: MatrixRows<'session'> = {
  csrfCookie: ok,
  // A failed sign-in is answered with 200.
  login: on('nothing', 'ok', { sends: () => ({ email: 'nobody@example.org', password: NOT_A_PASSWORD }) }),
  loginPasskey: ok,
  loginSecond: on('nothing', 'ok', { sends: () => ({ method: 'totp', code: '000000' }) }),
  logout: ok,
  loginUser: ok,
  changePassword: on('nothing', 'no', {
    sends: () => ({ currentPass: NOT_A_PASSWORD, newPass: 'horse battery', newPassConfirm: 'horse battery' }),
  }),
  requestReset: on('nothing', 'no', { sends: () => ({ email: 'nobody@example.org' }) }),
  reset: on('nothing', 'no', { sends: () => ({ email: 'nobody@example.org', token: 'none' }) }),
}

const wrongPassword = { sends: () => ({ password: NOT_A_PASSWORD }) }

export const securityLines: MatrixRows<'security'> = {
  show: ok,
  beginApp: on('nothing', 400, wrongPassword),
  addApp: on('nothing', 'no', { sends: () => ({ code: '000000' }) }),
  removeApp: on('nothing', 400, wrongPassword),
  beginPasskey: on('nothing', 400, { sends: () => ({ password: NOT_A_PASSWORD, name: 'Laptop' }) }),
  addPasskey: on('nothing', 400),
  removePasskey: on('passkey', byOwner(400), wrongPassword),
  makeCodes: on('nothing', 400, wrongPassword),
  endSession: on('session', byOwner('ok')),
  endOthers: ok,
}

const account = () => ({ ...aPerson(), is_administration_office: 0, is_panel: 1, is_reviewer: 0 })

export const userLines: MatrixRows<'users'> = {
  myProfile: ok,
  saveMyProfile: on('nothing', 'ok', { sends: ({ actor }) => aPerson({ email: actor?.email }) }),
  list: ok,
  all: ok,
  mailList: ok,
  get: on('user', 'ok'),
  add: on('nothing', 'ok', { sends: () => ({ ...account(), send_mail: 1 }) }),
  save: on('user', 'ok', { sends: () => ({ ...account(), disabled: 0 }) }),
  resetPassword: on('user', onlyInStates('active')),
  resetSecondFactor: on('user', onlyInStates('active')),
  remove: on('user', onlyInStates('disabled')),
}

export const actingLines: MatrixRows<'acting'> = {
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
const decided = on('applicant', inOpenTerm(onlyInStates('notRegistered')))

export const applicantLines: MatrixRows<'applicants'> = {
  create: on('nothing', ({ phase }) => (phase === 'before' || phase === 'closed' ? 'no' : 'ok'), {
    sends: () => ({ ...notice(), methods: 'add' }),
  }),
  notRegisteredCount: ok,
  list: ok,
  get: on('applicant', 'ok'),
  reject: decided,
  rejectNoMail: decided,
  cancelReject: on('applicant', inOpenTerm(onlyInStates('rejected'))),
  register: decided,
  edit: on('applicant', 'ok'),
  save: on('applicant', byState({ notRegistered: ({ phase }) => (phase === 'open' ? 'ok' : 'no') }), {
    sends: () => ({ ...notice(), methods: 'validate' }),
  }),
  download: ok,
}

export const proposerLines: MatrixRows<'proposers'> = {
  list: ok,
  download: ok,
  get: on('proposer', 'ok'),
  people: ok,
  peopleDownload: ok,
}
