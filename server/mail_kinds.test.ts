import { describe, expect, test } from 'vitest'
import { allows } from '#domain/access.ts'
import { MAIL_KIND_NAMES, MAIL_KINDS, type MailKind } from '#domain/mail_kinds.ts'
import { REPORT_ACCEPTED, REPORT_REQUESTED, REPORT_SUBMITTED } from '#domain/reports/status.ts'
import { screenAt } from '#domain/screens.ts'
import type { Actor } from '#domain/session/actor.ts'
import { formatUtc, type Term } from '#domain/terms/rules.ts'
import { aConflict, findFinding, makeColleagues } from './builders/conflicts.ts'
import { anEntry, nextDigestTime } from './builders/discussions.ts'
import { aGroupMail } from './builders/group_mail.ts'
import { aLoan, type LoanStep } from './builders/loans.ts'
import { aMeeting } from './builders/meetings.ts'
import { aNotice, aPerson, aTerm, aUser, daysFrom, settleMails } from './builders/people.ts'
import { aSavedProposal, aSubmittedProposal } from './builders/proposals.ts'
import { aReport, aReview, aReviewer } from './builders/reports.ts'
import { aReleasedResult } from './builders/results.ts'
import { aSample } from './builders/samples.ts'
import { anApp, recoveryCodes } from './builders/second_factor.ts'
import { aLastFailure, aWebHook } from './builders/web_hooks.ts'
import { showLoan } from './custody/loans/list.ts'
import { sendDueDigests } from './discussions/digest.ts'
import { followDiscussion } from './discussions/service.ts'
import type { Ctx } from './platform/context.ts'
import { answerResult, remindToAnswer } from './results/answers.ts'
import { correctResult } from './results/corrections.ts'
import { draftResults } from './results/drafting.ts'
import { releaseResults } from './results/release.ts'
import { hashPassword } from './session/password_hash.ts'
import { announceUnlockEnds } from './staff/unlock_reminders.ts'
import { aBrowser } from './testing/browser.ts'
import { type TestClient, type TestServer, withServer } from './testing/test_server.ts'

const PASSWORD = 'correct horse battery'
const NOTICE = { proposal_title: 'Salts in the matrix', first_name: 'Maria', last_name: 'Testova' }
const collaborator = (n: number) =>
  aPerson({ first_name: 'Co', last_name: `Author${n}`, email: `co${n}@example.org` })

/**
 * Everyone whom a mail could reach by mistake: a disabled member of the office, one with a conflict of interest, the panel,
 * other proposers and reviewers, and those of the proposal.
 */
interface Cast {
  server: TestServer
  term: Term
  admin: Actor
  office: Ctx
  api: TestClient['api']
  colleague: Actor
  proposer: Actor
  collaborators: string[]
  proposal_id: number
  reviewer: Actor
  other_proposal_id: number
}

async function createCast(server: TestServer): Promise<Cast> {
  const ctx = server.ctx()
  const term = await aTerm(ctx)
  const admin = await aUser(ctx, ['admin'], { email: 'admin@example.org' })
  const colleague = await aUser(ctx, ['admin'], { email: 'colleague@example.org' })
  const conflicted = await aUser(ctx, ['admin'], { email: 'conflicted@example.org' })
  await aUser(ctx, ['admin'], { email: 'gone@example.org', disabled: true })
  await aUser(ctx, ['panel'], { email: 'panel@example.org' })
  const office = server.ctx(admin)
  const people = [1, 2].map(collaborator)
  const notice = { ...aPerson({ email: 'proposer@example.org' }), collaborators: people }
  const { actor: proposer, proposal_id } = await aSubmittedProposal(office, {
    notice,
    input: { title: 'Salts', proposal_collaborator: people },
  })
  const other = await aSubmittedProposal(office, { notice: aPerson({ email: 'other.proposer@example.org' }) })
  await aConflict(server.ctx(conflicted), { proposal_id })
  const reviewer = await aReviewer(ctx, { email: 'reviewer@example.org' })
  await aReport(office, {
    proposal_id: other.proposal_id,
    reviewer: await aReviewer(ctx, { email: 'other.reviewer@example.org' }),
    status: REPORT_ACCEPTED,
  })
  await settleMails(office)
  const { api } = await server.as(admin)
  const collaborators = people.map(({ email }) => email)
  return {
    server,
    term,
    admin,
    office,
    api,
    colleague,
    proposer,
    collaborators,
    proposal_id,
    reviewer,
    other_proposal_id: other.proposal_id,
  }
}

interface Expected {
  /** The recipients of each mail of the kind, in any order. */
  to: string[][]
  /** Whom the link belongs to, and the paths of all links but the signature's. Visitors open a link without an account. */
  links?: { opens: Actor | 'visitor'; paths: (string | RegExp)[]; inMailsTo?: string[] }
  /** What the text has to say. */
  says?: string[]
  /** What it must not say. */
  saysNot?: string[]
}
/** Prepares, and returns what queues the mails and what is expected of them. */
type Case = (cast: Cast) => Promise<{ run(): Promise<unknown>; expected(): Expected | Promise<Expected> }>

const at = (actor: Actor | 'visitor', ...paths: (string | RegExp)[]) => ({ opens: actor, paths })
const one = (...recipients: string[]) => [recipients]

/** A proposer with the password PASSWORD, signed in. */
async function aMember({ server }: Cast) {
  const password_hash = await hashPassword(PASSWORD)
  const user = await aUser(server.ctx(), ['proposer'], { email: 'member@example.org', password_hash })
  return { user, api: (await server.as(user)).api }
}

/** The secret in the newest mail that has one. */
async function secretIn({ server }: Cast, pattern: RegExp) {
  const mails = await server.db.selectFrom('mails').select('body').orderBy('id', 'desc').execute()
  return mails.map(({ body }) => pattern.exec(body)?.[1]).find(Boolean)!
}

