import { aPerson } from '../../../builders/people.ts'
import { on, only, owned, plain, when, writes } from '../cell.ts'
import type { LinesOf } from './lines.ts'

const NOT_A_PASSWORD = 'not the password of anybody'

export const sessionLines: LinesOf<'session'> = {
  csrfCookie: plain,
  // That it is not let in stands in the answer.
  login: on('nothing', 'ok', { sends: () => ({ email: 'nobody@example.org', password: NOT_A_PASSWORD }) }),
  loginPasskey: plain,
  loginSecond: on('nothing', 'ok', { sends: () => ({ method: 'totp', code: '000000' }) }),
  logout: plain,
  loginUser: plain,
  changePassword: on('nothing', 'no', {
    sends: () => ({ currentPass: NOT_A_PASSWORD, newPass: 'horse battery', newPassConfirm: 'horse battery' }),
  }),
  requestReset: on('nothing', 'no', { sends: () => ({ email: 'nobody@example.org' }) }),
  reset: on('nothing', 'no', { sends: () => ({ email: 'nobody@example.org', token: 'none' }) }),
}

const wrongPassword = { sends: () => ({ password: NOT_A_PASSWORD }) }

export const securityLines: LinesOf<'security'> = {
  show: plain,
  beginApp: on('nothing', 400, wrongPassword),
  addApp: on('nothing', 'no', { sends: () => ({ code: '000000' }) }),
  removeApp: on('nothing', 400, wrongPassword),
  beginPasskey: on('nothing', 400, { sends: () => ({ password: NOT_A_PASSWORD, name: 'Laptop' }) }),
  addPasskey: on('nothing', 400),
  removePasskey: on('passkey', owned(400), wrongPassword),
  makeCodes: on('nothing', 400, wrongPassword),
  endSession: on('session', owned('ok')),
  endOthers: plain,
}

const account = () => ({ ...aPerson(), is_administration_office: 0, is_panel: 1, is_reviewer: 0 })

export const userLines: LinesOf<'users'> = {
  myProfile: plain,
  saveMyProfile: on('nothing', 'ok', { sends: ({ actor }) => aPerson({ email: actor?.email }) }),
  list: plain,
  all: plain,
  mailList: plain,
  get: on('user', 'ok'),
  add: on('nothing', 'ok', { sends: () => ({ ...account(), send_mail: 1 }) }),
  save: on('user', 'ok', { sends: () => ({ ...account(), disabled: 0 }) }),
  resetPassword: on('user', only('active')),
  resetSecondFactor: on('user', only('active')),
  remove: on('user', only('disabled')),
}

export const actingLines: LinesOf<'acting'> = {
  start: on('user', ({ state, who }) => (state === 'active' && who !== 'conflicted' ? 'ok' : 'no')),
  stop: plain,
}

const notice = () => ({
  ...aPerson(),
  early_career: 0,
  proposal_title: 'Water',
  proposal_abstract: '',
  collaborators: [],
})
/** A decision on a notice that waits for one. */
const decided = on('applicant', writes(only('notRegistered')))

export const applicantLines: LinesOf<'applicants'> = {
  create: on('nothing', ({ phase }) => (phase === 'before' || phase === 'closed' ? 'no' : 'ok'), {
    sends: () => ({ ...notice(), methods: 'add' }),
  }),
  notRegisteredCount: plain,
  list: plain,
  get: on('applicant', 'ok'),
  reject: decided,
  rejectNoMail: decided,
  cancelReject: on('applicant', writes(only('rejected'))),
  register: decided,
  edit: on('applicant', 'ok'),
  save: on('applicant', when({ notRegistered: ({ phase }) => (phase === 'open' ? 'ok' : 'no') }), {
    sends: () => ({ ...notice(), methods: 'validate' }),
  }),
  download: plain,
}

export const proposerLines: LinesOf<'proposers'> = {
  list: plain,
  download: plain,
  get: on('proposer', 'ok'),
  people: plain,
  peopleDownload: plain,
}
