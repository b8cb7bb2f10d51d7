import { describe, expect, test } from 'vitest'
import type { AuditAction } from '#domain/audit_actions.ts'
import { contract, type SystemContract } from '#domain/contract.ts'
import type { Contract } from '#domain/endpoint.ts'
import { MAIL_KIND_NAMES, type MailKind } from '#domain/mail_kinds.ts'
import { aUser } from './builders/people.ts'
import { context } from './platform/context.ts'
import { AUDIT_FIXTURES } from './testing/audit_fixtures/all.ts'
import { createAuditContext } from './testing/audit_fixtures/fixture.ts'
import { withServer } from './testing/test_server.ts'

type Areas = SystemContract
/** The endpoints that declare mails. */
type MailingEndpoint = {
  [A in keyof Areas & string]: {
    [N in keyof Areas[A] & string]: Areas[A][N] extends { mails: readonly [] } ? never : `${A}.${N}`
  }[keyof Areas[A] & string]
}[keyof Areas & string]

/**
 * The audit fixtures that use each endpoint; together they queue every kind that it declares. A new endpoint that
 * mails does not compile before it is listed. Null: it is used by the tests of its area alone.
 */
const FIXTURES: Record<MailingEndpoint, readonly AuditAction[] | null> = {
  'users.add': null,
  'users.save': null,
  'users.saveMyProfile': null,
  'users.resetPassword': null,
  'users.resetSecondFactor': null,
  'users.confirmChange': null,
  'acting.start': ['user.act_as'],
  'apiTokens.make': null,
  'providers.callback': null,
  'providers.unlink': null,
  'providers.unlinkOf': null,
  'session.login': null,
  'session.loginSecond': null,
  'session.changePassword': null,
  'session.requestReset': ['user.request_reset'],
  'session.reset': ['user.reset_password'],
  'security.addApp': ['user.add_app'],
  'security.removeApp': ['user.remove_app'],
  'security.addPasskey': ['user.add_passkey'],
  'security.removePasskey': ['user.remove_passkey'],
  'security.makeCodes': ['user.make_recovery_codes'],
  'masters.saveSettings': null,
  'applicants.create': ['applicant.create'],
  'applicants.register': ['applicant.register'],
  'applicants.reject': ['applicant.reject'],
  'applicants.startRun': null,
  'proposals.submit': ['proposal.submit'],
  'proposals.askOffice': ['user.ask_office'],
  'staff.withdraw': null,
  'staff.grantWithdrawal': ['proposal.grant_withdrawal'],
  'staff.refuseWithdrawal': ['proposal.refuse_withdrawal'],
  'staff.cancel': ['proposal.cancel'],
  'staff.unlock': ['proposal.unlock'],
  'staff.saveGlobalScore': null,
  'staff.sendCorrectionMail': ['proposal.correction_mail'],
  'discussions.sendQuestion': ['proposal.send_question'],
  'meetings.sendAgenda': null,
  'meetings.remove': null,
  'meetings.agree': null,
  'meetings.agreeTriage': null,
  'meetings.declareConflict': null,
  'conflicts.declare': null,
  'conflicts.ask': ['conflict.ask'],
  'reviewerProfiles.ask': ['user.ask_reviewer_profile'],
  'reports.acceptAll': ['report.accept'],
  'reports.declineAll': null,
  'reports.accept': null,
  'reports.declineOwn': null,
  'reports.acceptLinked': null,
  'reports.declineLinked': null,
  'reports.submit': ['report.submit'],
  'reports.cancel': ['report.cancel'],
  'reports.decline': ['report.decline'],
  'reports.withdraw': ['report.withdraw'],
  'reports.request': ['report.request', 'report.ask_again'],
  'reports.requestAll': null,
  'reports.requestAllReviewers': null,
  'reports.requestMany': null,
  'reports.remind': ['report.remind'],
  'reports.remindMany': null,
  'inventories.ask': ['inventory.ask'],
  'inventories.remind': ['inventory.remind'],
  'inventories.resolve': ['inventory.resolve'],
  'loans.sendAgreements': ['loan.send_agreement'],
  'loans.dispatch': ['loan.dispatch'],
  'loans.receive': ['loan.receive'],
  'loans.resolve': ['loan.resolve'],
  'loans.decideMove': ['loan.decide_move'],
  'loans.decideExtension': ['loan.decide_extension'],
  'loans.confirmReturn': ['loan.confirm_return'],
  'loans.handOver': ['loan.hand_over'],
  'loans.remind': null,
  'loans.close': ['loan.close'],
  'pieces.counter': null,
  'results.release': null,
  'results.remind': ['result.remind'],
  'results.answer': ['result.answer'],
  'results.answerOnBehalf': null,
  'mail.send': ['group_mail.send'],
  'mailTemplates.test': ['mail_template.test'],
  'mail.test': null,
}

const declaredBy = (endpoint: string): readonly MailKind[] => {
  const [area, name] = endpoint.split('.') as [string, string]
  return (contract as Contract)[area]![name]!.mails
}

describe('an endpoint queues the mails that it declares', () => {
  const fixtures = Object.entries(FIXTURES).flatMap(([endpoint, actions]) =>
    (actions ?? []).map((action) => [endpoint, action] as const),
  )
  test.each(fixtures)('%s, in %s', (endpoint, action) =>
    withServer(async (server) => {
      const { run: does } = await AUDIT_FIXTURES[action](await createAuditContext(server))
      const kinds = () => server.db.selectFrom('mails').select(['id', 'kind']).orderBy('id').execute()
      const before = (await kinds()).length
      await does()
      const queued = (await kinds()).slice(before).map(({ kind }) => kind)
      expect([...new Set(queued)].sort()).toEqual([...declaredBy(endpoint)].sort())
    }),
  )
})

/** Sent by a periodic job instead of an endpoint. */
const BY_JOB: MailKind[] = ['unlock_ending', 'unlock_ending_office', 'discussion_digest', 'web_hook_off']

test('every kind of mail is declared by an endpoint, or sent by a job', () => {
  const declared = Object.values<Contract[string]>(contract).flatMap((area) =>
    Object.values(area).flatMap(({ mails }) => mails),
  )
  expect([...new Set([...declared, ...BY_JOB])].sort()).toEqual([...MAIL_KIND_NAMES].sort())
  expect(declared.filter((kind) => BY_JOB.includes(kind))).toEqual([])
})

test('a write that queues a kind which its endpoint does not declare fails, and nothing of it stays', () =>
  withServer(async ({ ctx, services, db }) => {
    const { mails } = contract.staff.cancel
    const limited = context(services, await aUser(ctx(), ['admin']), '', mails)
    const write = limited.write(async (tx) => {
      tx.skipAudit('A mail alone.')
      await tx.mail({ kind: 'proposal_cancelled', recipients: ['bo@example.org'], subject: '', body: '' })
      await tx.mail({ kind: 'proposal_unlocked', recipients: ['bo@example.org'], subject: '', body: '' })
    })
    await expect(write).rejects.toThrow('does not declare the mail "proposal_unlocked"')
    expect(await db.selectFrom('mails').select('id').execute()).toEqual([])
  }))
