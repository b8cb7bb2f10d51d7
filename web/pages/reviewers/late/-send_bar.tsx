import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { LateReport } from '#domain/reports/contract.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { StickyBar } from '#web/ui/layout/sticky_bar.tsx'
import { mailsOf, ReminderMail } from './-reminder_mail.tsx'
import { tally } from './-words.ts'
import classes from './reminder.module.css'

interface SendBarProps {
  chosen: readonly LateReport[]
  done: () => void
}

/** SEND REMINDER MAIL, for what is ticked; where the text has no room beside the rows it stands in the question. */
export function SendBar({ chosen, done }: SendBarProps) {
  const beside = useMediaQuery('(min-width: 1200px)', true, { getInitialValueInEffect: false })
  const ask = useConfirm()
  const send = useAction(api.reports.remindMany, { onDone: done })
  const mails = mailsOf(chosen).length
  const question = `Do you send a reminder mail to ${mails === 1 ? '1 reviewer' : `${mails} reviewers`}?`
  const act = () => send.run({ body: { report_ids: chosen.map(({ id }) => id) } })
  const press = async () => {
    const text = (
      <>
        {question}
        <div className={classes.asked}>
          <ReminderMail chosen={chosen} />
        </div>
      </>
    )
    // The bar is gone once nothing is ticked; the work goes on at the top of the rows.
    if (await ask({ question: beside ? question : text, act })) document.getElementById('heading')?.focus()
  }
  return (
    <StickyBar
      label="Reminder mail of what is ticked"
      actions={
        <>
          <Button variant="default" onClick={done}>
            Clear
          </Button>
          <Button onClick={() => void press()}>SEND REMINDER MAIL</Button>
        </>
      }
    >
      {tally(chosen)}
    </StickyBar>
  )
}
