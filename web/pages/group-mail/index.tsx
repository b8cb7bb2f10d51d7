import { Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { firstWords } from '#domain/fields.ts'
import type { GroupMailRow } from '#domain/mail/contract.ts'
import { api } from '#web/lib/api.ts'
import * as filter from '#web/lib/filters.ts'
import { time, zoneName } from '#web/lib/format.ts'
import { Email } from '#web/ui/email.tsx'
import { ListPage } from '#web/ui/list_page.tsx'
import { LinkButton } from '#web/ui/screen_link.tsx'
import { MailStatus } from './-status.tsx'

export const Route = createFileRoute('/group-mail/')({ component: GroupMails })

const TITLE_WORDS = 5
const CONTENT_WORDS = 10

function GroupMails() {
  return (
    <ListPage
      title="Group Mail"
      actions={<LinkButton to={address('/group-mail/add')}>ADD</LinkButton>}
      list={api.mail.list}
      filters={[filter.text('keyword', 'Keyword'), filter.text('email', 'E-mail')]}
      rowKey={(row) => row.id}
      detail={(row) => address('/group-mail/detail/$id', { id: row.id })}
      rowName={(row) => row.title}
      quiet={(row) => row.disabled === 1}
      columns={[
        { header: 'Title', sort: 'title', width: 200, cell: (row) => firstWords(row.title, TITLE_WORDS) },
        { header: 'Content', width: 240, cell: (row) => firstWords(row.content, CONTENT_WORDS) },
        {
          header: 'Sender',
          width: 180,
          cell: ({ sender }) => (
            <>
              {`${sender.name} / `}
              <Email>{sender.email}</Email>
            </>
          ),
        },
        { header: 'Destination', width: 360, cell: (row) => <Destinations of={row} /> },
        { header: 'Transmission Status', width: 130, cell: (row) => <MailStatus of={row} /> },
        {
          header: 'Transmission Date',
          sort: 'transmission_date',
          falls: true,
          hint: `Times are in ${zoneName()}.`,
          width: 140,
          nowrap: true,
          cell: (row) => time(row.transmission_date),
        },
      ]}
    />
  )
}

/** The first destinations, numbered, and how many more there are. */
function Destinations({ of: { users, users_count } }: { of: GroupMailRow }) {
  if (users_count === 0) return '-'
  return (
    <>
      <ol style={{ margin: 0, paddingInlineStart: '1.6em' }}>
        {users.map(({ id, name, email }) => (
          <li key={id}>
            {`${name} / `}
            <Email>{email}</Email>
          </li>
        ))}
      </ol>
      {users_count > users.length && (
        <Text span size="sm" c="dimmed">
          {`and ${users_count - users.length} more`}
        </Text>
      )}
    </>
  )
}
