import { REMINDER_DAYS } from '#domain/results/rules.ts'
import { context, type Services } from '../platform/context.ts'
import { sendReminder } from './answers.ts'
import { findDueReminders } from './reminder_queries.ts'

/**
 * Reminds proposers who have not answered, 7 days and 1 day before the last day, once each. Several processes may call it at
 * the same time. What was missed while the server was down is sent as long as its day has not gone by.
 */
export const remindOfAnswers = (services: Services) =>
  context(services, null).write(async (tx) => {
    const due = await findDueReminders(tx, tx.now().toISOString().slice(0, 10), REMINDER_DAYS)
    if (due.length === 0) return tx.skipAudit('No reminder of an answer is due.')
    for (const { days_before, ...result } of due) await sendReminder(tx, result, days_before)
  })
