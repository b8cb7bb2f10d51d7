import type {
  applicantActions,
  calendarActions,
  impersonationActions,
  reviewerProfileActions,
  sessionActions,
  userActions,
} from '#domain/audit_actions.ts'
import { aNotice, aPerson, aUser } from '../../builders/people.ts'
import { hashPassword } from '../../session/password_hash.ts'
import { type AuditFixture, type AuditFixtureContext, newestId } from './fixture.ts'

export const PASSWORD = 'correct horse battery'

/** A proposer with the password PASSWORD. */
export const aMember = async ({ server }: AuditFixtureContext) =>
  aUser(server.ctx(), ['proposer'], { password_hash: await hashPassword(PASSWORD) })

const token = async ({ server }: AuditFixtureContext, pattern: RegExp) => {
  const mails = await server.db.selectFrom('mails').select('body').orderBy('id', 'desc').execute()
  return mails.map(({ body }) => pattern.exec(body)?.[1]).find(Boolean)!
}

/** A user who requested another e-mail address, and the token of the mailed link. */
async function aRequestedEmailChange(context: AuditFixtureContext) {
  const user = await aMember(context)
  const { api } = await context.server.as(user)
  await api.users.saveMyProfile({ body: { ...aPerson(), password: PASSWORD } })
  return { user, api, email_token: await token(context, /confirm=([\w-]+)/u) }
}

export const sessionFixtures = {
  'user.login': async (context) => {
    const { id, email } = await aMember(context)
    const body = { email, password: PASSWORD }
    return { run: () => context.server.visitor.api.session.login({ body }), objectId: id, actorId: id }
  },
  'user.fail_login': async (context) => {
    const { id, email } = await aMember(context)
    const body = { email, password: 'wrong' }
    return { run: () => context.server.visitor.api.session.login({ body }), objectId: id, actorId: null }
  },
  'user.fail_password': async (context) => {
    const user = await aMember(context)
    const { security } = (await context.server.as(user)).api
    const does = () => security.beginApp({ body: { password: 'wrong' } }).catch(() => {})
    return { run: does, objectId: user.id, actorId: user.id }
  },
  'user.logout': async (context) => {
    const user = await aMember(context)
    const { session } = (await context.server.as(user)).api
    return { run: () => session.logout(), objectId: user.id, actorId: user.id }
  },
  'user.change_password': async (context) => {
    const { id, ...user } = await aMember(context)
    const { session } = (await context.server.as({ id, ...user })).api
    const newPass = 'battery staple horse'
    const body = { currentPass: PASSWORD, newPass, newPassConfirm: newPass }
    return { run: () => session.changePassword({ body }), objectId: id, actorId: id }
  },
  'user.request_reset': async (context) => {
    const { id, email } = await aMember(context)
    const { session } = context.server.visitor.api
    return { run: () => session.requestReset({ body: { email } }), objectId: id, actorId: null }
  },
  'user.reset_password': async (context) => {
    const { id, email } = await aMember(context)
    const { session } = context.server.visitor.api
    await session.requestReset({ body: { email } })
    const body = { email, token: await token(context, /reset\/([\w-]+)\?/u) }
    return { run: () => session.reset({ body }), objectId: id, actorId: null }
  },
} satisfies Partial<Record<keyof typeof sessionActions, AuditFixture>>

/** A password reset of a staff member that waits for a second administrator. */
async function aWaitingReset({ api, server }: AuditFixtureContext) {
  const { setup: _, ...settings } = await api.masters.settings()
  await api.masters.saveSettings({ body: { ...settings, two_persons: true } })
  const second = await aUser(server.ctx(), ['admin'])
  const user = await aUser(server.ctx(), ['panel'])
  const ask = () => api.users.resetPassword({ params: { id: user.id } })
  const waiting = async () => (await api.users.waiting())[0]!.id
  return { user, second, ask, waiting }
}

export const userFixtures: Record<keyof typeof userActions, AuditFixture> = {
  'user.create': async (context) => {
    const params = { id: await aNotice(context.office) }
    const does = () => context.api.applicants.register({ params })
    return { run: does, objectId: newestId(context, 'users'), actorId: context.admin.id }
  },
  'user.edit': async ({ api, server, admin, office }) => {
    const user = await aUser(server.ctx(), ['panel'])
    const params = { id: await aNotice(office, { email: user.email }) }
    return { run: () => api.applicants.register({ params }), objectId: user.id, actorId: admin.id }
  },
  'user.edit_profile': async (context) => {
    const user = await aMember(context)
    const { api } = await context.server.as(user)
    const body = aPerson({ email: user.email })
    return { run: () => api.users.saveMyProfile({ body }), objectId: user.id, actorId: user.id }
  },
  'user.choose_view': async (context) => {
    const user = await aUser(context.server.ctx(), ['panel'])
    const { session } = (await context.server.as(user)).api
    const body = { proposals: 'ranking' } as const
    return { run: () => session.chooseViews({ body }), objectId: user.id, actorId: user.id }
  },
  'user.ask_email': async (context) => {
    const user = await aMember(context)
    const { api } = await context.server.as(user)
    const body = { ...aPerson(), password: PASSWORD }
    return { run: () => api.users.saveMyProfile({ body }), objectId: user.id, actorId: user.id }
  },
  'user.change_email': async (context) => {
    const { user, api, email_token } = await aRequestedEmailChange(context)
    const body = { ...aPerson(), email_token }
    return { run: () => api.users.saveMyProfile({ body }), objectId: user.id, actorId: user.id }
  },
  'user.send_reset': async ({ api, server, admin }) => {
    const { id } = await aUser(server.ctx(), ['panel'])
    return { run: () => api.users.resetPassword({ params: { id } }), objectId: id, actorId: admin.id }
  },
  'user.ask_change': async (context) => {
    const { user, ask } = await aWaitingReset(context)
    return { run: ask, objectId: user.id, actorId: context.admin.id }
  },
  'user.confirm_change': async (context) => {
    const { user, ask, second, waiting } = await aWaitingReset(context)
    await ask()
    const { users } = (await context.server.as(second)).api
    const does = async () => users.confirmChange({ params: { id: await waiting() } })
    return { run: does, objectId: user.id, actorId: second.id }
  },
  'user.dismiss_change': async (context) => {
    const { user, ask, waiting } = await aWaitingReset(context)
    await ask()
    const does = async () => context.api.users.dismissChange({ params: { id: await waiting() } })
    return { run: does, objectId: user.id, actorId: context.admin.id }
  },
  'user.delete': async ({ api, server, admin }) => {
    const { id } = await aUser(server.ctx(), ['panel'], { disabled: true })
    return { run: () => api.users.remove({ params: { id } }), objectId: id, actorId: admin.id }
  },
  'user.ask_office': async ({ server }) => {
    const proposer = await aUser(server.ctx(), ['proposer'])
    const { proposals } = (await server.as(proposer)).api
    const does = () => proposals.askOffice({ body: { question: 'Which size?' } })
    return { run: does, objectId: proposer.id, actorId: proposer.id }
  },
}