/** A report of the reviewer on the proposal, in a state. */
const ownReport = (
  { office, proposal_id, reviewer }: Cast,
  status: typeof REPORT_ACCEPTED | typeof REPORT_REQUESTED,
  review?: object,
) => aReport(office, { proposal_id, reviewer, status, ...(review && { review }) })

/** The member enters a new address; `email_token` confirms it. */
const NEW_ADDRESS = 'new.address@example.org'
async function askForNewAddress(cast: Cast) {
  const { user, api } = await aMember(cast)
  const body = { ...aPerson({ email: NEW_ADDRESS }), password: PASSWORD }
  return { user, body, save: (more: object = {}) => api.users.saveMyProfile({ body: { ...body, ...more } }) }
}

/** A signed-in user with an authenticator app. */
async function aMemberWithApp(cast: Cast) {
  const { user, api } = await aMember(cast)
  await anApp(cast.server.ctx(), user)
  return { user, api }
}

const ANSWER_LINK = /^\/reports\/answer\/[\w-]{43}$/u

/** A mail about a loan goes to its borrower alone, and names it. `differs`: the piece arrived 41 µg lighter than sent. */
const aboutLoan =
  (
    until: LoanStep,
    act: (
      loans: Cast['api']['loans'],
      loan: { number: string; piece: string },
      cast: Cast,
    ) => Promise<unknown>,
    { differs = false, says = [] }: { differs?: boolean; says?: string[] } = {},
  ): Case =>
  async (cast) => {
    const { office, api, proposal_id, proposer } = cast
    const { id, name } = await aSample(office, { weight: 2.004 })
    const differences = differs ? { [name]: -41 } : {}
    const number = await aLoan(office, { proposal_id, sample_ids: [id], until, differences })
    const [piece] = (await showLoan(office, number)).piece_list
    return {
      run: () => act(api.loans, { number, piece: piece!.piece }, cast),
      expected: () => ({
        to: one(proposer.email),
        links: at(proposer, '/mypage/samples'),
        says: [number, ...says],
      }),
    }
  }

const LOAN_CASES = {
  loan_agreement: aboutLoan(
    'agreement_due',
    (loans, { number }) => loans.sendAgreements({ body: { numbers: [number] } }),
    { says: ['2.004 mg', 'Salts'] },
  ),
  loan_dispatched: aboutLoan(
    'packed',
    (loans, { number }) => loans.dispatch({ params: { number }, body: {} }),
    { says: ['2.004 mg', '44 7100 9218'] },
  ),
  loan_received: aboutLoan(
    'dispatched',
    (loans, { number, piece }) =>
      loans.receive({ params: { number }, body: { pieces: [{ piece, found: 2004, condition: '' }] } }),
    { says: ['2.004 mg', 'due on'] },
  ),
  loan_weigh_again: aboutLoan(
    'in_use',
    (loans, { number, piece }) =>
      loans.resolve({
        params: { number },
        body: { piece, how: 'weigh_again', reason: 'Is the balance calibrated?' },
      }),
    { differs: true, says: ['Is the balance calibrated?', '−41 µg'] },
  ),
  loan_move: aboutLoan(
    'in_use',
    async (loans, { number, piece }) => {
      const params = { number }
      const to = { to: 'place', name: 'Room 2', email: '', affiliation: '', reason: '' } as const
      await loans.askMove({ params, body: { piece, ...to } })
      return loans.decideMove({ params, body: { piece, granted: false, note: 'Not there.' } })
    },
    { says: ['may not be moved', 'Room 2', 'Not there.'] },
  ),
  loan_extension: aboutLoan(
    'in_use',
    async (loans, { number }) => {
      const params = { number }
      await loans.askExtension({ params, body: { until: '2098-01-31', reason: 'Beamtime.' } })
      return loans.decideExtension({ params, body: { granted: true, note: 'Once.' } })
    },
    { says: ['2098-01-31', 'Once.'] },
  ),
  loan_due: aboutLoan(
    'in_use',
    async (loans, { number }, { server }) => {
      server.at(server.services.clock())
      const due_on = daysFrom(server.services.clock(), 7).slice(0, 10)
      await server.db.updateTable('loans').set({ due_on }).where('number', '=', number).execute()
      return loans.remind({ body: { numbers: [number] } })
    },
    { says: ['2.004 mg'] },
  ),
  loan_late: aboutLoan(
    'in_use',
    async (loans, { number }, { server }) => {
      server.at(server.services.clock())
      const due_on = daysFrom(server.services.clock(), -22).slice(0, 10)
      await server.db.updateTable('loans').set({ due_on }).where('number', '=', number).execute()
      return loans.remind({ body: { numbers: [number] } })
    },
    { says: ['22 days late', '2.004 mg'] },
  ),
  loan_returned: aboutLoan(
    'sent_back',
    (loans, { number, piece }) =>
      loans.confirmReturn({ params: { number }, body: { piece, found: 2003, place: 'N2', reason: '' } }),
    { says: ['2.003 mg'] },
  ),
  loan_taken_back: aboutLoan(
    'dispatched',
    async (_, { piece }, { api }) => {
      const params = { address: piece }
      const { events } = await api.pieces.get({ params })
      const { number } = events.find(({ kind }) => kind === 'dispatch')!
      return api.pieces.counter({ params, body: { number, reason: 'It is still in the vault.' } })
    },
    { says: ['The dispatch', '2.004 mg', 'It is still in the vault.'] },
  ),
  loan_closed: aboutLoan(
    'returned',
    (loans, { number }) => loans.close({ params: { number }, body: { without_report: 'None is due.' } }),
    { says: ['Salts'] },
  ),
  loan_handed_over: async (cast) => {
    const { server, office, api, proposal_id, proposer } = cast
    const { id } = await aSample(office)
    const number = await aLoan(office, { proposal_id, sample_ids: [id] })
    const successor = await aUser(server.ctx(), ['proposer'], { email: 'successor@example.org' })
    return {
      run: () =>
        api.loans.handOver({
          params: { number },
          body: { user_id: successor.id, name: '', email: '', affiliation: '', reason: 'She has left.' },
        }),
      expected: () => ({
        to: [[proposer.email], [successor.email]],
        links: {
          ...at(successor, '/mypage/samples'),
          inMailsTo: [proposer.email, successor.email],
        },
        says: [number, proposer.name, successor.name],
      }),
    }
  },
} satisfies Partial<Record<MailKind, Case>>

