import { dayOfMoment, daysBetween, dueReminder } from '#domain/custody/loans/due.ts'
import * as rules from '#domain/custody/loans/rules.ts'
import { isWithHolder } from '#domain/custody/loans/status.ts'
import { done } from '#domain/endpoint.ts'
import { type AnyTx, type Ctx, context, type Services } from '../../platform/context.ts'
import { piecesText } from './agreement.ts'
import { findFacts, type LoanFacts, lockLoan } from './facts.ts'
import { reminderMail } from './mails.ts'
import { addNumbered, changeLoan, claimReminder, findOpenLoans, lockLoanRow } from './queries.ts'

/** Mails the borrower what is with them, and records it. */
async function sendReminder(tx: AnyTx, loan: LoanFacts, days: number) {
  const { record } = loan
  const at = tx.now().toISOString()
  const by = tx.actor?.name ?? 'System'
  const fields = { reminded_at: at, reminders: record.reminders + 1 }
  await changeLoan(tx, record.id, by, tx.now(), fields)
  await addNumbered(tx, 'loan_events', {
    ...{ loan_id: record.id, at, kind: 'remind', text: `Reminder: ${daysText(days)}, by e-mail` },
    ...{ by_user_id: tx.actor?.id ?? null, by_name: by },
  })
  await tx.audit('loan.remind', record, fields, record)
  const pieces = piecesText(loan, ({ state }) => isWithHolder(state))
  await tx.mail(reminderMail(tx.config, record, { due: record.due_on!, days, pieces }))
}

const countOf = (days: number) => (days === 1 ? '1 day' : `${days} days`)
const daysText = (late: number) =>
  late === 0 ? 'due today' : late < 0 ? `due in ${countOf(-late)}` : `${countOf(late)} late`

/** Reminds the borrowers of these loans, one mail each; those that cannot be reminded of are named. Throws 'missing'. */
export const remindOfLoans = (ctx: Ctx, numbers: readonly string[]) =>
  ctx.write(async (tx) => {
    const names: string[] = []
    const left: string[] = []
    for (const number of [...new Set(numbers)].sort()) {
      const loan = await lockLoan(tx, number)
      const why = rules.whyNotRemind(loan, loan.today)
      if (why) {
        left.push(why)
        continue
      }
      await sendReminder(tx, loan, daysBetween(loan.due_on!, loan.today))
      names.push(`${loan.record.borrower_name} (${number})`)
    }
    tx.refuse(names.length === 0 ? left.join(' ') : null)
    const said = `${names.join(', ')} ${names.length === 1 ? 'has' : 'have'} been reminded.`
    return done([said, ...(left.length > 0 ? ['Left out:', ...left] : [])].join(' '))
  })

/**
 * Sends the reminders of loans that are due now: 30 and 7 days before a loan is due, on the day, 7 and 30 days after it and
 * then every 30 days. Never about what is closed, back or on its way back, nor to who was reminded on that day. Several
 * processes may call it: each reminder is sent once, a missed one until the end of the next day.
 */
export const sendLoanReminders = (services: Services) =>
  context(services, null).write(async (tx) => {
    const today = dayOfMoment(tx.now())
    let sent = 0
    for (const { number, due_on } of await findOpenLoans(tx)) {
      const occasion = due_on === null ? null : dueReminder(due_on, today)
      if (occasion === null) continue
      const record = await lockLoanRow(tx, number)
      if (!record || record.closed_at !== null || record.due_on !== due_on) continue
      const claim = { loan_id: record.id, due_on: due_on!, occasion, sent_at: tx.now().toISOString() }
      if (!(await claimReminder(tx, claim))) continue
      const [loan] = await findFacts(tx, [record])
      if (rules.whyNotRemind(loan!, today) !== null) continue
      await sendReminder(tx, loan!, daysBetween(due_on!, today))
      sent++
    }
    if (sent === 0) tx.skipAudit('No reminder of a loan is due.')
  })