const REVIEWING = { keywords: [], methods: [], max_reports: 4, expertise: 'Noble gases', absences: [] }

export const reviewerProfileFixtures: Record<keyof typeof reviewerProfileActions, AuditFixture> = {
  'user.edit_reviewer_profile': async ({ server }) => {
    const reviewer = await aUser(server.ctx(), ['reviewer'])
    const { reviewerProfiles } = (await server.as(reviewer)).api
    const does = () => reviewerProfiles.saveMine({ body: REVIEWING })
    return { run: does, objectId: reviewer.id, actorId: reviewer.id }
  },
  'user.ask_reviewer_profile': async ({ server, api, admin }) => {
    const { id } = await aUser(server.ctx(), ['reviewer'])
    return { run: () => api.reviewerProfiles.ask(), objectId: id, actorId: admin.id }
  },
}

export const impersonationFixtures: Record<keyof typeof impersonationActions, AuditFixture> = {
  'user.act_as': async ({ api, server, admin }) => {
    const { id } = await aUser(server.ctx(), ['panel'])
    return { run: () => api.acting.start({ params: { id } }), objectId: id, actorId: admin.id }
  },
  'user.stop_acting': async ({ api, server, admin }) => {
    const { id } = await aUser(server.ctx(), ['panel'])
    await api.acting.start({ params: { id } })
    return { run: () => api.acting.stop(), objectId: id, actorId: admin.id }
  },
}

type ApplicantCommand = 'register' | 'reject' | 'rejectNoMail' | 'cancelReject'
/** A decision on an applicant, after the decisions `before`. */
const decision =
  (verb: ApplicantCommand, ...before: ApplicantCommand[]): AuditFixture =>
  async ({ api, admin, office }) => {
    const id = await aNotice(office)
    for (const one of before) await api.applicants[one]({ params: { id } })
    return { run: () => api.applicants[verb]({ params: { id } }), objectId: id, actorId: admin.id }
  }

const notice = () => ({ ...aPerson(), proposal_title: 'Water', proposal_abstract: '', collaborators: [] })

export const applicantFixtures: Record<keyof typeof applicantActions, AuditFixture> = {
  'applicant.create': async (context) => {
    const { applicants } = context.server.visitor.api
    const does = () => applicants.create({ body: { ...notice(), methods: 'add' } })
    return { run: does, objectId: newestId(context, 'applicants'), actorId: null }
  },
  'applicant.edit': async ({ api, admin, office }) => {
    const id = await aNotice(office)
    return {
      run: () => api.applicants.save({ params: { id }, body: notice() }),
      objectId: id,
      actorId: admin.id,
    }
  },
  'applicant.register': decision('register'),
  'applicant.reject': decision('reject'),
  'applicant.reject_no_mail': decision('rejectNoMail'),
  'applicant.cancel_reject': decision('cancelReject', 'reject'),
  'applicant.start_run': async ({ api, admin, office }) => {
    const ids = [await aNotice(office), await aNotice(office)]
    const does = () => api.applicants.startRun({ body: { decision: 'register', ids } })
    return { run: does, objectId: null, actorId: admin.id }
  },
}

/** A proposer with a calendar address. */
async function aMemberWithCalendar(context: AuditFixtureContext) {
  const user = await aMember(context)
  const { calendars } = (await context.server.as(user)).api
  const make = () => calendars.make({ body: { password: PASSWORD } })
  await make()
  return { calendars, make, objectId: user.id, actorId: user.id }
}

export const calendarFixtures: Record<keyof typeof calendarActions, AuditFixture> = {
  'user.make_calendar': async (context) => {
    const user = await aMember(context)
    const { calendars } = (await context.server.as(user)).api
    const run = () => calendars.make({ body: { password: PASSWORD } })
    return { run, objectId: user.id, actorId: user.id }
  },
  'user.replace_calendar': async (context) => {
    const { make: run, objectId, actorId } = await aMemberWithCalendar(context)
    return { run, objectId, actorId }
  },
  'user.revoke_calendar': async (context) => {
    const { calendars, objectId, actorId } = await aMemberWithCalendar(context)
    return { run: () => calendars.revoke(), objectId, actorId }
  },
}
