import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { api } from '#web/lib/http/api.ts'
import * as filter from '#web/lib/lists/filters.ts'
import { CsvButton, MailPeople } from '#web/ui/actions/buttons.tsx'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { ListPage } from '#web/ui/lists/list_page.tsx'
import { PreviewFacts, PreviewPart } from '#web/ui/lists/preview_pane.tsx'
import { roleText } from '#web/ui/text/people.tsx'
import { UserStatus } from './-status.tsx'
import { WaitingChanges } from './-waiting_changes.tsx'

export const Route = createFileRoute('/users/')({ component: UserList })

const STATUS = ['All', 'Active', 'Disabled'].map((label) => ({ id: label.toLowerCase(), label }))

function UserList() {
  return (
    <ListPage
      title="User List"
      list={api.users.list}
      csv={api.users.mailList}
      actions={<LinkButton to={address('/users/add')}>ADD</LinkButton>}
      filters={[
        filter.text('name', 'Name'),
        filter.text('email', 'E-mail'),
        filter.text('affiliation', 'Affiliation'),
        filter.select('status', 'Status', STATUS, { initial: 'all', blank: null }),
        filter.flags('Roles', {
          is_admin: 'Administration office',
          is_panel: 'Panel',
          is_reviewer: 'Reviewer',
          is_curation: 'Curation',
          is_proposer: 'Proposer',
        }),
      ]}
      withoutControl={{ ids: 'For the CSV of selected rows.' }}
      rowKey={(row) => row.id}
      muted={(row) => row.disabled === 1}
      detail={(row) => address('/users/detail/$id', { id: row.id })}
      rowName={(row) => row.name}
      bulkActions={(rows) => (
        <>
          <CsvButton call={api.users.mailList} input={{ query: { ids: rows.map((row) => row.id) } }} />
          <MailPeople people={rows} />
        </>
      )}
      noun="user"
      columns={[
        {
          header: 'Name',
          sort: 'name',
          title: true,
          to: (row) => address('/users/detail/$id', { id: row.id }),
          moreHeads: [{ header: 'E-mail', sort: 'email' }],
          cell: (row) => row.name,
          secondLine: (row) => row.email,
        },
        {
          header: 'Affiliation',
          sort: 'affiliation',
          width: '30%',
          hides: 'second',
          cell: (row) => row.affiliation,
        },
        { header: 'Roles', width: '22%', cell: (row) => roleText(row) || '-' },
        { header: 'Status', width: 110, cell: (row) => <UserStatus of={row} /> },
      ]}
      preview={(row) => (
        <PreviewPart>
          <PreviewFacts
            rows={[
              ['Status', <UserStatus key="status" of={row} />],
              ['Roles', roleText(row) || '-'],
              ['E-mail', row.email],
              ['Affiliation', row.affiliation],
            ]}
          />
        </PreviewPart>
      )}
    >
      <WaitingChanges />
    </ListPage>
  )
}
