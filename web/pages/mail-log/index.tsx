import { Group, Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import type { MailRow } from '#domain/mail/log.ts'
import { mailState } from '#domain/mail/status.ts'
import { api } from '#web/lib/api.ts'
import * as filter from '#web/lib/filters.ts'
import { time, zoneName } from '#web/lib/format.ts'
import { Collapsed } from '#web/ui/collapsed.tsx'
import { Email } from '#web/ui/email.tsx'
import { ListPage } from '#web/ui/list_page.tsx'
import { StatusChip } from '#web/ui/status_chip.tsx'
import { BodyButton } from './-body.tsx'
import { RetryAllButton, RetryButton } from './-retry.tsx'

export const Route = createFileRoute('/mail-log/')({ component: MailLog })

function MailLog() {
  return (
    <ListPage
      title="Mail log"
      breadcrumbs={[['Master', address('/masters')], ['Mail log']]}
      list={api.mail.log}
      filters={[
        filter.text('person', 'Person'),
        filter.text('subject', 'Subject or kind'),
        filter.select('state', 'State', stateChoices),
        filter.day('from', 'From', 'start'),
        filter.day('to', 'To', 'end'),
        filter.text('id', 'Mail ID'),
      ]}
      tools={({ query }) => <RetryAllButton query={query} />}
      rowKey={(row) => row.id}
      columns={[
        {
          header: 'Written at',
          sort: 'created_at',
          falls: true,
          hint: `Times are in ${zoneName()}.`,
          width: 140,
          nowrap: true,
          cell: (row) => time(row.created_at),
        },
        { header: 'State', width: 170, cell: (row) => <State of={row} /> },
        { header: 'To', cell: (row) => <Recipients of={row} /> },
        { header: 'Subject', cell: (row) => <Subject of={row} /> },
        { header: 'Tries', align: 'right', width: 60, cell: (row) => row.tries },
        { header: 'Last error', cell: (row) => row.last_error ?? '-' },
        {
          header: 'Text and retry',
          action: true,
          width: 150,
          cell: (row) => (
            <Group gap="sm" wrap="nowrap">
              <BodyButton mail={row} />
              {row.state === mailState.code.FAILED && <RetryButton mail={row} />}
            </Group>
          ),
        },
      ]}
    />
  )
}

const stateChoices = mailState.states.map(({ code, label }) => ({ id: code, label }))

/** What became of the mail, and when; of one that was tried in vain, when it is tried next. */
const State = ({ of: { state, sent_at, due_at, tries } }: { of: MailRow }) => (
  <>
    <StatusChip colour={mailState.colour(state)}>{mailState.label(state)}</StatusChip>
    {sent_at && <Text size="xs">{time(sent_at)}</Text>}
    {state === mailState.code.WAITING && tries > 0 && <Text size="xs">{`next try ${time(due_at)}`}</Text>}
  </>
)

const Recipients = ({ of: { recipients, bcc } }: { of: MailRow }) => (
  <>
    <Collapsed items={recipients} itemKey={({ email }) => email} empty={null}>
      {({ name, email }) => (
        <>
          {name && `${name}, `}
          <Email>{email}</Email>
        </>
      )}
    </Collapsed>
    {bcc.length > 0 && <Text size="xs">{`Bcc: ${bcc.join(', ')}`}</Text>}
  </>
)

/** 'review_request' is 'Review request'. */
const kindOf = (kind: string) => `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll('_', ' ')}`

const Subject = ({ of: { subject, kind } }: { of: MailRow }) => (
  <>
    <div>{subject}</div>
    <Text size="xs" c="dimmed">
      {kindOf(kind)}
    </Text>
  </>
)
