import { groupBy } from '#domain/group_by.ts'
import type { TemplateName } from '#domain/mail_templates/all.ts'
import { orderedDocket } from '#domain/meetings/agenda.ts'
import { reportStatus } from '#domain/reports/status.ts'
import { durationMs } from '#domain/session/durations.ts'
import type { Term } from '#domain/terms/rules.ts'
import { tokenMail } from '../api_tokens/mails.ts'
import { receiptMail, registrationMail, rejectionMail } from '../applicants/mails.ts'
import { conflictMail, questionMail } from '../conflicts/mails.ts'
import { inventoryMail, inventoryQuestionMail } from '../custody/inventories/mails.ts'
import * as loans from '../custody/loans/mails.ts'
import { digestMail, panelQuestionMail } from '../discussions/mails.ts'
import { impersonationMail } from '../impersonation/mails.ts'
import { twoPersonsOffMail } from '../masters/mails.ts'
import { agendaMail, cancelledMeetingMail, type MailedMeeting } from '../meetings/mails.ts'
import type { Config } from '../platform/config.ts'
import type { Ctx, Db } from '../platform/context.ts'
import type { Mail, TemplateMail } from '../platform/outbox/queries.ts'
import { submittedMails } from '../proposals/mails.ts'
import { questionCopyMail as askedCopyMail, questionMail as askedMail } from '../proposals/questions.ts'
import * as reports from '../reports/mails.ts'
import { answeredMail, letterOf, releasedMails, reminderMail } from '../results/mails.ts'
import { reviewerProfileMail } from '../reviewer_profiles/mails.ts'
import * as session from '../session/mails.ts'
import * as staff from '../staff/mails.ts'
import { currentTerm } from '../terms/service.ts'
import * as users from '../users/mails.ts'
import { switchedOffMail } from '../web_hooks/mails.ts'
import {
  findPreviewApplicants,
  findPreviewProposals,
  findPreviewReports,
  findPreviewUsers,
  type PreviewApplicant,
  type PreviewProposal,
  type PreviewReport,
  type Scope,
} from './preview_queries.ts'

/** Stands for every password and token: a preview has no real one. */
const SECRET = 'only-in-the-real-e-mail'
const SENTENCE = '(what is written there)'

interface Setting {
  config: Config
  /** The signed-in member of the office. */
  viewer: { name: string; email: string }
  now: Date
}

/** What a preview can be about, and the mail about one of them. */
interface Preview {
  subjects(db: Db, scope: Scope): Promise<{ id: number; label: string }[]>
  mail(db: Db, scope: Scope, id: number, setting: Setting): Promise<TemplateMail | null>
}

interface Source<S> {
  find(db: Db, scope: Scope): Promise<readonly S[]>
  idOf(subject: S): number
  labelOf(subject: S): string
}

type Written = Mail | readonly Mail[]

const previewOf =
  <S>({ find, idOf, labelOf }: Source<S>) =>
  (write: (subject: S, setting: Setting) => Written): Preview => ({
    subjects: async (db, scope) =>
      (await find(db, scope)).map((subject) => ({ id: idOf(subject), label: labelOf(subject) })),
    mail: async (db, scope, id, setting) => {
      const subject = (await find(db, { ...scope, id })).find((one) => idOf(one) === id)
      if (!subject) return null
      const [mail] = [write(subject, setting)].flat()
      return mail && 'template' in mail ? mail : null
    },
  })

interface Named {
  id: number
  name: string
}
const named = <S extends Named>(find: (db: Db, scope: Scope) => Promise<readonly S[]>) =>
  previewOf<S>({ find, idOf: ({ id }) => id, labelOf: ({ name }) => name })

const aboutUser = named((db, scope) => findPreviewUsers(db, scope))
const aboutStaff = named((db, scope) => findPreviewUsers(db, scope, 'staff'))
const aboutReviewer = named((db, scope) => findPreviewUsers(db, scope, 'reviewer'))

