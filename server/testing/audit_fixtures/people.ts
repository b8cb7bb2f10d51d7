import type {
  applicantActions,
  impersonationActions,
  sessionActions,
  userActions,
} from '#domain/audit_actions.ts'
import { aNotice, aPerson, aUser } from '../../builders/people.ts'
import { hashPassword } from '../../session/password_hash.ts'
import { type AuditFixture, type AuditFixtureContext, newestId } from './fixture.ts'

export const PASSWORD = 'correct horse battery'

/** A proposer with the password PASSWORD. */
export const aMember = async ({ world }: AuditFixtureContext) =>
  aUser(world.ctx(), ['proposer'], { password_hash: await hashPassword(PASSWORD) })

const token = async ({ world }: AuditFixtureContext, pattern: RegExp) => {
  const mails = await world.db.selectFrom('mails').select('body').orderBy('id', 'desc').execute()
  return mails.map(({ body }) => pattern.exec(body)?.[1]).find(Boolean)!
}

/** A user who requested another e-mail address, and the token of the mailed link. */
async function aRequestedEmailChange(stage: AuditFixtureContext) {
  const user = await aMember(stage)
  const { api } = await stage.world.as(user)
  await api.users.saveMyProfile({ body: { ...aPerson(), password: PASSWORD } })
  return { user, api, email_token: await token(stage, /confirm=([\w-]+)/u) }
}

export const sessionFixtures = {
  'user.login': async (stage) => {
    const { id, email } = await aMember(stage)
    const body = { email, password: PASSWORD }
    return { run: () => stage.world.visitor.api.session.login({ body }), objectId: id, actorId: id }
  },
  'user.fail_login': async (stage) => {
    const { id, email } = await aMember(stage)
    const body = { email, password: 'wrong' }
    return { run: () => stage.world.visitor.api.session.login({ body }), objectId: id, actorId: null }
  },
  'user.logout': async (stage) => {
    const user = await aMember(stage)
    const { session } = (await stage.world.as(user)).api
    return { run: () => session.logout(), objectId: user.id, actorId: user.id }
  },
  'user.change_password': async (stage) => {
    const { id, ...user } = await aMember(stage)
    const { session } = (await stage.world.as({ id, ...user })).api
    const newPass = 'battery staple horse'
    const body = { currentPass: PASSWORD, newPass, newPassConfirm: newPass }
    return { run: () => session.changePassword({ body }), objectId: id, actorId: id }
  },
  'user.request_reset': async (stage) => {
    const { id, email } = await aMember(stage)
    const { session } = stage.world.visitor.api
    return { run: () => session.requestReset({ body: { email } }), objectId: id, actorId: null }
  },
  'user.reset_password': async (stage) => {
    const { id, email } = await aMember(stage)
    const { session } = stage.world.visitor.api
    await session.requestReset({ body: { email } })
    const body = { email, token: await token(stage, /reset\/([\w-]+)\?/u) }
    return { run: () => session.reset({ body }), objectId: id, actorId: null }
  },
} satisfies Partial<Record<keyof typeof sessionActions, AuditFixture>>

export const userFixtures: Record<keyof typeof userActions, AuditFixture> = {
  'user.create': async (stage) => {
    const params = { id: await aNotice(stage.office) }
    const does = () => stage.api.applicants.register({ params })
    return { run: does, objectId: newestId(stage, 'users'), actorId: stage.admin.id }
  },
  'user.edit': async ({ api, world, admin, office }) => {
    const user = await aUser(world.ctx(), ['panel'])
    const params = { id: await aNotice(office, { email: user.email }) }
    return { run: () => api.applicants.register({ params }), objectId: user.id, actorId: admin.id }
  },
  'user.edit_profile': async (stage) => {
    const user = await aMember(stage)
    const { api } = await stage.world.as(user)
    const body = aPerson({ email: user.email })
    return { run: () => api.users.saveMyProfile({ body }), objectId: user.id, actorId: user.id }
  },
  'user.ask_email': async (stage) => {
    const user = await aMember(stage)
    const { api } = await stage.world.as(user)
    const body = { ...aPerson(), password: PASSWORD }
    return { run: () => api.users.saveMyProfile({ body }), objectId: user.id, actorId: user.id }
  },
  'user.change_email': async (stage) => {
    const { user, api, email_token } = await aRequestedEmailChange(stage)
    const body = { ...aPerson(), email_token }
    return { run: () => api.users.saveMyProfile({ body }), objectId: user.id, actorId: user.id }
  },
  'user.send_reset': async ({ api, world, admin }) => {
    const { id } = await aUser(world.ctx(), ['panel'])
    return { run: () => api.users.resetPassword({ params: { id } }), objectId: id, actorId: admin.id }
  },
  'user.delete': async ({ api, world, admin }) => {
    const { id } = await aUser(world.ctx(), ['panel'], { disabled: true })
    return { run: () => api.users.remove({ params: { id } }), objectId: id, actorId: admin.id }
  },
}

export const impersonationFixtures: Record<keyof typeof impersonationActions, AuditFixture> = {
  'user.act_as': async ({ api, world, admin }) => {
    const { id } = await aUser(world.ctx(), ['panel'])
    return { run: () => api.acting.start({ params: { id } }), objectId: id, actorId: admin.id }
  },
  'user.stop_acting': async ({ api, world, admin }) => {
    const { id } = await aUser(world.ctx(), ['panel'])
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
  'applicant.create': async (stage) => {
    const { applicants } = stage.world.visitor.api
    const does = () => applicants.create({ body: { ...notice(), methods: 'add' } })
    return { run: does, objectId: newestId(stage, 'applicants'), actorId: null }
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
}
