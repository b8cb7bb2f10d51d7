import { sql } from 'kysely'
import { groupBy } from '#domain/group.ts'
import type { Db, Tx } from '../platform/context.ts'
import { officeAddresses } from '../users/office.ts'
import { answerMail } from './mails.ts'
import type { Report } from './queries.ts'

/** Which of the addresses belong to people who take part in which of the proposals. */
const findParts = (db: Db, addresses: string[], proposals: number[]) =>
  sql<{ proposal_id: number; email: string }>`
    select p.id as proposal_id, lower(u.email) as email from proposals p join users u on u.id = p.user_id
      where p.id = any(${proposals}::int[]) and lower(u.email) in (select lower(a) from unnest(${addresses}::text[]) a)
    union
    select c.proposal_id, lower(c.email) from proposal_collaborators c
      where c.proposal_id = any(${proposals}::int[])
      and lower(c.email) in (select lower(a) from unnest(${addresses}::text[]) a)`
    .execute(db)
    .then(({ rows }) => rows)

/** Tells the office what a reviewer answered; nobody hears of the reviewers of a proposal they take part in. */
export async function tellOffice(tx: Tx, answer: 'accepted' | 'declined', reports: readonly Report[]) {
  const addresses = await officeAddresses(tx)
  const parts = await findParts(
    tx,
    addresses,
    reports.map(({ proposal_id }) => proposal_id),
  )
  const heard = addresses.map((address) => ({
    address,
    reports: reports.filter(
      (report) =>
        !parts.some((p) => p.proposal_id === report.proposal_id && p.email === address.toLowerCase()),
    ),
  }))
  const audiences = groupBy(heard, (one) => one.reports.map(({ id }) => id).join())
  for (const audience of audiences.values()) {
    const told = audience[0]!.reports
    if (told.length === 0) continue
    const recipients = audience.map(({ address }) => address)
    await tx.mail(answerMail(tx.config, recipients, tx.actor, answer, told))
  }
}
