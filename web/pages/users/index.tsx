import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { api } from '#web/lib/api.ts'
import * as filter from '#web/lib/filters.ts'
import { Email } from '#web/ui/email.tsx'
import { ListPage } from '#web/ui/list_page.tsx'
import { roleText } from '#web/ui/role_names.ts'
import { LinkButton } from '#web/ui/screen_link.tsx'
import { UserStatus } from './-status.tsx'

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
          is_proposer: 'Proposer',
        }),
      ]}
      rowKey={(row) => row.id}
      quiet={(row) => row.disabled}
      detail={(row) => address('/users/detail/$id', { id: row.id })}
      columns={[
        { header: 'Name', width: 220, cell: (row) => row.name },
        { header: 'E-mail', cell: (row) => <Email>{row.email}</Email> },
        { header: 'Affiliation', width: 260, cell: (row) => row.affiliation },
        { header: 'Roles', cell: (row) => roleText(row) || '-' },
        { header: 'Status', nowrap: true, cell: (row) => <UserStatus of={row} /> },
      ]}
    />
  )
}
