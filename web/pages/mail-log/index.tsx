import { Group } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import type { MailRow } from '#domain/mail/contract.ts'
import { mailState } from '#domain/mail/status.ts'
import { MAIL_KINDS } from '#domain/mail_kinds.ts'
import { time, zoneName } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import * as filter from '#web/lib/lists/filters.ts'
import { ListPage } from '#web/ui/lists/list_page.tsx'
import { PreviewFacts, PreviewPart } from '#web/ui/lists/preview_pane.tsx'
import { StatusChip } from '#web/ui/text/chips.tsx'
import { KeptActs } from './-kept_acts.tsx'
import { BodyButton, RetryAllButton, RetryButton } from './-row_actions.tsx'

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
          descendingFirst: true,
          hint: `Times are in ${zoneName()}.`,
          width: 146,
          hides: 'second',
          cell: (row) => time(row.created_at),
        },
        {
          header: 'State',
          width: 150,
          cell: ({ state }) => (
            <StatusChip colour={mailState.colour(state)}>{mailState.label(state)}</StatusChip>
          ),
          secondLine: whenOf,
        },
        {
          header: 'To',
          width: '20%',
          cell: ({ recipients }) => recipients.map(({ name, email }) => name || email).join(', '),
          secondLine: ({ recipients, bcc }) =>
            [
              ...recipients.filter(({ name }) => name).map(({ email }) => email),
              ...bcc.map((one) => `Bcc: ${one}`),
            ].join(', '),
        },
        {
          header: 'Subject',
          title: true,
          cell: (row) => row.subject,
          secondLine: (row) => MAIL_KINDS[row.kind].label,
        },
        { header: 'Tries', align: 'right', width: 56, hides: 'second', cell: (row) => row.tries },
        { header: 'Last error', width: '12%', hides: 'first', cell: (row) => row.last_error ?? '-' },
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
      rowName={(row) => `${row.id} ${row.subject}`}
      noun="mail"
      preview={(row) => (
        <>
          <PreviewPart title="To">
            <Recipients of={row} />
          </PreviewPart>
          <PreviewPart>
            <PreviewFacts
              rows={[
                ['Written at', time(row.created_at)],
                ['State', mailState.label(row.state)],
                ['Sent at', time(row.sent_at)],
                ['Tries', row.tries],
                ['Last error', row.last_error ?? '-'],
              ]}
            />
          </PreviewPart>
        </>
      )}
    >
      <KeptActs />
    </ListPage>
  )
}

const stateChoices = mailState.states.map(({ code, label }) => ({ id: code, label }))

/** When the mail was sent, or when it is tried again after a failed attempt. */
function whenOf({ state, sent_at, due_at, tries }: MailRow) {
  if (sent_at) return time(sent_at)
  return state === mailState.code.WAITING && tries > 0 && `next try ${time(due_at)}`
}

const Recipients = ({ of: { recipients, bcc } }: { of: MailRow }) => (
  <>
    {recipients.map(({ name, email }) => (
      <div key={email}>{name ? `${name}, ${email}` : email}</div>
    ))}
    {bcc.length > 0 && <div>{`Bcc: ${bcc.join(', ')}`}</div>}
  </>
)
