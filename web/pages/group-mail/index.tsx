import { Popover, UnstyledButton } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import type { GroupMailRow } from '#domain/mail/contract.ts'
import { firstWords } from '#domain/text.ts'
import { zoneName } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import * as filter from '#web/lib/lists/filters.ts'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { ListPage } from '#web/ui/lists/list_page.tsx'
import { PreviewFacts, PreviewPart } from '#web/ui/lists/preview_pane.tsx'
import { ScrollList } from '#web/ui/text/long_lists.tsx'
import { MailStatus, transmissionDate } from './-progress.tsx'

export const Route = createFileRoute('/group-mail/')({ component: GroupMails })

const TITLE_WORDS = 5
const CONTENT_WORDS = 10

const detail = (id: number) => address('/group-mail/detail/$id', { id })

function GroupMails() {
  return (
    <ListPage
      title="Group Mail"
      actions={<LinkButton to={address('/group-mail/add')}>ADD</LinkButton>}
      list={api.mail.list}
      filters={[filter.text('keyword', 'Keyword'), filter.text('email', 'E-mail')]}
      rowKey={(row) => row.id}
      detail={(row) => detail(row.id)}
      detailFirst
      rowName={(row) => row.title}
      muted={(row) => row.disabled === 1}
      noun="group mail"
      columns={[
        {
          header: 'Title',
          sort: 'title',
          title: true,
          whole: true,
          to: (row) => detail(row.id),
          cell: (row) => firstWords(row.title, TITLE_WORDS),
        },
        {
          header: 'Content',
          width: '18%',
          whole: true,
          hides: 'second',
          cell: (row) => firstWords(row.content, CONTENT_WORDS),
        },
        {
          header: 'Sender',
          width: '15%',
          hides: 'first',
          whole: true,
          cell: ({ sender }) => `${sender.name} / ${sender.email}`,
        },
        {
          header: 'Destination',
          width: '22%',
          whole: true,
          cell: ({ users }) =>
            users.map(({ name, email }, at) => `${at + 1}. ${name} / ${email}`).join(', ') || '-',
          secondLine: (row) => row.users_count > row.users.length && <MoreDestinations of={row} />,
        },
        { header: 'Transmission Status', width: 142, cell: (row) => <MailStatus of={row} /> },
        {
          header: 'Transmission Date',
          sort: 'transmission_date',
          descendingFirst: true,
          hint: `Times are in ${zoneName()}.`,
          width: 134,
          hides: 'second',
          cell: (row) => transmissionDate(row),
        },
      ]}
      preview={(row) => (
        <>
          <PreviewPart title="Content">
            <div style={{ whiteSpace: 'pre-wrap' }}>{row.content}</div>
          </PreviewPart>
          <PreviewPart title="Destination">
            <Destinations of={row} />
          </PreviewPart>
          <PreviewPart>
            <PreviewFacts
              rows={[
                ['Sender', `${row.sender.name} / ${row.sender.email}`],
                ['Transmission Status', <MailStatus key="status" of={row} />],
                ['Transmission Date', transmissionDate(row)],
              ]}
            />
          </PreviewPart>
        </>
      )}
    />
  )
}

/** All destinations, behind the number of those that the row does not name. */
function MoreDestinations({ of: row }: { of: GroupMailRow }) {
  const [open, setOpen] = useState(false)
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" width={360} returnFocus>
      <Popover.Target>
        <UnstyledButton
          c="var(--ao-accent)"
          fz="inherit"
          aria-label={`and ${row.users_count - row.users.length} more destinations of ${row.title}`}
          onClick={() => setOpen(!open)}
        >
          {`and ${row.users_count - row.users.length} more`}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Destinations of={row} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** The destinations: the first ones, then all once they are loaded. */
function Destinations({ of: { id, users: first, users_count } }: { of: GroupMailRow }) {
  const users = useCall(api.mail.get, { params: { id } }).data?.users ?? first
  if (users_count === 0) return '-'
  return (
    <ScrollList
      label="Destinations"
      items={users.map(({ name, email }, at) => `${at + 1}. ${name} / ${email}`)}
    />
  )
}
