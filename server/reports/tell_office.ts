import { groupBy } from '#domain/group_by.ts'
import type { Tx } from '../platform/context.ts'
import { officeMembers } from '../users/service.ts'
import { answerMail } from './mails.ts'
import { findParts, type Report } from './queries.ts'

/** Tells the office what a reviewer answered; nobody hears of the reviewers of a proposal they take part in. */
export async function tellOffice(tx: Tx, answer: 'accepted' | 'declined', reports: readonly Report[]) {
  const members = await officeMembers(tx)
  const parts = await findParts(
    tx,
    members.map(({ id }) => id),
    reports.map(({ proposal_id }) => proposal_id),
  )
  const heard = members.map(({ id, email }) => ({
    email,
    reports: reports.filter(
      (report) => !parts.some((p) => p.proposal_id === report.proposal_id && p.user_id === id),
    ),
  }))
  const audiences = groupBy(heard, (one) => one.reports.map(({ id }) => id).join())
  for (const audience of audiences.values()) {
    const told = audience[0]!.reports
    if (told.length === 0) continue
    const recipients = audience.map(({ email }) => email)
    await tx.mail(answerMail(tx.config, recipients, tx.actor, answer, told))
  }
}
