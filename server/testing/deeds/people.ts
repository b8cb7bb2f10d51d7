import type { applicantActions } from '#domain/applicants/actions.ts'
import type { sessionActions } from '#domain/session/actions.ts'
import type { userActions } from '#domain/users/actions.ts'
import { aNotice, aPerson, aUser } from '../../builders/people.ts'
import { hashPassword } from '../../session/passwords.ts'
import type { Deed, Stage } from './deed.ts'

const PASSWORD = 'correct horse battery'

const aMember = async ({ world }: Stage) =>
  aUser(world.ctx(), ['proposer'], { password_hash: await hashPassword(PASSWORD) })

const token = async ({ world }: Stage, pattern: RegExp) => {
  const { body } = await world.db
    .selectFrom('mails')
    .select('body')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return pattern.exec(body)![1]!
}

/** A member asks for another e-mail; answers the member, their browser and the token of the mailed link. */
async function askEmail(stage: Stage) {
  const user = await aMember(stage)
  const { api } = await stage.world.as(user)
  await api.users.saveMyProfile({ body: aPerson() })
  return { user, api, email_token: await token(stage, /confirm=([\w-]+)/u) }
}

async function requestReset(stage: Stage) {
  const user = await aMember(stage)
  const { session } = stage.world.visitor.api
  await session.requestReset({ body: { email: user.email } })
  return { user, session, token: await token(stage, /reset\/([\w-]+)\?/u) }
}

export const sessionDeeds: Record<keyof typeof sessionActions, Deed> = {
  'user.login': async (stage) => {
    const { id, email } = await aMember(stage)
    await stage.world.visitor.api.session.login({ body: { email, password: PASSWORD } })
    return { object: id, by: id }
  },
  'user.change_password': async (stage) => {
    const user = await aMember(stage)
    const { session } = (await stage.world.as(user)).api
    const newPass = 'battery staple horse'
    await session.changePassword({ body: { currentPass: PASSWORD, newPass, newPassConfirm: newPass } })
    return { object: user.id, by: user.id }
  },
  'user.request_reset': async (stage) => ({ object: (await requestReset(stage)).user.id, by: null }),
  'user.reset_password': async (stage) => {
    const { user, session, token } = await requestReset(stage)
    await session.reset({ body: { email: user.email, token } })
    return { object: user.id, by: null }
  },
}

export const userDeeds: Record<keyof typeof userActions, Deed> = {
  'user.create': async ({ api, world, admin, office }) => {
    await api.applicants.register({ params: { id: await aNotice(office) } })
    const made = await world.db
      .selectFrom('users')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return { object: made.id, by: admin.id }
  },
  'user.edit': async ({ api, world, admin, office }) => {
    const user = await aUser(world.ctx(), ['panel'])
    await api.applicants.register({ params: { id: await aNotice(office, { email: user.email }) } })
    return { object: user.id, by: admin.id }
  },
  'user.edit_profile': async (stage) => {
    const user = await aMember(stage)
    const { api } = await stage.world.as(user)
    await api.users.saveMyProfile({ body: aPerson({ email: user.email }) })
    return { object: user.id, by: user.id }
  },
  'user.ask_email': async (stage) => {
    const { user } = await askEmail(stage)
    return { object: user.id, by: user.id }
  },
  'user.change_email': async (stage) => {
    const { user, api, email_token } = await askEmail(stage)
    await api.users.saveMyProfile({ body: { ...aPerson(), email_token } })
    return { object: user.id, by: user.id }
  },
}

type Verb = 'register' | 'reject' | 'rejectNoMail' | 'cancelReject'
const decision =
  (...verbs: Verb[]): Deed =>
  async ({ api, admin, office }) => {
    const id = await aNotice(office)
    for (const verb of verbs) await api.applicants[verb]({ params: { id } })
    return { object: id, by: admin.id }
  }

export const applicantDeeds: Record<keyof typeof applicantActions, Deed> = {
  'applicant.create': async ({ world }) => {
    const body = { ...aPerson(), methods: 'add' as const, proposal_title: 'Water', proposal_abstract: '' }
    await world.visitor.api.applicants.create({ body })
    const { id } = await world.db.selectFrom('applicants').select('id').executeTakeFirstOrThrow()
    return { object: id, by: null }
  },
  'applicant.edit': async ({ api, admin, office }) => {
    const id = await aNotice(office)
    const body = { ...aPerson(), proposal_title: 'Other water', proposal_abstract: '' }
    await api.applicants.save({ params: { id }, body })
    return { object: id, by: admin.id }
  },
  'applicant.register': decision('register'),
  'applicant.reject': decision('reject'),
  'applicant.reject_no_mail': decision('rejectNoMail'),
  'applicant.cancel_reject': decision('reject', 'cancelReject'),
}
