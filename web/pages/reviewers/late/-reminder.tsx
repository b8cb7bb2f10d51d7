import { Button, Select, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import type { SystemContract } from '#domain/contract.ts'
import type { ReplyOf } from '#domain/endpoint.ts'
import { groupBy } from '#domain/group_by.ts'
import { completeMail, type TemplateText } from '#domain/mail_merge.ts'
import { officeOf } from '#domain/mail_text.ts'
import type { LateReport } from '#domain/reports/contract.ts'
import { dayCount } from '#domain/reports/due.ts'
import { reportTemplates } from '#domain/reports/mail_templates.ts'
import { reminderValues } from '#domain/reports/reminders.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { StickyBar } from '#web/ui/layout/sticky_bar.tsx'
import { Tag } from '#web/ui/text/chips.tsx'
import { selectionText } from './-report_rows.tsx'
import classes from './reminder.module.css'

/** Panel with the mails that SEND REMINDER MAIL sends, and the setting of automatic reminders. */
export const Reminder = ({ selected }: { selected: readonly LateReport[] }) => (
  <aside className={classes.panel} aria-label="Reminder mail">
    <header>
      <h2>Reminder mail</h2>
      {selected.length > 0 && <span>{selectionText(selected)}</span>}
    </header>
    <div className={classes.content}>
      {selected.length === 0 ? (
        <section>Select whom to remind. Each reviewer gets one e-mail; preview it here.</section>
      ) : (
        <ReminderMail selected={selected} />
      )}
    </div>
    <AutomaticReminders />
  </aside>
)

/** Whether automatic reminders are sent, with a link to the settings. */
function AutomaticReminders() {
  const settings = useCall(api.masters.settings).data
  if (!settings) return null
  const { reminders, reminder_days_before: before, reminder_days_after: after } = settings
  return (
    <footer>
      {reminders
        ? `Automatic reminders are sent ${dayCount(before)} before and ${dayCount(after)} after reviews are due.`
        : 'Automatic reminders are off.'}{' '}
      <ScreenLink to={address('/masters/settings')} inherit>
        Settings
      </ScreenLink>
    </footer>
  )
}

/** The selected reports by reviewer: one mail each. */
const mailsOf = (selected: readonly LateReport[]) => [
  ...groupBy(selected, ({ reviewer }) => reviewer.id).values(),
]

type Settings = ReplyOf<SystemContract['masters']['settings']>

/** The whole mail in the office's words, with the signature that it gets when it is queued. */
function mailTo(settings: Settings, words: TemplateText, of: readonly LateReport[]): TemplateText {
  const installation = { baseUrl: settings.base_url }
  const office = officeOf(settings, settings.sender)
  const values = reminderValues(
    installation,
    of[0]!.reviewer.name,
    of.map(({ id, status, proposal, due_at }) => ({
      id,
      status,
      proposal_id: proposal.id,
      title: proposal.title,
      term_id: proposal.term_id,
      reviews_due_at: due_at,
    })),
  )
  return completeMail(reportTemplates.review_reminder, words, values, office, installation)
}

/** The recipients of a reminder, and its exact text for each. */
function ReminderMail({ selected }: { selected: readonly LateReport[] }) {
  const mails = mailsOf(selected)
  const [readerId, setReaderId] = useState<number | null>(null)
  const settings = useCall(api.masters.settings).data
  const words = useCall(api.mailTemplates.get, { params: { name: 'review_reminder' } }).data
  const shown = mails.find(([report]) => report!.reviewer.id === readerId) ?? mails[0]
  if (!shown || !settings || !words) return null
  const { name, email } = shown[0]!.reviewer
  const { subject, text } = mailTo(
    settings,
    words.problem === null ? words : reportTemplates.review_reminder,
    shown,
  )
  return (
    <>
      <section>
        <h2 className={classes.label}>To, one e-mail each</h2>
        <div className={classes.to}>
          {mails.map(([report]) => (
            <Tag key={report!.reviewer.id}>{report!.reviewer.name}</Tag>
          ))}
        </div>
      </section>
      <section>
        <h2 className={classes.label}>Text, as {name} receives it</h2>
        {mails.length > 1 && (
          <Select
            mb={8}
            aria-label="Show the text to"
            allowDeselect={false}
            value={String(shown[0]!.reviewer.id)}
            data={mails.map(([report]) => ({
              value: String(report!.reviewer.id),
              label: report!.reviewer.name,
            }))}
            onChange={(value) => setReaderId(Number(value))}
          />
        )}
        <Text c="dimmed" size="xs" mb={4} style={{ overflowWrap: 'anywhere' }}>
          {`${email} · ${subject}`}
        </Text>
        <div className={classes.mail}>{text}</div>
      </section>
    </>
  )
}

interface SendBarProps {
  selected: readonly LateReport[]
  done: () => void
}

/** SEND REMINDER MAIL for the selected reports; on narrow screens the dialog shows the text. */
export function SendBar({ selected, done }: SendBarProps) {
  const beside = useMediaQuery('(min-width: 1200px)', true, { getInitialValueInEffect: false })
  const ask = useConfirm()
  const send = useAction(api.reports.remindMany, { onDone: done })
  const mails = mailsOf(selected).length
  const question = `Send a reminder to ${mails === 1 ? '1 reviewer' : `${mails} reviewers`}?`
  const act = () => send.run({ body: { report_ids: selected.map(({ id }) => id) } })
  const press = async () => {
    const text = (
      <>
        {question}
        <div className={classes.asked}>
          <ReminderMail selected={selected} />
        </div>
      </>
    )
    // The bar disappears with the selection, so the focus moves to the heading.
    if (await ask({ question: beside ? question : text, act })) document.getElementById('heading')?.focus()
  }
  return (
    <StickyBar
      label="Reminder to the selected reviewers"
      actions={
        <>
          <Button variant="default" onClick={done}>
            Clear
          </Button>
          <WriteButton onClick={() => void press()}>SEND REMINDER MAIL</WriteButton>
        </>
      }
    >
      {selectionText(selected)}
    </StickyBar>
  )
}
