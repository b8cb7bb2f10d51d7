import * as rules from '#domain/custody/loans/rules.ts'
import { saved } from '#domain/endpoint.ts'
import { invalid } from '#domain/errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { isOnBehalf, lockForHolder, lockLoan, saveLoan, tell } from './facts.ts'
import { extensionMail } from './mails.ts'
import { addNumbered, changeExtension } from './queries.ts'
import { onceByKey } from './repeated.ts'

/** The due day of a loan is not moved to an earlier one, or to a day that is over. Throws 'invalid'. */
function requireLater(until: string, due_on: string, today: string) {
  if (until <= due_on) throw invalid({ until: `Enter a day after ${due_on}.` })
  if (until <= today) throw invalid({ until: 'Enter a day in the future.' })
}

export const askExtension = (
  ctx: Ctx,
  number: string,
  { until, reason, key }: { until: string; reason: string; key?: string | undefined },
) =>
  ctx.write(async (tx) => {
    const loan = await lockForHolder(tx, number)
    return onceByKey(tx, key, { endpoint: `extension ${number}`, said: { until, reason } }, async () => {
      tx.refuse(rules.whyNotAskExtension(loan, loan.actor, loan.today))
      requireLater(until, loan.due_on!, loan.today)
      await addNumbered(tx, 'loan_extensions', {
        ...{ loan_id: loan.record.id, until, reason },
        ...{ asked_at: tx.now().toISOString(), asked_by: tx.actor.name },
      })
      const next = await saveLoan(tx, loan, {})
      await tell(tx, loan, 'ask_extension', `Extension asked, until ${until} (${reason})`, {
        on_behalf: isOnBehalf(loan),
      })
      await tx.audit('loan.ask_extension', loan.record, { until, reason })
      return saved(
        `The office decides on the extension until ${until}. Until then ${loan.due_on} stands.`,
        next,
      )
    })
  })

interface Decision {
  granted: boolean
  until?: string | undefined
  note: string
}

/** Grants an extension, until the day asked for or another one, or refuses it; the borrower is told. */
export const decideExtension = (ctx: Ctx, number: string, { granted, until, note }: Decision) =>
  ctx.write(async (tx) => {
    const loan = await lockLoan(tx, number)
    tx.refuse(rules.whyNotDecideExtension(loan, loan.actor))
    const asked = loan.belongings.extensions.find(({ decided_at }) => decided_at === null)!
    const granted_until = granted ? (until ?? asked.until) : null
    if (granted_until) requireLater(granted_until, loan.due_on!, loan.today)
    await changeExtension(
      tx,
      { loan_id: loan.record.id, number: asked.number },
      { granted, granted_until, note, decided_at: tx.now().toISOString(), decided_by: tx.actor.name },
    )
    const due_on = granted_until ?? loan.due_on!
    const next = await saveLoan(tx, loan, { due_on })
    const text = granted ? `Extension granted until ${due_on}` : `Extension until ${asked.until} refused`
    await tell(tx, loan, 'decide_extension', `${text}${note && ` (${note})`}`)
    await tx.audit('loan.decide_extension', loan.record, { granted, due_on, note }, { due_on: loan.due_on })
    if (loan.record.borrower_email !== '')
      await tx.mail(extensionMail(tx.config, loan.record, { granted, due: due_on, note }))
    return saved(`${text}.`, next)
  })