/** A mail about an inventory goes to who holds the piece, and names it. `found`: what the holder has answered, in µg. */
const aboutInventory =
  (
    act: (inventories: Cast['api']['inventories'], inventory: { id: number }, cast: Cast) => Promise<unknown>,
    { found, before = true, says = [] }: { found?: number; before?: boolean; says?: string[] } = {},
  ): Case =>
  async (cast) => {
    const { office, api, server, proposal_id, proposer } = cast
    const { id: sample_id, name } = await aSample(office, { weight: 2.004 })
    const number = await aLoan(office, { proposal_id, sample_ids: [sample_id] })
    const [piece] = (await showLoan(office, number)).piece_list
    const ask = () => api.inventories.ask({ body: { name: 'Inventory 2027', days: 30 } })
    const id = before ? (await ask()).id! : 0
    if (found !== undefined)
      await (await server.as(proposer)).api.inventories.answer({
        body: { inventory_id: id, pieces: [{ address: piece!.piece, there: true, found, remark: '' }] },
      })
    return {
      run: () => act(api.inventories, { id }, cast),
      expected: () => ({
        to: one(proposer.email),
        links: at(proposer, '/mypage/samples'),
        says: ['Inventory 2027', name, ...says],
      }),
    }
  }

const INVENTORY_CASES = {
  inventory_asked: aboutInventory(
    (inventories) => inventories.ask({ body: { name: 'Inventory 2027', days: 30 } }),
    { before: false, says: ['2.004 mg'] },
  ),
  inventory_reminded: aboutInventory(
    (inventories, params, { proposer }) => inventories.remind({ params, body: { user_ids: [proposer.id] } }),
    { says: ['2.004 mg'] },
  ),
  inventory_question: aboutInventory(
    async (inventories, params) => {
      const [row] = (await inventories.get({ params })).differences
      const { id: entry_id, answered_at } = row!
      return inventories.resolve({
        params,
        body: { entry_id, answered_at, act: 'weigh', reason: 'In its carrier?' },
      })
    },
    { found: 2259, says: ['weigh it again', 'In its carrier?'] },
  ),
} satisfies Partial<Record<MailKind, Case>>