interface OfTerm {
  term: Term
  is_current: true
}

/** Rows of the current term, with the term. */
const withTerm =
  <S>(find: (db: Db, scope: Scope) => Promise<readonly S[]>) =>
  async (db: Db, scope: Scope): Promise<(S & OfTerm)[]> => {
    const { term } = scope
    return term ? (await find(db, scope)).map((row) => ({ ...row, term, is_current: true })) : []
  }

const aboutApplicant = previewOf<PreviewApplicant & OfTerm>({
  find: withTerm(findPreviewApplicants),
  idOf: ({ id }) => id,
  labelOf: ({ name, proposal_title }) => `${name}: ${proposal_title}`,
})

const proposalSource: Source<PreviewProposal & OfTerm> = {
  find: withTerm(findPreviewProposals),
  idOf: ({ id }) => id,
  labelOf: ({ id, name, title }) => `${name}: ${id} ${title}`,
}
const aboutProposal = previewOf(proposalSource)
/** Proposals with another collaborator than the proposer. */
const aboutCollaborator = previewOf({
  ...proposalSource,
  find: async (db, scope) =>
    (await proposalSource.find(db, scope)).filter(({ email, proposal_collaborator }) =>
      proposal_collaborator.some((person) => person.email.toLowerCase() !== email.toLowerCase()),
    ),
})

/** Reports by reviewer, of those that `isMeant`. */
const aboutReviews = (isMeant: (report: PreviewReport) => boolean = () => true) =>
  previewOf<PreviewReport[]>({
    find: async (db, scope) => {
      const meant = (await findPreviewReports(db, scope)).filter(isMeant)
      return [...groupBy(meant, ({ user_id }) => user_id).values()]
    },
    idOf: ([report]) => report!.user_id,
    labelOf: (own) => `${own[0]!.name}, ${own.length === 1 ? '1 review' : `${own.length} reviews`}`,
  })
const aboutOpenReviews = aboutReviews(({ status }) => reportStatus.of(status).reminder !== null)
const aboutReport = previewOf<PreviewReport>({
  find: findPreviewReports,
  idOf: ({ id }) => id,
  labelOf: ({ name, proposal_id, title }) => `${name}: ${proposal_id} ${title}`,
})

const aboutSubmittedReport = previewOf<PreviewReport>({
  find: async (db, scope) =>
    (await findPreviewReports(db, scope)).filter(({ status }) => reportStatus.of(status).handedIn),
  idOf: ({ id }) => id,
  labelOf: ({ name, proposal_id, title }) => `${name}: ${proposal_id} ${title}`,
})
const toSubject = ({ proposal_id, term_id, title }: PreviewReport) => ({ id: proposal_id, term_id, title })

/** The one of several mails that has this template. */
const pick = (mails: readonly Mail[], template: TemplateName) =>
  mails.filter((mail) => 'template' in mail && mail.template === template)

const NO_TOKENS = new Map<number, string>()
const inAWeek = (now: Date) => new Date(+now + 7 * 24 * 60 * 60 * 1000).toISOString()
/** Since when a web hook has failed that is switched off now. */
const beforeSwitchedOff = (now: Date) => new Date(+now - durationMs('web_hook_failing')).toISOString()

/** A meeting in a week: a preview needs none that is prepared. */
const aMeetingOf = (now: Date): MailedMeeting => ({
  ...{ id: 1, term_id: 1, name: 'Panel meeting', place: '(the place)' },
  sessions: [{ starts_at: inAWeek(now), ends_at: inAWeek(new Date(+now + 3 * 60 * 60 * 1000)) }],
})

/** A result, or the correction of one, that is answered within a week. */
const aReleased = (now: Date, edition: number) => ({
  edition,
  correction: SENTENCE,
  answer_by: inAWeek(now).slice(0, 10),
})

