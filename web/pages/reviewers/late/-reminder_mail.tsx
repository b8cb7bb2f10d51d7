import { Select, Text } from '@mantine/core'
import { useState } from 'react'
import { groupBy } from '#domain/group_by.ts'
import type { LateReport } from '#domain/reports/contract.ts'
import { REMINDER_SUBJECT, reminderText } from '#domain/reports/reminders.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { Tag } from '#web/ui/text/chips.tsx'
import classes from './reminder.module.css'

/** The ticked reports by their reviewers: a mail each. */
export const mailsOf = (chosen: readonly LateReport[]) => [
  ...groupBy(chosen, ({ reviewer }) => reviewer.id).values(),
]

const textTo = (baseUrl: string, of: readonly LateReport[]) =>
  reminderText(
    { baseUrl },
    of[0]!.reviewer.name,
    of.map(({ status, proposal, due_at }) => ({
      status,
      proposal_id: proposal.id,
      title: proposal.title,
      term_id: proposal.term_id,
      reviews_due_at: due_at,
    })),
  )

/** Who gets a reminder, and its text to the letter as each of them gets it. */
export function ReminderMail({ chosen }: { chosen: readonly LateReport[] }) {
  const mails = mailsOf(chosen)
  const [reader, setReader] = useState<number | null>(null)
  const settings = useCall(api.masters.settings).data
  const shown = mails.find(([report]) => report!.reviewer.id === reader) ?? mails[0]
  if (!shown || !settings) return null
  const { name, email } = shown[0]!.reviewer
  return (
    <>
      <section>
        <h2 className={classes.label}>To, one mail each</h2>
        <div className={classes.to}>
          {mails.map(([report]) => (
            <Tag key={report!.reviewer.id}>{report!.reviewer.name}</Tag>
          ))}
        </div>
      </section>
      <section>
        <h2 className={classes.label}>Text, as {name} gets it</h2>
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
            onChange={(value) => setReader(Number(value))}
          />
        )}
        <Text c="dimmed" size="xs" mb={4} style={{ overflowWrap: 'anywhere' }}>
          {`${email} · ${REMINDER_SUBJECT}`}
        </Text>
        <div className={classes.mail}>{textTo(settings.base_url, shown)}</div>
      </section>
    </>
  )
}