const CASES: Record<MailKind, Case> = {
  ...LOAN_CASES,
  ...INVENTORY_CASES,
  account: async ({ api }) => {
    const body = {
      ...aPerson({ email: 'new@example.org' }),
      is_admin: false,
      is_panel: true,
      is_reviewer: false,
      disabled: 0,
      send_mail: 1,
    }
    return {
      run: () => api.users.add({ body } as never),
      expected: () => ({ to: one('new@example.org'), links: at('visitor', '/login') }),
    }
  },
  password_request: async (cast) => {
    const { user } = await aMember(cast)
    const { session } = cast.server.visitor.api
    return {
      run: () => session.requestReset({ body: { email: user.email } }),
      expected: () => ({
        to: one(user.email),
        links: at('visitor', /^\/password\/reset\/[\w-]+\?email=member%40example\.org$/u),
        says: ['60 minutes'],
      }),
    }
  },
  password_reset: async (cast) => {
    const { user } = await aMember(cast)
    const { session } = cast.server.visitor.api
    await session.requestReset({ body: { email: user.email } })
    const token = await secretIn(cast, /reset\/([\w-]+)\?/u)
    return {
      run: () => session.reset({ body: { email: user.email, token } }),
      expected: () => ({ to: one(user.email), links: at('visitor', '/login'), says: [`ID: ${user.email}`] }),
    }
  },
  password_change: async (cast) => {
    const { user, api } = await aMember(cast)
    const body = {
      currentPass: PASSWORD,
      newPass: 'battery staple horse',
      newPassConfirm: 'battery staple horse',
    }
    return {
      run: () => api.session.changePassword({ body }),
      expected: () => ({ to: one(user.email), links: at('visitor', '/request') }),
    }
  },
  email_confirmation: async (cast) => {
    const { user, save } = await askForNewAddress(cast)
    return {
      run: save,
      expected: () => ({
        to: one(NEW_ADDRESS),
        links: at(user, /^\/myprofile\?confirm=[\w-]+$/u),
        says: ['24 hours'],
      }),
    }
  },
  email_change_asked: async (cast) => {
    const { user, save } = await askForNewAddress(cast)
    return {
      run: save,
      expected: () => ({ to: one(user.email), links: at(user, '/password'), says: [NEW_ADDRESS] }),
    }
  },
  email_change: async (cast) => {
    const { user, save } = await askForNewAddress(cast)
    await save()
    const email_token = await secretIn(cast, /confirm=([\w-]+)/u)
    return {
      run: () => save({ email_token }),
      expected: () => ({ to: one(user.email), links: at('visitor', '/login'), says: [NEW_ADDRESS] }),
    }
  },
  address_change: async ({ server, api, admin, reviewer }) => {
    const { name, ...user } = await server
      .ctx()
      .db.selectFrom('users')
      .select([
        'name',
        'first_name',
        'middle_name',
        'last_name',
        'suffix',
        'affiliation',
        'is_panel',
        'is_reviewer',
        'version',
      ])
      .where('id', '=', reviewer.id)
      .executeTakeFirstOrThrow()
    const body = { ...user, email: NEW_ADDRESS, is_administration_office: false, disabled: 0 }
    return {
      run: () => api.users.save({ params: { id: reviewer.id }, body } as never),
      expected: () => ({
        to: one('admin@example.org', 'colleague@example.org', 'conflicted@example.org'),
        links: at(admin, `/users/detail/${reviewer.id}`),
        says: [name, reviewer.email, NEW_ADDRESS],
      }),
    }
  },
  staff_account: async ({ server, api, admin, colleague }) => {
    const member = await aUser(server.ctx(), ['panel'], { email: 'new.panel@example.org' })
    return {
      run: () => api.users.resetPassword({ params: { id: member.id } }),
      expected: () => ({
        to: one('colleague@example.org', 'conflicted@example.org'),
        links: at(colleague, `/users/detail/${member.id}`),
        says: [member.name, member.email, admin.name, admin.email],
      }),
    }
  },
  api_token: async ({ server, colleague }) => {
    const password_hash = await hashPassword(PASSWORD)
    const maker = await aUser(server.ctx(), ['admin'], { email: 'maker@example.org', password_hash })
    const { apiTokens } = (await server.as(maker)).api
    const scopes = ['read_lists' as const, 'import_samples' as const]
    return {
      run: () => apiTokens.make({ body: { name: 'Nightly', scopes, days: 30, password: PASSWORD } }),
      expected: () => ({
        to: one('admin@example.org', 'colleague@example.org', 'conflicted@example.org'),
        links: at(colleague, '/system/tokens'),
        says: [maker.name, maker.email, '"Nightly (…', 'read lists and import samples'],
      }),
    }
  },
  two_persons_off: async ({ api, colleague, admin }) => {
    const read = async () => {
      const { setup: _, ...settings } = await api.masters.settings()
      return settings
    }
    await api.masters.saveSettings({ body: { ...(await read()), two_persons: true } })
    const body = { ...(await read()), two_persons: false }
    return {
      run: () => api.masters.saveSettings({ body }),
      expected: () => ({
        to: one('colleague@example.org', 'conflicted@example.org'),
        links: at(colleague, '/masters/settings'),
        says: [admin.name, admin.email],
      }),
    }
  },
  web_hook_off: async ({ server, office, admin }) => {
    const { id } = await aWebHook(office, { name: 'Vault' })
    return {
      run: async () => {
        await aLastFailure(server.services, id)
      },
      expected: () => ({
        to: [['admin@example.org', 'colleague@example.org', 'conflicted@example.org']],
        links: at(admin, `/system/web-hooks/edit/${id}`),
        says: ['"Vault"', 'not public', 'two days'],
      }),
    }
  },
  second_factor: async (cast) => {
    const { user, api } = await aMemberWithApp(cast)
    return {
      run: () => api.security.removeApp({ body: { password: PASSWORD } }),
      expected: () => ({ to: one(user.email), links: at(user, '/security') }),
    }
  },
  provider_link: async (cast) => {
    const { user, api } = await aMember(cast)
    const at_now = new Date().toISOString()
    const { id } = await cast.server.db
      .insertInto('provider_identities')
      .values({
        ...{ user_id: user.id, issuer: 'urn:university', subject: 'u1', name: 'Maria' },
        ...{ created_at: at_now, confirmed_at: at_now },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      run: () => api.providers.unlink({ params: { id }, body: { password: PASSWORD } }),
      expected: () => ({ to: one(user.email), links: at(user, '/security'), says: ['Maria'] }),
    }
  },
  second_factor_reset: async (cast) => {
    const { user } = await aMemberWithApp(cast)
    return {
      run: () => cast.api.users.resetSecondFactor({ params: { id: user.id } }),
      expected: () => ({ to: one(user.email), links: at(user, '/security') }),
    }
  },
  recovery_code_used: async (cast) => {
    const { user } = await aMemberWithApp(cast)
    const [code, ...others] = await recoveryCodes(cast.server.ctx(), user)
    const { session } = aBrowser(cast.server).api
    await session.login({ body: { email: user.email, password: PASSWORD } })
    return {
      run: () => session.loginSecond({ body: { method: 'recovery', code: code! } }),
      expected: () => ({
        to: one(user.email),
        links: at(user, '/security'),
        says: [`${others.length} codes are left`],
      }),
    }
  },
  second_factor_closed: async (cast) => {
    const { user } = await aMemberWithApp(cast)
    const { session } = aBrowser(cast.server).api
    await session.login({ body: { email: user.email, password: PASSWORD } })
    const attempt = () => session.loginSecond({ body: { method: 'recovery', code: 'wrong' } })
    for (let tried = 0; tried < 5; tried++) await attempt()
    return {
      run: attempt,
      expected: () => ({
        to: one(user.email),
        links: at('visitor', '/request'),
        says: ['6 times a wrong second factor', 'for five minutes'],
      }),
    }
  },
  new_sign_in: async (cast) => {
    const { user } = await aMember(cast)
    const body = { email: user.email, password: PASSWORD }
    await aBrowser(cast.server).api.session.login({ body })
    return {
      run: () => aBrowser(cast.server).api.session.login({ body }),
      expected: () => ({
        to: one(user.email),
        links: at(user, '/password'),
        says: ['Browser: Firefox', '127.0.0.1'],
      }),
    }
  },
  acted_as: async ({ api, reviewer, admin }) => ({
    run: () => api.acting.start({ params: { id: reviewer.id } }),
    expected: () => ({ to: one(reviewer.email), says: [admin.name, admin.email] }),
  }),
  notice_receipt: async ({ server, term }) => ({
    run: () => aNotice(server.ctx(), { ...NOTICE, email: 'maria@example.org' }),
    expected: () => ({
      to: one('maria@example.org'),
      says: [
        'Maria Testova',
        NOTICE.proposal_title,
        formatUtc(term.proposals_open_at),
        formatUtc(term.proposals_close_at),
      ],
    }),
  }),
  registration: async ({ office, api, term }) => {
    const id = await aNotice(office, { ...NOTICE, email: 'maria@example.org' })
    return {
      run: () => api.applicants.register({ params: { id } }),
      expected: () => ({
        to: one('maria@example.org'),
        links: at('visitor', '/login'),
        says: [
          'ID: maria@example.org',
          NOTICE.proposal_title,
          formatUtc(term.proposals_open_at),
          formatUtc(term.proposals_close_at),
        ],
      }),
    }
  },
  rejection: async ({ office, api }) => {
    const id = await aNotice(office, { ...NOTICE, email: 'maria@example.org' })
    return {
      run: () => api.applicants.reject({ params: { id } }),
      expected: () => ({ to: one('maria@example.org'), says: [NOTICE.proposal_title] }),
    }
  },
  proposal_submitted: async ({ server, office, term }) => {
    const people = [3, 4].map(collaborator)
    const { actor, proposal_id } = await aSavedProposal(office, {
      notice: aPerson({ email: 'maria@example.org' }),
      input: { title: 'Ice', proposal_collaborator: people },
    })
    const { proposals } = (await server.as(actor)).api
    return {
      run: () => proposals.submit({ params: { id: proposal_id } }),
      expected: () => ({
        to: [['maria@example.org'], ['co3@example.org'], ['co4@example.org']],
        links: at(actor, '/proposals/myproposal'),
        says: [actor.name, `Proposal ID: ${proposal_id}`, 'Title: Ice', formatUtc(term.proposals_close_at)],
      }),
    }
  },
  proposal_cancelled: async ({ api, proposal_id, proposer }) => ({
    run: () => api.staff.cancel({ params: { id: proposal_id } }),
    expected: () => ({
      to: one(proposer.email),
      links: at(proposer, '/proposals/myproposal'),
      says: [`Proposal ID: ${proposal_id}`, 'Title: Salts'],
    }),
  }),
  proposal_withdrawn: async ({ server, proposal_id, proposer, collaborators }) => {
    const { staff } = (await server.as(proposer)).api
    return {
      run: () => staff.withdraw({ params: { id: proposal_id }, body: { reason: 'No beam time.' } }),
      expected: () => ({
        to: [[proposer.email], ...collaborators.map((email) => [email])],
        says: [`Proposal ID: ${proposal_id}`, 'Title: Salts', proposer.name],
      }),
    }
  },
  withdrawal_asked: async (cast) => {
    await ownReport(cast, REPORT_REQUESTED)
    const { server, admin, proposal_id, proposer } = cast
    const { staff } = (await server.as(proposer)).api
    return {
      run: () => staff.withdraw({ params: { id: proposal_id }, body: { reason: 'No beam time.' } }),
      expected: () => ({
        to: one('admin@example.org', 'colleague@example.org'),
        links: at(admin, `/proposals/detail/${proposal_id}`),
        says: ['Salts', proposer.name, 'No beam time.'],
      }),
    }
  },
  withdrawal_refused: async (cast) => {
    await ownReport(cast, REPORT_REQUESTED)
    const { server, api, proposal_id, proposer } = cast
    const { staff } = (await server.as(proposer)).api
    await staff.withdraw({ params: { id: proposal_id }, body: { reason: 'No beam time.' } })
    return {
      run: () => api.staff.refuseWithdrawal({ params: { id: proposal_id }, body: { reason: 'Too late.' } }),
      expected: () => ({
        to: one(proposer.email),
        links: at(proposer, '/proposals/myproposal'),
        says: ['Title: Salts', 'Too late.'],
      }),
    }
  },
  office_question: async ({ server, admin, proposal_id, proposer }) => {
    const { proposals } = (await server.as(proposer)).api
    return {
      run: () => proposals.askOffice({ body: { question: 'Which size?' } }),
      expected: () => ({
        to: one('admin@example.org', 'colleague@example.org'),
        links: at(admin, `/proposals/detail/${proposal_id}`),
        says: [proposer.name, proposer.email, 'Which size?', `proposal ${proposal_id}: Salts`],
      }),
    }
  },
  office_question_copy: async ({ server, proposal_id, proposer }) => {
    const { proposals } = (await server.as(proposer)).api
    return {
      run: () => proposals.askOffice({ body: { question: 'Which size?' } }),
      expected: () => ({
        to: one(proposer.email),
        says: ['Which size?', `proposal ${proposal_id}: Salts`],
      }),
    }
  },
  proposal_unlocked: async ({ server, api, proposal_id, proposer }) => ({
    run: () => api.staff.unlock({ params: { id: proposal_id } }),
    expected: async () => ({
      to: one(proposer.email),
      links: at(proposer, `/proposals/edit/${proposal_id}`),
      says: [`Proposal ID: ${proposal_id}`, await unlockedUntil(server, proposal_id)],
    }),
  }),
  panel_question: async (cast) => {
    const { server, api, office, proposal_id, reviewer } = cast
    const report = await aReport(office, {
      proposal_id,
      reviewer,
      status: REPORT_SUBMITTED,
      review: aReview(),
    })
    const silent = await aReviewer(server.ctx(), { email: 'silent@example.org' })
    await aReport(office, { proposal_id, reviewer: silent, status: REPORT_SUBMITTED, review: aReview() })
    const asker = await aUser(server.ctx(), ['panel'], { last_name: 'Askerova', email: 'asker@example.org' })
    await anEntry(server.ctx(asker), { proposal_id, text: 'Ask Silent about polishing.', to_reviewers: true })
    await settleMails(office)
    const body = { number: 1, words: 'How much is lost in polishing?', report_ids: [report] }
    return {
      run: () => api.discussions.sendQuestion({ params: { id: proposal_id }, body }),
      expected: () => ({
        to: one('reviewer@example.org'),
        links: at(reviewer, `/reports/detail/${report}`),
        says: ['How much is lost in polishing?', `proposal ${proposal_id}: Salts`],
        saysNot: ['Silent', 'silent@example.org', 'Askerova', 'asker@example.org'],
      }),
    }
  },
  discussion_digest: async ({ server, office, proposal_id, other_proposal_id }) => {
    const member = await aUser(server.ctx(), ['panel'], { email: 'member@example.org' })
    await followDiscussion(server.ctx(member), proposal_id, true)
    await followDiscussion(office, other_proposal_id, true)
    await anEntry(office, { proposal_id, text: 'The fallback is missing.' })
    await anEntry(office, { proposal_id, text: 'It is in section 3.' })
    server.at(nextDigestTime(server.services.clock()))
    return {
      run: () => sendDueDigests(server.services),
      expected: () => ({
        to: one('member@example.org'),
        links: at(member, `/proposals/detail/${proposal_id}?tab=tab-5`),
        says: [`proposal ${proposal_id}: Salts`, '2 new entries'],
        saysNot: ['fallback', 'section 3', office.actor.name],
      }),
    }
  },
  unlock_ending: async ({ server, api, proposal_id, proposer }) => {
    await api.staff.unlock({ params: { id: proposal_id } })
    const until = await unlockedUntil(server, proposal_id)
    server.at(daysFrom(server.services.clock(), 6))
    return {
      run: () => announceUnlockEnds(server.services),
      expected: () => ({
        to: one(proposer.email),
        links: at(proposer, `/proposals/edit/${proposal_id}`),
        says: [until],
      }),
    }
  },
  unlock_ending_office: async ({ server, api, admin, proposal_id, proposer }) => {
    await api.staff.unlock({ params: { id: proposal_id } })
    const until = await unlockedUntil(server, proposal_id)
    server.at(daysFrom(server.services.clock(), 6))
    return {
      run: () => announceUnlockEnds(server.services),
      expected: () => ({
        to: one('admin@example.org', 'colleague@example.org', 'conflicted@example.org'),
        links: at(admin, `/proposals/detail/${proposal_id}`),
        says: [until, proposer.name],
      }),
    }
  },
  proposal_correction: async ({ api, proposer, collaborators, term }) => ({
    run: () => api.staff.sendCorrectionMail(),
    expected: () => ({
      to: [[proposer.email], ...collaborators.map((email) => [email]), ['other.proposer@example.org']],
      links: {
        ...at(proposer, '/proposals/myproposal'),
        inMailsTo: [proposer.email, 'other.proposer@example.org'],
      },
      says: [formatUtc(term.proposals_close_at)],
    }),
  }),
  conflict_declared: async (cast) => {
    await ownReport(cast, REPORT_REQUESTED)
    const { server, admin, proposal_id, reviewer } = cast
    const { api } = await server.as(reviewer)
    return {
      run: () => api.conflicts.declare({ body: { proposal_id, reason: 'We share a grant.' } }),
      expected: () => ({
        to: one('admin@example.org', 'colleague@example.org'),
        links: at(admin, `/proposals/detail/${proposal_id}?tab=tab-3`),
        says: [reviewer.name, 'We share a grant.'],
      }),
    }
  },
  conflict_question: async ({ api, office, reviewer, proposer, proposal_id }) => {
    await makeColleagues(office, [reviewer.id, proposer.id])
    const body = { findings: [await findFinding(office, { proposal_id, user_id: reviewer.id })] }
    return {
      run: () => api.conflicts.ask({ body }),
      expected: () => ({
        to: one(reviewer.email),
        links: at('visitor', /^\/conflicts\/answer\/[\w-]{43}$/u),
        says: ['Do you have a conflict of interest with', '(Institute of Small Bodies)?'],
      }),
    }
  },
  reviewer_profile: async ({ api, reviewer }) => {
    const both = [reviewer.email, 'other.reviewer@example.org']
    return {
      run: () => api.reviewerProfiles.ask(),
      expected: () => ({
        to: both.map((address) => [address]),
        links: { ...at(reviewer, '/myprofile'), inMailsTo: both },
        says: ['Days away: -', 'Last confirmed: not yet'],
      }),
    }
  },
  review_request: async ({ office, api, proposal_id, reviewer, term }) => {
    const reportId = await aReport(office, { proposal_id, reviewer, status: 0 })
    return {
      run: () => api.reports.request({ params: { reportId } }),
      expected: () => ({
        to: one(reviewer.email),
        links: at(reviewer, ANSWER_LINK, `/reports/detail/${reportId}`, '/'),
        says: ['Salts', formatUtc(term.reviews_due_at), '30 days'],
      }),
    }
  },
  review_reminder: async (cast) => {
    const reportId = await ownReport(cast, REPORT_ACCEPTED)
    const { api, office, reviewer, term, other_proposal_id: proposal_id } = cast
    const requested = await aReport(office, { proposal_id, reviewer, status: REPORT_REQUESTED })
    await settleMails(office)
    return {
      run: () => api.reports.remind({ params: { id: reviewer.id } }),
      expected: () => ({
        to: one(reviewer.email),
        links: at(reviewer, ANSWER_LINK, `/reports/detail/${requested}`, `/reports/edit/${reportId}`, '/'),
        says: ['Salts', formatUtc(term.reviews_due_at)],
      }),
    }
  },
  review_declined: async (cast) => {
    const reportId = await ownReport(cast, REPORT_REQUESTED)
    return {
      run: () => cast.api.reports.decline({ params: { reportId } }),
      expected: () => ({ to: one(cast.reviewer.email), says: ['Salts'] }),
    }
  },
  review_withdrawn: async (cast) => {
    const reportId = await ownReport(cast, REPORT_ACCEPTED)
    return {
      run: () =>
        cast.api.reports.withdraw({ params: { reportId }, body: { reason: 'The panel has enough.' } }),
      expected: () => ({ to: one(cast.reviewer.email), says: ['Salts', 'The panel has enough.'] }),
    }
  },
  review_closed: async (cast) => {
    await ownReport(cast, REPORT_ACCEPTED)
    const { api, proposal_id, reviewer } = cast
    return {
      run: () =>
        api.staff.saveGlobalScore({
          params: { id: proposal_id },
          body: { global_score: 4, rank: null, tell_reviewers: true },
        }),
      expected: () => ({ to: one(reviewer.email), says: ['Salts'] }),
    }
  },
  report_cancelled: async (cast) => {
    const reportId = await ownReport(cast, REPORT_ACCEPTED, {})
    const { api } = await cast.server.as(cast.reviewer)
    await api.reports.submit({ params: { reportId } })
    return {
      run: () => cast.api.reports.cancel({ params: { reportId } }),
      expected: () => ({
        to: one(cast.reviewer.email),
        links: at(cast.reviewer, `/reports/edit/${reportId}`),
        says: ['Salts'],
      }),
    }
  },
  report_received: async (cast) => {
    const reportId = await ownReport(cast, REPORT_ACCEPTED, {})
    const { api } = await cast.server.as(cast.reviewer)
    return {
      run: () => api.reports.submit({ params: { reportId } }),
      expected: () => ({
        to: one(cast.reviewer.email),
        links: at(cast.reviewer, `/reports/detail/${reportId}`),
        says: ['Salts'],
      }),
    }
  },
  review_accepted: async (cast) => {
    await ownReport(cast, REPORT_REQUESTED)
    const { api } = await cast.server.as(cast.reviewer)
    return {
      run: () => api.reports.acceptAll(),
      expected: () => ({
        to: one('admin@example.org', 'colleague@example.org'),
        links: at(cast.admin, `/proposals/detail/${cast.proposal_id}?tab=tab-3`),
        says: [cast.reviewer.name, 'Salts'],
      }),
    }
  },
  review_declined_by_reviewer: async (cast) => {
    await ownReport(cast, REPORT_REQUESTED)
    const { api } = await cast.server.as(cast.reviewer)
    return {
      run: () => api.reports.declineAll(),
      expected: () => ({
        to: one('admin@example.org', 'colleague@example.org'),
        links: at(cast.admin, `/proposals/detail/${cast.proposal_id}?tab=tab-3`),
        says: [cast.reviewer.name, 'Salts'],
      }),
    }
  },
  mail_test: async ({ api, admin, proposal_id, proposer }) => {
    const params = { name: 'proposal_cancelled' }
    const { subject, text } = await api.mailTemplates.get({ params })
    return {
      run: () => api.mailTemplates.test({ params, body: { subject, text, about: proposal_id } }),
      expected: () => ({
        to: one(admin.email),
        links: at(proposer, '/proposals/myproposal'),
        says: ['This is a test of "Submission cancelled"', 'Title: Salts'],
      }),
    }
  },
  result_released: async (cast) => {
    await draftResults(cast.office, cast.term.id)
    return {
      run: () => releaseResults(cast.office, [cast.proposal_id]),
      expected: () => ({
        to: [[cast.proposer.email], ...cast.collaborators.map((email) => [email])],
        links: {
          ...at(cast.proposer, '/proposals/myproposal'),
          inMailsTo: [cast.proposer.email],
        },
        says: [`Proposal ID: ${cast.proposal_id}`, 'Title: Salts'],
        saysNot: ['until'],
      }),
    }
  },
  result_corrected: async (cast) => {
    await draftResults(cast.office, cast.term.id)
    await releaseResults(cast.office, [cast.proposal_id])
    const correction = { correction: 'A typing error.', remove: [], add: [] }
    await correctResult(cast.office, cast.proposal_id, correction)
    await settleMails(cast.office)
    return {
      run: () => releaseResults(cast.office, [cast.proposal_id]),
      expected: () => ({
        to: [[cast.proposer.email], ...cast.collaborators.map((email) => [email])],
        links: {
          ...at(cast.proposer, '/proposals/myproposal'),
          inMailsTo: [cast.proposer.email],
        },
        says: [`Proposal ID: ${cast.proposal_id}`, 'corrected'],
      }),
    }
  },
  result_reminder: async ({ office }) => {
    const { proposal_id, actor } = await aReleasedResult(office)
    await settleMails(office)
    return {
      run: () => remindToAnswer(office, [proposal_id]),
      expected: () => ({
        to: one(actor.email),
        links: at(actor, '/proposals/myproposal'),
        says: [`Proposal ID: ${proposal_id}`, '23:59 UTC'],
      }),
    }
  },
  result_answered: async ({ office }) => {
    const { proposal_id, actor, samples } = await aReleasedResult(office)
    await settleMails(office)
    const [accepted, declined] = samples
    const answer = [
      { sample_id: accepted!.id, accepted: true },
      { sample_id: declined!.id, accepted: false },
    ]
    return {
      run: () => answerResult(office.as(actor), proposal_id, { edition: 1, samples: answer }),
      expected: () => ({
        to: one(actor.email),
        links: at(actor, '/proposals/myproposal'),
        says: [`Accepted: ${accepted!.name}`, `Declined: ${declined!.name}`],
        saysNot: ['Answered for you by'],
      }),
    }
  },
  meeting_agenda: async ({ server, office, api, proposal_id }) => {
    const { chair, id } = await anInvitation(server, office)
    return {
      run: () => api.meetings.sendAgenda({ params: { id }, body: { number: 0 } }),
      expected: () => ({
        to: one('chair@example.org'),
        links: at(chair, `/meetings/${id}`),
        says: ['2031-03-04 09:00 to 12:00 UTC', 'Place: Sagamihara', `- 09:00: ${proposal_id}: Salts`],
      }),
    }
  },
  meeting_cancelled: async ({ server, office, api }) => {
    const { id } = await anInvitation(server, office)
    await api.meetings.sendAgenda({ params: { id }, body: { number: 0 } })
    await settleMails(office)
    return {
      run: () => api.meetings.remove({ params: { id } }),
      expected: () => ({
        to: one('chair@example.org'),
        says: ['Panel Meeting for AO7 is cancelled', '2031-03-04 09:00 to 12:00 UTC'],
      }),
    }
  },
  group_mail: async ({ office, api, reviewer, proposer }) => {
    const id = await aGroupMail(office, {
      destinations: [reviewer, proposer],
      content: 'Dear #name#',
      bcc: 'archive@example.org',
    })
    return {
      run: () => api.mail.send({ params: { id } } as never),
      expected: () => ({ to: [[reviewer.email], [proposer.email], ['bcc: archive@example.org']] }),
    }
  },
}

/** A prepared meeting with one person to invite, its chair. */
async function anInvitation(server: TestServer, office: Ctx) {
  const chair = await aUser(server.ctx(), ['panel'], { email: 'chair@example.org' })
  const sessions = [{ starts_at: '2031-03-04T09:00:00.000Z', ends_at: '2031-03-04T12:00:00.000Z' }]
  return { chair, id: await aMeeting(office, { chair, sessions }) }
}

async function unlockedUntil({ db }: TestServer, id: number) {
  const { unlocked_until } = await db
    .selectFrom('proposals')
    .select('unlocked_until')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return formatUtc(new Date(unlocked_until!).toISOString())
}

/** A password or a token: whoever reads it gets in. */
const SECRET = /^Password: |\/reset\/|\/answer\/|[?&]confirm=/mu
/** All mails end with the system's own address. */
const SIGNATURE = /\n\nAstromaterials Sample AO System\n[\s\S]*$/u

const linksIn = (body: string, baseUrl: string) =>
  [...body.replace(SIGNATURE, '').matchAll(/https?:\/\/[^\s]+/gu)].map(([url]) => {
    expect(url.startsWith(baseUrl)).toBe(true)
    return url.slice(baseUrl.length).replace(/[.,]$/u, '')
  })

const matches = (wanted: string | RegExp | undefined, path: string) =>
  wanted instanceof RegExp ? wanted.test(path) : wanted === path

/** What a screen of one object loads first. */
const LOADED_BY: Record<string, string> = {
  '/proposals/detail/$id': '/api/proposals/',
  '/proposals/edit/$id': '/api/proposals/edit/',
  '/reports/detail/$id': '/api/assigned_proposals/',
  '/reports/edit/$id': '/api/assigned_proposals/',
  '/reports/answer/$token': '/api/reports/answer/',
  '/users/detail/$id': '/api/users/',
  '/meetings/$id': '/api/meetings/',
  '/system/web-hooks/edit/$id': '/api/web_hooks/',
}

async function expectOpens({ server }: Cast, link: string, opens: Actor | 'visitor') {
  const path = link.split('?')[0]!
  const screen = screenAt(path)
  expect([link, screen?.path]).not.toEqual([link, undefined])
  if (opens === 'visitor') return expect([link, screen!.access]).toEqual([link, 'public'])
  expect([link, screen!.access === 'public' || allows(screen!.access, opens.roles)]).toEqual([link, true])
  const api = LOADED_BY[screen!.path]
  if (!screen!.path.includes('$')) return
  expect([screen!.path, api]).not.toEqual([screen!.path, undefined])
  const reply = await (await server.as(opens)).request('GET', api! + path.split('/').at(-1))
  expect([link, reply.statusCode]).toEqual([link, 200])
}

describe('a mail goes to whom it is for, says what they need, and leads to a screen of theirs', () => {
  test.each(MAIL_KIND_NAMES)('%s', (kind) =>
    withServer(async (server) => {
      const cast = await createCast(server)
      const { run, expected: expectation } = await CASES[kind](cast)
      const all = () =>
        server.db.selectFrom('mails').selectAll().where('kind', '=', kind).orderBy('id').execute()
      const before = (await all()).length
      await run()
      const mails = (await all()).slice(before)
      const { to, links, says = [], saysNot = [] } = await expectation()
      const found = mails.map(({ recipients, bcc }) =>
        [...recipients, ...bcc.map((address) => `bcc: ${address}`)].sort(),
      )
      expect(found.sort()).toEqual(to.map((addresses) => [...addresses].sort()).sort())
      const { baseUrl } = server.services.config
      for (const { body, secret } of mails) {
        if (kind !== 'group_mail') expect(body).toMatch(SIGNATURE)
        for (const text of says) expect(body).toContain(text)
        for (const text of saysNot) expect(body).not.toContain(text)
        expect(SECRET.test(body)).toBe(secret)
      }
      for (const { recipients, body } of mails) {
        // Copies to people without an account have no link.
        const theirs = links?.inMailsTo ?? (links?.opens !== 'visitor' ? [links?.opens.email] : [])
        const isTheirs = mails.length === 1 || recipients.some((address) => theirs.includes(address))
        const wanted = isTheirs ? (links?.paths ?? []) : []
        const paths = linksIn(body, baseUrl)
        expect(paths.map((path, i) => (matches(wanted[i], path) ? wanted[i] : path))).toEqual(wanted)
        for (const path of paths) await expectOpens(cast, path, links!.opens)
      }
      // The closed list says the same.
      if (MAIL_KINDS[kind].secret !== 'sometimes')
        expect(mails.every(({ secret }) => secret === MAIL_KINDS[kind].secret)).toBe(true)
    }),
  )
})