/** A loan of whoever the preview is about, due within a week. */
const aLoanOf = (user: { name: string; email: string }, now: Date): loans.MailedLoan => ({
  ...{ number: 'L0000', proposal_id: 101, proposal_title: '(the title of a proposal)' },
  ...{ borrower_name: user.name, borrower_email: user.email },
  due_on: inAWeek(now).slice(0, 10),
})
const A_PIECE = 'A0106-03, 2.004 mg'

/** An inventory that holders answer within a week. */
const anInventory = (now: Date) => ({ name: 'Inventory', until: inAWeek(now).slice(0, 10) })

/** For every template a mail that its area writes about something real, as the viewer may see it. */
const PREVIEWS: Record<TemplateName, Preview> = {
  account: aboutUser((user, { config }) => users.accountMail(config, user, SECRET)),
  email_confirmation: aboutUser(({ email }, { config }) => users.confirmEmailMail(config, email, SECRET)),
  email_change_asked: aboutUser((user, { config }) =>
    users.emailAskedMail(config, { ...user, to: `new.${user.email}` }),
  ),
  email_change: aboutUser((user, { config }) =>
    users.emailChangedMail(config, { ...user, to: `new.${user.email}` }),
  ),
  address_change: aboutReviewer((user, { config, viewer }) =>
    users.addressChangedMail(config, [viewer.email], viewer, { ...user, to: `new.${user.email}` }),
  ),
  staff_account: aboutStaff((user, { config, viewer }) =>
    users.staffAccountMail(config, [viewer.email], viewer, user, ['role'], false),
  ),
  staff_account_request: aboutStaff((user, { config, viewer }) =>
    users.staffAccountMail(config, [viewer.email], viewer, user, ['role'], true),
  ),
  api_token: aboutUser((user, { config, viewer, now }) =>
    tokenMail(config, [viewer.email], user, {
      name: 'Nightly import',
      ending: 'x7Qz',
      scopes: ['read_lists', 'import_samples'],
      expires_at: inAWeek(now),
    }),
  ),
  password_request: aboutUser((user, { config }) => session.resetLinkMail(config, user, SECRET)),
  password_reset: aboutUser((user, { config }) =>
    session.newPasswordMail(config, user, SECRET, { api_tokens: 2, unlinked: ['ORCID'] }),
  ),
  password_change: aboutUser((user, { config }) => session.passwordChangedMail(config, user)),
  second_factor: aboutUser((user, { config }) =>
    session.factorMail(config, user, 'An authenticator app was set up for your account just now.'),
  ),
  second_factor_reset: aboutUser((user, { config }) =>
    session.factorResetMail(config, user, { sessions: 1, api_tokens: 2 }),
  ),
  provider_link: aboutUser((user, { config }) =>
    session.providerMail(
      config,
      user,
      'Your account at ORCID (0000-0002-1825-0097) was linked just now: you can sign in with it.',
    ),
  ),
  provider_unlinked: aboutUser((user, { config }) =>
    session.providerUnlinkedMail(config, user, {
      provider: 'ORCID',
      account: '0000-0002-1825-0097',
      ended: { sessions: 1, api_tokens: 2 },
    }),
  ),
  second_factor_closed: aboutUser((user, { config }) =>
    session.factorClosedMail(config, user, 6, 'second_factor_pause'),
  ),
  recovery_code_used: aboutUser((user, { config }) => session.codeUsedMail(config, user, 9)),
  new_sign_in: aboutUser((user, { config, now }) =>
    session.newBrowserMail(config, user, { at: now, address: '192.0.2.1', agent: 'Firefox/140.0' }),
  ),
  two_persons_off: aboutUser((user, { config, viewer }) => twoPersonsOffMail(config, [user.email], viewer)),
  web_hook_off: aboutStaff((user, { config, now }) =>
    switchedOffMail(
      config,
      [user.email],
      { id: 0, name: '(the name of a web hook)', failing_since: beforeSwitchedOff(now) },
      'The receiver answered 500.',
    ),
  ),
  acted_as: aboutUser((user, { viewer, now }) => impersonationMail(user, viewer, inAWeek(now))),

  notice_receipt: aboutApplicant(({ term, ...applicant }) => receiptMail(applicant, term, 0)),
  registration: aboutApplicant(({ term, ...applicant }, { config }) =>
    registrationMail(config, applicant, term, { email: applicant.email, password: SECRET }),
  ),
  registration_role: aboutApplicant(({ term, ...applicant }, { config }) =>
    registrationMail(config, applicant, term, { email: applicant.email, password: null }),
  ),
  rejection: aboutApplicant(({ term, ...applicant }) => rejectionMail(applicant, term)),

  proposal_submitted: aboutProposal((proposal, { config, now }) =>
    pick(submittedMails(config, { ...proposal, under_review: false }, now), 'proposal_submitted'),
  ),
  proposal_submitted_collaborator: aboutCollaborator((proposal, { config, now }) =>
    pick(
      submittedMails(config, { ...proposal, under_review: false }, now),
      'proposal_submitted_collaborator',
    ),
  ),
  office_question: aboutProposal((proposal, { config, viewer }) =>
    askedMail(config, { asker: proposal, recipients: [viewer.email], question: SENTENCE, about: proposal }),
  ),
  office_question_copy: aboutProposal((proposal) =>
    askedCopyMail({ asker: proposal, recipients: [], question: SENTENCE, about: proposal }),
  ),
  proposal_withdrawn: aboutProposal((proposal) => staff.withdrawnMails(proposal)[0]!),
  withdrawal_asked: aboutProposal((proposal, { config, viewer }) =>
    staff.withdrawalAskedMail(config, [viewer.email], proposal, SENTENCE),
  ),
  withdrawal_refused: aboutProposal((proposal, { config }) =>
    staff.withdrawalRefusedMail(config, proposal, SENTENCE),
  ),
  proposal_cancelled: aboutProposal((proposal, { config }) => staff.cancelledMail(config, proposal)),
  proposal_unlocked: aboutProposal((proposal, { config, now }) =>
    staff.unlockedMail(config, proposal, inAWeek(now), false),
  ),
  proposal_unlocked_cancelled: aboutProposal((proposal, { config, now }) =>
    staff.unlockedMail(config, proposal, inAWeek(now), true),
  ),
  unlock_ending: aboutProposal((proposal, { config, now }) =>
    staff.unlockEndingMail(config, proposal, inAWeek(now)),
  ),
  unlock_ending_office: aboutProposal((proposal, { config, viewer, now }) =>
    staff.unlockEndingOfficeMail(config, [viewer.email], proposal, inAWeek(now)),
  ),
  proposal_correction: aboutProposal(({ term, ...proposal }, { config, now }) =>
    pick(staff.correctionMails(config, proposal, term, now), 'proposal_correction'),
  ),
  proposal_correction_collaborator: aboutCollaborator(({ term, ...proposal }, { config, now }) =>
    pick(staff.correctionMails(config, proposal, term, now), 'proposal_correction_collaborator'),
  ),

  reviewer_profile: aboutReviewer((user, { config }) =>
    reviewerProfileMail(config, user, {
      keywords: [],
      methods: [],
      expertise: '',
      max_reports: null,
      absences: [],
      confirmed_at: null,
    }),
  ),
  review_request: aboutReviews()((own, { config, now }) =>
    reports.requestMail(config, own[0]!, own, NO_TOKENS, now),
  ),
  review_reminder: aboutOpenReviews((own, { config }) =>
    reports.reminderMail(config, own[0]!, own, NO_TOKENS),
  ),
  review_declined: aboutReport((report) => reports.declinedMail(report)),
  review_withdrawn: aboutReport((report) => reports.withdrawnMail(report, SENTENCE)),
  review_closed: aboutReport((report) => reports.closedMail(report)),
  report_cancelled: aboutReport((report, { config }) => reports.cancelledMail(config, report)),
  report_received: aboutReport((report, { config }) => reports.receivedMail(config, report)),
  review_accepted: aboutReviews()((own, { config, viewer }) =>
    reports.answerMail(config, [viewer.email], own[0]!, 'accepted', own),
  ),
  review_declined_by_reviewer: aboutReviews()((own, { config, viewer }) =>
    reports.answerMail(config, [viewer.email], own[0]!, 'declined', own, {
      decline: { reason: 'time', note: '', suggestion: '' },
    }),
  ),
  panel_question: aboutSubmittedReport((report, { config }) =>
    panelQuestionMail(config, { ...report, report_id: report.id }, toSubject(report), SENTENCE),
  ),
  discussion_digest: aboutProposal((proposal, { config, viewer }) =>
    digestMail(config, viewer, [{ ...proposal, unread: 3 }], []),
  ),
  meeting_agenda: aboutStaff((user, { config, viewer, now }) =>
    agendaMail(config, aMeetingOf(now), user, {
      chair: viewer.name,
      docket: orderedDocket(
        [{ proposal_id: 101, title: '(the title of a proposal)', minutes: 10, track: 'discussed' }],
        aMeetingOf(now).sessions,
      ),
    }),
  ),
  meeting_cancelled: aboutStaff((user, { now }) =>
    cancelledMeetingMail(aMeetingOf(now), user, 'is cancelled'),
  ),
  result_released: aboutProposal((proposal, { config, now }) =>
    pick(releasedMails(config, proposal, aReleased(now, 1), now), 'result_released'),
  ),
  result_released_collaborator: aboutCollaborator((proposal, { config, now }) =>
    pick(releasedMails(config, proposal, aReleased(now, 1), now), 'result_released_collaborator'),
  ),
  result_corrected: aboutProposal((proposal, { config, now }) =>
    pick(releasedMails(config, proposal, aReleased(now, 2), now), 'result_corrected'),
  ),
  result_corrected_collaborator: aboutCollaborator((proposal, { config, now }) =>
    pick(releasedMails(config, proposal, aReleased(now, 2), now), 'result_corrected_collaborator'),
  ),
  result_reminder: aboutProposal((proposal, { config, now }) =>
    reminderMail(config, proposal, inAWeek(now).slice(0, 10)),
  ),
  result_answered: aboutProposal((proposal, { config }) =>
    answeredMail(config, proposal, [{ name: '(a sample)', accepted: true }], null),
  ),
  result_letter_granted: aboutProposal((proposal) => letterOf('granted', proposal, SENTENCE)),
  result_letter_part: aboutProposal((proposal) => letterOf('part', proposal, SENTENCE)),
  result_letter_not: aboutProposal((proposal) => letterOf('not', proposal, SENTENCE)),
  loan_agreement_document: aboutUser((user, { now }) =>
    loans.agreementDocument(aLoanOf(user, now), {
      affiliation: '(the affiliation)',
      days: 365,
      pieces: A_PIECE,
    }),
  ),
  loan_agreement: aboutUser((user, { config, now }) =>
    loans.agreementMail(config, aLoanOf(user, now), A_PIECE),
  ),
  loan_dispatched: aboutUser((user, { config, now }) =>
    loans.dispatchedMail(config, aLoanOf(user, now), {
      pieces: A_PIECE,
      carrier: '(the carrier)',
      tracking: '(the tracking number)',
    }),
  ),
  loan_received: aboutUser((user, { config, now }) =>
    loans.receivedMail(config, aLoanOf(user, now), {
      pieces: A_PIECE,
      differences: '',
      due: inAWeek(now).slice(0, 10),
    }),
  ),
  loan_weigh_again: aboutUser((user, { config, now }) =>
    loans.weighAgainMail(config, aLoanOf(user, now), { piece: A_PIECE, note: SENTENCE }),
  ),
  loan_move: aboutUser((user, { config, now }) =>
    loans.moveMail(config, aLoanOf(user, now), {
      piece: 'A0106-03',
      to: '(the place)',
      granted: true,
      note: SENTENCE,
    }),
  ),
  loan_extension_granted: aboutUser((user, { config, now }) =>
    loans.extensionMail(config, aLoanOf(user, now), {
      granted: true,
      due: inAWeek(now).slice(0, 10),
      note: SENTENCE,
    }),
  ),
  loan_extension_refused: aboutUser((user, { config, now }) =>
    loans.extensionMail(config, aLoanOf(user, now), {
      granted: false,
      due: inAWeek(now).slice(0, 10),
      note: SENTENCE,
    }),
  ),
  loan_due: aboutUser((user, { config, now }) =>
    loans.reminderMail(config, aLoanOf(user, now), {
      due: inAWeek(now).slice(0, 10),
      days: -7,
      pieces: A_PIECE,
    }),
  ),
  loan_late: aboutUser((user, { config, now }) =>
    loans.reminderMail(config, aLoanOf(user, now), {
      due: inAWeek(now).slice(0, 10),
      days: 7,
      pieces: A_PIECE,
    }),
  ),
  loan_returned: aboutUser((user, { config, now }) =>
    loans.returnedMail(config, aLoanOf(user, now), A_PIECE),
  ),
  loan_handed_over: aboutUser((user, { config, viewer, now }) =>
    loans.handedOverMails(config, aLoanOf(user, now), { before: viewer, pieces: A_PIECE }),
  ),
  loan_taken_back: aboutUser((user, { config, now }) =>
    loans.takenBackMail(config, aLoanOf(user, now), {
      what: 'The dispatch',
      pieces: A_PIECE,
      reason: SENTENCE,
    }),
  ),
  loan_closed: aboutUser((user, { config, now }) => loans.closedMail(config, aLoanOf(user, now))),
  inventory_asked: aboutUser((user, { config, now }) =>
    inventoryMail(config, 'inventory_asked', anInventory(now), user, ['A0106-03, on record 2.004 mg']),
  ),
  inventory_reminded: aboutUser((user, { config, now }) =>
    inventoryMail(config, 'inventory_reminded', anInventory(now), user, ['A0106-03, on record 2.004 mg']),
  ),
  inventory_question: aboutUser((user, { config, now }) =>
    inventoryQuestionMail(config, anInventory(now), user, {
      piece: 'A0106-03',
      question: 'Please weigh it again.',
      note: SENTENCE,
    }),
  ),
  // Not about a finding: those are shown to whoever may judge them.
  conflict_question: aboutReviewer((user, { config, viewer }) => ({
    ...questionMail(config, user, 0, `Do you have a conflict of interest with ${viewer.name}?`, SECRET),
    proposal_ids: [],
  })),
  conflict_declared: aboutReport(({ name, ...report }, { config, viewer }) =>
    conflictMail(
      config,
      [viewer.email],
      { name },
      { id: report.proposal_id, term_id: report.term_id, title: report.title },
      SENTENCE,
    ),
  ),
}

const scopeOf = async ({ db, actor }: Ctx): Promise<Scope> => ({ viewer: actor, term: await currentTerm(db) })

/** What a preview of this template can be about. */
export const listSubjects = async (ctx: Ctx, name: TemplateName) =>
  PREVIEWS[name].subjects(ctx.db, await scopeOf(ctx))

/** The mail about one of them; null where there is none, or the viewer may not see it. */
export const mailAbout = async (ctx: Ctx, name: TemplateName, id: number) =>
  PREVIEWS[name].mail(ctx.db, await scopeOf(ctx), id, {
    config: ctx.config,
    viewer: ctx.actor,
    now: ctx.now(),
  })
